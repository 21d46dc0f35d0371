import type { JsonValue } from "./client-config.js";
import { valueAt } from "./json.js";
import { pointerSegments } from "./pointer.js";

/**
 * A document without the places that the pointers name; `undefined` where the whole of it is named. An item that is
 * taken out of an array leaves a hole, so that the others keep their places. Changes the value that it is given.
 */
export function prune(value: JsonValue, pointers: Iterable<string>): JsonValue | undefined {
  for (const pointer of pointers) {
    const keys = pointerSegments(pointer);
    const last = keys.pop();
    if (last === undefined) return undefined;
    const parent = valueAt(value, keys);
    if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, last);
  }
  return value;
}
