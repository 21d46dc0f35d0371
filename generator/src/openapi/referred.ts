import type { JsonValue } from "@sdkwright/runtime/config";

/** So much may be read by references in any document, and as often again as it has characters. */
const AT_LEAST = 5_000_000;

/** A long text, or name, counts as so many values more: what is emitted for each has it again. */
const CHARACTERS_OF_A_VALUE = 50;

/** What stands below is not looked into where it is read. */
const UNREAD: ReadonlySet<string> = new Set(["example", "examples"]);

/** Thrown where references make a document too long; {@link Referred} says when. */
export class TooMuchReferred extends Error {}

/**
 * Counts what is read because a `$ref` leads to it: each of many reads it anew, so a few kB may stand for days of work. A
 * vendor's document comes to a fraction of what is allowed.
 */
export class Referred {
  readonly #sizes = new Map<JsonValue, number>();
  #left: number;

  /** Of a document with so many characters. */
  constructor(length: number) {
    this.#left = AT_LEAST + length;
  }

  read(value: JsonValue): void {
    this.#left -= this.#sizeOf(value);
    if (this.#left < 0) throw new TooMuchReferred();
  }

  #sizeOf(value: JsonValue): number {
    if (typeof value === "string") return 1 + lengthOf(value);
    if (typeof value !== "object" || value === null) return 1;
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    // An alias of YAML may lead back to it.
    this.#sizes.set(value, 1);
    const read = Object.entries(value).filter(([key]) => !UNREAD.has(key));
    const size = read.reduce((sum, [key, child]) => sum + lengthOf(key) + this.#sizeOf(child), 1);
    this.#sizes.set(value, size);
    return size;
  }
}

function lengthOf(text: string): number {
  return Math.floor(text.length / CHARACTERS_OF_A_VALUE);
}
