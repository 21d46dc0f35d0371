import { MAX_DELAY } from "../clock.js";
import type { TableOf } from "./options.js";
import { type CircuitBreakerPolicy, DEFAULT_REQUEST_TIMEOUT, type NoRetryPolicy, type RetryPolicy } from "./retries.js";

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

export const NO_RETRY: NoRetryPolicy = { kind: "none", requestTimeout: DEFAULT_REQUEST_TIMEOUT };

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
      /** `false`: retries alone. Default `true`. */
      readonly circuit?: boolean | undefined;
      /** How long a circuit that opens rests at first, in ms. Default: the first back-off. */
      readonly openTime?: number | undefined;
      /** The longest that its rest grows to while probes fail, in ms. Default 10000; a longer `openTime` stands. */
      readonly maxOpenTime?: number | undefined;
      /** How long a last candidate waits for its circuit, in ms. Default 1.2 times its back-offs, at least 5000. */
      readonly patience?: number | undefined;
      /** How long a provider rests that denies access, in ms. Default 60000, doubled up to 300000 while it does. */
      readonly authCoolDown?: number | undefined;
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
export function normalizeRetryPolicy(
  option: RetryPolicyOption = "none",
  defaultTimeout: number = DEFAULT_REQUEST_TIMEOUT,
): RetryPolicy {
  const given: Exclude<RetryPolicyOption, string> = typeof option === "string" ? { kind: option } : option;
  const { requestTimeout = defaultTimeout } = given;
  if (given.kind === "none") return { kind: "none", requestTimeout };
  const defaults = DEFAULT_CIRCUIT_BREAKER;
  const { start = defaults.backoff.start, factor = defaults.backoff.factor } =
    typeof given.backoff === "object" ? given.backoff : {};
  const { maxContiguousRetries = defaults.maxContiguousRetries } = given;
  return {
    kind: "circuit-breaker",
    maxContiguousRetries,
    requestTimeout,
    circuit: given.circuit ?? defaults.circuit,
    openTime: given.openTime ?? start,
    maxOpenTime: given.maxOpenTime ?? defaults.maxOpenTime,
    patience: given.patience ?? defaultPatience(start, factor, maxContiguousRetries),
    authCoolDown: given.authCoolDown ?? defaults.authCoolDown,
    backoff: { kind: "exponential", start, factor },
  };
}

/** Long enough for all back-offs, however they turn out; short ones wait for a circuit's first rests all the same. */
function defaultPatience(start: number, factor: number, retries: number): number {
  const sum = factor === 1 ? start * retries : (start * (factor ** retries - 1)) / (factor - 1);
  return Math.min(Math.max(5000, Math.round(1.2 * sum)), MAX_DELAY);
}

type OfKind<Kind> = Extract<RetryPolicyOption, { readonly kind: Kind }>;

/** What code can give as a `retryPolicy`, by kind. */
export const NO_RETRY_OPTIONS: TableOf<OfKind<"none">> = { kind: "", requestTimeout: "a number" };
export const CIRCUIT_BREAKER_OPTIONS: TableOf<OfKind<"circuit-breaker">> = {
  kind: "",
  maxContiguousRetries: "a number",
  requestTimeout: "a number",
  circuit: "a boolean",
  openTime: "a number",
  maxOpenTime: "a number",
  patience: "a number",
  authCoolDown: "a number",
  backoff: "a string or an object",
};
export const BACKOFF_OPTIONS: TableOf<Exclude<BackoffOption, string>> = {
  kind: "",
  start: "a number",
  factor: "a number",
};
