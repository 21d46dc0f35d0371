import ky from "ky";
import { KY_BODY_BYTES, type OutgoingRequest } from "./outgoing.js";
import { usable } from "./response-body.js";

/**
 * Makes one request on the wire, as one call of ky in which retries, times, errors and redirects are ours. Rejects with what
 * `fetch` or the body says, and never with what ky does: that quotes the URL. Throws with `forbiddenHeader` if the platform
 * would drop a header.
 */
export async function sendThroughKy(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body, personal }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response> {
  // A copy of the headers: a `fetch` of the application's may change them, and another attempt sends them again.
  const init: RequestInit = { method, headers: new Headers(headers), body: null, redirect: "manual" };
  // No cookies of a page, no referrer. Workers have neither, and refuse to be told.
  if ("credentials" in Request.prototype) Object.assign(init, { credentials: "omit", referrerPolicy: "no-referrer" });
  if (isInPage(url)) {
    headers.delete("content-length");
    refuseDropped(headers, new Request(url, init).headers);
    if (personal) init.cache = "no-store";
  }
  init.signal = signal;
  const ofKy = { ...init, retry: 0, timeout: false, throwHttpErrors: false } as const;
  let failure: unknown;
  const onWire = async (): Promise<Response> => {
    try {
      if (body instanceof Uint8Array) init.body = fetch === globalThis.fetch ? body : body.slice();
      else if (body !== undefined) Object.assign(init, { body: await body.open(signal), duplex: "half" });
      return usable(await fetch(url, init));
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  // ky 1 clones each request: it would keep all of a stream, and read all of a Blob.
  const small = body instanceof Uint8Array && body.length <= KY_BODY_BYTES ? body : null;
  return ky(url, { ...ofKy, body: small, fetch: onWire }).catch(() => {
    throw failure;
  });
}

/** Which `Request` was asked, and what it said. */
let asked: unknown;
let isPage = false;

/**
 * Browsers alone drop headers that a page may not set, `cookie` among them, without a word (fetch standard, "forbidden
 * request-header"), and have a cache that all of a page share. To others `cache` says nothing, or further headers. Asked
 * once: Node takes as long for a `Request` as for the rest of one.
 */
function isInPage(url: string): boolean {
  if (asked !== Request) {
    asked = Request;
    isPage = !new Request(url, { headers: { cookie: "a" } }).headers.has("cookie");
  }
  return isPage;
}

function refuseDropped(given: Headers, kept: Headers): void {
  for (const name of given.keys()) if (!kept.has(name)) throw Object.assign(new Error(), { forbiddenHeader: name });
}
