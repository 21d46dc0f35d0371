import "../late-modules.js";
import type { Clock } from "@sdkwright/runtime";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** A clock whose time stands still until the test moves it; timers fire in order, ties in the order of their making. */
export class VirtualClock implements Clock {
  readonly #turns: number;
  #now = 0;
  #order = 0;
  readonly #timers: Timer[] = [];

  /** `turns`: see {@link settle}; one is enough where there are only promises. */
  constructor(turns = 3) {
    this.#turns = turns;
  }

  /** Timers that have neither fired nor been aborted. */
  get pending(): number {
    return this.#timers.length;
  }

  now = (): number => this.#now;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const abort = (): void => {
        this.#timers.splice(this.#timers.indexOf(timer), 1);
        reject(signal?.reason as Error);
      };
      const timer: Timer = {
        at: this.#now + ms,
        order: (this.#order += 1),
        fire: () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      };
      this.#timers.splice(this.#indexFor(timer.at), 0, timer);
      signal?.addEventListener("abort", abort);
    });

  /** Lets everything happen that is due until `time`; promises settle in between. */
  async advanceTo(time: number): Promise<void> {
    await settle(this.#turns);
    for (let next = this.#timers[0]; next !== undefined && next.at <= time; next = this.#timers[0]) {
      this.#now = next.at;
      this.#timers.shift();
      next.fire();
      if (this.#timers[0]?.at !== next.at) await settle(this.#turns);
    }
    this.#now = Math.max(this.#now, time === Infinity ? this.#now : time);
    await settle(this.#turns);
  }

  advance(ms: number): Promise<void> {
    return this.advanceTo(this.#now + ms);
  }

  /** Moves time on until the promise has settled or nothing is left to wait for. */
  async finish<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    await this.advanceTo(Infinity);
    return promise;
  }

  #indexFor(at: number): number {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Enough turns of the event loop for promises, streams and fetch's bookkeeping. */
export async function settle(turns: number = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
