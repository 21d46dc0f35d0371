import type { SdkError } from "../errors/errors.js";
import { type BadOption, isPositive, readOptions, requirePositive, type TableOf } from "./options.js";

/** A retry policy with every default filled in; all times in ms (rules C12). */
export type RetryPolicy = NoRetryPolicy | CircuitBreakerPolicy;

export interface NoRetryPolicy {
  readonly kind: "none";
  /** Bounds an attempt with its body, digest round trip and redirects, in ms. */
  readonly requestTimeout: number;
}

export interface CircuitBreakerPolicy {
  readonly kind: "circuit-breaker";
  /** Retries after the first attempt: 5, the default, means up to 6 attempts (rules C14). */
  readonly maxContiguousRetries: number;
  /** Bounds one attempt, in ms. Default 30000. */
  readonly requestTimeout: number;
  /** `false`: retries alone (extension). Default `true`. */
  readonly circuit: boolean;
  /** How long a circuit that opens rests at first, in ms (extension). Default: the first back-off. */
  readonly openTime: number;
  /** The longest that its rest grows to while probes fail, in ms; a longer `openTime` stands (extension). Default 10000. */
  readonly maxOpenTime: number;
  /**
   * How long a last candidate waits for its circuit beyond its own attempts and back-offs, in ms (extension). Default 1.2
   * times its back-offs, at least 5000.
   */
  readonly patience: number;
  /** How long a provider rests that denies access, in ms (extension). Default 60000, doubled up to 300000 while it does. */
  readonly authCoolDown: number;
  readonly backoff: ExponentialBackoff;
}

export interface ExponentialBackoff {
  readonly kind: "exponential";
  /** The first delay, in ms. Default 2000. */
  readonly start: number;
  /** Default 2. */
  readonly factor: number;
}

/** Default of `requestTimeout`, in ms (rules C12). */
export const DEFAULT_REQUEST_TIMEOUT = 30_000;

/** Default of `maxRetryAfter`, in ms. */
export const DEFAULT_MAX_RETRY_AFTER = 60_000;

/** The settings of `retries` that client.json can have, too. */
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

/** How often a request is sent again where that is harmless: how often, or all of it. */
export type RetriesOption = number | Retries;

/** Retries of whatever is harmless (GET, HEAD, OPTIONS, PUT, DELETE, what has a key, what was never done); times in ms. */
export interface Retries extends RetriesSettings {
  /** Decides where the vendor has words of its own; `undefined` leaves it to the rule. */
  readonly when?: RetryWhen | undefined;
}

/**
 * Asked of every answer whose body was read whole, and of every failure of a connection. `true`: it counts as a 500, and
 * is sent again whatever the method, unless `idempotent: false`. `{ after }`: it counts as a 429 that asks for a wait, in
 * ms. `false`: it counts as an answer, like a 404. `undefined`: the rule decides.
 */
export type RetryWhen = (outcome: AttemptOutcome) => boolean | undefined | { readonly after: number };

/** The argument of `when`: how an attempt ended. */
export interface AttemptOutcome {
  /** Absent where no answer came. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** Absent where the answer is one that is given out. */
  readonly error: SdkError | undefined;
  /** 1 for the first. */
  readonly attempt: number;
}

/** {@link Retries} with every default filled in. */
export interface RetriesPolicy {
  readonly kind: "retries";
  readonly limit: number;
  readonly start: number;
  readonly factor: number;
  readonly max: number;
  readonly within: number;
  /** Bounds an attempt, in ms. */
  readonly requestTimeout: number;
  readonly statuses: readonly number[] | undefined;
  readonly when: RetryWhen | undefined;
}

/** Decides how often a request is sent. */
export type AttemptPolicy = RetryPolicy | RetriesPolicy;

export const DEFAULT_RETRIES: RetriesPolicy = {
  kind: "retries",
  requestTimeout: DEFAULT_REQUEST_TIMEOUT,
  limit: 2,
  start: 500,
  factor: 2,
  max: 8000,
  within: 30_000,
  statuses: undefined,
  when: undefined,
};

const RETRIES_OPTIONS: TableOf<Retries> = {
  limit: "a number",
  start: "a number",
  factor: "a number",
  max: "a number",
  within: "a number",
  statuses: "an Array",
  when: "a function",
};

/** Reads the option; what it leaves out has the defaults. */
export function readRetries(option: unknown, bad: BadOption): RetriesPolicy {
  const given =
    typeof option === "number"
      ? { limit: option }
      : readOptions<Retries>(option as Retries, "retries", RETRIES_OPTIONS, bad);
  const policy = { ...DEFAULT_RETRIES, ...given } as RetriesPolicy;
  if (policy.limit !== 0 && !isPositive(policy.limit, 100))
    throw bad("`retries`", "is not a whole number from 0 to 100");
  const { start, max, within } = policy;
  requirePositive({ "retries.start": start, "retries.max": max, "retries.within": within }, bad);
  if (!(policy.factor >= 1 && policy.factor <= 10)) throw bad("`retries.factor`", "is not from 1 to 10");
  if (policy.statuses?.every((status) => Number.isInteger(status) && status >= 400 && status <= 599) === false)
    throw bad("`retries.statuses`", "is not a list of statuses from 400 to 599");
  return policy;
}
