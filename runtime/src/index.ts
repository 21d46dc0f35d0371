export * from "./errors.js";
export * from "./call-errors.js";
export type * from "./around.js";
export * from "./result-error.js";
export type * from "./clock.js";
export type * from "./provider/credentials.js";
export type {
  AttemptEvent,
  CallEvent,
  CircuitCause,
  CircuitEvent,
  CircuitName,
  ClientEvent,
  EventListener,
  EventOrigin,
  EventRequest,
  FailoverEvent,
  FailureEvent,
  HookEvent,
  ImportEvent,
  RetryEvent,
  SuccessEvent,
  ValidationEvent,
  TokenEvent,
} from "./events.js";
export { defineMap, type MapContext, type MapSelection, type UseCaseMap } from "./use-case/map.js";
export type { CircuitControls } from "./client/circuit-controls.js";
export type { ExportedCircuit, ExportedCircuits } from "./policy/circuit-export.js";
export type { CircuitSnapshot } from "./policy/circuit-snapshots.js";
export type { CircuitTarget } from "./policy/circuits.js";
export type { StoredTokens, TokenKey, TokensOption } from "./auth/oauth2/tokens-option.js";
export type { CallSettings, ConfiguredValues, ProviderLimits } from "./config/provider-definition.js";
export type { AttemptOutcome, Retries, RetriesOption, RetryWhen } from "./config/retries.js";
export type { RetriesSettings } from "./config/retry-policy.js";
export type { BackoffOption, RetryPolicyOption } from "./config/retry-option.js";
export type * from "./provider/operation-client.js";
export { isHttpError, type CallOf, type ErrorBody } from "./provider/is-http-error.js";
export type * from "./provider/provider-client.js";
export type { CallError, CallOptions, MapError, Outcome, UseCase } from "./use-case/call.js";
