/** Checks values against JSON Schemas. Calls load it where they validate; applications import it for themselves. */
export { check, type Schema } from "./schema/check.js";
export type { Problem } from "./schema/problems.js";
export type { SchemaProblem } from "./errors/call-errors.js";
export { standardSchema, type StandardResult, type StandardSchema } from "./schema/standard-schema.js";
