import { type ErrorDetails, SdkError } from "./errors.js";

/**
 * The reason why a message is not taken:
 *
 * - `missing-signature`, `missing-timestamp`, `missing-id`: a header, or a part of it, that the scheme needs is not there
 * - `unknown-scheme`: there is a header, and no signature of the scheme in it
 * - `no-match`: no signature fits any secret and the body as it came
 * - `too-old`, `too-new`: the signature fits, and its time is further from now than `tolerance`
 * - `replayed`: the signature fits, and `seen` says that the delivery was there before
 * - `parsed-body`, `body-read`, `encoded-body`, `body-too-large`: the body is not there as it came
 * - `not-json`: the signature fits, and the body is neither JSON nor a form
 * - `unsupported`: the platform cannot check such signatures
 */
export type WebhookErrorCode =
  | "missing-signature"
  | "unknown-scheme"
  | "missing-timestamp"
  | "missing-id"
  | "too-old"
  | "too-new"
  | "no-match"
  | "replayed"
  | "parsed-body"
  | "body-read"
  | "encoded-body"
  | "body-too-large"
  | "not-json"
  | "unsupported";

/** A webhook that is not taken. It shows no secret, no signature and nothing of the body. */
export class WebhookError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:WebhookError";
  override readonly name = "WebhookError";
  declare readonly code: WebhookErrorCode;
  /** The status to answer with: 401 if nobody knows who sent it, 413 if it is too large, else 400. */
  readonly status: 400 | 401 | 413;

  constructor(
    message: string,
    details: ErrorDetails & { readonly code: WebhookErrorCode; readonly status: WebhookError["status"] },
  ) {
    super(message, details);
    this.status = details.status;
  }
}
