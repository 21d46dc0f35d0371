import type { RetriesOption } from "../config/retries.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import type { Bytes } from "../wire/outgoing.js";

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
  /** Bounds the request with all its attempts and waits, in ms; what it lacks time for is not begun. Of a stream up to its headers. */
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
  /** Sent as `Idempotency-Key`, the same on every attempt, so that it may be sent again; `true` for a random one. */
  idempotencyKey?: string | true | undefined;
  /** `"follow"`: a POST that is answered 301 or 302 becomes a GET, as in browsers; otherwise it is a RedirectError. */
  redirect?: "follow" | undefined;
  /** Ends everything at once, waits too; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The response is given out with its headers; the body is read as it comes, within `idleTimeout` of the client. */
  stream?: boolean | undefined;
}

/** What a request takes besides where no operation says what it is about; `params` apart, which its path asks for. */
export interface UntypedOptions<Service extends string = string, Scheme extends AnyScheme = string>
  extends CommonOptions<Service, Scheme>, AnyHeaders {
  /** Appended to the path, form-urlencoded, after what the path itself has. */
  query?: Fields | undefined;
  /** Statuses that resolve instead of rejecting. Not beside `throwHttpErrors`. */
  handle?: readonly number[] | undefined;
  /** `false`, or a function that returns `false` for the status: such a status resolves instead of rejecting. */
  throwHttpErrors?: boolean | ((status: number) => boolean) | undefined;
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
  form?: Fields | undefined;
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

/** What RFC 6570 puts around names; only an operation knows what they are. */
type Expression = `${"+" | "#" | "." | "/" | ";" | "?" | "&"}${string}` | `${string}${"*" | ":" | ","}${string}`;

/** What a path demands for its names. */
export interface NamedParams<Names extends string> {
  params: { readonly [Name in Names]: Scalar };
}
