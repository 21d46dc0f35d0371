import { BodyReader, letGo } from "./answer.js";
import type { Bytes } from "./transport.js";

/** The part of a body that was read. */
export interface BodyBytes {
  readonly bytes: Bytes;
  /** True if that is all of it. */
  readonly complete: boolean;
}

/** Nothing was read. */
export const UNREAD: BodyBytes = { bytes: new Uint8Array(), complete: true };

const DRAIN_MS = 1000;

/** Reads a body that nobody asked for, so that its connection can be used again: for 1 s at most, then it is cancelled. */
export async function drainBody(response: Response, limit: number = 64 * 1024): Promise<BodyBytes> {
  if (response.body === null) return UNREAD;
  const body = new BodyReader(response.body);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    body.cancel();
  }, DRAIN_MS);
  const ended = await body.read(limit).catch(() => false);
  clearTimeout(timer);
  return { bytes: body.bytes(limit), complete: ended && !late };
}

/**
 * Drains an answer that the caller still gets if there is no other credential, by a copy: a login may need the connection.
 * Resolves with whether the answer is whole.
 */
export async function drainCopy(response: Response): Promise<boolean> {
  const { complete } = await drainBody(response.clone());
  if (!complete) letGo(response);
  return complete;
}
