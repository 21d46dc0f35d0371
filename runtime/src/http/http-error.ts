import { AuthenticationError, HttpError, type AuthenticationErrorKind } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import type { ServerText } from "./server-text.js";

/** What decides about an error, whatever else the server says. */
export interface RejectedAnswer {
  readonly status: number;
  readonly label: RequestLabel;
  /** Why the server did not accept the credentials, where it did not. */
  readonly rejection: AuthenticationErrorKind | undefined;
}

const NOTHING: ServerText = { reason: "", headers: {}, body: "", retryAfter: undefined };

/** Makes the error for a status that the caller does not handle. */
export function httpError({ status, label, rejection }: RejectedAnswer, text: ServerText = NOTHING): HttpError {
  const { reason, headers, body, retryAfter } = text;
  const message = `${describeRequest(label)} answered ${status}${reason === "" ? "" : ` ${reason}`}${whyOf(status, rejection)}`;
  const response = { status, headers, body };
  const details = { code: `http-${status}`, provider: label.provider, response, retryAfter };
  if (rejection === undefined) return new HttpError(message, details);
  return new AuthenticationError(message, { ...details, kind: rejection });
}

/** What is not to be seen from the status: that no scheme applied, or what headers say of the credentials; nothing of a body. */
function whyOf(status: number, rejection: AuthenticationErrorKind | undefined): string {
  if (rejection === undefined) return status === 401 ? " (sent without `security`)" : "";
  return /_token|_scope|Challenge/.test(rejection) ? ` (${rejection})` : "";
}
