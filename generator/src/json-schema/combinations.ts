import { alternatives, type SchemaType } from "./schema-type.js";

/** TypeScript multiplies choices that hold together, and refuses 100,000 (TS2590); long before that it is slow. */
export const MOST_COMBINATIONS = 10_000;

/** Says of types how many combinations their choices make; circles were cut (`withoutCircles`). */
export class Combinations {
  readonly #types: ReadonlyMap<string, SchemaType>;
  readonly #counts = new Map<SchemaType, number>();

  constructor(types: ReadonlyMap<string, SchemaType>) {
    this.#types = types;
  }

  /** One choice is not multiplied, however long it is. */
  isTooMany(type: SchemaType): boolean {
    if (type.kind !== "intersection") return false;
    const choices = type.members.filter((member) => this.#countOf(member) > 1);
    return choices.length > 1 && this.#product(choices) > MOST_COMBINATIONS;
  }

  #countOf(type: SchemaType): number {
    const known = this.#counts.get(type);
    if (known !== undefined) return known;
    const count = this.#counted(type);
    this.#counts.set(type, count);
    return count;
  }

  #counted(type: SchemaType): number {
    if (type.kind === "reference") {
      const named = this.#types.get(type.pointer);
      return named === undefined ? 1 : this.#countOf(named);
    }
    // One that is too many is `unknown`.
    if (type.kind === "intersection") return this.isTooMany(type) ? 1 : this.#product(type.members);
    // Texts and numbers are held against each other, and not multiplied.
    const members = alternatives(type).filter(({ kind }) => kind !== "literal" && kind !== "null");
    if (type.kind !== "union") return 1;
    return Math.max(
      1,
      members.reduce((sum, member) => sum + this.#countOf(member), 0),
    );
  }

  #product(members: readonly SchemaType[]): number {
    return members.reduce((product, member) => product * this.#countOf(member), 1);
  }
}
