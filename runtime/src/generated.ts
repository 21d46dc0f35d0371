/** Door of emitted provider modules, format version 1. What stands here is only added to. */
export type * from "./credentials.js";
export type * from "./provider-client.js";
export type * from "./config/provider-definition.js";
