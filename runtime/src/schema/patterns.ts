import { type Budget, LIMIT, type Pattern, type Run, spend, step } from "./run.js";

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

/** Where a match may stand: what has to come there, and what is next. */
interface State {
  readonly id: number;
  readonly part:
    Extract<Part, { kind: "character" | "edge" }> | { readonly kind: "look"; readonly index: number } | undefined;
  readonly next: readonly State[];
}

type Look = Extract<Part, { kind: "look" }>;
type Repeated = Extract<Part, { kind: "repeated" }>;

/** What a tree may become: each repetition is as many states as it counts. */
const MOST_STATES = 50_000;
/** What a state costs: it takes memory too. */
const STATE = 10;

const END: State = { id: 0, part: undefined, next: [] };

/** The states of a tree, from the end to the beginning of what is gone through; backwards, that is its end. */
class States {
  /** What looks around, by the index of its states. */
  readonly looks: Look[] = [];
  /** `undefined` where there would be too many, or the platform alone knows what holds. */
  readonly start: State | undefined;
  readonly #budget: Budget;
  readonly #isBackwards: boolean;
  #count = 0;

  constructor(tree: Part, isBackwards: boolean, budget: Budget) {
    this.#budget = budget;
    this.#isBackwards = isBackwards;
    this.start = this.#before(tree, END);
  }

  #state(next: readonly State[], part?: State["part"]): State {
    this.#count += 1;
    return { id: this.#count, next, part };
  }

  /** Where a part begins after which a state comes. */
  #before(part: Part, next: State): State | undefined {
    spend(this.#budget, STATE);
    if (this.#count > MOST_STATES || this.#budget.steps < 0) return undefined;
    switch (part.kind) {
      case "sequence":
        return this.#sequence(part.parts, next);
      case "choice":
        return this.#choice(part.parts.map((one) => this.#before(one, next)));
      case "repeated":
        return part.most === Infinity ? this.#endless(part, next) : this.#counted(part, next);
      case "look":
        return this.#state([next], { kind: "look", index: this.#indexOf(part) });
      case "character":
      case "edge":
        return this.#state([next], part);
      case "platform":
        return undefined;
    }
  }

  #sequence(parts: readonly Part[], next: State): State | undefined {
    const before = (state: State | undefined, one: Part) => state && this.#before(one, state);
    return this.#isBackwards ? parts.reduce(before, next) : parts.reduceRight(before, next);
  }

  #indexOf(look: Look): number {
    const known = this.looks.indexOf(look);
    return known < 0 ? this.looks.push(look) - 1 : known;
  }

  #choice(ways: readonly (State | undefined)[]): State | undefined {
    return ways.every((state) => state !== undefined) ? this.#state(ways) : undefined;
  }

  #endless({ part, least }: Repeated, next: State): State | undefined {
    const ways: State[] = [next];
    const loop = this.#state(ways);
    const again = this.#before(part, loop);
    if (again === undefined) return undefined;
    ways.push(again);
    return this.#times(part, least, loop);
  }

  #counted({ part, least, most }: Repeated, next: State): State | undefined {
    let state: State | undefined = next;
    for (let count = least; count < most && state !== undefined; count += 1)
      state = this.#choice([this.#before(part, state), next]);
    return state && this.#times(part, least, state);
  }

  #times(part: Part, least: number, next: State): State | undefined {
    let state: State | undefined = next;
    for (let count = 0; count < least && state !== undefined; count += 1) state = this.#before(part, state);
    return state;
  }
}

/** Where all ways through a text stand at once: no way is gone twice. */
interface Moment {
  readonly states: readonly State[];
  /** What stands for the character before. */
  readonly before: string;
  /** What follows, by the character that comes and by which of what looks around holds there. */
  readonly moves: Map<string, Move>;
}

interface Move {
  readonly moment: Moment;
  readonly isEnd: boolean;
}

/** How many moves and states are remembered. */
const ROOM = 10_000;

/**
 * Whether an expression is found in a text, in steps that grow with the text and no faster; they are counted, and LIMIT is
 * thrown when the budget is used up. `undefined` where there would be too many states, or the platform alone knows.
 */
