import type { Type } from "./type-members.js";

/** Pairs of types, in the order in which they were added. */
export class TypePairs {
  readonly #others = new Map<Type, Set<Type>>();
  readonly #trail: (readonly [Type, Type])[] = [];

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
