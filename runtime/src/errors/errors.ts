/** The name of a request in messages: neither the filled path nor the query, which may hold a secret. */
export interface RequestLabel {
  readonly provider: string;
  readonly service: string;
  /** Where the request is for a token: the scheme that needs it, in place of a service. */
  readonly scheme?: string;
  /** Where its service is, once that is known: `api.acme.example:8443`. */
  readonly host?: string;
  readonly method: string;
  /** The path as the caller wrote it, `{name}` unfilled, without query and origin; of a token request the URL as the definition has it. */
  readonly path: string;
  /** The number of the page, from 1, if pages are turned. */
  readonly page?: number;
}

/** The most that is shown of a name that a caller made up, in characters. */
export const MAX_NAME = 200;

/** `GET /users/{id} of acme-pay`. */
export function describeRequest({ provider, scheme, method, path }: RequestLabel): string {
  const place = scheme === undefined ? "" : ` (scheme "${scheme}")`;
  return `${method} ${printable(path, MAX_NAME)} of ${provider}${place}`;
}

/** One line of bounded length, see {@link visible}. */
export function printable(text: string, limit: number): string {
  const line = visible(text.slice(0, limit));
  return text.length > limit ? `${line}…` : line;
}

/** Control, format, bidirectional and line-separator characters, half surrogate pairs, and what is blank, are escaped. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\u{1d159}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** The fields that every error of the runtime has besides its own. None of it holds a secret. */
export interface ErrorDetails {
  /** Stable, machine-readable, for instance `missing-credential`. */
  readonly code: string;
  /** The provider that the error is about, when there is one. */
  readonly provider?: string | undefined;
  /** Only what the runtime wrote itself: errors of ky, fetch and `Headers` are never passed on. */
  readonly cause?: ErrorCause | undefined;
}

/** A cause, reduced to a code and a message from the runtime's own list. */
export interface ErrorCause {
  readonly code: string;
  readonly message: string;
}

/** Base of all errors that the runtime throws, a caller's abort apart. */
export class SdkError extends Error {
  /** The name of the class in every copy of the runtime; the number is that of the fields, which are only added to. */
  protected static readonly kind: string = "sdkwright/1:SdkError";

  /**
   * Tells whether a value was made by this class, by one below it, or by their like in another copy of the runtime (rules §3.9).
   * It goes by constructors, which no JSON has: no answer can pretend.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    // A class of an application's, below one of ours, has only inherited its kind: it has no like.
    const isOurs = Object.hasOwn(this, "kind");
    let made: unknown = (Object(value) as object).constructor;
    for (; typeof made === "function"; made = Object.getPrototypeOf(made)) {
      if (isOurs ? Object.hasOwn(made, "kind") && (made as typeof SdkError).kind === this.kind : made === this)
        return true;
    }
    return false;
  }

  override readonly name: string = "SdkError";
  readonly code: string;
  readonly provider: string | undefined;
  /** Id of an `oauth2` scheme, where the error is about its token endpoint and not about what the request was for. */
  declare readonly tokenEndpoint?: string;
  /** The key that the request was sent with, the same in all attempts. It proves nothing: whoever looks up what happened needs it. */
  declare readonly idempotencyKey?: string;

  constructor(message: string, details: ErrorDetails) {
    super(visible(message), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.provider = details.provider;
  }

  /** The error as plain data, without stack and without secrets. */
  toJSON(): object {
    const { cause, stack: _stack, ...own } = this as SdkError & { cause?: unknown };
    return { ...own, name: this.name, message: this.message, ...(cause === undefined ? {} : { cause }) };
  }
}

/** One mistake in a configuration. */
export interface ConfigurationIssue {
  readonly message: string;
  /** JSON pointer (RFC 6901) into client.json, when the mistake has a place there. */
  readonly pointer?: string | undefined;
  /** Stable code of the diagnostic, for instance `SW1203`. */
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
}

/** The configuration lacks something, or is wrong; thrown before anything is sent, but for a `fetch` of your own that gives no Response. */
export class ConfigurationError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:ConfigurationError";
  override readonly name = "ConfigurationError";
  readonly issues: readonly ConfigurationIssue[];

  constructor(message: string, details: ErrorDetails & { readonly issues?: readonly ConfigurationIssue[] }) {
    super(message, details);
    this.issues = (details.issues ?? [{ message }]).map(({ message, hint, ...place }) => ({
      ...place,
      message: visible(message),
      ...(hint === undefined ? {} : { hint: visible(hint) }),
    }));
  }
}

