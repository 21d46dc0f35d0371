/** However little is left, a verdict over ordinary types takes less. */
const LEAST = 1 / 2000;

/** So many whole verdicts, in however small pieces, take some minutes; a vendor's year of changes comes to a quarter of one. */
const MOST = 400;

/**
 * What verdicts may take, of all that a first one may: documents may have many types that each take as long as they can, so
 * the next may take half as much whenever those before have used up as much as one may.
 */
export class Effort {
  #spent = 0;
  /** Of all verdicts. */
  #sum = 0;

  /** Of one verdict now, up to 1. */
  get share(): number {
    return this.#sum > MOST ? LEAST : Math.max(LEAST, 2 ** -Math.floor(this.#spent));
  }

  /** Counts a verdict that took this, of all that a first one may; ordinary ones do not make the next ones shorter. */
  spend(taken: number): void {
    this.#sum += taken;
    if (taken >= this.share / 2) this.#spent += taken;
  }
}
