import type { Part } from "./pattern-tree.js";
import { spend, type Budget } from "./run.js";

/** Where a match may stand: what has to come there, and what is next. */
export interface State {
  readonly id: number;
  readonly part:
    Extract<Part, { kind: "character" | "edge" }> | { readonly kind: "look"; readonly index: number } | undefined;
  readonly next: readonly State[];
}

export type Look = Extract<Part, { kind: "look" }>;
type Repeated = Extract<Part, { kind: "repeated" }>;

/** What a tree may become: each repetition is as many states as it counts. */
const MOST_STATES = 50_000;
/** What a state costs: it takes memory too. */
const STATE = 10;

export const END: State = { id: 0, part: undefined, next: [] };

/** The states of a tree, from the end to the beginning of what is gone through; backwards, that is its end. */
export class States {
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
