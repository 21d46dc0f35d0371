import { patternTree, type Part } from "./pattern-tree.js";

/** A regular expression of a vendor's, held against texts in steps that are counted. */
export interface BoundedPattern {
  readonly tree: Part | undefined;
  /** `undefined` where that would take too long, or nobody can say how long. */
  readonly test: (text: string) => boolean | undefined;
}

/** Of one text. */
const MOST_STEPS = 1_000_000;

/** What a tree may become: each repetition is as many states as it counts. */
const MOST_STATES = 5000;

/** Reads a pattern as validators do; `undefined` for what is no regular expression. */
export function boundedPattern(source: string): BoundedPattern | undefined {
  const expression = compiled(source, "u") ?? compiled(source, "");
  if (expression === undefined) return undefined;
  const tree = patternTree(expression);
  const start = tree && statesOf(tree);
  const split = expression.unicode ? (text: string) => Array.from(text) : (text: string) => text.split("");
  return { tree, test: (text) => (start === undefined ? undefined : isFound(start, split(text))) };
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Where a match may stand: what has to come there, and what is next. No `next` but `END`'s is empty. */
interface State {
  readonly part?: Extract<Part, { kind: "character" | "edge" }>;
  readonly next: readonly State[];
}

const END: State = { next: [] };

function statesOf(tree: Part): State | undefined {
  let left = MOST_STATES;
  const before = (part: Part, next: State): State | undefined => {
    if ((left -= 1) < 0) return undefined;
    if (part.kind === "sequence") return part.parts.reduceRight<State | undefined>(then, next);
    if (part.kind === "repeated") return repeated(part, next);
    if (part.kind !== "choice") return { part, next: [next] };
    const states = part.parts.map((one) => before(one, next));
    return states.every((state) => state !== undefined) ? { next: states } : undefined;
  };
  const then = (state: State | undefined, part: Part): State | undefined => state && before(part, state);
  const repeated = ({ part, least, most }: Extract<Part, { kind: "repeated" }>, next: State): State | undefined => {
    let state: State | undefined = next;
    if (most === Infinity) {
      const ways: State[] = [next];
      state = { next: ways };
      const again = before(part, state);
      if (again === undefined) return undefined;
      ways.push(again);
    }
    for (let count = least; count < most && most < Infinity && state !== undefined; count += 1) {
      const more = before(part, state);
      state = more && { next: [more, next] };
    }
    for (let count = 0; count < least && state !== undefined; count += 1) state = before(part, state);
    return state;
  };
  return before(tree, END);
}

/** All ways at once, so that none is gone twice. */
function isFound(start: State, characters: readonly string[]): boolean | undefined {
  let states = new Set<State>();
  let steps = 0;
  for (let at = 0; at <= characters.length; at += 1) {
    const [before = "", after = ""] = [characters[at - 1], characters[at]];
    const following = new Set<State>();
    // A Set gives what is added while it is walked through, too.
    for (const state of states.add(start)) {
      if (state === END) return true;
      if ((steps += 1) > MOST_STEPS) return undefined;
      const { part, next } = state;
      if (part?.kind === "character") {
        if (at < characters.length && part.fits(after)) for (const one of next) following.add(one);
      } else if (part === undefined || part.holds(before, after)) for (const one of next) states.add(one);
    }
    states = following;
  }
  return false;
}
