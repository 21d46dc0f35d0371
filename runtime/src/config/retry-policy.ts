/** A retry policy with every default filled in; all times in ms (rules C12). */
export type RetryPolicy = NoRetryPolicy | CircuitBreakerPolicy;

export interface NoRetryPolicy {
  readonly kind: "none";
  /** Bounds an attempt with its body, digest round trip and redirects, in ms. */
  readonly requestTimeout: number;
}

export interface CircuitBreakerPolicy {
  readonly kind: "circuit-breaker";
  /** Retries after the first attempt: 5 means up to 6 attempts (rules C14). */
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

/** The one home of default values (rules C12, C13). */
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

/** A retry policy as client.json or code gives it; what is left out has the defaults above (rules C12). */
export type RetryPolicyOption =
  | RetryPolicy["kind"]
  | { readonly kind: "none"; readonly requestTimeout?: number | undefined }
  | {
      readonly kind: "circuit-breaker";
      /** Retries after the first attempt. Default 5. */
      readonly maxContiguousRetries?: number | undefined;
      /** Bounds one attempt, in ms. Default 30000. */
      readonly requestTimeout?: number | undefined;
      /** How long the circuit stays open, in ms. Default 30000. */
      readonly openTime?: number | undefined;
      readonly backoff?: BackoffOption | undefined;
    };

export type BackoffOption =
  | "exponential"
  | {
      readonly kind: "exponential";
      /** The first delay, in ms. Default 2000. */
      readonly start?: number | undefined;
      /** Default 2. */
      readonly factor?: number | undefined;
    };

/** A retry policy with every default filled in; missing is `none` (rules C12, C13). */
export function normalizeRetryPolicy(option: RetryPolicyOption = "none"): RetryPolicy {
  const given: Exclude<RetryPolicyOption, string> = typeof option === "string" ? { kind: option } : option;
  const { kind, requestTimeout = DEFAULT_REQUEST_TIMEOUT } = given;
  if (kind === "none") return { kind, requestTimeout };
  const { maxContiguousRetries = DEFAULT_CIRCUIT_BREAKER.maxContiguousRetries } = given;
  const { openTime = DEFAULT_CIRCUIT_BREAKER.openTime, backoff } = given;
  return { kind, maxContiguousRetries, requestTimeout, openTime, backoff: normalizeBackoff(backoff) };
}

function normalizeBackoff(option: BackoffOption = "exponential"): ExponentialBackoff {
  const { backoff } = DEFAULT_CIRCUIT_BREAKER;
  const { start = backoff.start, factor = backoff.factor } = typeof option === "string" ? backoff : { ...option };
  return { kind: "exponential", start, factor };
}
