import type { RetryPolicy as RetryPolicyJson } from "../config/client-json.generated.js";
import { normalizeRetryPolicy } from "../config/normalize-retry-policy.js";
import { MAX_DELAY, type RetryPolicy } from "../config/retry-policy.js";
import type { Refuse } from "../http/refuse.js";
import { isPositive } from "../is-positive.js";
import type { RequestOptions } from "../provider-client.js";

/** A retry policy as code gives it; what is left out has the defaults of client.json (reference, "RetryPolicy"). */
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
export function readRequestPolicy(options: RequestOptions, refuse: Refuse): RequestPolicy {
  const { retryPolicy, deadline, idempotent } = options;
  const ownTimeout = typeof retryPolicy === "object" ? retryPolicy.requestTimeout : undefined;
  const requestTimeout = options.requestTimeout ?? ownTimeout;
  requirePositive({ requestTimeout }, refuse);
  if (deadline !== undefined && typeof deadline !== "number") throw refuse("bad-option", "`deadline` is not a number");
  if (Number.isNaN(deadline)) throw refuse("bad-option", "`deadline` is not a number");
  // Taken for `true`, anything else would be sent twice.
  if (idempotent !== undefined && typeof idempotent !== "boolean")
    throw refuse("bad-option", "`idempotent` is not a boolean");
  return { retryPolicy: readRetryPolicy(retryPolicy, refuse), requestTimeout, deadline, idempotent };
}

function readRetryPolicy(option: RetryPolicyOption | undefined, refuse: Refuse): RetryPolicy | undefined {
  if (option === undefined) return undefined;
  const { kind } = typeof option === "string" ? { kind: option } : option;
  if (kind !== "none" && kind !== "circuit-breaker") {
    throw refuse("bad-option", "the kind of `retryPolicy` is neither none nor circuit-breaker");
  }
  const policy = normalizeRetryPolicy(typeof option === "string" ? option : withoutUndefined(option));
  requirePositive({ requestTimeout: policy.requestTimeout }, refuse);
  if (policy.kind === "none") return policy;
  const { maxContiguousRetries, openTime, backoff } = policy;
  requirePositive({ maxContiguousRetries, openTime, start: backoff.start, factor: backoff.factor }, refuse);
  return policy;
}

function requirePositive(values: { readonly [name: string]: unknown }, refuse: Refuse): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || isPositive(value, MAX_DELAY)) continue;
    throw refuse("bad-option", `\`${name}\` is not a positive integer up to ${MAX_DELAY}`);
  }
}

/** As client.json would say it: a key whose value is `undefined` is a key that is left out. */
function withoutUndefined(option: Exclude<RetryPolicyOption, string>): RetryPolicyJson {
  return JSON.parse(JSON.stringify(option)) as RetryPolicyJson;
}
