export class NothingToPick extends Error {
  override readonly name = "NothingToPick";
}

/** Random choices that a seed decides: the same seed makes the same project and the same edit on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, but without, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new NothingToPick("nothing to pick from");
    return item;
  }

  /** Some of the items, each one once, in a random order. */
  some<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, items.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }
}
