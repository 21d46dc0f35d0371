/** However little is left, a verdict over ordinary types takes less. */
const LEAST = 1 / 2000;

/**
 * What verdicts may take, of all that a first one may: documents may have many types that each take as long as they can, so
 * the next may take half as much whenever those before have used up as much as one may.
 */
export class Effort {
  #spent = 0;

  /** Of one verdict now, up to 1. */
  get share(): number {
    return Math.max(LEAST, 2 ** -Math.floor(this.#spent));
  }

  /** Counts a verdict that took this, of all that a first one may; ordinary ones count nothing. */
  spend(taken: number): void {
    if (taken >= this.share / 2) this.#spent += taken;
  }
}
