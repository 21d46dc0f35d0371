import { SdkError, type ErrorDetails } from "./errors.js";

/** One place where a value is not what a schema says. It never holds a part of the value. */
export interface SchemaProblem {
  /** JSON pointer (RFC 6901) into the value; a key that the schema does not name stands as `*`. */
  readonly pointer: string;
  /** Of JSON Schema, for instance `required`; `false` for what a schema forbids, `limit` for what is too large. */
  readonly keyword: string;
  readonly message: string;
}

/** What a map returned is not what the profile says, and the call validates its result. */
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
