import { NO_RETRY, type RetryPolicy } from "../config/retry-policy.js";
import { emit } from "../events.js";
import type { PreparedRequest } from "../http/request.js";
import type { Sender } from "../http/send.js";
import type { ReceivedAnswer } from "../http/response.js";
import type { BoundProvider } from "../provider.js";
import { circuitOpen, type SendAttempt } from "./attempt.js";
import { Circuit } from "./circuit.js";
import { observeCircuit } from "./observe-circuit.js";
import { Performance } from "./performance.js";
import { performRequest } from "./retry.js";

/** Sends requests outside use-cases: each is a performance of its own; those that ask for a circuit share one. */
export function standaloneSender(bound: BoundProvider): Sender {
  const { context, definition } = bound;
  let shared: Circuit | undefined;
  return (prepared, attempt) => {
    const { policy, signal } = prepared;
    const { retryPolicy = NO_RETRY, deadline, requestTimeout = bound.requestTimeout } = policy;
    const retries = retryPolicy.kind !== "none";
    if (!retries && deadline === undefined && context.on === undefined) {
      return attempt({ requestTimeout, signals: signal === undefined ? [] : [signal] });
    }
    if (retries) shared ??= new Circuit(context.clock, observeCircuit(context.on, { provider: definition.name }));
    return sendAlone(bound, prepared, { policy: retryPolicy, circuit: retries ? shared : undefined }, attempt);
  };
}

interface Terms {
  readonly policy: RetryPolicy;
  readonly circuit: Circuit | undefined;
}

async function sendAlone(
  { context, definition, requestTimeout }: BoundProvider,
  prepared: PreparedRequest,
  { policy, circuit }: Terms,
  attempt: SendAttempt<ReceivedAnswer>,
): Promise<ReceivedAnswer> {
  const origin = { provider: definition.name };
  const permit = circuit?.admit(prepared.policy.requestTimeout ?? requestTimeout);
  const performance = new Performance({ context, origin, policy, circuit, permit, requestTimeout, endsAt: Infinity });
  const summary = () => ({ ...origin, attempts: performance.attempts, duration: performance.duration });
  try {
    if (circuit !== undefined && permit === undefined) throw circuitOpen(circuit, origin.provider);
    const response = await performRequest(performance, prepared, attempt);
    if (context.on !== undefined) emit(context.on, { type: "success", ...summary() });
    return response;
  } catch (error) {
    if (context.on !== undefined) emit(context.on, { type: "failure", ...summary(), error });
    throw error;
  } finally {
    performance.settle(true);
  }
}
