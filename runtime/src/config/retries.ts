import type { SdkError } from "../errors.js";
import type { BadOption, ReadOptions, TableOf } from "./options.js";
import { isPositive, requirePositive } from "./positive.js";
import { DEFAULT_REQUEST_TIMEOUT, type RetriesSettings, type RetryPolicy } from "./retry-policy.js";

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

/** What `when` is told of an attempt. */
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

/** What decides how often a request is sent. */
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
export function readRetries(option: unknown, bad: BadOption, readOptions: ReadOptions): RetriesPolicy {
  const given = typeof option === "number" ? { limit: option } : readOptions<Retries>(option as Retries, "retries", RETRIES_OPTIONS, bad); // prettier-ignore
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
