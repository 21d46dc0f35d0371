import type { JsonObject } from "@sdkwright/runtime/config";
import {
  alternatives,
  isAmong,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
  type TupleType,
} from "../../schema/schema-type.js";
import { stringLiteral } from "../quoting.js";
import {
  type IndexNode,
  NEVER_NODE,
  objectNode,
  orUndefined,
  type PropertyNode,
  STRING_NODE,
  textNode,
  type TypeNode,
  unionNode,
  UNKNOWN_NODE,
} from "./type-node.js";

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

/** Without what a discriminator says of a member whose own property says it already, or something else. */
function withoutNeedlessTags(members: readonly SchemaType[], types: Types): readonly SchemaType[] {
  if (!members.some(isTag)) return members;
  return members.filter((member) => {
    const property = isTag(member) && member.kind === "object" ? member.properties[0] : undefined;
    if (property === undefined) return true;
    const others = members.filter((other) => !isTag(other));
    const values = valuesOf(others, property.name, searchIn(types));
    if (values === undefined) return true;
    const tags = new Set(alternatives(property.type).flatMap((type) => (type.kind === "literal" ? [type.value] : [])));
    const shared = [...values].filter((value) => tags.has(value));
    return shared.length > 0 && shared.length < values.size;
  });
}

function isTag(type: SchemaType): boolean {
  return type.kind === "object" && type.isTag === true;
}

type Values = ReadonlySet<string | number | boolean>;

/** What is looked for: what was found of properties of schemas, by both, because many ways lead to one. */
interface Search {
  readonly types: Types;
  readonly found: Map<string, Values | undefined>;
  /** What stands open, and what depends on it: true of this search alone. */
  readonly here: Map<string, Values | undefined>;
  /** How often it came back to something that stood open. */
  circles: number;
}

const known = new WeakMap<Types, Search["found"]>();

function searchIn(types: Types): Search {
  const found = known.get(types) ?? new Map<string, Values | undefined>();
  known.set(types, found);
  return { types, found, here: new Map(), circles: 0 };
}

/** The values that a property can have in types that hold together; `undefined` where these are not known. */
function valuesOf(members: readonly SchemaType[], name: string, search: Search): Values | undefined {
  for (const member of members) {
    const values = valuesIn(member, name, search);
    if (values !== undefined) return values;
  }
  return undefined;
}

function valuesIn(type: SchemaType, name: string, search: Search): Values | undefined {
  if (type.kind === "reference") return valuesBehind(type.pointer, name, search);
  if (type.kind === "intersection") return valuesOf(type.members, name, search);
  if (type.kind === "union") return valuesOfAll(type.members, name, search);
  const property = type.kind === "object" ? type.properties.find((each) => each.name === name) : undefined;
  return property && literalsIn(property.type, search.types);
}

/** Not known of a schema that comes back to itself. */
function valuesBehind(pointer: string, name: string, search: Search): Values | undefined {
  const { types, found, here } = search;
  const key = JSON.stringify([pointer, name]);
  const target = types.get(pointer);
  if (target === undefined || found.has(key)) return found.get(key);
  if (here.has(key)) {
    search.circles += 1;
    return here.get(key);
  }
  const before = search.circles;
  here.set(key, undefined);
  const values = valuesIn(target, name, search);
  (search.circles === before ? found : here).set(key, values);
  return values;
}

function valuesOfAll(members: readonly SchemaType[], name: string, search: Search): Values | undefined {
  const all = new Set<string | number | boolean>();
  for (const member of members) {
    const values = valuesIn(member, name, search);
    if (values === undefined) return undefined;
    for (const value of values) all.add(value);
  }
  return all;
}

/** The literals that a type is made of, `null` apart; `undefined` where it is not. */
function literalsIn(type: SchemaType, types: Types): Values | undefined {
  const target = type.kind === "reference" ? types.get(type.pointer) : type;
  const values = target === undefined ? [] : alternatives(target).filter(({ kind }) => kind !== "null");
  const literals = values.flatMap((each) => (each.kind === "literal" ? [each.value] : []));
  return literals.length === values.length && literals.length > 0 ? new Set(literals) : undefined;
}

