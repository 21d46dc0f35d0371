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
  /** `false`: retries alone (extension). */
  readonly circuit: boolean;
  /** How long a circuit that opens rests at first, in ms (extension). */
  readonly openTime: number;
  /** The longest that its rest grows to while probes fail, in ms; a longer `openTime` stands (extension). */
  readonly maxOpenTime: number;
  /** How long a last candidate waits for its circuit beyond its own attempts and back-offs, in ms (extension). */
  readonly patience: number;
  /** How long a provider rests that denies access, in ms (extension). */
  readonly authCoolDown: number;
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
  circuit: true,
  openTime: 2000,
  maxOpenTime: 10_000,
  patience: 74_400,
  authCoolDown: 60_000,
  backoff: { kind: "exponential", start: 2000, factor: 2 },
};
export const NO_RETRY: NoRetryPolicy = { kind: "none", requestTimeout: DEFAULT_REQUEST_TIMEOUT };

/** Default of `maxRetryAfter`, in ms. */
export const DEFAULT_MAX_RETRY_AFTER = 60_000;

/** What client.json can say of `retries`, too. */
export interface RetriesSettings {
  /** Retries after the first attempt. Default 2; 0 for none. */
  readonly limit?: number | undefined;
  /** The wait before the first retry, in ms, ±20 %. Default 500. */
  readonly start?: number | undefined;
  /** By which each further wait is longer. Default 2. */
  readonly factor?: number | undefined;
  /** The longest wait that is not the server's wish, in ms. Default 8000. */
  readonly max?: number | undefined;
  /** No retry begins later than that after the request, in ms. Default 30000. */
  readonly within?: number | undefined;
  /** Statuses that are retried, in place of 408, 425, 429 and most of 5xx. */
  readonly statuses?: readonly number[] | undefined;
}
