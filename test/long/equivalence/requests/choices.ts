import { createHash } from "node:crypto";

/** One of the options, the same whenever it is asked for by this key. */
export type Choose = <T>(key: string, options: readonly T[]) => T;

/** The choices of a seed. Whoever asks by another key gets another choice, so that one can change without the others. */
export class Choices {
  readonly #keys = new Set<string>();
  readonly #changed: ReadonlySet<string>;
  readonly #seed: number;

  constructor(seed: number, changed: readonly string[] = []) {
    this.#seed = seed;
    this.#changed = new Set(changed);
  }

  readonly choose: Choose = <T>(key: string, options: readonly T[]) => {
    this.#keys.add(key);
    const edit = this.#changed.has(key) ? "edited" : "";
    // Never past the end: there is always an option.
    return options[numberOf(`${String(this.#seed)} ${key} ${edit}`) % options.length] as T;
  };

  /** Up to three of the keys that were asked for. */
  some(): string[] {
    const keys = [...this.#keys];
    const count = 1 + (numberOf(`${String(this.#seed)} count`) % 3);
    return Array.from({ length: count }, (_, index) => {
      return keys[numberOf(`${String(this.#seed)} edit ${String(index)}`) % keys.length] ?? "";
    });
  }
}

function numberOf(text: string): number {
  return createHash("sha1").update(text).digest().readUInt32BE(0);
}
