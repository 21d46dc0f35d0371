import ky from "ky";
import type { SdkError } from "../errors/errors.js";
import { usable } from "./answer.js";

/** A body that can be sent several times: bytes, or a source of streams. */
export type OutgoingBody = Bytes | BodySource;

/** Bytes and texts of up to this size are a body of ky's too; larger ones travel beside it, and Blobs are not read. */
export const KY_BODY_BYTES: number = 64 * 1024;

/** Opens a stream per send, or gives a large Blob. */
export interface BodySource {
  /** Throws a RequestError if nothing can be sent: a single stream was sent before, a file is gone. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | Blob>;
  /** All of a Blob, for what signs it; a stream has none. */
  readonly bytes?: () => Promise<Bytes>;
  /** Whether every send gets a fresh stream. */
  readonly replayable: boolean;
  /** What the body that was opened last has failed with: then `error`, which `fetch` threw, is not about the connection. */
  failure(error: unknown): SdkError | "unknown" | undefined;
  /** Gives up what was opened last, unless it was read to its end. */
  close(): void;
}

/** A request as it is about to go over the wire to a declared origin; an authenticator writes its credential into it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, with path and query exactly as they are sent. */
  url: string;
  readonly headers: Headers;
  readonly body: OutgoingBody | undefined;
  /** Whether the server has answered a request before it, and may have acted. */
  readonly redirected: boolean;
  /** Whether it tells who asks, by a credential or by headers that code gives: no cache is to share the answer. */
  readonly personal?: boolean;
}

/** Sends a request once and resolves with whatever comes back, redirects and challenges included. */
export type SendOnce = (request: OutgoingRequest) => Promise<Response>;

/** `Uint8Array<ArrayBuffer>`, in words that TypeScript before 5.7 understands too, and without the types of browsers. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

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
