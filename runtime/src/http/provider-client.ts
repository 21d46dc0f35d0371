import type { TokensOption } from "../auth/oauth2-types.js";
import type { Clock } from "../clock.js";
import type { RetriesOption } from "../config/retries.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import type { Around } from "../telemetry/around.js";
import type { EventListener } from "../telemetry/events.js";
import type { PagesRule } from "../config/definition.js";
import type { ItemsOptions, Page, PagePosition } from "./pages-types.js";
import type { AnswerStream, EventsOptions, EventStream, LinesOptions, ServerEvent } from "./stream-types.js";
import type { Bytes } from "./transport.js";

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

/** A stream of bytes: the platform's, or whatever `for await` reads, such as Node's `Readable`. Texts are sent as UTF-8. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** A stream that says how many bytes it has: they are sent with a `content-length` where the platform can. */
export interface SizedStream {
  /** A function returns a fresh one per attempt. */
  readonly stream: ByteStream | (() => ByteStream);
  /** In bytes. */
  readonly length: number;
}

/** A body that is sent as it is; a function returns a fresh stream per attempt. */
export type RawBody = string | Bytes | ArrayBuffer | Blob | ByteStream | (() => ByteStream) | SizedStream;

/**
 * A list of schemes for which client.json or code supplies the credentials; of `never` where nobody does for any. By a
 * name, because compilers say it; with what a list is read by, because all of an array costs them half as much again.
 */
export interface SchemesWithCredentials<Scheme> {
  /** How many they are. */
  readonly length: number;
  readonly [index: number]: Scheme;
}

/** A scheme of OAuth 2 with the scopes that a request needs, in place of those of its definition. */
export interface ScopedScheme<Scheme extends string = string> {
  readonly id: Scheme;
  /** Scopes of RFC 6749 §3.3, one each. */
  readonly scopes: readonly string[];
}

/** How a request can name a scheme. */
export type AnyScheme = string | ScopedScheme;

/** `Scheme`; those of `OAuth2` among them can also be named with scopes. */
export type WithScopes<Scheme extends string, OAuth2 extends string> = Scheme | Scoped<Scheme & OAuth2>;

type Scoped<Scheme extends string> = Scheme extends string ? ScopedScheme<Scheme> : never;

/** Any header can be given. */
export interface AnyHeaders {
  /** Headers of this request; `undefined` leaves one out. What a scheme sets cannot be given as well. */
  headers?: { readonly [name: string]: string | undefined } | undefined;
}

/** Options of every request, typed by an operation or not; `headers` apart, which an operation may have of its own. */
export interface CommonOptions<Service extends string = string, Scheme extends AnyScheme = string> {
  /** Service id; the provider's `defaultService` where absent. */
  service?: Service | undefined;
  /** Schemes to apply, all of them, `[]` for none; the default where absent, and without one none. */
  security?: Scheme | SchemesWithCredentials<Scheme> | undefined;
  /** Bounds one attempt, in ms. */
  requestTimeout?: number | undefined;
  /** Bounds the request with all its attempts and waits, in ms; what it lacks time for is not begun. Of a stream up to its headers, or its first item. */
  deadline?: number | undefined;
  /**
   * How often the request is sent again where that is harmless: a GET, PUT or DELETE, what has an `idempotencyKey` of its
   * own, what was never sent, or was refused with 425, 429, or 503 and a wait. Default: the client's, and 2.
   */
  retries?: RetriesOption | undefined;
  /**
   * A policy in place of `retries`: it repeats every method. Default: that of the use-case or of the client. With
   * `circuit-breaker` outside use-cases, the client's requests to the provider share one circuit.
   */
  retryPolicy?: RetryPolicyOption | undefined;
  /**
   * `false`: it is never sent a second time, by retry, redirect or failover, when the server may have acted on the first.
   * `true`: a POST or PATCH too may be done twice.
   */
  idempotent?: boolean | undefined;
  /**
   * Sent with every attempt, so that the request may be sent again: in the place of the operation, or as `Idempotency-Key`.
   * `true` for a random one, which operations that have a place for it get by themselves; `false` for none.
   */
  idempotencyKey?: string | boolean | undefined;
  /** `"follow"`: a POST that is answered 301 or 302 becomes a GET, as in browsers; otherwise it is a RedirectError. */
  redirect?: "follow" | undefined;
  /** Ends everything at once, waits too; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The response is given out with its headers; the body is read as it comes, within `idleTimeout` of the client. */
  stream?: boolean | undefined;
  /** The position at which `items()`, `pages()` or `page()` begins: `next` of an earlier page of the same call. */
  from?: PagePosition | undefined;
}

