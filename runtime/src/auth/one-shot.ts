import { RequestError } from "../errors/errors.js";
import type { OutgoingBody } from "../http/transport.js";

/** Tells if a body can be sent once only. */
export function isOneShot(body: OutgoingBody | undefined): boolean {
  return body !== undefined && !(body instanceof Uint8Array) && !body.replayable;
}

/** Throws for a body that can be sent once only; `kind` of authentication may have to send it again. */
export function refuseOneShot(body: OutgoingBody | undefined, kind: string, schemeId: string): void {
  if (!isOneShot(body)) return;
  const way = "pass it as bytes, as text, or as a function that returns a new stream";
  const message = `${kind} (scheme "${schemeId}") may have to send a body twice, but a stream can only be sent once: ${way}`;
  throw new RequestError(message, { code: "one-shot-body" });
}
