import type { JsonObject } from "@sdkwright/runtime/config";
import {
  alternatives,
  isAmong,
  type ObjectType,
  type SchemaProperty,
  type SchemaType,
  type TupleType,
} from "../json-schema/schema-type.js";
import { stringLiteral } from "../names/quoting.js";
import { propertyComment } from "./comments.js";
import { isRequiredIn, isThere, type Direction } from "./directions.js";
import { withoutNeedlessTags } from "./tags.js";
import {
  NEVER_NODE,
  objectNode,
  orUndefined,
  STRING_NODE,
  textNode,
  unionNode,
  UNKNOWN_NODE,
  type IndexNode,
  type PropertyNode,
  type TypeNode,
} from "./type-node.js";

/** What a type needs to be written: a direction, and names. */
export interface Writing {
  readonly direction: Direction;
  /** Whether bytes are given as such; elsewhere they are text. */
  readonly hasFiles: boolean;
  readonly types: ReadonlyMap<string, SchemaType>;
  /** Of what no compiler can hold together: it is unknown. */
  readonly isTooMany: (type: SchemaType) => boolean;
  readonly nameOf: (pointer: string) => string;
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
  return objectNode(written, index && writtenIndex(index.type, there, written, writing));
}

function writtenProperty(property: SchemaProperty, writing: Writing): PropertyNode {
  const type = writtenType(property.type, writing);
  const isOptional = !isRequiredIn(property, writing.direction);
  const comment = property.schema === undefined ? "" : propertyComment(property.schema, property.name);
  return { name: property.name, isOptional, type, comment };
}

/** TypeScript wants every property to be what its index says: where one is not, others may be anything. */
function writtenIndex(
  type: SchemaType,
  there: readonly SchemaProperty[],
  properties: readonly PropertyNode[],
  writing: Writing,
): IndexNode {
  const isFitting = there.every((property) => isAmong(property.type, type));
  if (!isFitting) return { name: "key", type: UNKNOWN_NODE };
  const written = writtenType(type, writing);
  return { name: "key", type: properties.some(({ isOptional }) => isOptional) ? orUndefined(written) : written };
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
