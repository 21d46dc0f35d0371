import type { Issue } from "@sdkwright/runtime/config";
import { Effort, pathPattern, type PathPattern } from "../files/path-pattern.js";

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
  readonly #effort = new Effort();

  constructor({ include, exclude = [] }: Choice) {
    const patternsOf = (texts: readonly string[], list: string) =>
      texts.map((text, index) => patternOf(text, `${list}/${index}`, this.#effort));
    this.#include = include && patternsOf(include, "include");
    this.#exclude = patternsOf(exclude, "exclude");
  }

  /** Asks every pattern, so that each is known to match. */
  isChosen(method: string, path: string): boolean {
    if (this.#effort.isOver) return false;
    const matches = (patterns: readonly Pattern[]) =>
      patterns.filter((pattern) => isMatch(pattern, method, path)).length > 0;
    const isIncluded = this.#include === undefined || matches(this.#include);
    return !matches(this.#exclude) && isIncluded;
  }

  /** Why what was chosen cannot be believed: there are too many patterns for so many paths. */
  get problem(): Issue | undefined {
    if (!this.#effort.isOver) return undefined;
    const message = "the patterns of `include` and `exclude` would take too long on the paths of this document";
    const hint = "write fewer of them, or shorter ones: `/charges/**` in place of many";
    return { code: "SW1612", severity: "error", pointer: "/openapi", message, hint };
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
function patternOf(text: string, place: string, effort: Effort): Pattern {
  const [, method, path = text] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? [];
  return { place, method: method?.toLowerCase(), matches: pathPattern(path.trim(), effort), hasMatched: false };
}
