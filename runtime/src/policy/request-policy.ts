import { normalizeRetryPolicy, type RetryPolicyOption } from "../config/retry-option.js";
import type { RetryPolicy } from "../config/retry-policy.js";
import type { InvalidRequest } from "../http/invalid.js";
import { requirePositive } from "../config/positive.js";
import type { RequestOptions } from "../provider/provider-client.js";
import type { PreparedRequest } from "../http/request.js";
import type { RequestError } from "../errors.js";
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
export function readRequestPolicy(options: RequestOptions, invalid: InvalidRequest): RequestPolicy {
  const { retryPolicy, deadline, idempotent } = options;
  const ownTimeout = typeof retryPolicy === "object" ? retryPolicy.requestTimeout : undefined;
  const requestTimeout = options.requestTimeout ?? ownTimeout;
  requirePositive({ requestTimeout }, badOption(invalid));
  if (deadline !== undefined && typeof deadline !== "number") throw invalid("bad-option", "`deadline` is not a number");
  if (Number.isNaN(deadline)) throw invalid("bad-option", "`deadline` is not a number");
  // Taken for `true`, anything else would be sent twice.
  if (idempotent !== undefined && typeof idempotent !== "boolean")
    throw invalid("bad-option", "`idempotent` is not a boolean");
  return { retryPolicy: readRetryPolicy(retryPolicy, invalid), requestTimeout, deadline, idempotent };
}

function readRetryPolicy(option: RetryPolicyOption | undefined, invalid: InvalidRequest): RetryPolicy | undefined {
  if (option === undefined) return undefined;
  const { kind } = typeof option === "string" ? { kind: option } : option;
  if (kind !== "none" && kind !== "circuit-breaker") {
    throw invalid("bad-option", "the kind of `retryPolicy` is neither none nor circuit-breaker");
  }
  const policy = normalizeRetryPolicy(option);
  requirePositive({ requestTimeout: policy.requestTimeout }, badOption(invalid));
  if (policy.kind === "none") return policy;
  if (typeof policy.circuit !== "boolean") throw invalid("bad-option", "`circuit` is not a boolean");
  const { maxContiguousRetries, openTime, maxOpenTime, patience, authCoolDown, backoff } = policy;
  const { start, factor } = backoff;
  // The others first: what is left out follows from them.
  requirePositive({ maxContiguousRetries, start, factor }, badOption(invalid));
  requirePositive({ openTime, maxOpenTime, patience, authCoolDown }, badOption(invalid));
  return policy;
}

function badOption(invalid: InvalidRequest): (option: string, problem: string) => RequestError {
  return (option, problem) => invalid("bad-option", `${option} ${problem}`);
}

/** What the policy has to know of a prepared request. Throws a RequestError for options that are wrong. */
export function withPolicy({ label, replayable, options, invalid }: PreparedRequest): PolicyRequest {
  return { label, replayable, policy: readRequestPolicy(options, invalid), signal: options.signal };
}

/** What the policy has to know of a request. */
export interface PolicyRequest {
  readonly label: EventRequest;
  readonly policy: RequestPolicy;
  /** Whether the body can be sent a second time. */
  readonly replayable: boolean;
  readonly signal: AbortSignal | undefined;
}
