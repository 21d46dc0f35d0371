import ky from "ky";
import { describeRequest, NetworkError, type RequestLabel, SdkError } from "../errors/errors.js";
import { late, missing } from "../late.js";
import { usable } from "./answer.js";
import type { AttemptParts } from "./server-answer.js";

/** A body that can be sent several times: bytes, or a source of streams. */
export type OutgoingBody = Bytes | BodySource;

/** Bytes and texts of up to this size are a body of ky's too; larger ones travel beside it, and Blobs are not read. */
export const KY_BODY_BYTES: number = 64 * 1024;

/** Opens a stream per send, or gives a large Blob. */
export interface BodySource {
  /** Throws a RequestError if nothing can be sent: a single stream was sent before, a file is gone. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | Blob>;
  /** All of a Blob, for signatures; a stream has none. */
  readonly bytes?: () => Promise<Bytes>;
  /** True if every send gets a fresh stream. */
  readonly replayable: boolean;
  /** The failure of the body that was opened last: then `error`, which `fetch` threw, is not about the connection. */
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
  /** True if the server has answered a request before it, and may have acted. */
  readonly redirected: boolean;
  /** True if it tells who asks, by a credential or by headers that code gives: no cache is to share the answer. */
  readonly personal?: boolean;
}

/** Sends a request once and resolves with whatever comes back, redirects and challenges included. */
export type SendOnce = (request: OutgoingRequest) => Promise<Response>;

/** `Uint8Array<ArrayBuffer>`, in words that TypeScript before 5.7 understands too, and without the types of browsers. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

/**
 * Makes one request on the wire, as one call of ky in which retries, times, errors and redirects are ours. Rejects with an
 * SdkError, a NetworkError in most cases, and never with what ky throws: that quotes the URL. `attempt` says what is masked in
 * a text that a `fetch` of the application's throws.
 *
 * ky gets no signal and no headers: `fetch` has them. For a signal ky makes two more, which costs as much as all else that it
 * does.
 */
export async function sendOnce(
  fetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  signal: AbortSignal,
  label: RequestLabel,
  attempt?: AttemptParts,
): Promise<Response> {
  const { method, url, headers, body, personal, redirected } = request;
  let failure: unknown;
  const onWire = async (): Promise<Response> => {
    try {
      const init: RequestInit = { method, headers, body: null, redirect: "manual" };
      // No cookies of a page, no referrer. Workers have neither, and refuse to be told.
      if ("credentials" in Request.prototype)
        Object.assign(init, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (isInPage(url)) prepareForPage(url, init, headers, personal === true);
      init.signal = signal;
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
  try {
    return await send(url, { method, body: small, fetch: onWire });
  } catch {
    if (failure instanceof SdkError) throw failure;
    throw await connectionError(failure, label, redirected, body, attempt);
  }
}

const send = /* @__PURE__ */ ky.create({ redirect: "manual", retry: 0, timeout: false, throwHttpErrors: false });

/**
 * Makes the error for a connection that broke while `body` was sent or the answer to it was read; `answered`: the server has,
 * with a head at least. `attempt` is given if `fetch` itself threw.
 */
export async function connectionError(
  error: unknown,
  label: RequestLabel,
  answered: boolean,
  body?: OutgoingBody,
  attempt?: AttemptParts,
): Promise<SdkError> {
  const failure = body instanceof Uint8Array ? undefined : body?.failure(error);
  if (failure instanceof SdkError) return failure;
  const loaded = await late(() => import("./connection-failure.js"));
  if (loaded !== undefined) return loaded.failureOf(error, label, answered || failure === "unknown", attempt);
  const message = `${describeRequest(label)}: the connection failed; the details ${missing("connection-failure")}`;
  return new NetworkError(message, { code: "network-reset", provider: label.provider, sent: "unknown" });
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

/** Throws with `forbiddenHeader` if the platform would drop a header. */
function prepareForPage(url: string, init: RequestInit, headers: Headers, isPersonal: boolean): void {
  headers.delete("content-length");
  const kept = new Request(url, init).headers;
  for (const name of headers.keys()) if (!kept.has(name)) throw Object.assign(new Error(), { forbiddenHeader: name });
  if (isPersonal) init.cache = "no-store";
}

/** The secrets of an attempt: values that its schemes resolved, the options of its request, and segments that filled its base URL. */
export type Kept = readonly [secrets: ReadonlySet<string>, given: object, segments?: readonly string[]];

/** On the signal itself: what applications test with may be another copy of the runtime than what sends. */
export const SECRETS: unique symbol = Symbol.for("sdkwright.secrets");

/** Keeps what an attempt has with the signal that it gives to `fetch`: records of fakes are masked by it. */
export function keepSecrets(signal: AbortSignal, kept: Kept): void {
  Object.defineProperty(signal, SECRETS, { value: kept, configurable: true });
}
