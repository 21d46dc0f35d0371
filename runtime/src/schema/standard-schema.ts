import { check, type Schema } from "./check.js";

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
