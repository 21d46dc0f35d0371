import { isPlainObject } from "../config/options.js";
import { type Problem, problemsIn } from "./problems.js";
import { isReferenceAlone, referencedPart } from "./schema-reference.js";

/** A JSON Schema (draft-07 or 2020-12) as parsed JSON. */
export type Schema = object | boolean;

/**
 * What of a value is not as a JSON Schema says, at most 10 problems; empty where all of it is. Properties that the schema
 * does not know are tolerated, and so `oneOf` reads as `anyOf`; `format` says nothing; what cannot be read holds for
 * everything. Own properties count, and one that is `undefined` is absent. A value that is too deep or too large to be
 * checked is a problem, with the keyword `limit` (rules C21).
 */
export function check(schema: Schema, value: unknown): readonly Problem[] {
  const root = isPlainObject(schema) ? schema : {};
  return problemsIn(schema, value, {
    find: (from) => referencedPart(root, from)?.value,
    isAlone: isReferenceAlone(root),
  });
}
