export * from "./errors.js";
export type * from "./clock.js";
export type * from "./credentials.js";
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
export { defineMap, type MapContext, type MapSelection, type UseCaseMap } from "./map.js";
export type { BackoffOption, RetryPolicyOption } from "./policy/request-policy.js";
export type * from "./provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./use-case.js";
