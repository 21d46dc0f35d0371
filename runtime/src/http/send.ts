import type { ProviderResponse } from "../provider-client.js";
import type { BoundProvider } from "../provider.js";
import { sendAttempt } from "./attempt.js";
import type { AttemptLimits } from "./attempt-scope.js";
import { prepareRequest, type PreparedRequest, type RequestInput } from "./request.js";

/** Makes attempts of one request; retries and circuits stand around it. */
export interface Sender {
  /** Resolves and rejects like one of the attempts that it makes with `attempt`. */
  send(
    prepared: PreparedRequest,
    attempt: (limits: AttemptLimits) => Promise<ProviderResponse>,
  ): Promise<ProviderResponse>;
}

/** One attempt, bounded by what the call says. */
export const singleAttempt: Sender = {
  send: ({ requestTimeout, signal }, attempt) =>
    attempt({ requestTimeout, signals: signal === undefined ? [] : [signal] }),
};

/** Prepares a request once and sends it, in as many attempts as the sender makes of it. */
export async function sendRequest(
  bound: BoundProvider,
  input: RequestInput,
  sender: Sender,
): Promise<ProviderResponse> {
  input.options.signal?.throwIfAborted();
  const prepared = await prepareRequest(bound, input);
  return sender.send(prepared, (limits) => sendAttempt(prepared, limits));
}
