export * from "./errors.js";
export type * from "./clock.js";
export type * from "./provider/credentials.js";
export type {
  AttemptEvent,
  CircuitEvent,
  CircuitName,
  ClientEvent,
  EventListener,
  EventOrigin,
  EventRequest,
  FailoverEvent,
  FailureEvent,
  RetryEvent,
  SuccessEvent,
} from "./events.js";
export { defineMap, type MapContext, type MapSelection, type UseCaseMap } from "./use-case/map.js";
export type { ConfiguredValues } from "./config/provider-definition.js";
export type { BackoffOption, RetryPolicyOption } from "./config/retry-policy.js";
export type * from "./provider/provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./use-case/call.js";
