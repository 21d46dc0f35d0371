import type { JsonObject, JsonValue } from "./client-config.js";

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object of JSON: not an array, not `null`, not an instance of a class. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The own property of a record, `undefined` for what is only inherited. */
export function own<T>(record: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What stands at the end of a path of keys and indices, by own properties only. */
export function valueAt(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((outer, key) => {
    if (isArray(outer)) return outer[Number(key)];
    return isPlainObject(outer) ? own(outer, key) : undefined;
  }, value);
}
