import { type OperationPattern, operationPattern } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { Source } from "../diagnostics/source.js";

/** Which operations a definition wants: patterns, and those that are left out of what they match. */
export interface Choice {
  /** All operations where absent. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Chooses operations, and keeps which patterns have found something. */
export class Chooser {
  readonly #include: readonly Pattern[] | undefined;
  readonly #exclude: readonly Pattern[];

  /** `spend` takes from the budget: each pattern is held against each path. */
  constructor({ include, exclude = [] }: Choice, spend: (steps: number) => void) {
    const patternsOf = (texts: readonly string[], list: string) =>
      texts.map((text, index) => ({
        place: `${list}/${index}`,
        matches: operationPattern(text, spend),
        hasMatched: false,
      }));
    this.#include = include && patternsOf(include, "include");
    this.#exclude = patternsOf(exclude, "exclude");
  }

  /** Asks every pattern, so that each is known to match. */
  isChosen(method: string, path: string): boolean {
    const matches = (patterns: readonly Pattern[]) =>
      patterns.filter((pattern) => isMatch(pattern, method, path)).length > 0;
    const isIncluded = this.#include === undefined || matches(this.#include);
    return !matches(this.#exclude) && isIncluded;
  }

  /** Where patterns stand that have matched nothing: `include/0`. */
  get unused(): readonly string[] {
    return [...(this.#include ?? []), ...this.#exclude].flatMap(({ hasMatched, place }) => (hasMatched ? [] : [place]));
  }
}

interface Pattern {
  readonly place: string;
  readonly matches: OperationPattern;
  hasMatched: boolean;
}

function isMatch(pattern: Pattern, method: string, path: string): boolean {
  const is = pattern.matches(method, path);
  pattern.hasMatched ||= is;
  return is;
}

/** Takes the steps of patterns from a budget; `source` is the definition that has them. */
export function spendingOnPatterns(budget: Budget, source?: Source): (steps: number) => void {
  return (steps) => {
    budget.spend(steps / 10, () => ({
      what: "the patterns of `include`, `exclude`, `idempotent`, `idempotency`, `pages` and `streams` would take too long to match on this document",
      hint: "write fewer of them, or shorter ones: `/charges/**` in place of many",
      source,
      pointer: source === undefined ? "" : "/openapi",
    }));
  };
}
