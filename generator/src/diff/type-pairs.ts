import type { Type } from "./type-members.js";

/** Pairs of types, in the order in which they were added. */
export class TypePairs {
  readonly #others = new Map<Type, Set<Type>>();
  readonly #trail: (readonly [Type, Type])[] = [];

  /** What `forgetFrom` takes to forget what is added from now on. */
  get mark(): number {
    return this.#trail.length;
  }

  has(one: Type, other: Type): boolean {
    return this.#others.get(one)?.has(other) === true;
  }

  /** Returns what `forgetFrom` takes to forget this pair and those after it. */
  add(one: Type, other: Type): number {
    const others = this.#others.get(one) ?? new Set();
    this.#others.set(one, others.add(other));
    return this.#trail.push([one, other]) - 1;
  }

  forgetFrom(mark: number): void {
    for (const [one, other] of this.#trail.splice(mark)) this.#others.get(one)?.delete(other);
  }
}

/** What need not be looked at, of all pairs. */
export interface Known {
  /** Whether two types are one. */
  readonly isOne: (one: Type, other: Type) => boolean;
  /** Whether objects that are declared by this name are one. */
  readonly isNamed: (name: string) => boolean;
}

export const NOTHING_KNOWN: Known = { isOne: () => false, isNamed: () => false };
