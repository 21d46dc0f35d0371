import type { JsonValue } from "../config/definition.js";
import { pointerSegments } from "../config/env.js";
import { valueAt } from "../config/options.js";
import { placeOf, type SchemaError, type Validate } from "./schema-error.js";

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

/** What is left when all that fails is taken out, and then what fails for lack of it; only the root may lack keys. */
export function soundPart(
  part: JsonValue | undefined,
  errors: readonly SchemaError[],
  validate: Validate,
): JsonValue | undefined {
  const gone = new Set<string>();
  let left = part;
  for (let failing = errors; failing.length > 0 && left !== undefined; failing = validate(left)) {
    const places = failing.filter(({ pointer, keyword }) => pointer !== "" || keyword !== "required").map(placeOf);
    const more = places.filter((place) => !gone.has(place));
    if (more.length === 0) break;
    for (const place of more) gone.add(place);
    left = prune(left, more);
  }
  return left;
}
