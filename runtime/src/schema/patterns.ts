import { own } from "../config/options.js";
import { type Budget, LIMIT, MAX_STEPS, spend, step } from "./budget.js";

/** A part of a regular expression. Texts are matched by it, and drawn from it. */
export type Part =
  | { readonly kind: "character"; readonly source: string; readonly fits: (character: string) => boolean }
  | { readonly kind: "edge"; readonly holds: (before: string, after: string) => boolean }
  | { readonly kind: "look"; readonly part: Part; readonly isAhead: boolean; readonly isNegated: boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeated"; readonly part: Part; readonly least: number; readonly most: number };

export type Test = (text: string) => boolean;

/** Anchored, and repeats at most its last character: the platform reads a text once. */
const LINEAR = /^\^(?:(?:\\.|\[(?:\\.|[^\]\\])*\]|[^*+?{(|[\\])(?:\{\d+\})?)*(?:[*+?]|\{\d+,\d*\})?\$?$/su;
/** The platform refuses to run expressions that are much longer. */
const LONGEST_LINEAR = 1000;

/** The test of a pattern, which is unanchored; `undefined` for one that cannot be read. */
export function patternTest(source: string, budget: Budget): Test | undefined {
  const expression = expressionOf(source);
  const isLinear = source.length <= LONGEST_LINEAR && LINEAR.test(source);
  const tree = isLinear ? undefined : expression && treeOf(expression);
  const walk = tree && walkOf(tree, false, budget);
  if (expression === undefined || (walk === undefined && !isLinear)) return undefined;
  return (text) => {
    step(budget, 0, text.length);
    if (walk === undefined) return expression.test(text);
    let isFound = false;
    walk(expression.unicode ? Array.from(text) : text.split(""), () => (isFound = true));
    return isFound;
  };
}

/** Tells whether texts match a pattern; none matches one that cannot be read, or takes too long. */
export function matchesPattern(source: string): Test {
  return (text) => {
    try {
      return patternTest(source, { steps: MAX_STEPS })?.(text) === true;
    } catch (error) {
      if (error === LIMIT) return false;
      throw error;
    }
  };
}

/** The tree of a pattern; `undefined` for one that cannot be read. */
export function patternTree(source: string): Part | undefined {
  const expression = expressionOf(source);
  return expression && treeOf(expression);
}

/** With the flag `u`, as JSON Schema says, or without it if the platform reads it so alone. */
function expressionOf(source: string): RegExp | undefined {
  return compiled(source, "u") ?? compiled(source, "");
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** An escape, a set, any other character. With the flag `u` characters are code points, and more escapes are known. */
const ATOM = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|0\d|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y;
const UNICODE_ATOM = new RegExp(
  String.raw`\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|[pP]\{[^}]*\})|${ATOM.source}`,
  "uy",
);

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?(?:<[^=!>][^>]*>|:|(<?)([=!])))?/y;
const DEEPEST = 100;
const UNREADABLE = Symbol("unreadable");

function treeOf({ source, flags }: RegExp): Part | undefined {
  let at = 0;
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(source) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const choice = (depth: number): Part => {
    if (depth > DEEPEST) throw UNREADABLE;
    const parts = [sequence(depth)];
    while (take(/\|/y) !== undefined) parts.push(sequence(depth));
    return { kind: parts.length > 1 ? "choice" : "sequence", parts };
  };
  const sequence = (depth: number): Part => {
    const parts: Part[] = [];
    while (at < source.length && !"|)".includes(source.charAt(at))) parts.push(repeated(atom(depth)));
    return { kind: "sequence", parts };
  };
  const atom = (depth: number): Part => {
    const group = take(GROUP);
    if (group === undefined) return characterOf(take(flags.includes("u") ? UNICODE_ATOM : ATOM)?.[0] ?? "", flags);
    const [, back, sign] = group;
    // Modifiers: `(?i:a)`.
    if (source.startsWith("?", at)) throw UNREADABLE;
    const part = choice(depth + 1);
    take(/\)/y);
    return sign === undefined ? part : { kind: "look", part, isAhead: back === "", isNegated: sign === "!" };
  };
  const repeated = (part: Part): Part => {
    const found = take(QUANTIFIER);
    if (found === undefined) return part;
    const [, sign, count, comma, upTo] = found;
    const least = sign === undefined ? Number(count) : sign === "+" ? 1 : 0;
    const most = comma === "" ? least : sign === "?" ? 1 : Number(upTo || Infinity);
    return { kind: "repeated", part, least, most };
  };
  try {
    const tree = choice(0);
    return at < source.length ? undefined : tree;
  } catch (thrown) {
    if (thrown !== UNREADABLE) throw thrown;
    return undefined;
  }
}

const EDGES: { readonly [source: string]: (before: string, after: string) => boolean } = {
  "^": (before) => before === "",
  $: (_, after) => after === "",
  "\\b": (before, after) => isWord(before) !== isWord(after),
  "\\B": (before, after) => isWord(before) === isWord(after),
};

function isWord(character: string): boolean {
  return /^\w$/.test(character);
}

/** The platform knows what a set or an escape is. */
function characterOf(source: string, flags: string): Part {
  // A reference to a group is more than regular; the others are read in another way without the flag `u`.
  if (/^\\(?:[1-9k]|0\d|c$)/.test(source)) throw UNREADABLE;
  const holds = own(EDGES, source);
  if (holds !== undefined) return { kind: "edge", holds };
  const expression = /^[^\\[.]/.test(source) ? undefined : new RegExp(`^${source}$`, flags);
  return { kind: "character", source, fits: (character) => expression?.test(character) ?? character === source };
}

/** A state of the automaton that an expression becomes (Thompson's construction). */
interface State {
  /** Has to match before the next states; `undefined` for nothing. */
  readonly part?: Extract<Part, { kind: "character" | "edge" | "look" }>;
  readonly next: readonly State[];
}

type Look = Extract<Part, { kind: "look" }>;

/** Each repetition is as many states as it counts. */
const MOST_STATES = 50_000;
/** A state costs memory too. */
const STATE = 10;

const END: State = { next: [] };

/** The first state of an expression, and its lookarounds. Backwards, the first is its end. */
function statesOf(tree: Part, isBackwards: boolean, budget: Budget): readonly [start: State, looks: Set<Look>] {
  const looks = new Set<Look>();
  let count = 0;
  /** The state from which a part leads to the next one. */
  const before = (part: Part, next: State): State => {
    step(budget, 0, STATE);
    if ((count += 1) > MOST_STATES) throw LIMIT;
    switch (part.kind) {
      case "sequence": {
        const join = (state: State, one: Part): State => before(one, state);
        return isBackwards ? part.parts.reduce(join, next) : part.parts.reduceRight(join, next);
      }
      case "choice":
        return { next: part.parts.map((one) => before(one, next)) };
      case "repeated":
        return repeated(part, next);
      case "look":
        looks.add(part);
        return { part, next: [next] };
      case "character":
      case "edge":
        return { part, next: [next] };
    }
  };
  const repeated = ({ part, least, most }: Extract<Part, { kind: "repeated" }>, next: State): State => {
    let state = next;
    if (most === Infinity) {
      const ways = [next];
      state = { next: ways };
      ways.push(before(part, state));
    } else for (let times = least; times < most; times += 1) state = { next: [before(part, state), next] };
    for (let times = 0; times < least; times += 1) state = before(part, state);
    return state;
  };
  return [before(tree, END), looks];
}

/** Goes through a text in all ways at once, in steps that grow with the text and no faster; calls `found` with each place at which a match ends, until it returns `true`. */
type Walk = (characters: readonly string[], found: (at: number) => boolean) => void;

function walkOf(tree: Part, isBackwards: boolean, budget: Budget): Walk {
  const [start, looks] = statesOf(tree, isBackwards, budget);
  const lookarounds = Array.from(looks, (look) => [look, lookaroundOf(look, budget)] as const);
  return (characters, found) => {
    const holding = new Map(lookarounds.map(([look, placesIn]) => [look, placesIn(characters)]));
    let reached = new Set<State>();
    for (let count = 0; count <= characters.length; count += 1) {
      const at = isBackwards ? characters.length - count : count;
      const [before, after] = [characters[at - 1] ?? "", characters[at] ?? ""];
      const coming = isBackwards ? before : after;
      const isPassed = (part: State["part"]): boolean =>
        part?.kind === "edge" ? part.holds(before, after) : part?.kind !== "look" || holding.get(part)?.(at) === true;
      const states = reached.add(start);
      reached = new Set();
      let visits = 0;
      // Iterating over a Set also gives what is added meanwhile.
      for (const { part, next } of states) {
        visits += 1 + next.length;
        if (part?.kind === "character") {
          if (coming !== "" && part.fits(coming)) for (const state of next) reached.add(state);
        } else if (isPassed(part)) for (const state of next) states.add(state);
      }
      spend(budget, visits / 20);
      if (states.has(END) && found(at)) return;
    }
  };
}

/** Tells at which places of a text a lookaround holds. A lookahead is found by going through the text backwards. */
function lookaroundOf(look: Look, budget: Budget): (characters: readonly string[]) => (at: number) => boolean {
  const walk = walkOf(look.part, look.isAhead, budget);
  return (characters) => {
    const places = new Set<number>();
    walk(characters, (at) => {
      places.add(at);
      return false;
    });
    return (at) => places.has(at) !== look.isNegated;
  };
}
