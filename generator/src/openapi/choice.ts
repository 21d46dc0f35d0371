import { pathPattern, type PathPattern } from "../files/path-pattern.js";

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

  constructor({ include, exclude = [] }: Choice) {
    this.#include = include?.map((text, index) => patternOf(text, `include/${index}`));
    this.#exclude = exclude.map((text, index) => patternOf(text, `exclude/${index}`));
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
  readonly method: string | undefined;
  readonly matches: PathPattern;
  hasMatched: boolean;
}

function isMatch(pattern: Pattern, method: string, path: string): boolean {
  const is = (pattern.method === undefined || pattern.method === method) && pattern.matches(path);
  pattern.hasMatched ||= is;
  return is;
}

/** A pattern of paths, with a method before it or for all. */
function patternOf(text: string, place: string): Pattern {
  const [, method, path = text] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? [];
  return { place, method: method?.toLowerCase(), matches: pathPattern(path.trim()), hasMatched: false };
}
