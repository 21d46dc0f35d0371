import {
  alternatives,
  isAmong,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
  type UnionType,
  UNKNOWN,
} from "../../schema/schema-type.js";
import { stringLiteral } from "../quoting.js";
import { propertyComment } from "./comments.js";
import {
  type IndexNode,
  NEVER_NODE,
  objectNode,
  orUndefined,
  OTHER_TEXT_NODE,
  type PropertyNode,
  STRING_NODE,
  textNode,
  type TypeNode,
  unionNode,
  UNKNOWN_NODE,
} from "./type-node.js";
import { alternativesOf } from "./wire-values.js";

/** Which way a value goes: what a server answers, or what it is asked. */
export type Direction = "answers" | "requests";

type Types = ReadonlyMap<string, SchemaType>;

/** Whether a property is there in a direction (`readOnly`, `writeOnly`). */
function isThere({ only }: SchemaProperty, direction: Direction): boolean {
  return only === undefined || only === direction;
}

/** What has a default need not be given. */
function isRequiredIn({ isRequired, isDefaulted }: SchemaProperty, direction: Direction): boolean {
  return isRequired && !(direction === "requests" && isDefaulted === true);
}

/** The named types that are not the same in both directions: they themselves, or what they refer to. */
export function differingTypes(types: Types, isOpen: Writing["isOpen"]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const differing = new Set<string>();
  for (const [pointer, type] of types) {
    const parts = partsOf(type);
    for (const part of parts) {
      if (part.kind !== "reference") continue;
      const known = users.get(part.pointer);
      if (known === undefined) users.set(part.pointer, [pointer]);
      else known.push(pointer);
    }
    if (parts.some((part) => differsByItself(part) || (part.kind === "union" && isOpen(part)))) differing.add(pointer);
  }
  for (const pointer of differing) for (const user of users.get(pointer) ?? []) differing.add(user);
  return differing;
}

function differsByItself(part: SchemaType): boolean {
  if (part.kind !== "object") return part.kind === "binary";
  return part.properties.some(
    (property) => property.only !== undefined || (property.isRequired && property.isDefaulted === true),
  );
}

/**
 * Which unions of texts may get more, if answers are taken to: those of an `enum`, but for what tells the members of a union
 * apart. `from` are types beside the named ones.
 */
export function openEnums(types: Types, from: readonly SchemaType[]): (type: UnionType) => boolean {
  const closed = new Set<SchemaType>();
  const all = [...types.values(), ...from].flatMap((type) => partsOf(type));
  for (const part of all) if (part.kind === "union") for (const type of tellingTypes(part, types)) closed.add(type);
  const isListed = (member: SchemaType) => member.kind === "literal" && member.isListed === true;
  return (type) => type.members.some(isListed) && !closed.has(type);
}

/** Types of the properties that have other values in one member of a union than in another. */
function tellingTypes(union: UnionType, types: Types): readonly SchemaType[] {
  const members = union.members.flatMap((member) => membersOf(member, types)).map((each) => propertiesIn(each, types));
  const named = new Map<string, SchemaType[]>();
  for (const properties of members)
    for (const { name, type } of properties) named.set(name, [...(named.get(name) ?? []), type]);
  return [...named.values()].flatMap((found) => {
    const values = found.map((type) => literalsIn(type, types));
    const [first, ...others] = values;
    const isTelling = others.some((other) => first && other && ![...other].some((value) => first.has(value)));
    return isTelling
      ? found.flatMap((type) => (type.kind === "reference" ? (types.get(type.pointer) ?? []) : [type]))
      : [];
  });
}

/** A member of a union, resolved. */
function membersOf(type: SchemaType, types: Types, seen: readonly string[] = []): readonly SchemaType[] {
  if (type.kind === "union") return type.members.flatMap((member) => membersOf(member, types, seen));
  if (type.kind !== "reference" || seen.includes(type.pointer)) return [type];
  return membersOf(types.get(type.pointer) ?? UNKNOWN, types, [...seen, type.pointer]);
}

function propertiesIn(type: SchemaType, types: Types): readonly SchemaProperty[] {
  return alternativesOf(type, types).flatMap((part) => (part.kind === "object" ? part.properties : []));
}

/** Everything that is reached from types in one direction. */
export function reachedIn(direction: Direction, from: readonly SchemaType[], types: Types): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (type: SchemaType) => {
    for (const part of partsOf(type, direction)) if (part.kind === "reference") reached.add(part.pointer);
  };
  for (const type of from) reach(type);
  for (const pointer of reached) reach(types.get(pointer) ?? UNKNOWN);
  return reached;
}

