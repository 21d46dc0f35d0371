import { referenceOf } from "./escapes.js";
import type { Room } from "./room.js";

/** A unit that is written from some place on, and where that ends. */
interface Reading {
  readonly unit: string;
  readonly end: number;
}

/** How often one escape is written within another. */
const DEPTH = 3;

/** Readings that are looked up for each unit of a text, at most: ordinary texts need one or two, none more than a dozen. */
const MOST_READ = 16;
const AT_LEAST = 100_000;
/** How many places are kept: those behind are not asked for again. */
const MOST_KEPT = 50_000;

/** A text, and what may be written from each of its places on. */
export class WrittenText {
  readonly #text: string;
  readonly #kept = Array.from({ length: DEPTH + 1 }, () => new Map<number, readonly Reading[]>());
  readonly #room: Room;
  #left: number;

  /** `times` as much may be read of it as one key takes, and no more than there is room for. */
  constructor(text: string, times: number, room: Room) {
    this.#text = text;
    this.#room = room;
    this.#left = times * Math.max(AT_LEAST, MOST_READ * text.length);
  }

  get isTooMuch(): boolean {
    return this.#left < 0 || this.#room.left < 0;
  }

  /** Its own unit, and where that begins an escape what this means. */
  at(place: number, depth: number = DEPTH): readonly Reading[] {
    this.#left -= 1;
    this.#room.left -= 1;
    const unit = this.#text.charAt(place);
    if (unit === "") return [];
    if (depth === 0 || !this.#begins(unit, place + 1)) return [{ unit, end: place + 1 }];
    const kept = this.#kept[depth];
    const known = kept?.get(place);
    if (known !== undefined) return known;
    const shallow = this.at(place, depth - 1);
    const readings = distinct([...shallow, ...shallow.flatMap((reading) => this.#escapes(reading, depth - 1))]);
    if ((kept?.size ?? 0) > MOST_KEPT) kept?.clear();
    kept?.set(place, readings);
    return readings;
  }

  #begins(unit: string, next: number): boolean {
    const behind = BEHIND.get(unit);
    return behind !== undefined && next < this.#text.length && behind.includes(this.#text.charAt(next));
  }

  /** What an escape means that begins with a unit; all else of it may be escaped itself. */
  #escapes({ unit, end }: Reading, depth: number): readonly Reading[] {
    switch (unit) {
      case "\\":
        return this.at(end, depth).flatMap((next) => this.#behindBackslash(next, depth));
      case "%":
        return [
          ...this.#coded([{ unit: "", end }], depth, HEX, 2),
          ...this.#coded(emptied(this.#all(end, depth, (next) => /u/i.test(next))), depth, HEX, 4),
        ];
      case "&":
        return [
          ...this.#all(end, depth, (next) => next === "#").flatMap((mark) => this.#numbered(mark.end, depth)),
          ...this.#named(end, depth),
        ];
      default:
        return [];
    }
  }

  #behindBackslash({ unit, end }: Reading, depth: number): readonly Reading[] {
    if (CODED.has(unit)) {
      const open = this.#all(end, depth, (each) => each === "{");
      const width = unit === "U" ? 8 : unit === "u" ? 4 : 2;
      return [...this.#number(open, depth, HEX, "}"), ...this.#coded([{ unit: "", end }], depth, HEX, width)];
    }
    if (unit >= "0" && unit <= "3") return this.#coded([{ unit, end }], depth, OCTAL, 2);
    return NAME.digit.test(unit) ? [] : [{ unit, end }];
  }

  #numbered(place: number, depth: number): readonly Reading[] {
    const marks = this.#all(place, depth, (unit) => /x/i.test(unit));
    const begin = { unit: "", end: place };
    return [...this.#number(marks, depth, HEX, ";"), ...this.#number([begin], depth, DECIMAL, ";")];
  }

  /** A number of any length, and what may end it. */
  #number(begins: readonly Reading[], depth: number, digits: Digits, last: string): readonly Reading[] {
    let numbers: readonly Reading[] = [];
    let open = emptied(begins);
    while (open.length > 0 && !this.isTooMuch) {
      open = this.#further(open, depth, digits).map(({ unit, end }) => ({ unit: unit.replace(/^0+(?=.)/, ""), end }));
      open = distinct(open.filter(({ unit }) => unit.length <= LONGEST_NUMBER));
      // Of zeros there may be any number.
      numbers = [...numbers, ...open.filter(({ unit }) => unit !== "0")];
    }
    return numbers.flatMap(({ unit, end }) => {
      const ends = this.#all(end, depth, (each) => each === last).map((reading) => reading.end);
      return [end, ...ends].flatMap((each) => characterOf(parseInt(unit, digits.base), each));
    });
  }

  /** A code of so many digits more. */
  #coded(begins: readonly Reading[], depth: number, digits: Digits, width: number): readonly Reading[] {
    let read = begins;
    for (let count = 0; count < width; count += 1) read = distinct(this.#further(read, depth, digits));
    return read.flatMap(({ unit, end }) => characterOf(parseInt(unit, digits.base), end));
  }

  #named(place: number, depth: number): readonly Reading[] {
    let named: readonly Reading[] = [];
    let open: readonly Reading[] = [{ unit: "", end: place }];
    for (let length = 0; length <= LONGEST_NAME && open.length > 0; length += 1) {
      for (const { unit, end } of open) {
        const meant = referenceOf(unit);
        if (meant !== undefined)
          named = [
            ...named,
            ...(OPEN.test(unit) ? [{ unit: meant, end }] : []),
            ...this.#all(end, depth, (each) => each === ";").map((mark) => ({ unit: meant, end: mark.end })),
          ];
      }
      open = distinct(this.#further(open, depth, NAME));
    }
    return named;
  }

  /** Each with one unit more. */
  #further(readings: readonly Reading[], depth: number, { digit }: Pick<Digits, "digit">): readonly Reading[] {
    return readings.flatMap(({ unit, end }) =>
      this.#all(end, depth, (each) => digit.test(each)).map((next) => ({ unit: unit + next.unit, end: next.end })),
    );
  }

  #all(place: number, depth: number, fits: (unit: string) => boolean): readonly Reading[] {
    return this.at(place, depth).filter(({ unit }) => fits(unit));
  }
}

