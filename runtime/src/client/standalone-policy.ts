import { NO_RETRY, type RetryPolicy } from "../config/retry-policy.js";
import { emit } from "../events.js";
import type { ReceivedAnswer } from "../http/response.js";
import type { Dispatch } from "../http/create-provider-client.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import { circuitOpen, type SendAttempt } from "../policy/attempt.js";
import { Circuit, observeCircuit } from "../policy/circuit.js";
import { Performance } from "../policy/performance.js";
import { withPolicy, type PolicyRequest } from "../policy/request-policy.js";
import { performRequest } from "../policy/retry.js";

/** Loaded together with the policy: an attempt that fails does not wait for it then. */
export { serverTexts } from "../http/server-text.js";

/** Makes each request outside a use-case a performance of its own; those that ask for a circuit share one. */
export function dispatchWithPolicy(bound: BoundProvider): Dispatch {
  const { context, definition } = bound;
  let shared: Circuit | undefined;
  return async (prepared, attempt) => {
    const request = withPolicy(prepared);
    const { retryPolicy = NO_RETRY } = request.policy;
    if (retryPolicy.kind === "none") return sendAlone(bound, request, { policy: retryPolicy }, attempt);
    shared ??= new Circuit(context.clock, observeCircuit(context.on, { provider: definition.name }));
    return sendAlone(bound, request, { policy: retryPolicy, circuit: shared }, attempt);
  };
}

interface Terms {
  readonly policy: RetryPolicy;
  readonly circuit?: Circuit | undefined;
}

async function sendAlone(
  { context, definition, requestTimeout }: BoundProvider,
  request: PolicyRequest,
  { policy, circuit }: Terms,
  attempt: SendAttempt<ReceivedAnswer>,
): Promise<ReceivedAnswer> {
  const origin = { provider: definition.name };
  const permit = circuit?.admit(request.policy.requestTimeout ?? requestTimeout);
  const performance = new Performance({ context, origin, policy, circuit, permit, requestTimeout, endsAt: Infinity });
  const summary = () => ({ ...origin, attempts: performance.attempts, duration: performance.duration });
  try {
    if (circuit !== undefined && permit === undefined) throw circuitOpen(circuit, origin.provider);
    const response = await performRequest(performance, request, attempt);
    if (context.on !== undefined) emit(context.on, { type: "success", ...summary() });
    return response;
  } catch (error) {
    if (context.on !== undefined) emit(context.on, { type: "failure", ...summary(), error });
    throw error;
  } finally {
    performance.settle(true);
  }
}
