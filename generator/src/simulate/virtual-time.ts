import type { ClientOptions } from "@sdkwright/runtime/generated/client";
import type { SourceIssue } from "../diagnostics/source.js";

type Clock = NonNullable<ClientOptions["clock"]>;

interface Timer {
  readonly at: number;
  readonly order: number;
  fire: () => void;
  isDead: boolean;
}

/** A policy that goes on and on: nobody waits for its end, and memory has one. */
class EndlessSimulationError extends Error {}

/** Virtual time for many timers: a heap, and one turn of the event loop for everything that is due at once. */
export class VirtualTime implements Clock {
  #now = 0;
  #order = 0;
  #pending = 0;
  #fired = 0;
  readonly #most: number;
  readonly #heap: Timer[] = [];

  /** At most so many timers fire, by default any number. */
  constructor(most: number = Infinity) {
    this.#most = most;
  }

  readonly now = (): number => this.#now;

  /** Timers that have neither fired nor been taken back. */
  get pending(): number {
    return this.#pending;
  }

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const abort = (): void => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = this.at(this.#now + ms, () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
      signal?.addEventListener("abort", abort, { once: true });
    });

  /** Calls back at a time; the returned function takes that back. */
  at(time: number, fire: () => void): () => void {
    const timer = { at: Math.max(time, this.#now), order: (this.#order += 1), fire, isDead: false };
    this.#push(timer);
    this.#pending += 1;
    return () => {
      if (!timer.isDead) this.#pending -= 1;
      timer.isDead = true;
      timer.fire = nothing;
    };
  }

  /** Lets everything happen until nothing is left to happen. Throws an EndlessSimulationError where that is too much. */
  async run(): Promise<void> {
    await turn();
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      if (next.isDead) continue;
      this.#now = next.at;
      this.#fire(next);
      while (this.#heap[0] !== undefined && this.#heap[0].at <= this.#now) this.#fire(this.#take());
      await turn();
    }
  }

  #fire(timer: Timer | undefined): void {
    if (timer === undefined || timer.isDead) return;
    timer.isDead = true;
    this.#pending -= 1;
    this.#fired += 1;
    if (this.#fired > this.#most) throw new EndlessSimulationError();
    timer.fire();
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (isBefore(heap[parent] as Timer, timer)) break;
      heap[place] = heap[parent] as Timer;
      place = parent;
    }
    heap[place] = timer;
  }

  #take(): Timer | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (isBefore(last, heap[child] as Timer)) break;
      heap[place] = heap[child] as Timer;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

/** In place of what a timer that was taken back would hold until its time comes. */
const nothing = (): void => {};

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Promises settle in between; nothing of the runtime waits for more than them. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What simulating makes, or why it was given up. */
export async function orEndless<Made>(making: Promise<Made>): Promise<Made | SourceIssue> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof EndlessSimulationError) return ENDLESS;
    throw error;
  }
}

const ENDLESS: SourceIssue = {
  code: "SW0822",
  severity: "error",
  pointer: "",
  message: "the simulation does not end: a retryPolicy without a circuit makes too many attempts",
  hint: 'lower maxContiguousRetries, or remove "circuit": false',
};
