import { escapeSegment, isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Part } from "./api.js";

/** What a part has under a key. */
export function childOf({ value, pointer }: Part, key: string): Part | undefined {
  const child = isPlainObject(value) ? own(value, key) : undefined;
  return child === undefined ? undefined : { value: child, pointer: `${pointer}/${escapeSegment(key)}` };
}

/** The entries of an object, in the document's order. */
export function entriesOf({ value, pointer }: Part<JsonObject>): readonly (readonly [string, Part])[] {
  return Object.entries(value).map(([key, child]) => [
    key,
    { value: child, pointer: `${pointer}/${escapeSegment(key)}` },
  ]);
}

/** The items of an array. */
export function itemsOf({ value, pointer }: Part<readonly JsonValue[]>): readonly Part[] {
  return value.map((item, index) => ({ value: item, pointer: `${pointer}/${index}` }));
}

export function isObjectPart(part: Part): part is Part<JsonObject> {
  return isPlainObject(part.value);
}

export function isArrayPart(part: Part): part is Part<readonly JsonValue[]> {
  return Array.isArray(part.value);
}

/** The text under a key. */
export function textOf({ value }: Part<JsonObject>, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === "string" ? text : undefined;
}

/** The `$ref` that an object is. */
export function referenceIn(value: JsonValue | undefined): string | undefined {
  const reference = isPlainObject(value) ? own(value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}
