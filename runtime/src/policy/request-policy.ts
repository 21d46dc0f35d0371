import type { BadOption, ReadOptions } from "../config/options.js";
import { own } from "../config/records.js";
import {
  BACKOFF_OPTIONS,
  CIRCUIT_BREAKER_OPTIONS,
  NO_RETRY_OPTIONS,
  normalizeRetryPolicy,
  type RetryPolicyOption,
} from "../config/retry-option.js";
import type { RetryPolicy } from "../config/retry-policy.js";
import { requirePositive } from "../config/positive.js";
import type { RequestOptions } from "../provider/provider-client.js";
import type { PreparedRequest } from "../http/request.js";
import type { EventRequest } from "../events.js";

/** What one request says about its own retries. */
export interface RequestPolicy {
  readonly retryPolicy: RetryPolicy | undefined;
  /** In ms; where the request says it itself. */
  readonly requestTimeout: number | undefined;
  /** In ms, from when the request is sent. */
  readonly deadline: number | undefined;
  readonly idempotent: boolean | undefined;
}

/** Checks the options of a request that the policy follows. */
export function readRequestPolicy(options: RequestOptions, bad: BadOption, readOptions: ReadOptions): RequestPolicy {
  const { deadline, idempotent } = options;
  const retryPolicy = readRetryPolicyOption(options.retryPolicy, bad, readOptions);
  const { requestTimeout = retryPolicy?.requestTimeout } = options;
  requirePositive({ requestTimeout }, bad);
  if (Number.isNaN(deadline)) throw bad("`deadline`", "is not a number");
  const policy = retryPolicy && checkedPolicy(normalizeRetryPolicy(retryPolicy), bad);
  return { retryPolicy: policy, requestTimeout, deadline, idempotent };
}

type RetryPolicyObject = Exclude<RetryPolicyOption, string>;

function readRetryPolicyOption(
  option: RetryPolicyOption | undefined,
  bad: BadOption,
  readOptions: ReadOptions,
): RetryPolicyObject | undefined {
  if (option === undefined) return undefined;
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

/** What the policy has to know of a prepared request. Throws a RequestError for options that are wrong. */
export function withPolicy({ label, replayable, options, bad, shared }: PreparedRequest): PolicyRequest {
  return { label, replayable, policy: readRequestPolicy(options, bad, shared.readOptions), signal: options.signal };
}

/** The same with a deadline that is nearer, in ms. */
export function withDeadline(request: PolicyRequest, deadline: number): PolicyRequest {
  return deadline === Infinity ? request : { ...request, policy: { ...request.policy, deadline } };
}

/** What the policy has to know of a request. */
export interface PolicyRequest {
  readonly label: EventRequest;
  readonly policy: RequestPolicy;
  /** Whether the body can be sent a second time. */
  readonly replayable: boolean;
  readonly signal: AbortSignal | undefined;
}
