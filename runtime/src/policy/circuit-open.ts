import { CircuitOpenError } from "../errors/call-errors.js";
import type { Circuit } from "./circuit.js";
import { ofAnotherCall } from "./of-another-call.js";

/** Why a circuit admits nothing in a request's time. */
export function circuitOpen(circuit: Circuit, provider: string, now: number): CircuitOpenError {
  const { state, lastError } = circuit;
  const { kind, cause } = state;
  const why =
    kind === "closed" ? "the limits of its use leave no place" : `its circuit is ${kind}, because of ${cause}`;
  const retryAfter = circuit.retryAfter(now);
  return new CircuitOpenError(`${provider} is not asked now: ${why}`, {
    code: kind === "closed" ? "limited" : "circuit-open",
    provider,
    retryAfter,
    lastError: lastError && ofAnotherCall(lastError),
  });
}
