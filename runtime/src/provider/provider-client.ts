import type { Around } from "../around.js";
import type { TokensOption } from "../auth/oauth2/tokens-option.js";
import type { Clock } from "../clock.js";
import type { RetriesOption } from "../config/retries.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import type { EventListener } from "../events.js";
import type { Bytes } from "../wire/outgoing.js";
import type { AnyScheme, NamedParams, PathNames, RequestOptions } from "./request-options.js";

export type * from "./request-options.js";

/** A response whose body has been read (or a stream, where asked for). It carries no URL. */
export interface ProviderResponse extends Response {
  /** The body, parsed as JSON. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
}

/** Resolves to the response; the methods are short for awaiting it and reading its body. */
export interface ResponsePromise extends Promise<ProviderResponse>, BodyReaders {
  /** The body, parsed as JSON; asks for `application/json`. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
}

/** Short forms that await the answer and read its body, whatever it is. */
export interface BodyReaders {
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
 * Sends a request to a path below the service's base URL; `{name}` is filled from `params`, which a path that is written
 * out demands, but for what the provider fills. Rejects with an HttpError for a status that is not 2xx, unless `handle` or
 * `throwHttpErrors` says otherwise, and with another SdkError where no answer came.
 */
export type Send<Service extends string, Scheme extends AnyScheme, Filled extends string = never> = <
  Path extends string,
>(
  path: Path,
  ...options: SendArguments<PathNames<Path, Filled>, RequestOptions<Service, Scheme>>
) => ResponsePromise;

type SendArguments<Names extends string, Options> = [Names] extends [never]
  ? [options?: Options]
  : [options: Options & NamedParams<Names>];

/** Likewise, with the method among the options. */
export type SendAny<Service extends string, Scheme extends AnyScheme, Filled extends string = never> = <
  Path extends string,
>(
  path: Path,
  ...options: SendAnyArguments<PathNames<Path, Filled>, RequestOptions<Service, Scheme> & { method: string }>
) => ResponsePromise;

type SendAnyArguments<Names extends string, Options> = [Names] extends [never]
  ? [options: Options]
  : [options: Options & NamedParams<Names>];

/** Sends requests to one provider. Properties, not methods: methods are bivariant and would let one provider's map pass for another's. */
export interface ProviderClient<
  Name extends string = string,
  Service extends string = string,
  Scheme extends AnyScheme = string,
  /** Names in paths that need no `params`: the provider's parameters, and API keys in the path. */
  Filled extends string = never,
> {
  /** The provider's name, as in its definition. */
  readonly name: Name;
  /** Sends a GET request: `get("/items/{id}", { params: { id }, query: { page: 2 } }).json<Item>()`. */
  readonly get: Send<Service, Scheme, Filled>;
  /** Sends a POST request, with one of `json`, `form`, `multipart` and `body`: `post("/items", { json: item })`. */
  readonly post: Send<Service, Scheme, Filled>;
  /** Sends a PUT request, with a body as {@link ProviderClient.post} has it. */
  readonly put: Send<Service, Scheme, Filled>;
  /** Sends a PATCH request, with a body as {@link ProviderClient.post} has it. */
  readonly patch: Send<Service, Scheme, Filled>;
  /** Sends a DELETE request. */
  readonly delete: Send<Service, Scheme, Filled>;
  /** Sends a HEAD request; the response has headers and no body. */
  readonly head: Send<Service, Scheme, Filled>;
  /** Sends an OPTIONS request. */
  readonly options: Send<Service, Scheme, Filled>;
  /** Sends a request of any method: `request("/items", { method: "REPORT" })`. */
  readonly request: SendAny<Service, Scheme, Filled>;
}

/** Base URLs by service id; what is not there stays as it is. */
export type BaseUrls<Service extends string = string> = { readonly [Id in Service]?: string };

/** Headers that every request of a client carries: values by name, or a function that is called once per attempt. */
export type HeadersFromCode = HeaderValues | (() => HeaderValues | Promise<HeaderValues>);

/** Values of headers by name; `undefined` leaves one out. */
export interface HeaderValues {
  readonly [name: string]: string | undefined;
}

/** Options of every provider client; emitted interfaces add `credentials`, `parameters` and `security`. */
export interface ProviderOptions<Service extends string = string> extends AnyProviderOptions {
  /**
   * Base URLs by service id, for a stub server or a sandbox; they win over client.json and the definition. Credentials go
   * there. https, or http to this machine.
   */
  // `BaseUrls`, written out: by its name it costs compilers more for each provider.
  services?: { readonly [Id in Service]?: string } | undefined;
}

/** Those that have nothing of the provider in them: compilers read them once for all providers. */
export interface AnyProviderOptions {
  /**
   * Sent with every request to the provider's services, and to no other origin. A request's own win, and they win over the
   * definition's. Their values are masked like credentials.
   */
  headers?: HeadersFromCode | undefined;
  /** Bounds one attempt with its body, digest round trip and redirects, in ms. Default 30000. */
  requestTimeout?: number | undefined;
  /** Bounds each request with all its attempts and waits, in ms. Default: none. */
  deadline?: number | undefined;
  /** How often each request is sent again where that is harmless. Default 2; 0 for none. */
  retries?: RetriesOption | undefined;
  /** A policy in place of `retries`: it repeats every method. */
  retryPolicy?: RetryPolicyOption | undefined;
  /** `true`: each POST and PATCH gets a random `Idempotency-Key`. That alone makes nothing repeatable: a vendor may not know it. */
  idempotencyKey?: true | undefined;
  /** `false`: nothing is sent a second time when the server may have acted on the first. */
  idempotent?: false | undefined;
  /** The most that is read of a body after decompression, in bytes. Default 16 MiB; of a stream only where it is given. */
  maxResponseBytes?: number | undefined;
  /** The most that an error keeps of a body, in bytes. Default 64 KiB. */
  maxErrorBytes?: number | undefined;
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
  /** `false`: errors keep neither the body nor a sentence of it. */
  errorBodies?: boolean | undefined;
  /**
   * A redirect to another origin is a RedirectError, unless this says to follow it: without credentials, without body,
   * with no headers but `accept`, `accept-language` and `user-agent`. From https to http is never followed.
   */
  crossOriginRedirects?: "follow-anonymous" | undefined;
  /**
   * A POST that is answered 301 or 302 is a RedirectError, because the server may have done it. `"follow"` sends a GET to
   * where it leads instead, as browsers do, and gives that answer.
   */
  redirect?: "follow" | undefined;
  /** Parses what `.json()` reads, in place of `JSON.parse`: for numbers that JavaScript cannot hold. Not asked of an empty body. */
  parseJson?: ((text: string) => unknown) | undefined;
  /** Writes the option `json`, in place of `JSON.stringify`. */
  stringifyJson?: ((value: unknown) => string) | undefined;
  /** Keeps the tokens of `oauth2` schemes beyond this client; only for SDKs that have such a scheme. */
  tokens?: TokensOption | undefined;
  /** A longer `Retry-After` is not waited for. In ms, default 60000. */
  maxRetryAfter?: number | undefined;
  /** Told what happens inside calls. */
  on?: EventListener | undefined;
  /** Runs around calls and attempts, for instance to trace them. */
  around?: Around | undefined;
  /** Time, for tests. Default the platform's. */
  clock?: Clock | undefined;
  /** Random numbers in [0, 1), for tests. Default `Math.random`. */
  random?: (() => number) | undefined;
}
