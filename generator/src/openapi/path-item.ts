import type { JsonObject } from "@sdkwright/runtime/config";
import type { Part } from "./api.js";
import { childOf, isObjectPart, referenceIn } from "./part.js";
import { objectAt, type Reading } from "./reading.js";

/** A path item and, behind it, what it refers to: a field is looked for in one after the other. */
export type PathItem = readonly Part<JsonObject>[];

/** `undefined` where its `$ref` leads nowhere: then the path is left out. */
export function pathItemAt(part: Part, reading: Reading): PathItem | undefined {
  const end = objectAt(part, "this path", reading);
  return end && [...fieldsBefore(part, reading), end];
}

/** Fields may stand beside each `$ref` on the way. */
function fieldsBefore(part: Part, { document, spendOn }: Reading): PathItem {
  const found: Part<JsonObject>[] = [];
  let current: Part | undefined = part;
  while (current !== undefined && isObjectPart(current)) {
    const reference = referenceIn(current.value);
    if (reference === undefined) break;
    found.push(current);
    if (found.length > 1) spendOn(current);
    current = document.target(reference);
  }
  return found;
}

export function fieldOf(item: PathItem, key: string): Part | undefined {
  for (const part of item) {
    const field = childOf(part, key);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The part of a path item that has a field. */
export function holderOf(item: PathItem, key: string): Part<JsonObject> | undefined {
  return item.find((part) => childOf(part, key) !== undefined);
}
