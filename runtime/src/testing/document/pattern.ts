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
  const start = tree && new Builder().before(tree, END);
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

/** Where a match may stand: what has to come there, and what is next. */
interface State {
  readonly part?: Extract<Part, { kind: "character" | "edge" }>;
  readonly next: readonly State[];
}

const END: State = { next: [] };

/** Builds states from the end to the beginning. */
class Builder {
  #left = MOST_STATES;

  /** Where a part begins after which a state comes; `undefined` where there would be too many. */
  before(part: Part, next: State): State | undefined {
    if ((this.#left -= 1) < 0) return undefined;
    switch (part.kind) {
      case "sequence":
        return part.parts.reduceRight<State | undefined>((state, one) => state && this.before(one, state), next);
      case "choice":
        return stateOf(part.parts.map((one) => this.before(one, next)));
      case "repeated":
        return part.most === Infinity ? this.#endless(part, next) : this.#counted(part, next);
      case "character":
      case "edge":
        return { part, next: [next] };
    }
  }

  #endless({ part, least }: Repeated, next: State): State | undefined {
    const ways: State[] = [next];
    const again = this.before(part, { next: ways });
    if (again === undefined) return undefined;
    ways.push(again);
    return this.#times(part, least, { next: ways });
  }

  #counted({ part, least, most }: Repeated, next: State): State | undefined {
    let state: State | undefined = next;
    for (let count = least; count < most && state !== undefined; count += 1)
      state = stateOf([this.before(part, state), next]);
    return state && this.#times(part, least, state);
  }

  #times(part: Part, least: number, next: State): State | undefined {
    let state: State | undefined = next;
    for (let count = 0; count < least && state !== undefined; count += 1) state = this.before(part, state);
    return state;
  }
}

type Repeated = Extract<Part, { kind: "repeated" }>;

function stateOf(next: readonly (State | undefined)[]): State | undefined {
  return next.every((state) => state !== undefined) ? { next } : undefined;
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
