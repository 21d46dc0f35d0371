import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { schemaTypeNames } from "../names/schema-names.js";
import { atPointer, dereference, isJsonArray, isJsonObject } from "../model/schema-part.js";
import { commentLines } from "./quoting.js";

/**
 * A schema as json-schema-to-typescript may see it: keywords that it would take for code, names or files are gone,
 * descriptions are fit for comments, and what a `$ref` points to stands under `definitions` by its type name.
 */
export function portableSchema(schema: JsonObject, typeName: string, description: string): JsonObject {
  const names = schemaTypeNames(schema, typeName);
  // A root that is only a reference would lend its name to what it points to.
  const root = dereference(schema, schema) ?? {};
  const definitions = [...names].flatMap(([pointer, name]) => {
    const target = pointer === "#" ? undefined : atPointer(schema, pointer);
    return isJsonObject(target) ? [[name, portable(target, names)] as const] : [];
  });
  const converted = portable(root, names);
  return { description: clean(description), ...converted, definitions: Object.fromEntries(definitions) };
}

function portable(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const reference = typeof schema["$ref"] === "string" ? names.get(schema["$ref"]) : undefined;
  if (reference !== undefined) return { $ref: schema["$ref"] === "#" ? "#" : `#/definitions/${reference}` };
  const skipped = isJsonObject(schema["patternProperties"]) ? "additionalProperties" : undefined;
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    // Below it is converted with the patterns; twice at each level would take exponential time.
    if (keyword === skipped) return [];
    const converted = KEYWORDS.get(keyword)?.(value, names);
    return converted === undefined ? [] : [[keyword, converted] as const];
  });
  return { ...describe(schema), ...Object.fromEntries(entries), ...indexed(schema, names) };
}

/** `undefined` leaves the keyword out. */
type Convert = (value: JsonValue, names: ReadonlyMap<string, string>) => JsonValue | undefined;

const asIs: Convert = (value) => value;

/** Objects among the values stay untyped: the library would follow references in them. */
const scalars: Convert = (value) => {
  const values = isJsonArray(value) ? value : [value];
  return values.some((item) => typeof item === "object" && item !== null) ? undefined : value;
};
const flag: Convert = (value) => (value === true ? true : undefined);
const one = (value: JsonValue, names: ReadonlyMap<string, string>): JsonValue =>
  isJsonObject(value) ? portable(value, names) : value;
const oneOrList: Convert = (value, names) =>
  isJsonArray(value) ? value.map((item) => one(item, names)) : one(value, names);
const byName: Convert = (value, names) =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, one(item, names)])) : value;

/** The keywords of draft-07 that say something about types. */
const KEYWORDS: ReadonlyMap<string, Convert> = new Map([
  ["type", asIs],
  ["enum", scalars],
  ["const", scalars],
  ["required", asIs],
  ["deprecated", flag],
  ["additionalProperties", one],
  ["additionalItems", one],
  ["items", oneOrList],
  ["allOf", oneOrList],
  ["anyOf", oneOrList],
  ["oneOf", oneOrList],
  ["properties", byName],
]);

/** Patterns are no types: what they allow is allowed under any name. */
function indexed(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (!isJsonObject(schema["patternProperties"])) return {};
  const values = Object.values(schema["patternProperties"]).map((item) => one(item, names));
  const other = schema["additionalProperties"];
  return { additionalProperties: isJsonObject(other) ? { anyOf: [...values, one(other, names)] } : { anyOf: values } };
}

function describe({ title, description }: JsonObject): JsonObject {
  const text = typeof description === "string" ? description : title;
  return typeof text === "string" && text.trim() !== "" ? { description: clean(text) } : {};
}

function clean(text: string): string {
  return commentLines(text).join("\n");
}
