import { END, States, type Look, type State } from "./pattern-states.js";
import type { Part } from "./pattern-tree.js";
import { spend, step, type Budget } from "./run.js";

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
export function patternMatcher(
  tree: Part,
  isUnicode: boolean,
  budget: Budget,
): ((text: string) => boolean) | undefined {
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
