const COST = 1;
/** A time-out has kept the server busy for long. */
const COST_AFTER_TIMEOUT = 10;
const FULL = 500;

/**
 * Shared by all requests of a client to one provider: retries end when it is used up, and come back with what succeeds.
 * Without it, retries turn a short stall of a busy server into an outage that does not end.
 */
export class RetryBudget {
  #left = FULL;

  /** Pays for a retry; `undefined` if it must not be made. */
  take(afterTimeout: boolean): number | undefined {
    const cost = afterTimeout ? COST_AFTER_TIMEOUT : COST;
    if (this.#left < cost) return undefined;
    this.#left -= cost;
    return cost;
  }

  /** Takes back a retry that was not made. */
  refund(cost: number): void {
    this.#left = Math.min(FULL, this.#left + cost);
  }

  /** A success gives back what its retries cost, else 1. */
  giveBack(cost: number): void {
    this.#left = Math.min(FULL, this.#left + Math.max(COST, cost));
  }
}
