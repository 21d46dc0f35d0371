import { visible } from "./redaction.js";

/** What every error of the runtime carries besides its own fields. None of it holds a secret. */
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
  /** What the class is in every copy of the runtime; the number is that of the fields, which are only added to. */
  protected static readonly kind: string = "sdkwright/1:SdkError";

  /**
   * Whether a value was made by this class, by one below it, or by their like in another copy of the runtime (rules §3.9).
   * It goes by constructors, which no JSON has: no answer can pretend.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
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
