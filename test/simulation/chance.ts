import { okPercent, type Result } from "./load.js";

/** A request fails for good when it fails so many times, under the defaults. */
const TRIES = 6;

/**
 * What chance alone loses of calls whose requests fail at random, and what was lost. The worst of some seeds is no
 * measure for that: with 0.3^6 of 10000 calls, 7.3, lost by chance, the worst of twenty seeds has lost 13 or 14, here, in
 * the model and with a plain retry alike. All seeds together are: more than three standard deviations above chance is
 * the policy's doing.
 */
export class Chance {
  #lost = 0;
  #expected = 0;
  #calls = 0;
  #worst = 100;

  add(results: readonly Result[], share: number, requests = 1): void {
    for (const result of results) {
      this.#lost += result.lost;
      this.#calls += result.calls.length;
      this.#expected += result.calls.length * (1 - (1 - share ** TRIES) ** requests);
      this.#worst = Math.min(this.#worst, okPercent(result));
    }
  }

  get isAll(): boolean {
    return this.#lost <= this.#expected + 3 * Math.sqrt(this.#expected);
  }

  /** Percentage of the calls of the worst seed that succeeded. */
  get worst(): number {
    return this.#worst;
  }

  get text(): string {
    const ok = 100 - (100 * this.#lost) / this.#calls;
    return `ok ${ok.toFixed(2)} %, worst seed ${this.#worst.toFixed(2)} %, lost ${this.#lost} (${this.#expected.toFixed(0)} by chance)`;
  }
}
