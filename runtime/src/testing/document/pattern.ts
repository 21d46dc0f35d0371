import { patternTree, type Part } from "./pattern-tree.js";
import { sampleOfPattern, type Steps } from "./sample-pattern.js";

/** A regular expression of a vendor's, held against texts in steps that are counted. */
export interface BoundedPattern {
  /** `undefined` where that would take too long, or nobody can say how long. */
  readonly test: (text: string) => boolean | undefined;
  /** A text that is likely to fit; `undefined` where there is none to draw. */
  readonly sample: (random: () => number) => string | undefined;
}

/** For all patterns and texts of one request or answer: many that take long take as long as one that takes for ever. */
const MOST_STEPS = 2_000_000;

/** What a tree may become: each repetition is as many states as it counts. */
const MOST_STATES = 5000;
/** What a state costs: it takes memory too. */
const STATE = 10;

/** Reads patterns as validators do; `undefined` for what is no regular expression. */
export function boundedPatterns(): (source: string) => BoundedPattern | undefined {
  const steps: Steps = { left: MOST_STEPS };
  const known = new Map<string, BoundedPattern | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, boundedPattern(source, steps));
    return known.get(source);
  };
}

function boundedPattern(source: string, steps: Steps): BoundedPattern | undefined {
  const expression = compiled(source, "u") ?? compiled(source, "");
  if (expression === undefined) return undefined;
  const tree = patternTree(expression);
  const start = tree && new Builder(steps).before(tree, END);
  const split = expression.unicode ? (text: string) => Array.from(text) : (text: string) => text.split("");
  return {
    test: (text) => (start === undefined || steps.left < 0 ? undefined : isFound(start, split(text), steps)),
    sample: (random) => tree && sampleOfPattern(tree, random, steps),
  };
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
  readonly #steps: Steps;
  #left = MOST_STATES;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Where a part begins after which a state comes; `undefined` where there would be too many. */
  before(part: Part, next: State): State | undefined {
    if ((this.#left -= 1) < 0 || (this.#steps.left -= STATE) < 0) return undefined;
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
function isFound(start: State, characters: readonly string[], steps: Steps): boolean | undefined {
  let states = new Set<State>();
  for (let at = 0; at <= characters.length; at += 1) {
    const [before = "", after = ""] = [characters[at - 1], characters[at]];
    const following = new Set<State>();
    // A Set gives what is added while it is walked through, too.
    for (const state of states.add(start)) {
      if (state === END) return true;
      const { part, next } = state;
      if ((steps.left -= 1 + next.length) < 0) return undefined;
      if (part?.kind === "character") {
        if (at < characters.length && part.fits(after)) for (const one of next) following.add(one);
      } else if (part === undefined || part.holds(before, after)) for (const one of next) states.add(one);
    }
    states = following;
  }
  return false;
}
