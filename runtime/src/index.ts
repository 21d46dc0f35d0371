export * from "./errors.js";
export type * from "./credentials.js";
export type * from "./provider-client.js";
