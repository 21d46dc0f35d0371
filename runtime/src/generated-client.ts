/** Entry point of the emitted client and its profiles, format version 1. Its exports are only added to. */
export { bindClient, bindProviders, type ClientOptions, type CommonClientOptions } from "./client/bind-client.js";
export type { CircuitControls } from "./client/circuit-controls.js";
export type { ClientJson, ClientParts } from "./client/parts.js";
export type * from "./auth/credential-types.js";
export type { ClientEvent, EventListener } from "./telemetry/events.js";
export type { MapContext, UseCaseMap, UseCaseMapFor } from "./failover/call.js";
export type * from "./config/definition.js";
export type { BaseUrls, HeadersFromCode, OneOrMany, ProviderClient, WithScopes } from "./http/provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./failover/call.js";
export type { MapsOption } from "./failover/bind-profile.js";
