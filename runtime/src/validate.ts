/** Checks values against JSON Schemas. Calls load it where they validate; applications import it for themselves. */
import { isPlainObject } from "./config/options.js";
import { type Problem, problemsIn } from "./schema/check.js";
import { isReferenceAlone, referencedPart } from "./schema/schema-reference.js";

export type { Problem } from "./schema/check.js";
export type { SchemaProblem } from "./errors/call-errors.js";

/** A JSON Schema (draft-07 or 2020-12) as parsed JSON. */
export type Schema = object | boolean;

/**
 * Finds the problems of a value by a JSON Schema, at most 10. Properties that the schema does not know are tolerated, and so
 * `oneOf` reads as `anyOf`; `format` is not checked; a part that cannot be read holds for everything, as does a pattern that
 * refers to a group. Own properties count, and one that is `undefined` is absent. A value that is too deep or too large to
 * be checked is a problem with the keyword `limit` (rules C21).
 */
export function check(schema: Schema, value: unknown): readonly Problem[] {
  const root = isPlainObject(schema) ? schema : {};
  return problemsIn(schema, value, {
    find: (from) => referencedPart(root, from)?.value,
    isAlone: isReferenceAlone(root),
  });
}

/** The interface of Standard Schema, version 1 (https://standardschema.dev). */
export interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Value>;
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

/** The value as it came, or what is wrong with it. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };

/** A JSON Schema for what takes a Standard Schema: forms, routers, RPC. `Value` is the type that it stands for. */
export function standardSchema<Value = unknown>(schema: Schema): StandardSchema<Value> {
  const validate = (value: unknown): StandardResult<Value> => {
    const issues = check(schema, value);
    return issues.length === 0 ? { value: value as Value } : { issues };
  };
  return { "~standard": { version: 1, vendor: "sdkwright", validate } };
}
