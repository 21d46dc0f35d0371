import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, mapValues, own } from "../../config/options.js";
import { SCHEMA_DATA } from "../../schema/schema-reference.js";
import { requireShallow } from "../levels.js";
import { References } from "./references.js";

/** Marks properties that only the other direction has. */
export type OtherDirection = "readOnly" | "writeOnly";

/**
 * A copy in which what OpenAPI says otherwise than JSON Schema is said as the latter does: exclusive limits that are
 * booleans (3.0), and properties of the other direction, which nothing needs.
 */
export function readable(document: JsonObject, other: OtherDirection): References {
  const objects: Copy[] = [];
  requireShallow(document, "the document");
  const copyOf = (node: JsonValue): JsonValue => {
    if (isArray(node)) return node.map(copyOf);
    if (!isPlainObject(node)) return node;
    const copied = mapValues(node, (value, key) => (isData(value, key) ? value : copyOf(value)));
    const copy: Copy = { ...copied, ...limits(node) };
    if (isArray(own(copy, "required")) && isPlainObject(own(copy, "properties"))) objects.push(copy);
    return copy;
  };
  const references = new References(copyOf(document) as JsonObject);
  // Only now, because a property may be a reference to what is copied after it.
  for (const copy of objects) copy["required"] = withoutOther(copy, references, other);
  return references;
}

interface Copy {
  [key: string]: JsonValue;
}

/** A property may have such a name too; then it is a schema. */
function isData(value: JsonValue, key: string): boolean {
  return SCHEMA_DATA.has(key) && !(isPlainObject(value) && ("type" in value || "$ref" in value));
}

/** Each name once, however often it stands there. */
function withoutOther({ required, properties }: JsonObject, references: References, other: OtherDirection): JsonValue {
  const names = [...new Set(isArray(required) ? required : [])];
  const isOther = (name: JsonValue): boolean =>
    typeof name === "string" && references.read(own(properties as JsonObject, name), other) === true;
  return names.filter((name) => !isOther(name));
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
