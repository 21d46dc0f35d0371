import type { OutgoingBody, OutgoingRequest } from "../wire/outgoing.js";
import { NetworkError, SdkError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import type * as failures from "./failures.js";
import type { Masker } from "./mask.js";
import { sendThroughKy } from "../wire/transport.js";

/** Sends over the wire; what `fetch` throws becomes a NetworkError. */
export async function sendOnce(
  fetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  signal: AbortSignal,
  label: RequestLabel,
  mask?: MaskOf,
): Promise<Response> {
  try {
    return await sendThroughKy(fetch, request, signal);
  } catch (error) {
    if (error instanceof SdkError) throw error;
    throw await connectionError(error, label, request.redirected, request.body, mask);
  }
}

export type Failures = typeof failures;

/** Masks what a request was given and has sent. */
type MaskOf = (failures: Failures) => Masker | undefined;

/**
 * What tells of failures is loaded with the first: it is a seventh of the runtime. Where it cannot be loaded, a server's
 * text is not shown, and of a connection it is only said that it failed.
 */
export const loadFailures = async (): Promise<Failures | undefined> => import("./failures.js").catch(() => undefined);

/**
 * What broke while `body` was sent or the answer to it was read; `answered`: the server has, with a head at least. `mask` is
 * given where `fetch` itself threw.
 */
export async function connectionError(
  error: unknown,
  label: RequestLabel,
  answered: boolean,
  body?: OutgoingBody,
  mask?: MaskOf,
): Promise<SdkError> {
  const failure = body instanceof Uint8Array ? undefined : body?.failure(error);
  if (failure instanceof SdkError) return failure;
  const loaded = await loadFailures();
  if (loaded !== undefined) return loaded.failureOf(error, label, answered || failure === "unknown", mask?.(loaded));
  const details = { code: "network-reset", provider: label.provider, sent: "unknown" } as const;
  return new NetworkError(`${describeRequest(label)}: the connection failed`, details);
}
