import { onAbort } from "../abort.js";
import { isSilent, keepAlive, type Living } from "../auth/liveness.js";
import { type Clock, startTimer } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { type Admission, admission, type CircuitState, nextChance } from "./circuit-reducer.js";
import type { Ask, Permit } from "./permit.js";

/** No more wait for one circuit. */
const MAX_WAITING = 10_000;

/** The circuit before which a queue waits. */
export interface QueueOwner {
  readonly state: CircuitState;
  /** It is one that many endpoints share. */
  readonly isShared: boolean;
  /** Drops the attempts whose time is over; returns when the next one's may be. */
  lapse(now: number): number;
  begin(ask: Ask, admitted: Admission, now: number, atMost: number): Permit;
  /** Somebody goes on waiting, or elsewhere. */
  heldBack(call: number, now: number): void;
}

/** One that waits; `isWaiting` is undefined before it has joined. */
interface Waiter extends Living {
  readonly ask: Ask;
  isWaiting: boolean | undefined;
  readonly settle: (permit: Permit | undefined) => void;
}

/**
 * Last candidates that wait for a circuit, or for a permit within the limits of their provider, with one timer. First is
 * whose time ends first, and among equals who came first.
 */
export class Queue {
  readonly #owner: QueueOwner;
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  /** Sorted. */
  readonly #waiters: Waiter[] = [];
  #stopTimer: (() => void) | undefined;
  /** When the timer is to fire. It is one of the request that set it, and may have gone with it. */
  #dueAt = Infinity;
  #isMoving = false;

  constructor(owner: QueueOwner, clock: Clock, limits: Limits | undefined) {
    this.#owner = owner;
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiters.length;
  }

  /** There is room, and the request may be admitted in time. */
  hasTimeFor({ until }: Ask, now: number): boolean {
    if (this.size >= MAX_WAITING) return false;
    const ahead = this.#indexFor(until);
    const { state } = this.#owner;
    const limit = this.#limits?.earliest(ahead, now) ?? now;
    const paced = state.kind === "limited" ? now + (ahead * 1000) / Math.max(state.rate, state.ceiling) : now;
    return Math.max(limit, paced, state.kind === "open" ? state.until : now) <= until;
  }

  /** Resolves with a permit, or with `undefined` when its time is over. */
  async join(ask: Ask): Promise<Permit | undefined> {
    const permit = await this.#wait(ask);
    // A waiter that has gone with its request never comes here: it has the permit for a moment only.
    if (permit !== undefined && !permit.hasEnded) permit.until += ask.atMost;
    return permit;
  }

