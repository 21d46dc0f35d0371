import { onAbort, throwIfAborted } from "../abort.js";
import { type Clock, PATIENCE, startTimer } from "../clock.js";
import { INTERVAL, isSilent, keepAlive, type Living } from "./liveness.js";

/** A hidden page has its timers once a minute. A silence that lasts longer is death, whoever waited meanwhile. */
const LONGEST_INTERVAL = 61 * INTERVAL;

/** Work that one request does and others wait for. It belongs to nobody: the request that began it may give up. */
export class SharedWork<Result> implements Living {
  aliveAt = 0;
  /** Once it has ended. */
  result: Result | undefined;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #stop: () => void;
  readonly #waiters = new Set<() => void>();
  readonly #time: number;
  #until = 0;
  #silence: { readonly after: number; readonly foundAt: number } | undefined;

  /** It is aborted after `time` ms; each sign of life is a timer of the request that makes it. */
  constructor(clock: Clock, time: number) {
    this.#clock = clock;
    this.#time = time;
    this.restart();
    this.#stop = keepAlive(this, clock, (now) => {
      const left = this.#until - now;
      if (left <= 0) this.#controller.abort();
      return left;
    });
  }

  /** Aborts when its time is up, and when it is taken for dead. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives it all of its time again: cut for what was waited for before, its next step might be in vain. */
  restart(): void {
    this.#until = this.#clock.now() + this.#time;
  }

  /** The first result counts. */
  end(result: Result): void {
    if (this.result !== undefined) return;
    this.#stop();
    this.result = result;
    for (const wake of this.#waiters) wake();
  }

  /** Tells if there is something to wait for. */
  isUnderWay(): boolean {
    const { aliveAt } = this;
    const now = this.#clock.now();
    if (this.result !== undefined || this.signal.aborted) return false;
    if (!isSilent(this, now)) return true;
    if (this.#silence?.after !== aliveAt) this.#silence = { after: aliveAt, foundAt: now };
    if (now - this.#silence.foundAt <= LONGEST_INTERVAL) return true;
    this.#controller.abort();
    return false;
  }

  /**
   * Resolves with its result, or with `undefined` if it is dead or its time is up. By promises and timers of the caller's:
   * on Workers no request may wait for a promise of another's. Rejects with the reason of the signal.
   */
  async wait(signal: AbortSignal): Promise<Result | undefined> {
    while (this.isUnderWay()) await this.#change(signal);
    return this.result;
  }

  /** Resolves once it has ended, or it is time to look again. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      throwIfAborted(signal);
      const { aliveAt } = this;
      const now = this.#clock.now();
      const silent = isSilent(this, now);
      const leave = (): void => {
        stopListening();
        this.#waiters.delete(done);
        stopTimer();
      };
      const done = (): void => {
        leave();
        resolve();
      };
      const stopListening = onAbort(signal, (reason) => {
        leave();
        reject(reason);
      });
      // A busy loop and a hidden page keep back signs of life, but this timer too, and an overdue sign comes before it.
      const stopTimer = startTimer(this.#clock, silent ? INTERVAL : aliveAt + PATIENCE - now, () => {
        if (silent && this.aliveAt === aliveAt) this.#controller.abort();
        done();
      });
      this.#waiters.add(done);
    });
  }
}

/** So many are kept of each kind. */
const CAPACITY = 100;
/** The worth of what somebody waits for: it stays and is not counted, for nobody knows yet what it comes to. */
export const UNDER_WAY = 2;

/**
 * Finds or makes what a client keeps under an id. Beyond 100 the one unused for longest goes, what is worth least first:
 * guesses push out few others.
 */
export function kept<Id, Value>(
  map: Map<Id, Value>,
  id: Id,
  make: () => Value,
  worthOf: (value: Value) => number = () => 0,
): Value {
  const value = map.get(id) ?? make();
  map.delete(id);
  map.set(id, value);
  if (map.size <= CAPACITY) return value;
  const others = Array.from(map, ([other, each]) => ({ id: other, worth: worthOf(each) })).slice(0, -1);
  const idle = others.filter(({ worth }) => worth < UNDER_WAY).sort((one, other) => one.worth - other.worth);
  for (const least of idle.slice(0, Math.max(0, idle.length + 1 - CAPACITY))) map.delete(least.id);
  return value;
}
