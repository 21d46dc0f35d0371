/** Failover among functions: of vendors' own SDKs, of hand-written calls, of SDKs that sdkwright has generated. */
export {
  failover,
  type Failover,
  type FailoverCall,
  type FailoverCallOptions,
  type FailoverFunctions,
  type FailoverInput,
  type FailoverOf,
  type FailoverOptions,
  type FailoverOutcome,
  type FunctionContext,
  type FunctionOptions,
  type ProviderFunctionOptions,
} from "./failover/functions.js";
export { thrownBy } from "./failover/call-function.js";
export { type Next, NextError, type NextOptions } from "./failover/call.js";
export * from "./errors/call-errors.js";
export { AuthenticationError, HttpError, NetworkError, SdkError, TimeoutError } from "./errors/errors.js";
