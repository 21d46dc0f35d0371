import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject, mapValues, own } from "../../config/records.js";
import { referencedPart, SCHEMA_DATA } from "../../config/schema-reference.js";
import { DEEPEST, requireShallow } from "../levels.js";
import { wrongUse } from "../wrong-use.js";

/** Marks properties that only the other direction has. */
export type OtherDirection = "readOnly" | "writeOnly";

/**
 * A copy in which what OpenAPI says otherwise than JSON Schema is said as the latter does: exclusive limits that are
 * booleans (3.0), and properties of the other direction, which nothing needs.
 */
export function readable(document: JsonObject, other: OtherDirection): JsonObject {
  const copyOf = (node: JsonValue, depth: number): JsonValue => {
    if (depth > DEEPEST) throw wrongUse(`the document is nested more than ${DEEPEST} levels deep`);
    if (isArray(node)) return node.map((item) => copyOf(item, depth + 1));
    if (!isPlainObject(node)) return node;
    const copy = mapValues(node, (value, key) => (isData(value, key) ? dataOf(value) : copyOf(value, depth + 1)));
    return { ...copy, ...withoutOther(node, document, other), ...limits(node) };
  };
  return copyOf(document, 0) as JsonObject;
}

/** It is sent as it is. */
function dataOf(value: JsonValue): JsonValue {
  requireShallow(value, "an example in the document");
  return value;
}

/** A property may have such a name too; then it is a schema. */
function isData(value: JsonValue, key: string): boolean {
  return SCHEMA_DATA.has(key) && !(isPlainObject(value) && ("type" in value || "$ref" in value));
}

function withoutOther({ required, properties }: JsonObject, root: JsonObject, other: OtherDirection): JsonObject {
  if (!isArray(required) || !isPlainObject(properties)) return {};
  return {
    required: required.filter(
      (name) => typeof name !== "string" || resolved(own(properties, name), root)?.[other] !== true,
    ),
  };
}

/** `{ minimum: 1, exclusiveMinimum: true }` is `{ exclusiveMinimum: 1 }`. */
function limits(node: JsonObject): JsonObject {
  const changed: { [keyword: string]: JsonValue } = {};
  for (const [limit, exclusive] of LIMITS) {
    const value = own(node, limit);
    if (own(node, exclusive) === true && value !== undefined) changed[exclusive] = value;
  }
  return changed;
}

const LIMITS = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

const MAX_HOPS = 20;

/** What an object is, or its `$ref` leads to; beside a `$ref` counts what the document's version lets count. */
export function resolved(node: unknown, root: JsonObject): JsonObject | undefined {
  let part = node;
  let beside: JsonObject = {};
  for (let hop = 0; hop < MAX_HOPS && isPlainObject(part) && typeof own(part, "$ref") === "string"; hop += 1) {
    const { $ref: _, ...more } = part;
    if (!isReferenceAlone(root)) beside = { ...more, ...beside };
    part = referencedPart(root, part)?.value;
  }
  if (!isPlainObject(part)) return undefined;
  return Object.keys(beside).length === 0 ? part : { ...part, ...beside };
}

/** In OpenAPI 3.0 nothing counts beside a `$ref`. */
export function isReferenceAlone(root: JsonObject): boolean {
  return textAt(root, "openapi").startsWith("3.0");
}

/** A text of a record; empty for anything else. */
export function textAt(record: JsonObject, key: string): string {
  const text = own(record, key);
  return typeof text === "string" ? text : "";
}