  #wait(ask: Ask): Promise<Permit | undefined> {
    return new Promise((resolve, reject) => {
      const listening: (() => void)[] = [];
      const settle = (permit: Permit | undefined): void => {
        for (const stop of listening) stop();
        resolve(permit);
      };
      const waiter: Waiter = { ask, aliveAt: this.#clock.now(), isWaiting: undefined, settle };
      const abort = (reason: unknown): void => {
        for (const stop of listening) stop();
        this.#remove(waiter);
        reject(reason);
        this.move();
      };
      listening.push(keepAlive(waiter, this.#clock, (now) => this.#heardOf(waiter, now)));
      this.#add(waiter);
      for (const signal of ask.signals) listening.push(onAbort(signal, abort));
      this.move();
    });
  }

  /** Moves if that is overdue, or if the first has gone: before somebody else asks. */
  visit(now: number): void {
    const [first] = this.#waiters;
    if (first !== undefined && (now >= this.#dueAt || isSilent(first, now))) this.move();
  }

  /** One that was taken for dead while nothing ran waits again. */
  #heardOf(waiter: Waiter, now: number): number {
    if (waiter.isWaiting !== false) this.visit(now);
    else {
      this.#add(waiter);
      this.move();
    }
    return Infinity;
  }

  /** Sends them away. */
  dismiss(whom: (ask: Ask) => boolean): void {
    for (const waiter of this.#waiters.filter(({ ask }) => whom(ask))) {
      this.#remove(waiter);
      waiter.settle(undefined);
    }
    this.move();
  }

  /** Admits from the front, sends those away whose time is over, and comes back when that changes. */
  readonly move = (): void => {
    if (this.#isMoving) return;
    this.#isMoving = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#dueAt = Infinity;
    for (let [first] = this.#waiters; first !== undefined; [first] = this.#waiters) {
      if (!this.#serve(first, this.#clock.now())) break;
    }
    if (this.size === 0) this.#limits?.leave(this.move);
    this.#isMoving = false;
  };

  /** Returns `true` if the first has left, with a permit or without. */
  #serve(first: Waiter, now: number): boolean {
    const lapsesAt = this.#owner.lapse(now);
    if (isSilent(first, now)) {
      this.#remove(first);
      return true;
    }
    const { state, isShared } = this.#owner;
    const { until, call } = first.ask;
    const admitted = admission(state, { hasNext: false, isShared }, now);
    const isTaken = admitted !== "no" && this.#limits?.take(now, this.move) !== false;
    if (!isTaken && now < until) {
      const chance = (admitted === "no" ? nextChance(state) : this.#limits?.nextAt()) ?? Infinity;
      this.#dueAt = Math.min(chance, until, lapsesAt);
      this.#stopTimer = startTimer(this.#clock, this.#dueAt - now, this.move, false);
      return false;
    }
    this.#remove(first);
    const permit = isTaken ? this.#owner.begin(first.ask, admitted, now, 0) : undefined;
    if (this.size > 0) this.#owner.heldBack(call, now);
    first.settle(permit);
    return true;
  }

  #add(waiter: Waiter): void {
    waiter.isWaiting = true;
    this.#waiters.splice(this.#indexFor(waiter.ask.until), 0, waiter);
  }

  #remove(waiter: Waiter): void {
    if (waiter.isWaiting !== true) return;
    waiter.isWaiting = false;
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
  }

  /** How many go before one whose time ends then. */
  #indexFor(until: number): number {
    return bisect(this.#waiters, ({ ask }) => ask.until <= until);
  }
}

/** Attempts in flight, of a circuit, or of all circuits of a provider that has limits. */
export class PermitsInUse {
  readonly #permits = new Set<Permit>();
  /** No permit's time is over before that. */
  #lapsesAt = Infinity;

  add(permit: Permit): void {
    this.#permits.add(permit);
    this.#lapsesAt = Math.min(this.#lapsesAt, permit.until);
  }

  delete(permit: Permit): boolean {
    return this.#permits.delete(permit);
  }

  /** Drops those whose time is over; when that may be the next one's. */
  lapse(now: number): number {
    if (now < this.#lapsesAt) return this.#lapsesAt;
    this.#lapsesAt = Infinity;
    const over = [...this.#permits].filter(({ until }) => {
      if (now < until) this.#lapsesAt = Math.min(this.#lapsesAt, until);
      return now >= until;
    });
    for (const permit of over) {
      if (permit.hasBegun) permit.owner.lapsed?.(permit);
      else permit.drop(now);
    }
    return this.#lapsesAt;
  }
}

const SECOND = 1000;

/** Counts the attempts of all requests of a client to one provider. */
export class Limits {
  readonly #concurrency: number;
  readonly #perSecond: number;
  #inFlight = 0;
  /** The attempts that have permits. */
  readonly inUse: PermitsInUse = new PermitsInUse();
  /** When the last ones began, as many as a second allows; at `#oldest` the next one is written. */
  readonly #begun: number[] = [];
  #oldest = 0;
  /** Queues that wait for a permit. */
  readonly #queues = new Set<() => void>();

  constructor({ concurrency = Infinity, perSecond = Infinity }: ProviderLimits) {
    this.#concurrency = concurrency;
    this.#perSecond = perSecond;
  }

  /** Takes a permit; `false` if there is none. A newcomer goes behind the queues; a `queue` without a permit is called later. */
  take(now: number, queue?: () => void): boolean {
    if (this.nextAt() > now || (queue === undefined && this.#queues.size > 0)) {
      if (queue !== undefined) this.#queues.add(queue);
      return false;
    }
    if (queue !== undefined) this.#queues.delete(queue);
    this.#inFlight += 1;
    if (this.#perSecond === Infinity) return true;
    this.#begun[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.#perSecond;
    return true;
  }

  /** An attempt has ended. */
  release(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  /** Moves queues that wait although there is a permit: the request whose timer was to do so may have gone. */
  visit(now: number): void {
    if (this.#queues.size > 0 && this.nextAt() <= now) this.#wake();
  }

  #wake(): void {
    if (this.#queues.size === 0) return;
    const queues = [...this.#queues];
    this.#queues.clear();
    for (const move of queues) move();
  }

  /** A queue has nobody left that waits for a permit. */
  leave(queue: () => void): void {
    this.#queues.delete(queue);
  }

  /** When time brings a permit, or has brought it; `Infinity` if an attempt has to end first. */
  nextAt(): number {
    if (this.#inFlight >= this.#concurrency) return Infinity;
    return (this.#begun[this.#oldest] ?? -Infinity) + SECOND;
  }

  /** When one with so many before it can begin, at the earliest. */
  earliest(ahead: number, now: number): number {
    return now + (ahead / this.#perSecond) * SECOND;
  }
}

/** The first index whose item is not `before`. */
export function bisect<Item>(items: readonly Item[], before: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
