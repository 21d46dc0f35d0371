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
  readonly path: RegExp;
  hasMatched: boolean;
}

function isMatch(pattern: Pattern, method: string, path: string): boolean {
  const is = (pattern.method === undefined || pattern.method === method) && pattern.path.test(path);
  pattern.hasMatched ||= is;
  return is;
}

/** `*` within a segment, `**` any number of segments, every other character as it is, a method before. */
function patternOf(text: string, place: string): Pattern {
  const [, method, path = text] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? [];
  const segments = path
    .trim()
    .split(/(?=\/)/)
    .map(segmentPattern);
  return { place, method: method?.toLowerCase(), path: new RegExp(`^${segments.join("")}$`, "s"), hasMatched: false };
}

function segmentPattern(segment: string): string {
  if (segment === "/**") return "(?:/[^/]*)*";
  const literals = segment.split(/(\*+)/).map((piece) => (/^\*+$/.test(piece) ? anyOf(piece) : literal(piece)));
  return literals.join("");
}

function anyOf(stars: string): string {
  return stars.length === 1 ? "[^/]*" : ".*";
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
