import { bisect } from "./in-flight.js";

/** What has a place in a line. */
export interface Place {
  /** When its time to wait ends. */
  readonly until: number;
  /** Among equals who came first goes first; the line says who that is. */
  order: number;
}

/** Those who wait: whose time ends first goes first. Places are found by bisection. */
export class WaitingLine<Waiter extends Place> {
  /** Sorted; those before `#head` have gone. */
  #waiters: Waiter[] = [];
  #head = 0;
  #joined = 0;

  get size(): number {
    return this.#waiters.length - this.#head;
  }

  get first(): Waiter | undefined {
    return this.#waiters[this.#head];
  }

  /** How many would go before one whose time ends then. */
  ahead(until: number): number {
    return this.#place(until, Infinity) - this.#head;
  }

  join(waiter: Waiter): void {
    this.#joined += 1;
    waiter.order = this.#joined;
    this.#waiters.splice(this.#place(waiter.until, waiter.order), 0, waiter);
  }

  /** Takes one out, wherever it stands. */
  leave(waiter: Waiter): void {
    const place = this.#place(waiter.until, waiter.order);
    if (this.#waiters[place] !== waiter) return;
    if (place > this.#head) this.#waiters.splice(place, 1);
    else this.#head += 1;
    if (this.#head * 2 < this.#waiters.length) return;
    this.#waiters = this.#waiters.slice(this.#head);
    this.#head = 0;
  }

  /** Everybody, in order. */
  all(): readonly Waiter[] {
    return this.#waiters.slice(this.#head);
  }

  #place(until: number, order: number): number {
    return bisect(
      this.#waiters,
      this.#head,
      (other) => other.until < until || (other.until <= until && other.order < order),
    );
  }
}
