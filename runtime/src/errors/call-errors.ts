import { type ErrorDetails, SdkError } from "./errors.js";

/** The call's `deadline` passed, or would pass before the next attempt. */
export class DeadlineError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:DeadlineError";
  override readonly name = "DeadlineError";
  /** The failure of the last attempt, when there was one; of a retry that the deadline has cut, that of the attempt before. */
  readonly lastError: SdkError | undefined;

  constructor(message: string, details: ErrorDetails & { readonly lastError?: SdkError | undefined }) {
    super(message, details);
    this.lastError = details.lastError;
  }
}

/** The circuit of the only candidate, or of all of them, is open. */
export class CircuitOpenError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:CircuitOpenError";
  override readonly name = "CircuitOpenError";
  /** Time until the next attempt is admitted, in ms. */
  readonly retryAfter: number;
  /** The failure that opened the circuit, when known: that of another call, without what the server said to it. */
  readonly lastError: SdkError | undefined;

  constructor(
    message: string,
    details: ErrorDetails & { readonly retryAfter: number; readonly lastError?: SdkError | undefined },
  ) {
    super(message, details);
    this.retryAfter = details.retryAfter;
    this.lastError = details.lastError;
  }
}

/** One provider's part in a {@link FailoverError}; a provider whose circuit was open has 0 attempts. */
export interface ProviderFailure {
  readonly provider: string;
  readonly attempts: number;
  readonly error: SdkError;
}

/** Every provider in the list failed. */
export class FailoverError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:FailoverError";
  override readonly name = "FailoverError";
  /** In the order in which they were tried. */
  readonly failures: readonly ProviderFailure[];
  /** When the first of them says to come back, in ms; absent where none does. */
  declare readonly retryAfter: number | undefined;

  constructor(
    message: string,
    details: ErrorDetails & {
      readonly failures: readonly ProviderFailure[];
      readonly retryAfter?: number | undefined;
    },
  ) {
    super(message, details);
    this.failures = details.failures;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
  }
}

/** Why the pages of a list cannot be turned any further. */
export type PagesErrorCode =
  "next-origin" | "next-path" | "pages-shape" | "pages-mismatch" | "pages-repeat" | "pages-empty";

/**
 * The next page of a list cannot be asked for without guessing. `code` says why: it is at another origin (`next-origin`) or
 * outside of the base URL (`next-path`), the answer does not say where it is (`pages-shape`), the page that came is not the
 * one asked for (`pages-mismatch`), a position comes again (`pages-repeat`), or 100 pages in a row were empty
 * (`pages-empty`).
 */
export class PagesError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:PagesError";
  override readonly name = "PagesError";
  declare readonly code: PagesErrorCode;
}

/** One place where a value is not what a schema says. It never holds a part of the value. */
export interface SchemaProblem {
  /** JSON pointer (RFC 6901) into the value; a key that the schema does not name stands as `*`. */
  readonly pointer: string;
  /** The keyword of JSON Schema, for instance `required`; `false` for what a schema forbids, `limit` for what is too large. */
  readonly keyword: string;
  readonly message: string;
}

/** The result of a map does not match the profile, and the call validates it. */
export class ResultError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:ResultError";
  override readonly name = "ResultError";
  /** The first of them, at most 10. */
  readonly problems: readonly SchemaProblem[];

  constructor(message: string, details: ErrorDetails & { readonly problems: readonly SchemaProblem[] }) {
    super(message, details);
    this.problems = details.problems;
  }
}

/**
 * A stream of events that went on in a way that its definition declares as a failure: `stream-cut`, it ended without the event
 * that ends it; `stream-error`, an event says that the server has failed.
 */
export class StreamError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:StreamError";
  override readonly name = "StreamError";
  /** The data of the event, parsed where it is JSON, with the secrets of the request masked; not enumerable, as bodies of answers are not. */
  declare readonly data: unknown;

  constructor(message: string, details: ErrorDetails & { readonly data?: unknown }) {
    super(message, details);
    Object.defineProperty(this, "data", { value: details.data, writable: true, configurable: true });
  }
}
