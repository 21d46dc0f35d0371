/** Checks values against JSON Schemas. Calls load it where they validate; applications import it for themselves. */
export { check, type Problem, type Schema } from "./validate/check.js";
export type { SchemaProblem } from "./errors.js";
export { standardSchema, type StandardResult, type StandardSchema } from "./validate/standard-schema.js";
