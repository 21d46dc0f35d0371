import type { JsonValue } from "./definition.js";
import { isArray, isPlainObject, own } from "./options.js";

/** A key as a segment of a JSON pointer (RFC 6901 §3). */
export function escapeSegment(key: string | number): string {
  const text = String(key);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** The keys of a JSON pointer. */
export function pointerSegments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer from keys. */
export function toPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapeSegment(key)}`).join("");
}

/** Tells whether a pointer names the same place as another, or one below it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** Returns the value at the end of a path of keys and indices, by own properties only. */
export function valueAt(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((outer, key) => {
    if (isArray(outer)) return outer[Number(key)];
    return isPlainObject(outer) ? own(outer, key) : undefined;
  }, value);
}
