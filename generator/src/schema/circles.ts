import { alternatives, intersectionOf, type SchemaType, unionOf, UNKNOWN } from "./schema-type.js";

type Types = ReadonlyMap<string, SchemaType>;

/**
 * Types that no longer need themselves to be known, which TypeScript refuses: `A = A | string` is `string`; any other
 * circle is cut where it would close. Circles through a property or an item are fine, and stay.
 */
export function withoutCircles(types: Types, note: (pointer: string) => void): Types {
  const circles = circlesIn(types);
  return new Map(
    Array.from(types, ([pointer, type]) => {
      const circle = circles.get(pointer);
      if (circle === undefined) return [pointer, type] as const;
      note(pointer);
      return [pointer, cut(withoutItself(type, pointer), circle)] as const;
    }),
  );
}

/** A choice that is the type itself adds nothing. */
function withoutItself(type: SchemaType, pointer: string): SchemaType {
  if (type.kind !== "union") return type;
  const others = type.members.filter((member) => member.kind !== "reference" || member.pointer !== pointer);
  return others.length === 0 ? UNKNOWN : unionOf(others);
}

/** A type without what it refers to among these. */
export function cut(type: SchemaType, circle: ReadonlySet<string>): SchemaType {
  if (type.kind === "reference") return circle.has(type.pointer) ? UNKNOWN : type;
  if (type.kind !== "union" && type.kind !== "intersection") return type;
  const members = type.members.map((member) => cut(member, circle));
  return type.kind === "union" ? unionOf(members) : intersectionOf(members);
}

/** For each type that needs itself, the types that do so together with it: strongly connected components (Tarjan). */
function circlesIn(types: Types): ReadonlyMap<string, ReadonlySet<string>> {
  const search = new CircleSearch(types);
  for (const pointer of types.keys()) search.from(pointer);
  return search.circles;
}

interface Visit {
  readonly pointer: string;
  readonly needs: readonly string[];
  next: number;
}

/** Depth first without recursion: chains of types may be long. */
class CircleSearch {
  readonly circles = new Map<string, ReadonlySet<string>>();
  readonly #types: Types;
  readonly #order = new Map<string, number>();
  readonly #lowest = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(types: Types) {
    this.#types = types;
  }

  from(start: string): void {
    if (this.#order.has(start)) return;
    const path = [this.#enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const needed = visit.needs[visit.next];
      visit.next += 1;
      if (needed === undefined) {
        path.pop();
        this.#leave(visit);
        const above = path.at(-1);
        if (above !== undefined) this.#lower(above.pointer, this.#lowest.get(visit.pointer));
      } else if (!this.#order.has(needed)) path.push(this.#enter(needed));
      else if (this.#isOpen.has(needed)) this.#lower(visit.pointer, this.#order.get(needed));
    }
  }

  #enter(pointer: string): Visit {
    this.#order.set(pointer, this.#order.size);
    this.#lowest.set(pointer, this.#order.size - 1);
    this.#open.push(pointer);
    this.#isOpen.add(pointer);
    const type = this.#types.get(pointer);
    return { pointer, needs: type === undefined ? [] : directly(type), next: 0 };
  }

  #lower(pointer: string, order = Infinity): void {
    if (order < (this.#lowest.get(pointer) ?? 0)) this.#lowest.set(pointer, order);
  }

  #leave({ pointer, needs }: Visit): void {
    if (this.#lowest.get(pointer) !== this.#order.get(pointer)) return;
    const together = new Set(this.#open.splice(this.#open.lastIndexOf(pointer)));
    for (const member of together) {
      this.#isOpen.delete(member);
      if (together.size > 1 || needs.includes(pointer)) this.circles.set(member, together);
    }
  }
}

/** Types that have to be known before this one is. */
export function directly(type: SchemaType): readonly string[] {
  if (type.kind === "reference") return [type.pointer];
  return type.kind === "union" || type.kind === "intersection" ? type.members.flatMap(directly) : [];
}

/** TypeScript multiplies choices that hold together, and refuses 100,000 (TS2590); long before that it is slow. */
export const MOST_COMBINATIONS = 10_000;

const MOST_DEEP = 400;

/** Says of types how many combinations their choices make; circles were cut (`withoutCircles`). */
export class Combinations {
  readonly #types: ReadonlyMap<string, SchemaType>;
  readonly #counts = new Map<SchemaType, number>();
  #depth = 0;

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
    // Chains of named types may be longer than a stack.
    if (this.#depth >= MOST_DEEP) return 1;
    this.#depth += 1;
    const count = this.#counted(type);
    this.#depth -= 1;
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
