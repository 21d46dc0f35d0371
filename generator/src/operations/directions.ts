import type { SchemaProperty, SchemaType } from "../json-schema/schema-type.js";

/** Which way a value goes: what a server answers, or what it is asked. */
export type Direction = "answers" | "requests";

type Types = ReadonlyMap<string, SchemaType>;

/** Whether a property is there in a direction (`readOnly`, `writeOnly`). */
export function isThere({ only }: SchemaProperty, direction: Direction): boolean {
  return only === undefined || only === direction;
}

/** What has a default need not be given. */
export function isRequiredIn({ isRequired, isDefaulted }: SchemaProperty, direction: Direction): boolean {
  return isRequired && !(direction === "requests" && isDefaulted === true);
}

/** The named types that are not the same in both directions: they themselves, or what they refer to. */
export function differingTypes(types: Types): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const differing = new Set<string>();
  for (const [pointer, type] of types) {
    for (const other of referencesIn(type)) {
      const known = users.get(other);
      if (known === undefined) users.set(other, [pointer]);
      else known.push(pointer);
    }
    if (differsByItself(type)) differing.add(pointer);
  }
  for (const pointer of differing) for (const user of users.get(pointer) ?? []) differing.add(user);
  return differing;
}

/** Everything that is reached from types in one direction. */
export function reachedIn(direction: Direction, from: readonly SchemaType[], types: Types): ReadonlySet<string> {
  const reached = new Set(from.flatMap((type) => [...referencesIn(type, direction)]));
  for (const pointer of reached) {
    const type = types.get(pointer);
    for (const other of type === undefined ? [] : referencesIn(type, direction)) reached.add(other);
  }
  return reached;
}

function differsByItself(type: SchemaType): boolean {
  return partsOf(type).some(
    (part) =>
      part.kind === "binary" ||
      (part.kind === "object" &&
        part.properties.some(
          (property) => property.only !== undefined || (property.isRequired && property.isDefaulted),
        )),
  );
}

function referencesIn(type: SchemaType, direction?: Direction): ReadonlySet<string> {
  return new Set(partsOf(type, direction).flatMap((part) => (part.kind === "reference" ? [part.pointer] : [])));
}

/** A type and all that it is written with, down to references. */
function partsOf(type: SchemaType, direction?: Direction): readonly SchemaType[] {
  const parts = [type];
  // The list grows while it is walked.
  for (const part of parts) for (const inner of partsOfOne(part, direction)) parts.push(inner);
  return parts;
}

function partsOfOne(type: SchemaType, direction: Direction | undefined): readonly SchemaType[] {
  if (type.kind === "array") return [type.items];
  if (type.kind === "tuple") return type.rest === undefined ? type.items : [...type.items, type.rest];
  if (type.kind === "union" || type.kind === "intersection") return type.members;
  if (type.kind !== "object") return [];
  const there = type.properties.filter((property) => direction === undefined || isThere(property, direction));
  const types = there.map((property) => property.type);
  return type.index === undefined ? types : [...types, type.index.type];
}
