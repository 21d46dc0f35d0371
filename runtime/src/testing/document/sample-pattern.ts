import { expressionOf, type Part, patternTree } from "../../schema/patterns.js";

const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Letters first, because people read them. */
const ANY: readonly string[] = `${LOWER}${LOWER.toUpperCase()}0123456789 -_.,:;/+=@#!?`.split("");

/** What is repeated without end is there so often. */
const SOME = 3;

/** The most parts that are written for one text. */
const MOST = 10_000;

/** Up to here a character is looked for that nobody reads. */
const LAST_CHARACTER = 0x30_ff;

/** A text that is likely to fit an expression: whether it does has to be looked at. `undefined` for what cannot be read. */
export function sampleOfPattern(source: string, random: () => number): string | undefined {
  const expression = expressionOf(source);
  const tree = expression && patternTree(expression);
  return tree && new Writer(random).write(tree);
}

class Writer {
  readonly #random: () => number;
  #left = MOST;

  constructor(random: () => number) {
    this.#random = random;
  }

  write(part: Part): string {
    if ((this.#left -= 1) < 0) return "";
    switch (part.kind) {
      case "character":
        return this.#drawn(charactersOf(part)) ?? "";
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

  #drawn<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }
}

function charactersOf({ source, fits }: Extract<Part, { kind: "character" }>): readonly string[] {
  if (source === ".") return LOWER.split("");
  if (fits(source)) return [source];
  const readable = ANY.filter(fits);
  if (readable.length > 0) return readable;
  for (let code = 0; code <= LAST_CHARACTER; code += 1)
    if (fits(String.fromCharCode(code))) return [String.fromCharCode(code)];
  return [];
}
