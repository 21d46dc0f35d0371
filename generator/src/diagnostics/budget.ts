import type { Source, SourceIssue } from "./source.js";

/** No vendor's document and no project takes a twentieth of it; all of it takes some seconds, and below 2 GB. */
const MOST_STEPS = 10_000_000;

/** What takes the steps, as the beginning of a sentence, and where it is. */
export interface Spending {
  readonly what: string;
  readonly source?: Source | undefined;
  readonly pointer: string;
  readonly hint: string;
}

/**
 * The steps of one run. What can grow faster than its input spends them: the size of documents bounds all else (rules F3).
 */
export class Budget {
  #left = MOST_STEPS;

  /** Throws a BudgetError when nothing is left. */
  spend(steps: number, on: () => Spending): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    const { what, ...place } = on();
    throw new BudgetError({ code: "SW0303", severity: "error", message: `${what}, so it was not finished`, ...place });
  }
}

/** Ends a run. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  readonly issue: SourceIssue;

  constructor(issue: SourceIssue) {
    super(issue.message);
    this.issue = issue;
  }
}
