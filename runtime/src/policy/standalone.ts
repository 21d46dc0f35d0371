import { MAX_DELAY } from "../config/retry-policy.js";
import { ConfigurationError } from "../errors.js";
import type { PreparedRequest } from "../http/request.js";
import type { Sender } from "../http/send.js";
import type { BoundProvider } from "../provider.js";

/** Gives the sender of requests that have a policy, see `performance-sender.ts`. */
export type PolicySource = (bound: BoundProvider) => Promise<Sender>;

/** Sends requests outside use-cases: by themselves, or as their policy says. */
export function standaloneSender(bound: BoundProvider, source: PolicySource = loadPolicy): Sender {
  let withPolicy: Promise<Sender> | undefined;
  return async (prepared, attempt) => {
    if (!hasPolicy(bound, prepared)) {
      const { requestTimeout = bound.requestTimeout, signal } = prepared.options;
      return attempt({ requestTimeout, signals: signal === undefined ? [] : [signal] });
    }
    withPolicy ??= source(bound).catch((error: unknown) => {
      // What could not be loaded once may be there for the next request.
      withPolicy = undefined;
      throw error;
    });
    return (await withPolicy)(prepared, attempt);
  };
}

/** Retry, circuit and deadline are a quarter of the runtime: they are loaded with the first request that asks for them. */
async function loadPolicy(bound: BoundProvider): Promise<Sender> {
  const { performanceSender } = await import("./performance-sender.js").catch(() => {
    const message =
      "retry, circuit and deadline could not be loaded: a part of the bundle is missing where it is served";
    throw new ConfigurationError(message, { code: "policy-not-loaded", provider: bound.definition.name });
  });
  return performanceSender(bound);
}

/** Events come from the policy too, and it is the one that refuses what is wrong. */
function hasPolicy({ context }: BoundProvider, { options }: PreparedRequest): boolean {
  const { retryPolicy = "none", deadline, requestTimeout = 1 } = options;
  if (retryPolicy !== "none" || deadline !== undefined || context.on !== undefined) return true;
  return !(Number.isInteger(requestTimeout) && requestTimeout > 0 && requestTimeout <= MAX_DELAY);
}
