import type { TokenGate, TokenPass } from "../auth/authenticate.js";
import type { AttemptPolicy } from "../config/retries.js";
import type { CircuitOpenError } from "../errors/call-errors.js";
import { type RequestLabel, TimeoutError } from "../errors/errors.js";
import { retryAfterOf } from "./attempt.js";
import { circuitOpen } from "./circuit-open.js";
import type { Circuit } from "./circuit.js";
import { classifyFailure } from "./classify.js";
import type { Performance } from "./performance.js";
import type { Ticket } from "./tickets.js";

/**
 * What a request's policy says to requests for its token: the token endpoint has a circuit of its own, in which one of them
 * waits for all. A call that may go on to another candidate does not.
 */
export function tokenGate(performance: Performance, policy: AttemptPolicy): TokenGate | undefined {
  if (policy.kind !== "circuit-breaker") return undefined;
  const { context, circuits, call } = performance.options;
  const { clock } = context;
  const circuitOf = (endpoint: RequestLabel): Circuit | undefined =>
    policy.circuit ? circuits.tokenCircuit(endpoint, policy) : undefined;
  const refusal = (circuit: Circuit): CircuitOpenError =>
    circuitOpen(circuit, performance.options.origin.provider, clock.now());
  return {
    authCoolDown: policy.authCoolDown,
    check(endpoint) {
      const circuit = performance.hasNext ? circuitOf(endpoint) : undefined;
      if (circuit !== undefined && circuit.isResting(clock.now())) throw refusal(circuit);
    },
    async enter(endpoint, signal, atMost) {
      const circuit = circuitOf(endpoint);
      if (circuit === undefined) return { end: () => {}, drop: () => {} };
      const now = clock.now();
      const asking = { call, rules: policy, hasNext: false, isLater: false, until: now + policy.patience, atMost };
      const ticket = await circuit.ask({ ...asking, signals: [signal], isEvidence: true }, now);
      if (ticket === undefined) throw refusal(circuit);
      return passOf(circuit, ticket, () => clock.now());
    },
  };
}

function passOf(circuit: Circuit, ticket: Ticket, now: () => number): TokenPass {
  return {
    end(error) {
      const type = error === undefined ? "success" : classifyFailure(error).circuit;
      const timedOut = error instanceof TimeoutError;
      circuit.report(ticket, { type, error, retryAfter: retryAfterOf(error), timedOut }, now());
    },
    drop() {
      circuit.drop(ticket, now());
    },
  };
}
