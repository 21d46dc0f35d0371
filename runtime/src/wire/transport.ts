import ky from "ky";
import type { OutgoingRequest } from "./outgoing.js";

/**
 * Sends through ky with everything that ky would decide switched off: retries, time, errors and redirects are ours.
 * `send` makes the request on the wire, as a hook; it has the body and the credentials, which ky never sees.
 */
export async function throughKy(url: string, method: string, send: () => Promise<Response>): Promise<Response> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await ky(url, {
      method,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // Instead of its `fetch`: before that one, ky would make a second Request, for a retry that it is not asked for.
      hooks: { beforeRequest: [() => send().catch((error: unknown) => Promise.reject((failure = { error })))] },
    });
  } catch {
    // Newer majors of ky wrap what `fetch` throws in an error that quotes the URL.
    throw failure === undefined ? new TypeError("the transport refused the request") : failure.error;
  }
}

/** Makes one request on the wire, in the way that gives nothing away: no cookies, no referrer, no redirect followed. */
export function fetchOnce(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit & { duplex?: "half" } = { method, headers, signal, redirect: "manual" };
  if (body instanceof Uint8Array) init.body = body;
  else if (body !== undefined) Object.assign(init, { body: body.open(), duplex: "half" });
  // Workers have neither, and refuse them.
  if ("credentials" in Request.prototype) init.credentials = "omit";
  if ("referrerPolicy" in Request.prototype) init.referrerPolicy = "no-referrer";
  return fetch(url, init);
}
