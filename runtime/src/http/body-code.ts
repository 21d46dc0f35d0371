import type { isPlainObject } from "../config/records.js";
import type { ByteStream } from "../provider/request-options.js";
import type { SdkError } from "../sdk-error.js";
import type { OutgoingBody } from "../wire/outgoing.js";
import type { isScalar } from "../wire/query.js";
import type { InvalidRequest } from "./invalid.js";

/** A body encoded once, so that every attempt, digest answer and redirect can send it again. */
export interface PreparedBody {
  readonly kind: "none" | "json" | "form" | "multipart" | "raw";
  readonly content: OutgoingBody | undefined;
  /** What the content is, unless the caller says so. */
  readonly contentType: string | undefined;
  /** Of a stream that says it, in bytes. */
  readonly length?: number | undefined;
}

/** A stream, which can be sent once, or a function that gives a new one for each send. */
export type GivenStream = ByteStream | (() => ByteStream);

/** Makes the error of what cannot be written as JSON; `problem` follows its name and shows nothing of it. */
export type BadJson = (problem: string) => Error;

/** Code of the common path for what is loaded late: imported there it would be a file of its own in a bundle. */
export interface BodyCode {
  readonly isScalar: typeof isScalar;
  readonly isPlainObject: typeof isPlainObject;
  readonly isStream: (body: unknown) => body is GivenStream;
  readonly writable: <T>(write: () => T, bad: BadJson) => T;
  readonly badJson: (invalid: InvalidRequest) => BadJson;
  readonly SdkError: typeof SdkError;
}
