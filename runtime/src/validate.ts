/** Checks values against JSON Schemas. Calls load it where they validate; applications import it for themselves. */
export { check, type Schema } from "./validate/check.js";
export type { Problem } from "./validate/problems.js";
export type { SchemaProblem } from "./result-error.js";
export { standardSchema, type StandardResult, type StandardSchema } from "./validate/standard-schema.js";
