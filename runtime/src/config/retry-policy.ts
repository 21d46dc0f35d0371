/** A retry policy with every default filled in; all times in ms (reference, "RetryPolicy"). */
export type RetryPolicy = NoRetryPolicy | CircuitBreakerPolicy;

export interface NoRetryPolicy {
  readonly kind: "none";
  /** Bounds an attempt with its body, digest round trip and redirects, in ms. */
  readonly requestTimeout: number;
}

export interface CircuitBreakerPolicy {
  readonly kind: "circuit-breaker";
  /** Retries after the first attempt: 5 means up to 6 attempts (C14). */
  readonly maxContiguousRetries: number;
  readonly requestTimeout: number;
  /** How long the circuit stays open, in ms (extension). */
  readonly openTime: number;
  readonly backoff: ExponentialBackoff;
}

export interface ExponentialBackoff {
  readonly kind: "exponential";
  /** The first delay, in ms. */
  readonly start: number;
  readonly factor: number;
}

/** The one home of default values (reference, "Limits"). */
export const DEFAULT_REQUEST_TIMEOUT = 30_000;
export const DEFAULT_CIRCUIT_BREAKER: CircuitBreakerPolicy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 5,
  requestTimeout: DEFAULT_REQUEST_TIMEOUT,
  openTime: 30_000,
  backoff: { kind: "exponential", start: 2000, factor: 2 },
};
export const NO_RETRY: NoRetryPolicy = { kind: "none", requestTimeout: DEFAULT_REQUEST_TIMEOUT };

/** Default of `maxRetryAfter`, in ms. */
export const DEFAULT_MAX_RETRY_AFTER = 60_000;

/** The longest delay that a timer of JavaScript can hold, in ms. */
export const MAX_DELAY = 2_147_483_647;
