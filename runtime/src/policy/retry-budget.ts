/** What a retry costs, and one after a time-out: it has held a place of the server for long. */
const COST = 1;
const COST_AFTER_TIMEOUT = 10;
const FULL = 500;

/**
 * Of one client and provider: retries of what fails everywhere end when it is used up, and come back with what succeeds.
 * Without it, retries turn a short stall of a busy server into an outage that does not end.
 */
export class RetryBudget {
  #left = FULL;

  /** Whether a retry may be made; then it is paid for. */
  take(afterTimeout: boolean): number | undefined {
    const cost = afterTimeout ? COST_AFTER_TIMEOUT : COST;
    if (this.#left < cost) return undefined;
    this.#left -= cost;
    return cost;
  }

  /** Of a retry that was not made. */
  refund(cost: number): void {
    this.#left = Math.min(FULL, this.#left + cost);
  }

  /** A success gives back what its retries cost, else 1. */
  giveBack(cost: number): void {
    this.#left = Math.min(FULL, this.#left + Math.max(COST, cost));
  }
}
