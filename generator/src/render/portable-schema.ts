import { pointerSegments, valueAt, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { schemaTypeNames } from "../names/schema-names.js";
import { readSchema, type SchemaTypes } from "../json-schema/read-schema.js";
import { dereference, isJsonArray, isJsonObject } from "../json-schema/schema-part.js";
import {
  alternatives,
  isAmong,
  UNKNOWN,
  unionOf,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
  type TupleType,
} from "../json-schema/schema-type.js";
import { libraryKey } from "./library-keys.js";
import { schemaComment, typeComment } from "./schema-comment.js";

/**
 * A schema as json-schema-to-typescript prints it right: nothing but types, descriptions that are fit for comments, and
 * under `definitions` what is referred to, by its type name. `sentence` says what the type is.
 */
export function portableSchema(schema: JsonObject, typeName: string, sentence: string): JsonObject {
  const read = readSchema(schema);
  const names = schemaTypeNames(schema, typeName);
  const definitions = [...names].flatMap(([pointer, name]) => {
    const source = valueAt(schema, pointerSegments(pointer));
    const comment = isJsonObject(source) ? commented(schemaComment(source, name)) : {};
    const type = read.types.get(pointer) ?? UNKNOWN;
    return pointer === "" ? [] : [[name, { ...comment, ...portable(type, names) }] as const];
  });
  const comment = commented(typeComment(dereference(schema, schema) ?? {}, sentence, typeName));
  const root = portable(rootType(read), names);
  return { ...comment, ...root, definitions: Object.fromEntries(definitions) };
}

/** A root that is only a reference would lend its name to what it points to. */
function rootType({ types }: SchemaTypes): SchemaType {
  const type = types.get("") ?? UNKNOWN;
  return type.kind === "reference" && type.pointer !== "" ? (types.get(type.pointer) ?? UNKNOWN) : type;
}

type Names = ReadonlyMap<string, string>;

function portable(type: SchemaType, names: Names): JsonObject {
  switch (type.kind) {
    case "unknown":
    case "never":
      return { tsType: type.kind };
    case "literal":
      return { const: type.value };
    case "array":
      return { type: "array", items: portable(type.items, names) };
    case "tuple":
      return tuple(type, names);
    case "object":
      return object(type, names);
    case "union":
      return { anyOf: choices(type, names) };
    case "intersection":
      return { allOf: type.members.map((member) => portable(member, names)) };
    case "reference":
      return { $ref: type.pointer === "" ? "#" : `#/definitions/${names.get(type.pointer) ?? ""}` };
    case "null":
    case "boolean":
    case "number":
    case "string":
      return { type: type.kind };
    case "binary":
      return { type: "string" };
  }
}

/** The members of a union; those of a member that is printed as one are its own. */
function choices(type: SchemaType, names: Names): readonly JsonValue[] {
  return alternatives(type).flatMap((each) => {
    const converted = portable(each, names);
    return isJsonArray(converted["anyOf"]) ? converted["anyOf"] : [converted];
  });
}

/** The library knows no items that may be absent: one tuple for each length, or where these are many an array. */
function tuple({ items, least, rest }: TupleType, names: Names): JsonObject {
  const absent = items.length - least;
  if (absent > MOST_ABSENT || (absent > 0 && items.some(holdsTuple))) {
    return { type: "array", items: portable(unionOf(rest === undefined ? items : [...items, rest]), names) };
  }
  const lengths = Array.from({ length: absent + 1 }, (_, more) => least + more);
  const types = lengths.map((length) =>
    ofLength(items.slice(0, length), length === items.length ? rest : undefined, names),
  );
  return types.length === 1 ? (types[0] ?? {}) : { anyOf: types };
}

const MOST_ABSENT = 5;

function ofLength(items: readonly SchemaType[], rest: SchemaType | undefined, names: Names): JsonObject {
  if (items.length === 0)
    return rest === undefined ? { tsType: "[]" } : portable({ kind: "array", items: rest }, names);
  const additionalItems = rest === undefined ? false : portable(rest, names);
  return { type: "array", items: items.map((item) => portable(item, names)), additionalItems };
}

/** Tuples of several lengths within each other would take exponential space. */
function holdsTuple(type: SchemaType): boolean {
  if (type.kind === "tuple") return true;
  if (type.kind === "array") return holdsTuple(type.items);
  if (type.kind === "union" || type.kind === "intersection") return type.members.some(holdsTuple);
  if (type.kind !== "object") return false;
  return type.properties.some((property) => holdsTuple(property.type)) || holdsTuple(type.index?.type ?? UNKNOWN);
}

function object({ properties, index }: ObjectType, names: Names): JsonObject {
  const entries = properties.map((property) => [libraryKey(property.name), propertyType(property, names)] as const);
  const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => libraryKey(name));
  return {
    type: "object",
    ...(entries.length > 0 ? { properties: Object.fromEntries(entries) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(index === undefined ? {} : { additionalProperties: indexType(index, properties, names) }),
  };
}

/** Beside a `?`, so that `undefined` can be written too, under every flag of the compiler. */
function propertyType({ name, isRequired, type, schema }: SchemaProperty, names: Names): JsonObject {
  const comment = schema === undefined ? {} : commented(schemaComment(schema, name));
  if (isRequired || type.kind === "unknown") return beside(comment, portable(type, names));
  return { ...comment, ...orUndefined(type, names) };
}

function orUndefined(type: SchemaType, names: Names): JsonObject {
  if (type.kind === "never") return UNDEFINED;
  return { anyOf: [...choices(type, names), UNDEFINED] };
}

const UNDEFINED = { tsType: "undefined" };

/** TypeScript wants every property to be what its index says: where one is not, others may be anything. */
function indexType({ type, schema }: SchemaIndex, properties: readonly SchemaProperty[], names: Names): JsonObject {
  const comment = schema === undefined ? {} : commented(schemaComment(schema, ""));
  const isFitting = properties.every((property) => isAmong(property.type, type));
  if (!isFitting || type.kind === "unknown") return { ...comment, ...portable(UNKNOWN, names) };
  const isOptional = properties.some(({ isRequired }) => !isRequired);
  return beside(comment, isOptional ? orUndefined(type, names) : portable(type, names));
}

/** A comment beside a reference would make a copy of what it leads to. */
function beside(comment: JsonObject, type: JsonObject): JsonObject {
  if (type["$ref"] === undefined || comment["description"] === undefined) return { ...comment, ...type };
  return { ...comment, allOf: [type] };
}

function commented(comment: string): JsonObject {
  return comment === "" ? {} : { description: comment };
}
