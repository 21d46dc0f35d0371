import { own } from "../config/records.js";
import { CircuitOpenError, HttpError, type SdkError } from "../errors.js";
import type { Circuit } from "./circuit.js";

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

/**
 * A copy of another call's error: that one may be another user's. What the server said was said to it, masked by its
 * secrets alone, and what its caller has noted on it is its caller's.
 */
function ofAnotherCall(error: SdkError): SdkError {
  const { constructor } = error;
  const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
  const { message, ...told } = error instanceof HttpError ? withoutTexts(error) : { message: error.message };
  const make = constructor as new (message: string, details: SdkError) => SdkError;
  const copy = new make(message, Object.assign(Object.create(error) as SdkError, told));
  return Object.assign(copy, tokenEndpoint && { tokenEndpoint });
}

/** The reason stands behind the status. */
function withoutTexts({ message, status }: HttpError): Pick<HttpError, "message" | "response"> {
  const [beginning] = message.split(` answered ${status}`);
  return { message: `${beginning} answered ${status}`, response: { status, headers: {}, body: "" } };
}
