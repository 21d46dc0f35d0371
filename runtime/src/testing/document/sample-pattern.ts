import type { Part } from "../../validate/pattern-tree.js";
import { spend, type Budget } from "../../validate/run.js";

const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Letters first, because people read them. */
const ANY: readonly string[] = `${LOWER}${LOWER.toUpperCase()}0123456789 -_.,:;/+=@#!?`.split("");

/** What is repeated without end is there so often. */
const SOME = 3;

/** The most that is looked at for one text, and so the most characters that it gets. */
const MOST_STEPS = 10_000;

/** Up to here a character is looked for that nobody reads. */
const LAST_CHARACTER = 0x30_ff;

/** A text of an expression. Whether it fits has to be looked at: what is too much is left out. */
export function sampleOfPattern(tree: Part, random: () => number, budget: Budget): string {
  return new Writer(random, budget).write(tree);
}

class Writer {
  readonly #random: () => number;
  readonly #budget: Budget;
  #left = MOST_STEPS;

  constructor(random: () => number, budget: Budget) {
    this.#random = random;
    this.#budget = budget;
  }

  write(part: Part): string {
    spend(this.#budget, 1);
    if ((this.#left -= 1) < 0 || this.#budget.steps < 0) return "";
    switch (part.kind) {
      case "character":
        return this.#one(part);
      case "sequence":
        return part.parts.map((one) => this.write(one)).join("");
      case "choice":
        return this.write(this.#drawn(part.parts) ?? part);
      case "repeated":
        return this.#repeated(part);
      case "edge":
      case "look":
      case "platform":
        return "";
    }
  }

  #repeated({ part, least, most }: Extract<Part, { kind: "repeated" }>): string {
    const count = Math.min(most, Math.max(least, SOME));
    let text = "";
    for (let at = 0; at < count && this.#left > 0; at += 1) text += this.write(part);
    return text;
  }

  #one(part: Extract<Part, { kind: "character" }>): string {
    const characters = known.get(part) ?? charactersOf(part, this.#budget);
    known.set(part, characters);
    return this.#drawn(characters) ?? "";
  }

  #drawn<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }
}

/** Looked for once: there are many. */
const known = new WeakMap<Part, readonly string[]>();

function charactersOf({ source, fits }: Extract<Part, { kind: "character" }>, budget: Budget): readonly string[] {
  if (source === ".") return LOWER.split("");
  if (fits(source)) return [source];
  const readable = ANY.filter(fits);
  if (readable.length > 0) return readable;
  for (let code = 0; code <= LAST_CHARACTER; code += 1) {
    spend(budget, 1);
    if (budget.steps < 0) return [];
    if (fits(String.fromCharCode(code))) return [String.fromCharCode(code)];
  }
  return [];
}
