import { NO_RETRY, type RetryPolicy } from "../config/retry-policy.js";
import { emit } from "../events.js";
import type { PreparedRequest } from "../http/request.js";
import type { ReceivedAnswer } from "../http/response.js";
import type { Sender } from "../http/send.js";
import type { BoundProvider } from "../provider.js";
import { circuitOpen, type SendAttempt } from "./attempt.js";
import { Circuit } from "./circuit.js";
import { observeCircuit } from "./observe-circuit.js";
import { Performance } from "./performance.js";
import { readRequestPolicy } from "./request-policy.js";
import { performRequest, type PolicyRequest } from "./retry.js";

/** Makes each request outside a use-case a performance of its own; those that ask for a circuit share one. */
export function performanceSender(bound: BoundProvider): Sender {
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

/** What the policy has to know of a prepared request. Throws a RequestError for options that are wrong. */
export function withPolicy({ label, replayable, options, refuse }: PreparedRequest): PolicyRequest {
  return { label, replayable, policy: readRequestPolicy(options, refuse), signal: options.signal };
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
