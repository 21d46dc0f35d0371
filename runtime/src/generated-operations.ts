/**
 * Door of emitted definitions that have operations which differ on the wire, format version 1. What stands here is only
 * added to.
 */
export { operations } from "./operations/operations.js";
export type * from "./config/definition.js";
export type * from "./config/definition.js";
