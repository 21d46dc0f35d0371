/** What a regular expression says, in words that a text can be drawn from and held against. */
export type Part =
  | { readonly kind: "character"; readonly source: string; readonly fits: (character: string) => boolean }
  | { readonly kind: "edge"; readonly source: string; readonly holds: (before: string, after: string) => boolean }
  | { readonly kind: "look"; readonly part: Part; readonly isAhead: boolean; readonly isNegated: boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeated"; readonly part: Part; readonly least: number; readonly most: number }
  /** What only the platform can hold against a text: what a group captured, which is more than regular, or its modifiers. */
  | { readonly kind: "platform" };

/** Longer ones, and deeper ones, nobody writes. */
const LONGEST = 100_000;
const DEEPEST = 100;

/** Reads an expression that the platform knows, in JavaScript's syntax; `undefined` for one that nobody writes. */
export function patternTree({ source, flags }: RegExp): Part | undefined {
  try {
    return source.length > LONGEST ? undefined : new Reader(source, flags).whole();
  } catch (thrown) {
    if (thrown !== UNREADABLE) throw thrown;
    return undefined;
  }
}

const UNREADABLE = Symbol("unreadable");
const PLATFORM: Part = { kind: "platform" };

/** An escape, a set, any other character. With the flag `u` characters are code points, and more escapes are known. */
const ATOM = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|0\d|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y;
const UNICODE_ATOM = new RegExp(
  String.raw`\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|[pP]\{[^}]*\})|${ATOM.source}`,
  "uy",
);

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?(?:<[^=!>][^>]*>|([a-z]*(?:-[a-z]*)?):)|\?(<?)([=!]))?/y;
const WORD = /^\w$/;
const isWord = (character: string): boolean => WORD.test(character);

const EDGES: { readonly [source: string]: (before: string, after: string) => boolean } = {
  "^": (before) => before === "",
  $: (_, after) => after === "",
  "\\b": (before, after) => isWord(before) !== isWord(after),
  "\\B": (before, after) => isWord(before) === isWord(after),
};

class Reader {
  readonly #source: string;
  readonly #flags: string;
  readonly #atomOf: RegExp;
  readonly #known = new Map<string, Part>();
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#atomOf = flags.includes("u") ? UNICODE_ATOM : ATOM;
  }

  whole(): Part {
    const part = this.#choice(0);
    if (this.#at < this.#source.length) throw UNREADABLE;
    return part;
  }

  #choice(depth: number): Part {
    if (depth > DEEPEST) throw UNREADABLE;
    const parts = [this.#sequence(depth)];
    while (this.#take(/\|/y) !== undefined) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };
  }

  #sequence(depth: number): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#source.charAt(this.#at)))
      parts.push(this.#repeated(this.#atom(depth)));
    return { kind: "sequence", parts };
  }

  #atom(depth: number): Part {
    const group = this.#take(GROUP);
    if (group === undefined) return this.#character(this.#take(this.#atomOf)?.[0] ?? "");
    const [, modifiers, back, sign] = group;
    const part = this.#source.startsWith("?", this.#at) ? undefined : this.#choice(depth + 1);
    if (part === undefined || this.#take(/\)/y) === undefined) throw UNREADABLE;
    if (sign !== undefined) return { kind: "look", part, isAhead: back === "", isNegated: sign === "!" };
    return modifiers ? { kind: "sequence", parts: [PLATFORM, part] } : part;
  }

  #character(source: string): Part {
    // What was captured before, or what the platform reads in another way without the flag `u`.
    if (/^\\(?:[1-9k]|0\d|c$)/.test(source)) return PLATFORM;
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const holds = Object.hasOwn(EDGES, source) ? EDGES[source] : undefined;
    const part: Part = holds === undefined ? this.#one(source) : { kind: "edge", source, holds };
    this.#known.set(source, part);
    return part;
  }

  /** The platform knows what a set or an escape is. */
  #one(source: string): Part {
    const isPlain = /^[^\\[.]/.test(source);
    const expression = isPlain ? undefined : new RegExp(`^${source}$`, this.#flags);
    return {
      kind: "character",
      source,
      fits: (character) => expression?.test(character) ?? character === source,
    };
  }

  #repeated(part: Part): Part {
    const found = this.#take(QUANTIFIER);
    if (found === undefined) return part;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined)
      return { kind: "repeated", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const count = comma === "" ? least : most === "" ? Infinity : most;
    return { kind: "repeated", part, least: Number(least), most: Number(count) };
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}
