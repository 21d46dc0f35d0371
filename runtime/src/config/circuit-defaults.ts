import { type CircuitBreakerPolicy, DEFAULT_REQUEST_TIMEOUT, type NoRetryPolicy } from "./retries.js";

/** The defaults of a circuit breaker (rules C12). */
export const DEFAULT_CIRCUIT_BREAKER: CircuitBreakerPolicy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 5,
  requestTimeout: DEFAULT_REQUEST_TIMEOUT,
  circuit: true,
  openTime: 2000,
  maxOpenTime: 10_000,
  patience: 74_400,
  authCoolDown: 60_000,
  backoff: { kind: "exponential", start: 2000, factor: 2 },
};

/** The wait before a harmless request is repeated although another candidate is ready, in ms. */
export const QUICK_REPEAT = 200;

export const NO_RETRY: NoRetryPolicy = { kind: "none", requestTimeout: DEFAULT_REQUEST_TIMEOUT };
