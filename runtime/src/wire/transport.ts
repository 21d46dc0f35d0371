import ky from "ky";
import type { OutgoingRequest } from "./outgoing.js";

/** What ky gets in place of an answer; it has nothing to read. */
let blank: Response | undefined;

/**
 * Sends through ky with everything that ky would decide switched off: retries, time, errors and redirects are ours.
 * `send` makes the request on the wire, as a hook. ky sees neither URL, body, credentials nor what comes of it: an answer
 * of a class that it does not know (of undici's own `fetch`, of a mock) it would fetch again by itself, and newer majors
 * wrap what `fetch` throws in an error that quotes the URL.
 */
export async function throughKy(method: string, send: () => Promise<Response>): Promise<Response> {
  let sent: Promise<Response> | undefined;
  // Instead of its `fetch`: before that one, ky would make a second Request, for a retry that it is not asked for.
  const beforeRequest = async (): Promise<Response> => {
    sent = send();
    await sent.catch(() => {});
    return (blank ??= new Response());
  };
  try {
    await ky("https://sdkwright.invalid/", {
      method,
      // Nor what is on `Object.prototype`.
      json: undefined,
      body: null,
      signal: null,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      hooks: { beforeRequest: [beforeRequest] },
    });
  } catch {
    // A newer major runs what stands as `init` on a polluted `Object.prototype`. It decides nothing either.
  }
  return sent ?? send();
}

/**
 * What gives nothing away, and what fetch has for itself where nothing is said (an empty `referrer`, `cors`): Node copies
 * what it is given into an object of its own, and finds there what stands on `Object.prototype`.
 */
const QUIET = [
  ["credentials", "omit"],
  ["referrerPolicy", "no-referrer"],
  ["referrer", ""],
  ["mode", "cors"],
] as const;

/**
 * Makes one request on the wire, in the way that gives nothing away: no cookies, no referrer, no redirect followed, and in
 * no cache what tells who asks. Throws with `forbiddenHeader` where the platform would drop one.
 */
export async function fetchOnce(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body, personal }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response> {
  // Without prototype: what somebody puts on `Object.prototype` would be read as a part of it.
  const init = Object.create(null) as RequestInit & { duplex?: "half" };
  // Copies: a `fetch` of the application's may change them, or hand them over, and another attempt sends them again.
  Object.assign(init, { method, headers: new Headers(headers), redirect: "manual", body: null, signal: null });
  // Workers have none of them, and refuse them.
  for (const [name, value] of QUIET) if (name in Request.prototype) Object.assign(init, { [name]: value });
  if (isInPage(url)) {
    refuseDropped(headers, new Request(url, init).headers);
    if (personal) init.cache = "no-store";
  }
  init.signal = signal;
  if (body instanceof Uint8Array) init.body = fetch === globalThis.fetch ? body : body.slice();
  else if (body !== undefined) Object.assign(init, { body: await body.open(signal), duplex: "half" });
  return fetch(url, init);
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