function patternMatcher(tree: Part, isUnicode: boolean, budget: Budget): ((text: string) => boolean) | undefined {
  const walker = walkerOf(tree, false, budget);
  return (
    walker &&
    ((text) => {
      charge(budget, text.length);
      const characters = isUnicode && /[\ud800-\udfff]/.test(text) ? Array.from(text) : text.split("");
      let isFound = false;
      walker.walk(characters, () => (isFound = true));
      return isFound;
    })
  );
}

function charge(budget: Budget, size: number): void {
  spend(budget, size);
  step(budget, 0);
}

function walkerOf(tree: Part, isBackwards: boolean, budget: Budget): Walker | undefined {
  const { start, looks } = new States(tree, isBackwards, budget);
  const arounds = looks.map((look) => aroundOf(look, budget));
  return start && arounds.every((around) => around !== undefined)
    ? new Walker(start, arounds, isBackwards, budget)
    : undefined;
}

/** For each place of a text, whether what is looked for stands there: ahead of it, so that the text is gone through backwards. */
type Around = (characters: readonly string[]) => Uint8Array;

function aroundOf({ part, isAhead, isNegated }: Look, budget: Budget): Around | undefined {
  const walker = walkerOf(part, isAhead, budget);
  return (
    walker &&
    ((characters) => {
      const found = new Uint8Array(characters.length + 1).fill(Number(isNegated));
      walker.walk(characters, (at) => {
        found.fill(Number(!isNegated), at, at + 1);
        return false;
      });
      return found;
    })
  );
}

/** Goes through texts, and remembers where that leads. */
class Walker {
  readonly #start: State;
  readonly #arounds: readonly Around[];
  readonly #isBackwards: boolean;
  readonly #budget: Budget;
  readonly #moments = new Map<string, Moment>();
  #room = ROOM;

  constructor(start: State, arounds: readonly Around[], isBackwards: boolean, budget: Budget) {
    this.#start = start;
    this.#arounds = arounds;
    this.#isBackwards = isBackwards;
    this.#budget = budget;
  }

