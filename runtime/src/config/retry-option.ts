import { MAX_DELAY } from "../clock.js";
import { DEFAULT_CIRCUIT_BREAKER } from "./circuit-defaults.js";
import { type BadOption, own, readOptions, requirePositive, type TableOf } from "./options.js";
import {
  type AttemptPolicy,
  type CircuitBreakerPolicy,
  DEFAULT_REQUEST_TIMEOUT,
  type ExponentialBackoff,
  type NoRetryPolicy,
  readRetries,
  type Retries,
  type RetryPolicy,
} from "./retries.js";

/** A retry policy as client.json or code gives it; what is left out has the defaults (rules C12). */
export type RetryPolicyOption =
  | RetryPolicy["kind"]
  | OptionOf<NoRetryPolicy>
  | (OptionOf<Omit<CircuitBreakerPolicy, "backoff">> & { readonly backoff?: BackoffOption | undefined });

export type BackoffOption = ExponentialBackoff["kind"] | OptionOf<ExponentialBackoff>;

/** The same with its kind alone required. */
type OptionOf<Policy extends { readonly kind: string }> = { readonly kind: Policy["kind"] } & {
  readonly [Field in Exclude<keyof Policy, "kind">]?: Policy[Field] | undefined;
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
  const { start = defaults.backoff.start, factor = defaults.backoff.factor } = Object(
    given.backoff,
  ) as Partial<ExponentialBackoff>;
  const { maxContiguousRetries = defaults.maxContiguousRetries } = given;
  const { circuit = defaults.circuit, openTime = start, maxOpenTime = defaults.maxOpenTime } = given;
  const { patience = defaultPatience(start, factor, maxContiguousRetries), authCoolDown = defaults.authCoolDown } =
    given;
  const backoff = { kind: "exponential", start, factor } as const;
  return {
    kind: "circuit-breaker",
    maxContiguousRetries,
    requestTimeout,
    circuit,
    openTime,
    maxOpenTime,
    patience,
    authCoolDown,
    backoff,
  };
}

/** Long enough for all back-offs, however they turn out; short ones wait for a circuit's first rests all the same. */
function defaultPatience(start: number, factor: number, retries: number): number {
  const sum = factor === 1 ? start * retries : (start * (factor ** retries - 1)) / (factor - 1);
  return Math.min(Math.max(5000, Math.round(1.2 * sum)), MAX_DELAY);
}

type OfKind<Kind> = Extract<RetryPolicyOption, { readonly kind: Kind }>;

/** The options that code can give as a `retryPolicy`, by kind. */
const NO_RETRY_OPTIONS: TableOf<OfKind<"none">> = { kind: "", requestTimeout: "a number" };
const CIRCUIT_BREAKER_OPTIONS: TableOf<OfKind<"circuit-breaker">> = {
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
const BACKOFF_OPTIONS: TableOf<Exclude<BackoffOption, string>> = {
  kind: "",
  start: "a number",
  factor: "a number",
};

/** How requests are repeated, as a caller says it. */
interface Repeats {
  readonly retries?: number | Retries | undefined;
  readonly retryPolicy?: RetryPolicyOption | undefined;
}

/** Both are read, because no option is ignored: beside a policy `retries` say nothing. */
export function readPolicy({ retries, retryPolicy }: Repeats, bad: BadOption): AttemptPolicy | undefined {
  const own = retries === undefined ? undefined : readRetries(retries, bad);
  if (retryPolicy === undefined) return own;
  return checkedPolicy(normalizeRetryPolicy(readRetryPolicyOption(retryPolicy, bad)), bad);
}

type RetryPolicyObject = Exclude<RetryPolicyOption, string>;

function readRetryPolicyOption(option: RetryPolicyOption, bad: BadOption): RetryPolicyObject {
  const given = typeof option === "string" ? { kind: option } : option;
  const kind = own(given, "kind");
  if (kind !== "none" && kind !== "circuit-breaker") {
    throw bad("the kind of `retryPolicy`", "is neither none nor circuit-breaker");
  }
  const table = kind === "none" ? NO_RETRY_OPTIONS : CIRCUIT_BREAKER_OPTIONS;
  const read = readOptions<RetryPolicyObject>(given, "retryPolicy", table, bad);
  if (read.kind === "none" || read.backoff === undefined) return read;
  const { backoff } = read;
  const settings = typeof backoff === "string" ? { kind: backoff } : backoff;
  const readBackoff = readOptions(settings, "retryPolicy.backoff", BACKOFF_OPTIONS, bad);
  if (readBackoff.kind === "exponential") return Object.assign(read, { backoff: readBackoff });
  throw bad("the kind of `retryPolicy.backoff`", "is not exponential");
}

function checkedPolicy(policy: RetryPolicy, bad: BadOption): RetryPolicy {
  if (policy.kind === "none") return policy;
  const { maxContiguousRetries, openTime, maxOpenTime, patience, authCoolDown, backoff } = policy;
  const { start, factor } = backoff;
  // The others first: what is left out follows from them.
  requirePositive({ maxContiguousRetries, start, factor }, bad);
  requirePositive({ openTime, maxOpenTime, patience, authCoolDown }, bad);
  return policy;
}
