import { bisect } from "./in-flight.js";

/** What has a place in a line. */
export interface Place {
  /** When its time ends. */
  readonly until: number;
  /** Among equals who came first goes first; the line says who that is. */
  order: number;
}

/** Those who wait, or are in flight: whose time ends first stands first. Places are found by bisection. */
export class WaitingLine<Waiter extends Place> {
  /** Sorted. */
  readonly #waiters: Waiter[] = [];
  #joined = 0;

  get size(): number {
    return this.#waiters.length;
  }

  get first(): Waiter | undefined {
    return this.#waiters[0];
  }

  /** How many would go before one whose time ends then. */
  ahead(until: number): number {
    return this.#place(until, Infinity);
  }

  join(waiter: Waiter): void {
    this.#joined += 1;
    waiter.order = this.#joined;
    this.#waiters.splice(this.#place(waiter.until, waiter.order), 0, waiter);
  }

  /** Takes one out, wherever it stands. */
  leave(waiter: Waiter): void {
    if (this.has(waiter)) this.#waiters.splice(this.#place(waiter.until, waiter.order), 1);
  }

  has(waiter: Waiter): boolean {
    return this.#waiters[this.#place(waiter.until, waiter.order)] === waiter;
  }

  /** Everybody, in order. */
  all(): readonly Waiter[] {
    return [...this.#waiters];
  }

  #place(until: number, order: number): number {
    return bisect(this.#waiters, (other) => other.until < until || (other.until <= until && other.order < order));
  }
}
