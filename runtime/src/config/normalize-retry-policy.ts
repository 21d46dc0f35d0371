import type { Backoff, RetryPolicy as RetryPolicyJson } from "./client-json.generated.js";
import { DEFAULT_CIRCUIT_BREAKER, type ExponentialBackoff, NO_RETRY, type RetryPolicy } from "./retry-policy.js";

/** A retry policy with every default filled in; missing is `none` (C12, C13). */
export function normalizeRetryPolicy(policy: RetryPolicyJson = "none"): RetryPolicy {
  const {
    kind,
    requestTimeout = NO_RETRY.requestTimeout,
    ...rest
  } = typeof policy === "string" ? { kind: policy } : policy;
  if (kind === "none") return { kind, requestTimeout };
  const { maxContiguousRetries, openTime } = { ...DEFAULT_CIRCUIT_BREAKER, ...rest };
  return { kind, maxContiguousRetries, requestTimeout, openTime, backoff: normalizeBackoff(rest.backoff) };
}

function normalizeBackoff(backoff: Backoff = "exponential"): ExponentialBackoff {
  const { start, factor } = { ...DEFAULT_CIRCUIT_BREAKER.backoff, ...(typeof backoff === "string" ? {} : backoff) };
  return { kind: "exponential", start, factor };
}
