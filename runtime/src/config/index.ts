/** Door for the generator: the formats, how they are parsed and normalized. */
export type * from "./client-config.js";
export type * from "./issue.js";
export type * from "./provider-definition.js";
export * from "./base-url.js";
export * from "./env.js";
export * from "./merge-defaults.js";
export * from "./pointer.js";
export * from "./retry-policy.js";
/** Placeholder until the format types are generated from the schema. */
export interface ProviderJson {
  name: string;
}
