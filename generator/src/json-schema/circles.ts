import { intersectionOf, UNKNOWN, unionOf, type SchemaType } from "./schema-type.js";

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

function cut(type: SchemaType, circle: ReadonlySet<string>): SchemaType {
  if (type.kind === "reference") return circle.has(type.pointer) ? UNKNOWN : type;
  if (type.kind !== "union" && type.kind !== "intersection") return type;
  const members = type.members.map((member) => cut(member, circle));
  return type.kind === "union" ? unionOf(members) : intersectionOf(members);
}

/** For each type that needs itself, the types that do so together with it. */
function circlesIn(types: Types): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map(Array.from(types, ([pointer, type]) => [pointer, reachable(types, type)] as const));
  return new Map(
    Array.from(needs).flatMap(([pointer, reached]) => {
      const together = [...reached].filter((other) => needs.get(other)?.has(pointer));
      return together.length === 0 ? [] : [[pointer, new Set(together)] as const];
    }),
  );
}

/** Types that have to be known before this one is. */
function reachable(types: Types, type: SchemaType): ReadonlySet<string> {
  const reached = new Set(directly(type));
  for (const pointer of reached) {
    const next = types.get(pointer);
    for (const other of next === undefined ? [] : directly(next)) reached.add(other);
  }
  return reached;
}

function directly(type: SchemaType): readonly string[] {
  if (type.kind === "reference") return [type.pointer];
  return type.kind === "union" || type.kind === "intersection" ? type.members.flatMap(directly) : [];
}
