import type { AttemptLimits, SendAttempt } from "../policy/attempt.js";
import type { BoundProvider } from "../provider.js";
import { sendAttempt } from "./attempt.js";
import type { ReceivedAnswer } from "./response.js";
import { prepareRequest, type PreparedRequest, type RequestInput } from "./request.js";

/** Makes attempts of a prepared request: retries and circuits, see `policy/`. */
export type Sender = (prepared: PreparedRequest, attempt: SendAttempt<ReceivedAnswer>) => Promise<ReceivedAnswer>;

/** Prepares a request once and sends it, in as many attempts as the sender makes of it. */
export async function sendRequest(bound: BoundProvider, input: RequestInput, sender: Sender): Promise<ReceivedAnswer> {
  input.options.signal?.throwIfAborted();
  const prepared = await prepareRequest(bound, input);
  return sender(prepared, (limits: AttemptLimits) => sendAttempt(prepared, limits));
}
