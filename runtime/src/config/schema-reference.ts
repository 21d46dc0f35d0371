import type { JsonObject, JsonValue } from "./client-config.js";
import { escapeSegment, pointerSegments, toPointer } from "./pointer.js";
import { isArray, isPlainObject, own, valueAt } from "./records.js";

/** A part of a JSON Schema, and the JSON pointer to it. */
export interface SchemaPart {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Keywords whose values are data, not schemas. */
export const SCHEMA_DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example"]);

/** Keywords whose values are schemas by name: a name there is no keyword. */
export const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependencies",
  "dependentSchemas",
]);

/** What a `$ref` within a schema leads to: `#`, a JSON pointer in a fragment (RFC 6901 §6), or an `$anchor`. */
export function referencedPart(root: JsonObject, reference: string): SchemaPart | undefined {
  if (!reference.startsWith("#")) return undefined;
  const fragment = decoded(reference.slice(1));
  if (fragment !== "" && !fragment.startsWith("/")) return anchored(root, fragment, "");
  const keys = pointerSegments(fragment);
  const value = valueAt(root, keys);
  return value === undefined ? undefined : { pointer: toPointer(...keys), value };
}

/** Where a name is given: by `$anchor`, or by `$id` before 2019-09. */
function anchored(node: JsonValue, name: string, pointer: string): SchemaPart | undefined {
  if (isArray(node)) return firstOf(node.entries(), (item, index) => anchored(item, name, `${pointer}/${index}`));
  if (!isPlainObject(node)) return undefined;
  const isNamed = ["$anchor", "$dynamicAnchor"].some((keyword) => own(node, keyword) === name);
  if (isNamed || own(node, "$id") === `#${name}`) return { pointer, value: node };
  return firstOf(Object.entries(node), (value, keyword) => {
    const place = `${pointer}/${escapeSegment(keyword)}`;
    if (SCHEMA_DATA.has(keyword)) return undefined;
    if (!SCHEMAS_BY_NAME.has(keyword) || !isPlainObject(value)) return anchored(value, name, place);
    return firstOf(Object.entries(value), (schema, key) => anchored(schema, name, `${place}/${escapeSegment(key)}`));
  });
}

function firstOf<K>(
  entries: Iterable<readonly [K, JsonValue]>,
  find: (value: JsonValue, key: K) => SchemaPart | undefined,
): SchemaPart | undefined {
  for (const [key, value] of entries) {
    const found = find(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
