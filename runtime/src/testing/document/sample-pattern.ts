type Random = () => number;
type Make = (random: Random) => string;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const WORDS: string = LOWER + LOWER.toUpperCase() + DIGITS;
/** Letters first, because people read them. */
const ANY = `${WORDS} -_.,:;/+=@#!?`;

const CLASSES: { readonly [escaped: string]: string } = {
  d: DIGITS,
  w: WORDS,
  s: " ",
  D: LOWER,
  S: LOWER,
  W: "-",
  b: "",
};

/** What is repeated without end is there so often. */
const SOME = 3;
const MOST = 1000;

/**
 * A text of a regular expression as documents have them: characters, sets, groups, choices and repetitions. Whether it
 * fits has to be looked at: of what looks around, back or at properties of characters nothing is read.
 */
export function sampleOfPattern(source: string, random: Random): string {
  return new PatternReader(source)
    .choice()(random)
    .slice(0, MOST * 10);
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  choice(): Make {
    const all = [this.#sequence()];
    while (this.#takes("|")) all.push(this.#sequence());
    return (random) => all[Math.floor(random() * all.length)]?.(random) ?? "";
  }

  #sequence(): Make {
    const parts: Make[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#peek())) parts.push(this.#repeated(this.#atom()));
    return (random) => parts.map((part) => part(random)).join("");
  }

  #atom(): Make {
    const character = this.#next();
    if (character === "(") return this.#group();
    if (character === "[") return oneOf(this.#set());
    if (character === "\\") return oneOf(this.#escaped());
    if (character === "^" || character === "$") return () => "";
    return character === "." ? oneOf(LOWER) : () => character;
  }

  #group(): Make {
    if (this.#takes("?")) this.#skip(/[:=!]|<\w+>/y);
    const inner = this.choice();
    this.#takes(")");
    return inner;
  }

  #escaped(): string {
    const character = this.#next();
    return Object.hasOwn(CLASSES, character) ? (CLASSES[character] ?? "") : character;
  }

  /** Characters that a set has, or that it does not have. */
  #set(): string {
    const isNegated = this.#takes("^");
    let characters = "";
    while (this.#at < this.#source.length && !this.#takes("]")) {
      const first = this.#member();
      const isRange = this.#peek() === "-" && this.#source[this.#at + 1] !== "]" && first.length === 1;
      characters += isRange ? rangeOf(first, (this.#next(), this.#member())) : first;
    }
    return isNegated
      ? ANY.split("")
          .filter((character) => !characters.includes(character))
          .join("")
      : characters;
  }

  #member(): string {
    return this.#takes("\\") ? this.#escaped() : this.#next();
  }

  #repeated(make: Make): Make {
    const [least, most] = this.#counts();
    this.#takes("?");
    const count = Math.min(most, Math.max(least, SOME), MOST);
    return (random) => Array.from({ length: count }, () => make(random)).join("");
  }

  #counts(): readonly [least: number, most: number] {
    if (this.#takes("?")) return [0, 1];
    if (this.#takes("*")) return [0, Infinity];
    if (this.#takes("+")) return [1, Infinity];
    const found = this.#skip(/\{(\d+)(,?)(\d*)\}/y);
    if (found === null) return [1, 1];
    const [, least, comma, most] = found;
    return [Number(least), comma === "" ? Number(least) : most === "" ? Infinity : Number(most)];
  }

  #skip(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #takes(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #next(): string {
    const character = this.#peek();
    this.#at += 1;
    return character;
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }
}

function oneOf(characters: string): Make {
  return (random) => characters[Math.floor(random() * characters.length)] ?? "";
}

function rangeOf(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), Math.min(last.charCodeAt(0), first.charCodeAt(0) + 255)];
  return String.fromCharCode(...Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index));
}
