import { type BadOption, own, requirePositive } from "../config/options.js";
import { operationPattern, pathBelow } from "../config/path-pattern.js";
import { type AttemptPolicy, DEFAULT_RETRIES } from "../config/retries.js";
import { NO_RETRY } from "../config/circuit-defaults.js";
import { readPolicy, type RetryPolicyOption } from "../config/retry-option.js";
import { type PreparedRequest } from "../http/prepare.js";
import type { BoundProvider } from "../http/bound-provider.js";
import type { RequestKey } from "../http/request-key.js";
import type { EventRequest } from "../telemetry/events.js";
import { recorderOf } from "../http/side-effects.js";
import { isHarmless } from "./classify.js";

/** How a request is repeated, and how long it may take. */
export interface RequestPolicy {
  /** The request's own. */
  readonly own: AttemptPolicy | undefined;
  /** Its client's for all requests; `retries` by default. */
  readonly ofClient: AttemptPolicy;
  /** In ms; `undefined` if the request does not say it. */
  readonly requestTimeout: number | undefined;
  /** In ms, from when the request is sent. */
  readonly deadline: number | undefined;
  readonly idempotent: boolean | undefined;
  /** To send it twice has no second effect: by its method, by its key, or because it says so. */
  readonly harmless: boolean;
  /** Makes it harmless; whatever `idempotent` says, if its operation honours keys. */
  readonly key?: RequestKey | undefined;
}

/** Reads the options of a request that the policy follows, and those of its client. */
function readRequestPolicy(prepared: PreparedRequest, ownSignal: AbortSignal | undefined): RequestPolicy {
  const { bound, label, options, bad, key } = prepared;
  const { deadline = bound.deadline, idempotent = bound.idempotent ?? declared(prepared) } = options;
  const { requestTimeout = requestTimeoutOf(options.retryPolicy) } = options;
  requirePositive({ requestTimeout }, bad);
  if (Number.isNaN(deadline)) throw bad("`deadline`", "is not a number");
  const own = readPolicy(options, bad);
  // With the signal of another's map: that one repeats, and one layer is enough.
  const isFreeToRepeat = options.signal === ownSignal || recorderOf(options.signal) === undefined;
  const ofClient = isFreeToRepeat ? clientPolicy(bound, bad) : NO_RETRY;
  const isRepeatable = idempotent ?? (isHarmless(label.method) || key?.isTrusted === true);
  const harmless = isRepeatable || key?.isHonoured === true;
  return { own, ofClient, requestTimeout, deadline, idempotent, harmless, key };
}

const clientPolicies = new WeakMap<BoundProvider, AttemptPolicy>();

/** Read once: nobody changes it. */
function clientPolicy(bound: BoundProvider, bad: BadOption): AttemptPolicy {
  const policy = clientPolicies.get(bound) ?? readPolicy(bound, bad) ?? DEFAULT_RETRIES;
  clientPolicies.set(bound, policy);
  return policy;
}

/** By the definition; if several of its patterns match, `false` wins. */
function declared(prepared: PreparedRequest): boolean | undefined {
  const { idempotent } = prepared.bound.definition;
  if (idempotent === undefined) return undefined;
  const { method, path } = prepared.label;
  const paths = [path.replace(/^\/?/, "/"), sentPath(prepared)];
  const matching = Object.entries(idempotent).filter(([text]) => {
    const matches = operationPattern(text);
    return paths.some((each) => matches(method, each));
  });
  return matching.length === 0 ? undefined : matching.every(([, isHarmless]) => isHarmless);
}

/** The path as it goes out, below the base URL's: one operation can be written in many ways. */
function sentPath(prepared: PreparedRequest): string {
  try {
    return pathBelow(prepared.render([]).url, prepared.base);
  } catch {
    // A key that is to stand in it is not there yet.
    return "";
  }
}

/** The time limit in a policy, if it has one. */
export function requestTimeoutOf(policy: RetryPolicyOption | undefined): number | undefined {
  return typeof policy === "object" ? (own(policy, "requestTimeout") as number | undefined) : undefined;
}

/** The policy's part of a prepared request, of a map with that signal, or of none. Throws a RequestError for wrong options. */
export function withPolicy(prepared: PreparedRequest, ownSignal?: AbortSignal): PolicyRequest {
  const { label, replayable, options } = prepared;
  return { label, replayable, policy: readRequestPolicy(prepared, ownSignal), signal: options.signal };
}

/** The same with a deadline that is nearer, in ms. */
export function withDeadline(request: PolicyRequest, deadline: number): PolicyRequest {
  return deadline === Infinity ? request : { ...request, policy: { ...request.policy, deadline } };
}

/** A request as the policy sees it. */
export interface PolicyRequest {
  readonly label: EventRequest;
  readonly policy: RequestPolicy;
  /** The body can be sent a second time. */
  readonly replayable: boolean;
  /** Whatever its policy, it is not made again once it may have taken effect, unless it is harmless. */
  readonly isCautious?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}
