import type { Bytes } from "../wire/outgoing.js";

import type { Clock } from "../clock.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import type { EventListener } from "../events.js";

/** A value that can stand in a path, a query or a form. Numbers must be finite. */
export type Scalar = string | number | boolean;

/** One, or a list of them. */
export type OneOrMany<T> = T | readonly T[];

/** Query or form fields: arrays repeat the key, `null` and `undefined` are left out. */
export interface Fields {
  readonly [name: string]: Scalar | null | undefined | readonly Scalar[];
}

/** Parts of a multipart body (RFC 7578). */
export interface Parts {
  readonly [name: string]: Scalar | Blob | null | undefined | readonly (Scalar | Blob)[];
}

/** A body that is sent as it is; a function returns a fresh stream per attempt. */
export type RawBody =
  string | Bytes | ArrayBuffer | Blob | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>);

/**
 * A list of schemes for which client.json or code supplies the credentials; of `never` where nobody does for any. By a
 * name, because compilers say it; with what a list is read by, because all of an array costs them half as much again.
 */
export interface SchemesWithCredentials<Scheme> {
  /** How many they are. */
  readonly length: number;
  readonly [index: number]: Scheme;
}

/** Options of one request. At most one of `json`, `form`, `multipart`, `body`. */
export interface RequestOptions<Service extends string = string, Scheme extends string = string> {
  /** Service id; the provider's `defaultService` where absent. */
  service?: Service | undefined;
  /** Schemes to apply, all of them; the client's default where absent, and without one none. */
  security?: Scheme | SchemesWithCredentials<Scheme> | undefined;
  /** Fills `{name}` in the path, percent-encoded; goes before the provider's parameters. */
  params?: { readonly [name: string]: Scalar } | undefined;
  /** Appended to the path, form-urlencoded, after what the path itself has. */
  query?: Fields | undefined;
  /** Headers of this request; `undefined` leaves one out. What a scheme sets cannot be given as well. */
  headers?: { readonly [name: string]: string | undefined } | undefined;
  /** Encoded once with `JSON.stringify`. */
  json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Fields | undefined;
  /** Sent as `multipart/form-data`. */
  multipart?: Parts | FormData | undefined;
  /** Sent as it is; `headers` say what it is. */
  body?: RawBody | undefined;
  /** `false`, or a function that returns `false` for the status: such a status resolves instead of rejecting. */
  throwHttpErrors?: boolean | ((status: number) => boolean) | undefined;
  /** Bounds one attempt, in ms. */
  requestTimeout?: number | undefined;
  /** Bounds the request with all its attempts and waits, in ms; what it lacks time for is not begun. */
  deadline?: number | undefined;
  /**
   * How often the request is sent. Default: the policy of the use-case; outside use-cases `none`. With
   * `circuit-breaker` outside use-cases, the client's requests to the provider share one circuit.
   */
  retryPolicy?: RetryPolicyOption | undefined;
  /** `false`: it is never sent a second time, by retry or failover, when the server may have acted on the first. */
  idempotent?: boolean | undefined;
  /** Sent as `Idempotency-Key`, the same on every attempt; `true` for a random one. */
  idempotencyKey?: string | true | undefined;
  /** Ends everything at once, waits too; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The response is given out with its headers; the body is read as it comes, within `idleTimeout` of the client. */
  stream?: boolean | undefined;
}

/** A response whose body has been read (or a stream, where asked for). It carries no URL. */
export interface ProviderResponse extends Response {
  /** The body, parsed as JSON. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
}

/** Resolves to the response; the methods are short for awaiting it and reading its body. */
export interface ResponsePromise extends Promise<ProviderResponse> {
  /** The body, parsed as JSON; asks for `application/json`. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
  /** The body as text, decoded as UTF-8. */
  text(): Promise<string>;
  /** The body as it came, after decompression. */
  bytes(): Promise<Bytes>;
  /** The body as it came, after decompression. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The body, with its media type. */
  blob(): Promise<Blob>;
  /** The fields of a form in the body. */
  formData(): Promise<FormData>;
}

/**
 * Sends a request to a path below the service's base URL; `{name}` is filled from `params`. Rejects with an HttpError for
 * a status that is not 2xx, unless `throwHttpErrors` says otherwise, and with another SdkError where no answer came.
 */
export type Send<Service extends string, Scheme extends string> = (
  path: string,
  options?: RequestOptions<Service, Scheme>,
) => ResponsePromise;

/** Sends requests to one provider. Properties, not methods: methods are bivariant and would let one provider's map pass for another's. */
export interface ProviderClient<
  Name extends string = string,
  Service extends string = string,
  Scheme extends string = string,
> {
  /** The provider's name, as in its definition. */
  readonly name: Name;
  /** Sends a GET request: `get("/items/{id}", { params: { id }, query: { page: 2 } }).json<Item>()`. */
  readonly get: Send<Service, Scheme>;
  /** Sends a POST request, with one of `json`, `form`, `multipart` and `body`: `post("/items", { json: item })`. */
  readonly post: Send<Service, Scheme>;
  /** Sends a PUT request, with a body as {@link ProviderClient.post} has it. */
  readonly put: Send<Service, Scheme>;
  /** Sends a PATCH request, with a body as {@link ProviderClient.post} has it. */
  readonly patch: Send<Service, Scheme>;
  /** Sends a DELETE request. */
  readonly delete: Send<Service, Scheme>;
  /** Sends a HEAD request; the response has headers and no body. */
  readonly head: Send<Service, Scheme>;
  /** Sends a request of any method: `request("/items", { method: "REPORT" })`. */
  readonly request: (path: string, options: RequestOptions<Service, Scheme> & { method: string }) => ResponsePromise;
}

/** Options of every provider client; emitted interfaces add `credentials`, `parameters` and `security`. */
export interface ProviderOptions {
  /** Bounds one attempt with its body, digest round trip and redirects, in ms. Default 30000. */
  requestTimeout?: number | undefined;
  /** The most that is read of a body after decompression, in bytes. Default 16 MiB; of a stream only where it is given. */
  maxResponseBytes?: number | undefined;
  /**
   * How long a stream may let its reader wait for the next chunk, in ms; then it fails with a TimeoutError. Default 30000.
   * The reader's own time does not count. `false` waits forever; so does an event stream (`text/event-stream`).
   */
  idleTimeout?: number | false | undefined;
  /** Where `$NAME` is looked up. Default `process.env`, where it exists. */
  env?: { readonly [name: string]: string | undefined } | undefined;
  /** Sends the requests. Default the platform's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Masks in what errors show of a server's text what only you can know. Where it throws, the text is not shown. */
  redact?: ((text: string) => string) | undefined;
  /** `false`: errors keep nothing of a body. */
  errorBodies?: boolean | undefined;
  /**
   * A redirect to another origin is a RedirectError, unless this says to follow it: without credentials, without body,
   * with no headers but `accept`, `accept-language` and `user-agent`. From https to http is never followed.
   */
  crossOriginRedirects?: "follow-anonymous" | undefined;
  /** A longer `Retry-After` is not waited for. In ms, default 60000. */
  maxRetryAfter?: number | undefined;
  /** Told what happens inside calls. */
  on?: EventListener | undefined;
  /** Time, for tests. Default the platform's. */
  clock?: Clock | undefined;
  /** Random numbers in [0, 1), for tests. Default `Math.random`. */
  random?: (() => number) | undefined;
}
