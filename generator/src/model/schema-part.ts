import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";

/** What a pointer in a `$ref` points to (RFC 6901, in a URI fragment). */
export function atPointer(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let value: JsonValue | undefined = root;
  for (const segment of reference.split("/").slice(1)) {
    const key = unescapeSegment(segment);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [key: string]: JsonValue })[key];
  }
  return value;
}

/** A schema, or what it refers to. */
export function dereference(root: JsonObject, schema: JsonValue | undefined): JsonObject | undefined {
  let current = schema;
  for (let hops = 0; isJsonObject(current) && hops < MAX_HOPS; hops += 1) {
    if (typeof current["$ref"] !== "string") return current;
    current = atPointer(root, current["$ref"]);
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

/** References that go round in a circle without arriving anywhere. */
const MAX_HOPS = 100;

function unescapeSegment(segment: string): string {
  const unescaped = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}
