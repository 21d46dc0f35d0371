import type { JsonObject, JsonValue } from "./client-config.js";

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object of JSON: not an array, not `null`, not an instance of a class. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` of any realm; by its name it would be that of this one only.
  return prototype === null || Object.hasOwn(prototype as object, "isPrototypeOf");
}

/** A copy of a plain object: what it owns, enumerable or not, each read once, so that it throws no more. */
export function copied(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Reflect.ownKeys(value).map((name) => [name, value[name as string]]));
}

/**
 * The own property of a record. Names come from outside (an id may be `constructor`), so a look-up never reaches a
 * prototype.
 */
export function own<T>(record: { readonly [key: string]: T } | null | undefined, key: string): T | undefined;
export function own(record: object | null | undefined, key: string): unknown;
export function own(record: object | null | undefined, key: string): unknown {
  return record !== undefined && record !== null && Object.hasOwn(record, key)
    ? (record as Record<string, unknown>)[key]
    : undefined;
}

/** `in` for own properties only: what somebody put on `Object.prototype` does not tell which of its forms a result has. */
export function has<T extends object, Key extends string>(
  record: T,
  key: Key,
): record is Extract<T, { readonly [_ in Key]: unknown }> {
  return Object.hasOwn(record, key);
}

/** What stands at the end of a path of keys and indices, by own properties only. */
export function valueAt(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((outer, key) => {
    if (isArray(outer)) return outer[Number(key)];
    return isPlainObject(outer) ? own(outer, key) : undefined;
  }, value);
}

/** A copy that does not take what somebody put on `Object.prototype` for what the record leaves out. */
export function withoutPrototype<T extends object>(record: T): T {
  return Object.assign(Object.create(null) as T, record);
}

/** The same of data with all records within it. */
export function withoutPrototypes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutPrototypes) as T;
  return isPlainObject(value) ? (withoutPrototype(mapValues(value, withoutPrototypes)) as T) : value;
}

/** A record with the same keys, in the same order, and changed values. */
export function mapValues<From, To>(
  record: { readonly [key: string]: From },
  change: (value: From, key: string) => To,
): { readonly [key: string]: To } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
