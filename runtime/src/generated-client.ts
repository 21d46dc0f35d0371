/** Door of the emitted client and its profiles, format version 1. What stands here is only added to. */
export { bindClient, type ClientOptions, type ClientParts } from "./client.js";
export type * from "./client-options.js";
export type * from "./config/provider-definition.js";
export type * from "./credentials.js";
export type { ClientEvent, EventListener } from "./events.js";
export type { MapContext, UseCaseMap } from "./map.js";
export type * from "./profile-definition.js";
export type { OneOrMany, ProviderClient } from "./provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./use-case.js";
