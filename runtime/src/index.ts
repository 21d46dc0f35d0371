export * from "./errors/errors.js";
export * from "./errors/call-errors.js";
export * from "./errors/webhook-error.js";
export type * from "./telemetry/around.js";
export type * from "./clock.js";
export type * from "./auth/credential-types.js";
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
} from "./telemetry/events.js";
export {
  type CallError,
  type CallOptions,
  defineMap,
  type MapContext,
  type MapError,
  type MapSelection,
  type Next,
  NextError,
  type NextOptions,
  type Outcome,
  type UseCase,
  UseCaseError,
  type UseCaseMap,
} from "./failover/call.js";
export type { CircuitControls } from "./client/circuit-controls.js";
export type { ExportedCircuit, ExportedCircuits } from "./policy/circuit-table.js";
export type { CircuitSnapshot, CircuitTarget } from "./policy/circuits.js";
export type { StoredTokens, TokenKey, TokensOption } from "./auth/oauth2-types.js";
export type {
  CallSettings,
  ConfiguredValues,
  PagesNext,
  PagesRule,
  PagesToken,
  ProviderLimits,
} from "./config/definition.js";
export type { AttemptOutcome, Retries, RetriesOption, RetriesSettings, RetryWhen } from "./config/retries.js";
export type { BackoffOption, RetryPolicyOption } from "./config/retry-option.js";
export type * from "./http/operation-types.js";
export type * from "./http/pages-types.js";
export { isHttpError, type CallOf, type ErrorBody } from "./http/is-http-error.js";
export type * from "./http/provider-client.js";
export type * from "./http/stream-types.js";
