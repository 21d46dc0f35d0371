import { throwIfAborted, untilAborted } from "../abort.js";
import { isPositive } from "../config/options.js";
import { readRetries } from "../config/retries.js";
import { ConfigurationError, HttpError, NetworkError, type SdkError, TimeoutError } from "../errors/errors.js";
import type { BoundProvider } from "../http/bound-provider.js";
import { late, missing } from "../late.js";
import type { Dispatch } from "../http/client.js";
import type { PreparedRequest } from "../http/prepare.js";
import { recorderOf } from "../http/side-effects.js";
import type { Circuits } from "../policy/circuits.js";
import type { PolicyDispatch } from "./standalone-policy.js";

/** Gives the dispatch of requests that have a policy, see `standalone-policy.ts`. */
export type PolicySource = (bound: BoundProvider, circuits: Circuits | undefined) => Promise<PolicyDispatch>;

/** Sends requests outside use-cases: by themselves, or as their policy says. `circuits` are those of the client. */
export function dispatchStandalone(
  bound: BoundProvider,
  circuits?: Circuits,
  source: PolicySource = loadPolicy,
): Dispatch {
  let withPolicy: PolicyDispatch | undefined;
  // Each by itself: on Workers no request may wait for a promise of another's.
  const loaded = async (signal: AbortSignal | undefined): Promise<PolicyDispatch> => {
    // All have the first.
    const dispatch = withPolicy ?? (await untilAborted(signal, () => source(bound, circuits)));
    return (withPolicy ??= dispatch);
  };
  return async (prepared, attempt) => {
    const { requestTimeout = bound.requestTimeout, signal } = prepared.options;
    const signals = signal === undefined ? [] : [signal];
    if (hasPolicy(bound, prepared) || circuits?.isIsolated({ provider: bound.definition.name }) === true)
      return (await loaded(signal))(prepared, attempt);
    const { retries } = prepared.options;
    if (retries !== undefined) readRetries(retries, prepared.bad);
    const { clock } = bound.context;
    const startedAt = clock.now();
    let hasActed = false;
    try {
      const { idempotent } = prepared.options;
      const acted = (): void => void (hasActed = true);
      const answer = await attempt({ requestTimeout, signals, idempotent, acted });
      withPolicy?.succeeded?.();
      return answer;
    } catch (error) {
      if (!hasRetries(bound, prepared) || !mayPass(error) || signal?.aborted) throw error;
      // A chunk that cannot be loaded does not hide the failure.
      const dispatch = await loaded(signal).catch(() => undefined);
      throwIfAborted(signal);
      if (dispatch === undefined) throw error;
      return dispatch(prepared, attempt, { error, startedAt, acted: hasActed });
    }
  };
}

/** A failure that may pass, as far as is known at once. */
function mayPass(error: unknown): error is SdkError {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (!(error instanceof HttpError)) return false;
  const { status, retryAfter } = error;
  return status === 408 || status === 425 || status === 429 || status >= 500 || retryAfter !== undefined;
}

/** Between `retries` and `retryPolicy` the nearer counts; a written policy that got here is `none`. */
function hasRetries(bound: BoundProvider, { options }: PreparedRequest): boolean {
  const { retries, retryPolicy } = nearer(bound, options);
  return retryPolicy === undefined && (typeof retries === "object" ? retries.limit : retries) !== 0;
}

type Repeats = Pick<BoundProvider, "retries" | "retryPolicy">;

function nearer(bound: Repeats, options: Partial<Repeats>): Partial<Repeats> {
  return (options.retries ?? options.retryPolicy) === undefined ? bound : options;
}

/** Retry, circuit and deadline are a quarter of the runtime: they are loaded with the first request that asks for them. */
async function loadPolicy(bound: BoundProvider, circuits: Circuits | undefined): Promise<PolicyDispatch> {
  const loaded = await late(() => import("./standalone-policy.js"));
  if (loaded !== undefined) return loaded.dispatchWithPolicy(bound, circuits);
  const message = `retry, circuit and deadline ${missing("policy")} A service worker needs the bundle in one file`;
  throw new ConfigurationError(message, { code: "part-not-loaded", provider: bound.definition.name });
}

/**
 * Events and hooks come from the policy too, and it is the one that refuses what is wrong, that says of a failure that
 * nobody may repeat it, and tells a map what is done with its signal.
 */
function hasPolicy(bound: BoundProvider, { options }: PreparedRequest): boolean {
  const { context, configured, definition } = bound;
  const { deadline = bound.deadline, requestTimeout = 1, idempotent = bound.idempotent, signal } = options;
  if (configured.limits !== undefined || deadline !== undefined || idempotent === false) return true;
  if (definition.idempotent !== undefined) return true;
  // The nearer counts; a `when` that decides by answers sees the first, too.
  const { retries, retryPolicy = "none" } = nearer(bound, options);
  if (retryPolicy !== "none" || (typeof retries === "object" && (retries.when ?? retries.statuses) !== undefined))
    return true;
  if ((context.on ?? context.around?.call ?? context.around?.attempt) !== undefined) return true;
  return recorderOf(signal) !== undefined || !isPositive(requestTimeout);
}