/** The call's own arguments are wrong; thrown before anything is sent, but for a stream as `body` that fails on its way. */
export class RequestError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:RequestError";
  override readonly name = "RequestError";
}

/** The parts of an {@link HttpError}. */
export interface HttpErrorDetails extends ErrorDetails {
  readonly status: number;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Headers | undefined;
  readonly text?: string | undefined;
  readonly body?: unknown;
  readonly truncated?: boolean | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly unreadWait?: string | undefined;
}

/**
 * The server answered with a status that is neither 2xx nor handled by the caller. The message has what the server says in
 * a sentence. Texts of the server are masked by exact match of what the request sent as a secret. Consoles and loggers show
 * message, status, code, provider and request id; everything else is there for code, and not enumerable.
 */
export class HttpError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:HttpError";
  override readonly name: "HttpError" | "AuthenticationError" = "HttpError";
  readonly status: number;
  /** The server's name for the request, which its support asks for: `x-request-id`, `request-id` and their like. */
  declare readonly requestId?: string;
  /** The body: parsed where it is JSON, else the text. Nothing checks that it is what a document says. */
  declare readonly body: unknown;
  /** The body as it came, decoded, at most `maxErrorBytes` of it. */
  declare readonly text: string;
  /** True if the body goes on behind that. */
  declare readonly truncated: boolean;
  /** Headers of the answer, without `set-cookie`. */
  declare readonly headers: Headers;
  /** When to come back, in ms, as `Retry-After` (RFC 9110 §10.2.3), `retry-after-ms` or a rate limit's reset says it. */
  declare readonly retryAfter: number | undefined;
  /** A header that asks for a wait and cannot be read, as it came. */
  declare readonly unreadWait: string | undefined;
  /** The method of the request. */
  declare readonly method: string;
  /** As the caller wrote it: `{name}` unfilled, without query. */
  declare readonly path: string;

  constructor(message: string, details: HttpErrorDetails) {
    super(message, details);
    const { status, requestId, method = "", path = "", headers = new Headers() } = details;
    const { text = "", body = text, truncated = false, retryAfter, unreadWait } = details;
    this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    const hidden = { body, text, truncated, headers, retryAfter, unreadWait, method, path };
    for (const [name, value] of Object.entries(hidden))
      Object.defineProperty(this, name, { value, writable: true, configurable: true });
  }
}

/** Why a server did not accept the credentials; error codes are those of RFC 6750 §3.1 and, of token endpoints, RFC 6749 §5.2. */
export type AuthenticationErrorKind =
  | "rejected"
  | "unsupportedChallenge"
  | "missingChallenge"
  | "invalid_token"
  | "insufficient_scope"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client";

/** The server refused the credentials, or asked for them in a way that cannot be answered. */
export class AuthenticationError extends HttpError {
  protected static override readonly kind: string = "sdkwright/1:AuthenticationError";
  override readonly name = "AuthenticationError";
  readonly kind: AuthenticationErrorKind;

  constructor(message: string, details: HttpErrorDetails & { readonly kind: AuthenticationErrorKind }) {
    super(message, details);
    this.kind = details.kind;
  }
}

/**
 * The connection failed. `code` says how: `network-unreached` (name not found, refused, unreachable), `network-tls`,
 * `network-malformed` (not HTTP), `network-reset` (closed early, a body cut short, anything unknown).
 */
export class NetworkError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:NetworkError";
  override readonly name = "NetworkError";
  /** Says if the server may have seen the request. */
  readonly sent: boolean | "unknown";

  constructor(message: string, details: ErrorDetails & { readonly sent: boolean | "unknown" }) {
    super(message, details);
    this.sent = details.sent;
  }
}

/** An attempt took longer than `requestTimeout`, or a chunk of a stream longer than `idleTimeout` (code `idle-timeout`). */
export class TimeoutError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:TimeoutError";
  override readonly name = "TimeoutError";
}

/** The server redirected somewhere that credentials must not go, or to a second time of what it may have done. */
export class RedirectError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:RedirectError";
  override readonly name = "RedirectError";
}

/** The answer's body is too large, or not what was asked for (invalid JSON). */
export class BodyError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:BodyError";
  override readonly name = "BodyError";
  /** The status of the answer. */
  declare readonly status?: number;
  /** Its content type, where it was not what it was read as. */
  declare readonly contentType?: string;

  constructor(message: string, details: ErrorDetails & { readonly status?: number | undefined }) {
    super(message, details);
    if (details.status !== undefined) this.status = details.status;
  }
}