/** Some escapes are read in two ways: as a whole, or as what a backslash before their beginning leaves of them. */
function distinct(readings: readonly Reading[]): readonly Reading[] {
  if (readings.length < 2) return readings;
  return readings.filter(
    ({ unit, end }, index) => readings.findIndex((other) => other.end === end && other.unit === unit) === index,
  );
}

function emptied(readings: readonly Reading[]): readonly Reading[] {
  return readings.map(({ end }) => ({ unit: "", end }));
}

/** What stands behind the beginning of an escape that means something in a key, or in another escape. */
const BEHIND: ReadonlyMap<string, string> = new Map([
  ["\\", "\\%&xXuU0123.~+/=:_#;{}-"],
  ["%", "\\%&uU0123456789abcdefABCDEF"],
  ["&", "\\%&#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"],
]);

/** The beginning of an escape, as a pattern; of so many in a row nothing is left but such beginnings. */
export const BEGINNING: string = String.raw`\\(?!\\{8})|%(?!%{4})|&(?!&{4})`;

interface Digits {
  readonly digit: RegExp;
  readonly base: number;
}

const HEX: Digits = { digit: /^[\da-f]$/i, base: 16 };
const DECIMAL: Digits = { digit: /^\d$/, base: 10 };
const OCTAL: Digits = { digit: /^[0-7]$/, base: 8 };
const NAME = { digit: /^[\da-z]$/i };

/** After a backslash. */
const CODED: ReadonlySet<string> = new Set(["x", "u", "U", "X"]);

/** HTML has these names without a `;` too. */
const OPEN = /^(?:amp|gt|lt|quot)$|^(?:AMP|GT|LT|QUOT)$/;

const LONGEST_NUMBER = 3;
const LONGEST_NAME = 24;

/** Keys have none beyond ASCII. */
function characterOf(code: number, end: number): readonly Reading[] {
  return code > 0x1f && code < 0x7f ? [{ unit: String.fromCharCode(code), end }] : [];
}