/** The other options of a request of which no operation says anything; `params` apart, which its path asks for. */
export interface UntypedOptions<Service extends string = string, Scheme extends AnyScheme = string>
  extends CommonOptions<Service, Scheme>, AnyHeaders {
  /** Appended to the path, form-urlencoded, after what the path itself has. */
  query?: Fields | undefined;
  /** Statuses that resolve instead of rejecting. Not beside `throwHttpErrors`. */
  handle?: readonly number[] | undefined;
  /** `false`, or a function that returns `false` for the status: such a status resolves instead of rejecting. */
  throwHttpErrors?: boolean | ((status: number) => boolean) | undefined;
  /** How `items()`, `pages()` and `page()` turn pages, in place of what is known of the operation. */
  pages?: PagesRule | undefined;
}

/** Values for the names in a path. */
export interface Params {
  /** Fills `{name}` in the path, percent-encoded; goes before the provider's parameters. */
  params?: { readonly [name: string]: Scalar } | undefined;
}

/** At most one of the bodies. */
export type AnyBody = JsonBody | FormBody | MultipartBody | WholeBody;

/** No body, or JSON. */
export interface JsonBody {
  /** Encoded once with `JSON.stringify`. */
  json?: unknown;
  form?: undefined;
  multipart?: undefined;
  body?: undefined;
}

/** A form. */
export interface FormBody {
  json?: undefined;
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Fields | URLSearchParams | undefined;
  multipart?: undefined;
  body?: undefined;
}

/** Parts, files among them. */
export interface MultipartBody {
  json?: undefined;
  form?: undefined;
  /** Sent as `multipart/form-data`. */
  multipart?: Parts | FormData | undefined;
  body?: undefined;
}

/** A body of the caller's own making. */
export interface WholeBody {
  json?: undefined;
  form?: undefined;
  multipart?: undefined;
  /** Sent as it is; `headers` say what it is. */
  body?: RawBody | undefined;
}

/** Options of one request. At most one of `json`, `form`, `multipart`, `body`. */
export type RequestOptions<Service extends string = string, Scheme extends AnyScheme = string> = UntypedOptions<
  Service,
  Scheme
> &
  Params &
  AnyBody;

/**
 * The names in a path that is written out, but for those that the provider fills: `"id"` of `"/items/{id}"`. None of a
 * path that is any string.
 */
export type PathNames<Path extends string, Filled extends string = never> = string extends Path
  ? never
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? (string extends Name ? never : Exclude<Name, Filled | Expression>) | PathNames<Rest, Filled>
    : never;

/** The signs that RFC 6570 puts around names; only an operation knows what they are. */
type Expression = `${"+" | "#" | "." | "/" | ";" | "?" | "&"}${string}` | `${string}${"*" | ":" | ","}${string}`;

/** The values that a path needs for its names. */
export interface NamedParams<Names extends string> {
  params: { readonly [Name in Names]: Scalar };
}

/** A response whose body has been read (or a stream, where asked for). It carries no URL. */
export interface ProviderResponse extends Response {
  /** The body, parsed as JSON. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
}

/** Resolves to the response; the methods are short for awaiting it and reading its body. */
export interface ResponsePromise extends Promise<ProviderResponse>, BodyReaders {
  /** The body, parsed as JSON; asks for `application/json`. Nothing checks that it is a `T`. */
  json<T = unknown>(): Promise<T>;
  /** {@link Pages.items}, by the option `pages` or what is known of the operation. Nothing checks that they are `T`s. */
  items<T = unknown>(options?: ItemsOptions): AsyncIterableIterator<T>;
  /** {@link Pages.pages}, likewise. */
  pages<Body = unknown, T = unknown>(options?: ItemsOptions): AsyncIterableIterator<Page<Body, T>>;
  /** {@link Pages.page}, likewise. */
  page<Body = unknown, T = unknown>(): Promise<Page<Body, T>>;
  /** The events of `text/event-stream`, with their data as `Data`; nothing is sent before the first is asked for. */
  events<Data = unknown>(options?: EventsOptions): EventStream<ServerEvent<Data>>;
  /** The values of JSON Lines, of which nothing checks that they are a `T`; nothing is sent before the first is asked for. */
  lines<T = unknown>(options?: LinesOptions): AnswerStream<T>;
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
export type BaseUrls<Service extends string = string> = { readonly [Id in Service]?: string | undefined };

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
  services?: { readonly [Id in Service]?: string | undefined } | undefined;
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
  /** The longest line or event of a stream, in bytes. Default 16 MiB. */
  maxEventBytes?: number | undefined;
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