/**
 * The place of a value in a multipart body: fields take files. An object in a field is JSON, and bytes in it are text, as
 * they are everywhere else.
 */
export type FilePlace = "body" | "field" | undefined;

/** The named types that multipart bodies are made of, down to their fields. */
export function placedIn(bodies: readonly SchemaType[], types: Types): ReadonlyMap<string, FilePlace> {
  const placed = new Map<string, FilePlace>();
  const waiting = bodies.map((type) => ({ type, place: "body" as FilePlace }));
  // The list grows while it is walked.
  for (const { type, place } of waiting) {
    if (type.kind !== "reference") {
      const inner = type.kind === "object" ? placeBelow(place) : place;
      if (inner !== undefined)
        for (const part of partsOfOne(type, "requests")) waiting.push({ type: part, place: inner });
    } else if (placed.get(type.pointer) !== "body" && placed.get(type.pointer) !== place) {
      placed.set(type.pointer, place);
      waiting.push({ type: types.get(type.pointer) ?? UNKNOWN, place });
    }
  }
  return placed;
}

/** The place of what an object holds. */
function placeBelow(place: FilePlace): FilePlace {
  return place === "body" ? "field" : undefined;
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

/** Without what a discriminator says of a member whose own property says it already, or something else. */
function withoutNeedlessTags(members: readonly SchemaType[], types: Types): readonly SchemaType[] {
  const others = members.filter((member) => !isTag(member));
  if (others.length === members.length) return members;
  return members.filter((member) => {
    const property = isTag(member) && member.kind === "object" ? member.properties[0] : undefined;
    const values = property && valuesIn({ kind: "intersection", members: others }, property.name, types);
    if (property === undefined || values === undefined) return true;
    const tags = new Set(alternatives(property.type).flatMap((type) => (type.kind === "literal" ? [type.value] : [])));
    const shared = [...values].filter((value) => tags.has(value));
    return shared.length > 0 && shared.length < values.size;
  });
}

function isTag(type: SchemaType): boolean {
  return type.kind === "object" && type.isTag === true;
}

type Values = ReadonlySet<string | number | boolean>;

/** What was found of properties of schemas, by both: many ways lead to one. */
const known = new WeakMap<Types, Map<string, Values | undefined>>();

/** The values that a property can have; `undefined` if these are not known. No type needs itself (`withoutCircles`). */
function valuesIn(type: SchemaType, name: string, types: Types): Values | undefined {
  if (type.kind === "reference") {
    const found = known.get(types) ?? new Map<string, Values | undefined>();
    known.set(types, found);
    const key = JSON.stringify([type.pointer, name]);
    if (!found.has(key)) found.set(key, valuesIn(types.get(type.pointer) ?? UNKNOWN, name, types));
    return found.get(key);
  }
  if (type.kind === "intersection") {
    for (const member of type.members) {
      const values = valuesIn(member, name, types);
      if (values !== undefined) return values;
    }
  }
  if (type.kind === "union") {
    const all = type.members.map((member) => valuesIn(member, name, types));
    return all.includes(undefined) ? undefined : new Set(all.flatMap((values) => [...(values ?? [])]));
  }
  const property = type.kind === "object" ? type.properties.find((each) => each.name === name) : undefined;
  return property && literalsIn(property.type, types);
}

/** The literals that a type is made of, `null` apart; `undefined` where it is not. */
function literalsIn(type: SchemaType, types: Types): Values | undefined {
  const target = type.kind === "reference" ? types.get(type.pointer) : type;
  const values = target === undefined ? [] : alternatives(target).filter(({ kind }) => kind !== "null");
  const literals = values.flatMap((each) => (each.kind === "literal" ? [each.value] : []));
  return literals.length === values.length && literals.length > 0 ? new Set(literals) : undefined;
}

/** What a type needs to be written: a direction, and names. */
interface Writing {
  readonly direction: Direction;
  /** The place in which bytes are files; elsewhere they are text. */
  readonly place: FilePlace;
  readonly types: ReadonlyMap<string, SchemaType>;
  /** Of what no compiler can hold together: it is unknown. */
  readonly isTooMany: (type: SchemaType) => boolean;
  readonly nameOf: (pointer: string) => string;
  /** True if answers may have other texts than a union lists. */
  readonly isOpen: (type: UnionType) => boolean;
}

/** A type as it is written in one direction. */
export function writtenType(type: SchemaType, writing: Writing): TypeNode {
  switch (type.kind) {
    case "unknown":
      return UNKNOWN_NODE;
    case "never":
      return NEVER_NODE;
    case "string":
      return STRING_NODE;
    case "null":
    case "boolean":
    case "number":
      return textNode(type.kind);
    case "binary":
      return writing.place === undefined ? STRING_NODE : textNode("Blob");
    case "literal":
      return textNode(literalText(type.value));
    case "reference":
      return textNode(writing.nameOf(type.pointer));
    case "array":
      return { kind: "array", items: writtenType(type.items, writing) };
    case "tuple":
      return {
        kind: "tuple",
        items: type.items.map((item) => writtenType(item, writing)),
        least: type.least,
        rest: type.rest && writtenType(type.rest, writing),
      };
    case "object":
      return writtenObject(type, writing);
    case "union":
      return writtenUnion(type, writing);
    case "intersection":
      return writing.isTooMany(type) ? UNKNOWN_NODE : writtenIntersection(type.members, writing);
  }
}

/**
 * Any text beside some that are known is `string & {}`: of `string | "a"` TypeScript makes `string`, and the editor would no
 * longer complete it.
 */
function writtenUnion(type: UnionType, writing: Writing): TypeNode {
  const isAnyText = (member: SchemaType) =>
    alternativesOf(member, writing.types).every(({ kind }) => kind === "string");
  const isKnown = (member: SchemaType) => alternativesOf(member, writing.types).some(isText);
  const known = type.members.map(isKnown).lastIndexOf(true);
  const nodeOf = (member: SchemaType) => writtenType(member, writing);
  const isOpen = writing.direction === "answers" && writing.isOpen(type);
  if (known === -1 || !(isOpen || type.members.some(isAnyText))) return unionNode(type.members.map(nodeOf));
  const isOther = (member: SchemaType) => !isAnyText(member);
  return unionNode([
    ...type.members
      .slice(0, known + 1)
      .filter(isOther)
      .map(nodeOf),
    OTHER_TEXT_NODE,
    ...type.members
      .slice(known + 1)
      .filter(isOther)
      .map(nodeOf),
  ]);
}

function isText(type: SchemaType): boolean {
  return type.kind === "literal" && typeof type.value === "string";
}

/** Numbers as prettier writes them; one that is too large for a number is any. */
function literalText(value: string | number | boolean): string {
  if (typeof value === "string") return stringLiteral(value);
  return value === Infinity || value === -Infinity ? "number" : String(value).replace("e+", "e");
}

function writtenObject({ properties, index }: ObjectType, outer: Writing): TypeNode {
  const writing: Writing = { ...outer, place: placeBelow(outer.place) };
  const there = properties.filter((property) => isThere(property, writing.direction));
  const written = there.map((property) => ({
    name: property.name,
    isOptional: !isRequiredIn(property, writing.direction),
    type: writtenType(property.type, writing),
    comment: property.schema === undefined ? "" : propertyComment(property.schema, property.name),
  }));
  return objectNode(written, index && writtenIndex(index, there, written, writing));
}

/** TypeScript wants every property to be what its index says: where one is not, others may be anything. */
function writtenIndex(
  { type }: SchemaIndex,
  there: readonly SchemaProperty[],
  properties: readonly PropertyNode[],
  writing: Writing,
): IndexNode {
  const written = there.every((property) => isAmong(property.type, type)) ? writtenType(type, writing) : UNKNOWN_NODE;
  return {
    name: "key",
    type: properties.some(({ isOptional }) => isOptional) ? orUndefined(written) : written,
  };
}

function writtenIntersection(types: readonly SchemaType[], writing: Writing): TypeNode {
  const members = mergedObjects(withoutNeedlessTags(types, writing.types).map((type) => writtenType(type, writing)));
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) return only;
  const isEmpty = (type: TypeNode) =>
    type.kind === "object" && type.properties.length === 0 && type.index === undefined;
  return { kind: "intersection", members: members.filter((member) => !isEmpty(member)) };
}

/** Objects that stand beside each other and share no property are one. */
function mergedObjects(types: readonly TypeNode[]): readonly TypeNode[] {
  const merged: TypeNode[] = [];
  let names = new Set<string>();
  for (const type of types) {
    const last = merged.at(-1);
    const isPlain = type.kind === "object" && type.index === undefined;
    if (
      isPlain &&
      last?.kind === "object" &&
      last.index === undefined &&
      !type.properties.some(({ name }) => names.has(name))
    )
      merged[merged.length - 1] = objectNode([...last.properties, ...type.properties]);
    else {
      merged.push(type);
      names = new Set();
    }
    if (isPlain) for (const { name } of type.properties) names.add(name);
  }
  return merged;
}
