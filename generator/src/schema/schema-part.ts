import { type JsonObject, type JsonValue, referencedPart } from "@sdkwright/runtime/config";

/** A schema as an object: `true` says nothing, `false` allows nothing. */
export function schemaObject(schema: JsonObject | boolean): JsonObject {
  return typeof schema === "boolean" ? (schema ? {} : { not: {} }) : schema;
}

/** A schema, or what it refers to. */
export function dereference(root: JsonObject, schema: JsonValue | undefined): JsonObject | undefined {
  let current = schema;
  // References may go round in a circle without arriving anywhere.
  for (const seen = new Set<JsonObject>(); isJsonObject(current) && !seen.has(current);) {
    if (typeof current["$ref"] !== "string") return current;
    seen.add(current);
    current = referencedPart(root, current)?.value;
  }
  return undefined;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}

/** `Array.isArray` that also narrows readonly arrays. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** What a schema refers to, if it does nothing else. */
export function onlyReference(schema: JsonObject, isAlone: boolean): string | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string") return undefined;
  return isAlone || Object.keys(schema).every((keyword) => keyword === "$ref" || SILENT.has(keyword))
    ? $ref
    : undefined;
}

/** Keywords that change nothing about the values. */
const SILENT: ReadonlySet<string> = new Set(["title", "description", "$comment", "$defs", "definitions", "$anchor"]);
