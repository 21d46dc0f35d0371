import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { schemaTypeNames } from "../names/schema-names.js";
import { atPointer, dereference, isJsonArray, isJsonObject } from "../model/schema-part.js";
import { schemaComment, typeComment } from "./schema-comment.js";

/**
 * A schema as json-schema-to-typescript may see it: keywords that it would take for code, names or files are gone,
 * descriptions are fit for comments, and what a `$ref` points to stands under `definitions` by its type name. `sentence`
 * says what the type is.
 */
export function portableSchema(schema: JsonObject, typeName: string, sentence: string): JsonObject {
  const names = schemaTypeNames(schema, typeName);
  // A root that is only a reference would lend its name to what it points to.
  const root = dereference(schema, schema) ?? {};
  const definitions = [...names].flatMap(([pointer, name]) => {
    const target = pointer === "#" ? undefined : atPointer(schema, pointer);
    return isJsonObject(target)
      ? [[name, { ...commented(schemaComment(target, name)), ...portable(target, names) }]]
      : [];
  });
  const comment = commented(typeComment(root, sentence, typeName));
  return { ...comment, ...portable(root, names), definitions: Object.fromEntries(definitions) as JsonObject };
}

/** What the schema says about types; its comment is for where it stands. */
function portable(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const reference = typeof schema["$ref"] === "string" ? names.get(schema["$ref"]) : undefined;
  if (reference !== undefined) return { $ref: schema["$ref"] === "#" ? "#" : `#/definitions/${reference}` };
  const skipped = isJsonObject(schema["patternProperties"]) ? "additionalProperties" : undefined;
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    // Below it is converted with the patterns; twice at each level would take exponential time.
    if (keyword === skipped) return [];
    const converted = KEYWORDS.get(keyword)?.(value, names, schema);
    return converted === undefined ? [] : [[keyword, converted] as const];
  });
  const converted: JsonObject = { ...Object.fromEntries(entries), ...indexed(schema, names) };
  return filledObject(converted, bareValue(schema));
}

/** With something to say for an object that is bare, which may be one of several types. */
function filledObject(schema: JsonObject, additionalProperties: JsonValue): JsonObject {
  if (isBareObject(schema)) return { ...schema, additionalProperties };
  const { type } = schema;
  if (!isJsonArray(type) || !isBareObject({ ...schema, type: "object" })) return schema;
  return { anyOf: type.map((each) => filledObject({ ...schema, type: each }, additionalProperties)) };
}

/** An object of which nothing is said: with the library's closed objects, a type that has no properties at all. */
function isBareObject(schema: JsonObject): boolean {
  const { type, properties = {}, additionalProperties = false } = schema;
  const isObject = type === "object" || (type === undefined && schema["properties"] !== undefined);
  const isBare = isObject && additionalProperties === false && Object.keys(properties as object).length === 0;
  return isBare && !["anyOf", "oneOf", "allOf", "enum", "const"].some((keyword) => schema[keyword] !== undefined);
}

/** It may have any properties, unless the user says that it has none. */
function bareValue({ additionalProperties }: JsonObject): JsonValue {
  return additionalProperties === false ? { tsType: "never" } : true;
}

/** The comment of a property. */
function commentAt(schema: JsonValue, key: string): JsonObject {
  return isJsonObject(schema) ? commented(schemaComment(schema, key)) : {};
}

function commented(comment: string): JsonObject {
  return comment === "" ? {} : { description: comment };
}

/** `undefined` leaves the keyword out. */
type Convert = (value: JsonValue, names: ReadonlyMap<string, string>, parent: JsonObject) => JsonValue | undefined;

const asIs: Convert = (value) => value;

/** Objects among the values stay untyped: the library would follow references in them. */
const scalars: Convert = (value) => {
  const values = isJsonArray(value) ? value : [value];
  return values.some((item) => typeof item === "object" && item !== null) ? undefined : value;
};
const one = (value: JsonValue, names: ReadonlyMap<string, string>): JsonValue =>
  isJsonObject(value) ? portable(value, names) : value;
const oneOrList: Convert = (value, names) =>
  isJsonArray(value) ? value.map((item) => one(item, names)) : one(value, names);
/** What only says that it is an object adds nothing to the others, and would open them. */
const parts: Convert = (value, names) => {
  if (!isJsonArray(value)) return value;
  const telling = value.filter((item) => !(isJsonObject(item) && isBareObject(item)));
  return (telling.length > 0 ? telling : value).map((item) => one(item, names));
};

const properties: Convert = (value, names, { required }) => {
  if (!isJsonObject(value)) return value;
  const isRequired = (key: string) => isJsonArray(required) && required.includes(key);
  const entries = Object.entries(value).map(([key, item]) => {
    const type = one(item, names);
    return [key, property(isRequired(key) ? type : orUndefined(type), commentAt(item, key))] as const;
  });
  return Object.fromEntries(entries);
};

function property(type: JsonValue, comment: JsonObject): JsonValue {
  return isJsonObject(type) ? { ...comment, ...type } : type;
}

/** Beside a `?`, so that `undefined` can be written too, under every flag of the compiler. */
function orUndefined(type: JsonValue): JsonValue {
  if (type === false) return { tsType: "undefined" };
  if (!isJsonObject(type) || saysNothing(type)) return type;
  return { anyOf: [...alternatives(type), { tsType: "undefined" }] };
}

/** The members of a union, so that one more does not make a union of unions. */
function alternatives(type: JsonObject): readonly JsonValue[] {
  const isAlone = Object.keys(type).length === 1;
  if (isJsonArray(type["enum"])) return type["enum"].map((value) => ({ const: value }));
  if (isJsonArray(type["type"])) return type["type"].map((each) => ({ ...type, type: each }));
  const branches = type["anyOf"] ?? type["oneOf"];
  return isAlone && isJsonArray(branches) ? branches : [type];
}

/** Whether the library would print `unknown`. */
function saysNothing(type: JsonValue): boolean {
  if (!isJsonObject(type)) return type === true;
  const keywords = Object.keys(type).filter((keyword) => keyword !== "required");
  const branches = type["anyOf"] ?? type["oneOf"];
  return keywords.length === 0 || (isJsonArray(branches) && branches.some(saysNothing));
}

/** The keywords of draft-07 that say something about types. */
const KEYWORDS: ReadonlyMap<string, Convert> = new Map([
  ["type", asIs],
  ["enum", scalars],
  ["const", scalars],
  ["required", asIs],
  ["additionalProperties", (value, names) => property(one(value, names), commentAt(value, ""))],
  ["additionalItems", one],
  ["items", oneOrList],
  ["allOf", parts],
  ["anyOf", oneOrList],
  ["oneOf", oneOrList],
  ["properties", properties],
]);

/** Patterns are no types: what they allow is allowed under any name. */
function indexed(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (!isJsonObject(schema["patternProperties"])) return {};
  const values = Object.values(schema["patternProperties"]).map((item) => one(item, names));
  const other = schema["additionalProperties"];
  return { additionalProperties: isJsonObject(other) ? { anyOf: [...values, one(other, names)] } : { anyOf: values } };
}
