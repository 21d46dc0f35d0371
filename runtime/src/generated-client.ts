/** Door of the emitted client and its profiles, format version 1. What stands here is only added to. */
export { bindClient, type ClientOptions, type CommonClientOptions } from "./client/bind-client.js";
export type { CircuitControls } from "./client/circuit-controls.js";
export type { ClientParts } from "./client/client-json.js";
export type * from "./config/provider-definition.js";
export type * from "./provider/credentials.js";
export type { ClientEvent, EventListener } from "./events.js";
export type { MapContext, UseCaseMap, UseCaseMapFor } from "./use-case/map.js";
export type * from "./config/profile-definition.js";
export type { BaseUrls, HeadersFromCode, OneOrMany, ProviderClient, WithScopes } from "./provider/provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./use-case/call.js";
export type { MapsOption } from "./use-case/map-selection.js";
