import { systemClock } from "../clock.js";
import { keeperOfDeeds } from "../deeds.js";
import { ConfigurationError } from "../errors.js";
import { timeoutError } from "../http/attempt.js";
import { openScope, type AttemptLimits } from "../http/attempt-scope.js";
import type { PreparedRequest } from "../http/request.js";
import type { Dispatch } from "../http/create-provider-client.js";
import { isPositive } from "../config/positive.js";
import { withoutPrototype } from "../config/records.js";
import type { BoundProvider } from "../provider/bound-provider.js";

/** Gives the dispatch of requests that have a policy, see `standalone-policy.ts`. */
export type PolicySource = (bound: BoundProvider) => Promise<Dispatch>;

/** Sends requests outside use-cases: by themselves, or as their policy says. */
export function dispatchStandalone(bound: BoundProvider, source: PolicySource = loadPolicy): Dispatch {
  let withPolicy: Dispatch | undefined;
  // Each by itself: on Workers no request may wait for a promise of another's.
  const load = (prepared: PreparedRequest, signals: readonly AbortSignal[]): Promise<Dispatch> => {
    // To load it takes the platform's time, whatever clock the policy has.
    const { requestTimeout } = bound;
    const scope = openScope({ requestTimeout, signals }, systemClock, () => timeoutError(prepared, requestTimeout));
    return scope.run(source(bound)).finally(scope.close);
  };
  return async (prepared, attempt) => {
    const { requestTimeout = bound.requestTimeout, signal } = prepared.options;
    const signals = signal === undefined ? [] : [signal];
    if (!hasPolicy(bound, prepared)) {
      // Nobody else has a say in it, whatever stands on `Object.prototype`.
      return attempt(withoutPrototype({ requestTimeout, signals } as Partial<AttemptLimits> as AttemptLimits));
    }
    const loaded = withPolicy ?? (await load(prepared, signals));
    // All have the first.
    withPolicy ??= loaded;
    return withPolicy(prepared, attempt);
  };
}

/** Retry, circuit and deadline are a quarter of the runtime: they are loaded with the first request that asks for them. */
async function loadPolicy(bound: BoundProvider): Promise<Dispatch> {
  const { dispatchWithPolicy } = await import("./standalone-policy.js").catch(() => {
    throw notLoaded(bound);
  });
  return dispatchWithPolicy(bound);
}

function notLoaded({ definition: { name } }: BoundProvider): ConfigurationError {
  const message =
    "retry, circuit and deadline could not be loaded: is a file of the bundle missing where it is served? A service worker needs the bundle in one file";
  return new ConfigurationError(message, { code: "policy-not-loaded", provider: name });
}

/**
 * Events and hooks come from the policy too, and it is the one that refuses what is wrong, that says of a failure that
 * nobody may repeat it, and tells a map what is done with its signal.
 */
function hasPolicy({ context, configured }: BoundProvider, { options }: PreparedRequest): boolean {
  const { retryPolicy = "none", deadline, requestTimeout = 1, idempotent, signal } = options;
  if (configured.limits !== undefined || retryPolicy !== "none" || deadline !== undefined || idempotent === false)
    return true;
  if ((context.on ?? context.around?.call ?? context.around?.attempt) !== undefined) return true;
  return keeperOfDeeds(signal) !== undefined || !isPositive(requestTimeout);
}