/** What a type needs to be written: a direction, and names. */
export interface Writing {
  readonly direction: Direction;
  /** Whether bytes are given as such; elsewhere they are text. */
  readonly hasFiles: boolean;
  readonly types: ReadonlyMap<string, SchemaType>;
  /** Of what no compiler can hold together: it is unknown. */
  readonly isTooMany: (type: SchemaType) => boolean;
  readonly nameOf: (pointer: string) => string;
  /** What a property's comment says; empty for none. */
  readonly commentOf: (schema: JsonObject, name: string) => string;
  readonly indexName: string;
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
      return writing.hasFiles ? textNode("Blob") : STRING_NODE;
    case "literal":
      return textNode(literalText(type.value));
    case "reference":
      return textNode(writing.nameOf(type.pointer));
    case "array":
      return { kind: "array", items: writtenType(type.items, writing) };
    case "tuple":
      return writtenTuple(type, writing);
    case "object":
      return writtenObject(type, writing);
    case "union":
      return unionNode(type.members.map((member) => writtenType(member, writing)));
    case "intersection":
      return writing.isTooMany(type) ? UNKNOWN_NODE : writtenIntersection(type.members, writing);
  }
}

/** Numbers as prettier writes them; one that is too large for a number is any. */
function literalText(value: string | number | boolean): string {
  if (typeof value === "string") return stringLiteral(value);
  return value === Infinity || value === -Infinity ? "number" : String(value).replace("e+", "e");
}

function writtenTuple({ items, least, rest }: TupleType, writing: Writing): TypeNode {
  const written = items.map((item) => writtenType(item, writing));
  return { kind: "tuple", items: written, least, rest: rest && writtenType(rest, writing) };
}

function writtenObject({ properties, index }: ObjectType, writing: Writing): TypeNode {
  const there = properties.filter((property) => isThere(property, writing.direction));
  const written = there.map((property) => writtenProperty(property, writing));
  return objectNode(written, index && writtenIndex(index, there, written, writing));
}

function writtenProperty(property: SchemaProperty, writing: Writing): PropertyNode {
  const type = writtenType(property.type, writing);
  const isOptional = !isRequiredIn(property, writing.direction);
  const comment = property.schema === undefined ? "" : writing.commentOf(property.schema, property.name);
  return { name: property.name, isOptional, type, comment };
}

/** TypeScript wants every property to be what its index says: where one is not, others may be anything. */
function writtenIndex(
  { type, schema }: SchemaIndex,
  there: readonly SchemaProperty[],
  properties: readonly PropertyNode[],
  writing: Writing,
): IndexNode {
  const written = there.every((property) => isAmong(property.type, type)) ? writtenType(type, writing) : UNKNOWN_NODE;
  return {
    name: writing.indexName,
    type: properties.some(({ isOptional }) => isOptional) ? orUndefined(written) : written,
    comment: schema === undefined ? "" : writing.commentOf(schema, ""),
  };
}

function writtenIntersection(types: readonly SchemaType[], writing: Writing): TypeNode {
  const written = withoutNeedlessTags(types, writing.types).map((type) => writtenType(type, writing));
  const members = mergedObjects(written);
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  return { kind: "intersection", members: members.filter((member) => !isEmpty(member)) };
}

function isEmpty(type: TypeNode): boolean {
  return type.kind === "object" && type.properties.length === 0 && type.index === undefined;
}

/** Objects that stand beside each other and share no property are one. */
function mergedObjects(types: readonly TypeNode[]): readonly TypeNode[] {
  const runs: { readonly types: TypeNode[]; readonly names: Set<string> | undefined }[] = [];
  for (const type of types) {
    const names = namesToMerge(type);
    const last = runs.at(-1);
    if (names === undefined || last?.names === undefined || names.some((name) => last.names?.has(name))) {
      runs.push({ types: [type], names: names && new Set(names) });
    } else {
      last.types.push(type);
      for (const name of names) last.names.add(name);
    }
  }
  return runs.map(({ types: run }) =>
    run.length === 1 && run[0] !== undefined ? run[0] : objectNode(run.flatMap(propertiesOf)),
  );
}

/** Names of properties; `undefined` for what cannot be one with another. */
function namesToMerge(type: TypeNode): readonly string[] | undefined {
  return type.kind === "object" && type.index === undefined ? type.properties.map(({ name }) => name) : undefined;
}

function propertiesOf(type: TypeNode): readonly PropertyNode[] {
  return type.kind === "object" ? type.properties : [];
}

/** Whether a type has nothing but texts, as headers have. */
export function isText(type: SchemaType): boolean {
  return alternatives(type).every(
    ({ kind, ...each }) =>
      kind === "string" || kind === "binary" || ("value" in each && typeof each.value === "string"),
  );
}

/** What a schema says about being used. */
export function isDeprecated(schema: JsonObject): boolean {
  return schema["deprecated"] === true;
}