  /** Tells of each place where a match ends, until it is answered with `true`. */
  walk(characters: readonly string[], found: (at: number) => boolean): void {
    const length = characters.length;
    const arounds = this.#arounds.map((around) => around(characters));
    charge(this.#budget, length);
    let moment = this.#momentOf([], "");
    for (let count = 0; count <= length; count += 1) {
      const at = this.#isBackwards ? length - count : count;
      const coming = characters[this.#isBackwards ? at - 1 : at] ?? "";
      const seen = arounds.length === 0 ? "" : arounds.map((places) => places[at]).join("");
      const move = moment.moves.get(coming + seen) ?? this.#moveFrom(moment, coming, seen);
      if (move.isEnd && found(at)) return;
      ({ moment } = move);
    }
  }

  #moveFrom(from: Moment, coming: string, seen: string): Move {
    const following = new Set<State>();
    const states = new Set(from.states).add(this.#start);
    let visits = 0;
    // A Set gives what is added while it is walked through, too.
    for (const { part, next } of states) {
      visits += 1 + next.length;
      if (part?.kind === "character") {
        if (coming !== "" && part.fits(coming)) for (const state of next) following.add(state);
      } else if (part === undefined || this.#holds(part, from.before, coming, seen))
        for (const state of next) states.add(state);
    }
    charge(this.#budget, visits);
    const move = { moment: this.#momentOf(Array.from(following), coming), isEnd: states.has(END) };
    from.moves.set(coming + seen, move);
    this.#room -= 1;
    if (this.#room < 0) this.#forget();
    return move;
  }

  #holds(part: Exclude<State["part"], undefined>, before: string, coming: string, seen: string): boolean {
    if (part.kind === "look") return seen[part.index] === "1";
    return part.kind === "edge" && (this.#isBackwards ? part.holds(coming, before) : part.holds(before, coming));
  }

  #momentOf(states: readonly State[], last: string): Moment {
    const before = last === "" ? "" : /^\w$/.test(last) ? "a" : " ";
    const key = states.map(({ id }) => id).join() + before;
    const known = this.#moments.get(key);
    if (known !== undefined) return known;
    const moment = { states, before, moves: new Map() };
    this.#room -= states.length;
    this.#moments.set(key, moment);
    return moment;
  }

  #forget(): void {
    this.#moments.clear();
    this.#room = ROOM;
  }
}

/** What the platform may do for a part before it gives up: the ways through it that it tries, and the moves on all of them. */
interface Effort {
  readonly ways: number;
  readonly moves: number;
}

const ONE: Effort = { ways: 1, moves: 1 };
/** So many captured characters are compared in the time of one move. */
const AT_ONCE = 32;

/** The most moves that the platform makes for a text of this length, which it does where nothing fits at the end. */
function movesOf(tree: Part | undefined, length: number): number {
  if (tree === undefined) return Infinity;
  return effortOf(tree, length).moves * (isAnchored(tree) ? 1 : length + 1);
}

function isAnchored(tree: Part): boolean {
  const first = tree.kind === "sequence" ? tree.parts[0] : undefined;
  return first?.kind === "edge" && first.source === "^";
}

function effortOf(part: Part, length: number): Effort {
  switch (part.kind) {
    case "choice":
      return part.parts.map((one) => effortOf(one, length)).reduce(either);
    case "sequence":
      return part.parts.map((one) => effortOf(one, length)).reduce(after, ONE);
    case "repeated":
      return repeated(effortOf(part.part, length), Math.min(part.most, part.least + length));
    case "look":
      return after(ONE, { ways: 1, moves: effortOf(part.part, length).moves });
    case "platform":
      return { ways: 1, moves: 1 + length / AT_ONCE };
    case "character":
    case "edge":
      return ONE;
  }
}

function either(one: Effort, other: Effort): Effort {
  return { ways: one.ways + other.ways, moves: one.moves + other.moves };
}

/** What follows is tried for each way to it. */
function after(one: Effort, next: Effort): Effort {
  return { ways: one.ways * next.ways, moves: one.moves + one.ways * next.moves };
}

/** Once more than it has to be, a part is repeated only where it takes a character: `times` at most. */
function repeated({ ways, moves }: Effort, times: number): Effort {
  // The sum of a geometric series is less than twice its last member.
  const all = ways === 1 ? times + 1 : 2 * ways ** times;
  return { ways: all, moves: moves * all };
}

/** The regular expression of a pattern; unanchored. `undefined` for what is none. */
export function patternOf(run: Run, source: string): Pattern | undefined {
  const { patterns } = run;
  if (!patterns.has(source)) patterns.set(source, readPattern(run, source));
  return patterns.get(source);
}

/** Holds at one place only, and repeats no more than one character: the platform goes through a text once. */
const LINEAR = /^\^(?:(?:\\.|\[(?:\\.|[^\]\\])*\]|[^*+?{(|[\\])(?:\{\d+\})?)*(?:[*+?]|\{\d+,\d*\})?\$?$/su;

function readPattern(run: Run, source: string): Pattern | undefined {
  const expression = expressionOf(source);
  if (expression === undefined) return undefined;
  if (LINEAR.test(source)) return { test: byPlatform(run, expression, (length) => length / 4) };
  const tree = patternTree(expression);
  const test = tree && patternMatcher(tree, expression.unicode, run);
  return { test: test ?? byPlatform(run, expression, (length) => movesOf(tree, length)) };
}

/** With the flag that JSON Schema asks for where it can be. */
export function expressionOf(source: string): RegExp | undefined {
  return compiled(source, "u") ?? compiled(source, "");
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** The platform tries one way after the other. An expression that is too large for it is known by running it. */
function byPlatform(run: Run, expression: RegExp, moves: (length: number) => number): (text: string) => boolean {
  return (text) => {
    spend(run, text.length + moves(text.length));
    step(run, 0);
    try {
      return expression.test(text);
    } catch {
      throw LIMIT;
    }
  };
}
