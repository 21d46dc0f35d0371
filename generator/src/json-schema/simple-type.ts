import type { JsonObject } from "@sdkwright/runtime/config";
import { literalType } from "./literals.js";
import { isJsonArray } from "./schema-part.js";
import { NULL, unionOf, type SchemaType } from "./schema-type.js";

/** Types of `type`, but for objects and arrays. */
export const SCALARS: { readonly [name in "null" | "boolean" | "number" | "string"]: SchemaType } = {
  null: NULL,
  boolean: { kind: "boolean" },
  number: { kind: "number" },
  string: { kind: "string" },
};

/** The type of a scalar of which a type says nothing more, as nearly every second schema is. */
export function simpleType(schema: JsonObject): SchemaType | undefined {
  const { type } = schema;
  if (type !== "string" && type !== "number" && type !== "integer" && type !== "boolean") return undefined;
  for (const keyword of Object.keys(schema)) {
    if (TELLING.has(keyword) && (keyword !== "format" || schema[keyword] === "binary")) return undefined;
  }
  return SCALARS[type === "integer" ? "number" : type];
}

const TELLING: ReadonlySet<string> = new Set(
  "$ref allOf anyOf oneOf not const enum nullable contentMediaType format".split(" "),
);

/** The type of a schema that says which values there are, and nothing that holds beside. */
export function literalsOf(schema: JsonObject): SchemaType | undefined {
  const { const: only, enum: values } = schema;
  if (only === undefined && !(isJsonArray(values) && values.length > 0)) return undefined;
  for (const keyword of COMPOSING) if (schema[keyword] !== undefined) return undefined;
  return only === undefined && isJsonArray(values) ? unionOf(values.map(literalType)) : literalType(only ?? null);
}

const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "nullable"];
