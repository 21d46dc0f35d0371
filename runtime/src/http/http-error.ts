import { AuthenticationError, HttpError, type AuthenticationErrorKind } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import type { ServerAnswer } from "../wire/response-body.js";

/** What decides about an error, whatever else the server says. */
export interface RejectedAnswer {
  readonly status: number;
  readonly label: RequestLabel;
  /** Why the server did not accept the credentials, where it did not. */
  readonly rejection: AuthenticationErrorKind | undefined;
}

/** Makes the error for a status that the caller does not handle; without `answer` where that could not be read. */
export function httpError({ status, label, rejection }: RejectedAnswer, answer?: Partial<ServerAnswer>): HttpError {
  const { provider, method, path } = label;
  const { reason = "", sentence = "", ...kept } = answer ?? {};
  const said = sentence === "" ? reason && ` ${reason}` : `: ${sentence}`;
  const message = `${describeRequest(label)} answered ${status}${said}${whyOf(status, rejection)}`;
  const details = { code: `http-${status}`, provider, status, method, path, ...kept };
  if (rejection === undefined) return new HttpError(message, details);
  return new AuthenticationError(message, { ...details, kind: rejection });
}

/** What is not to be seen from the status: that no scheme applied, or what headers say of the credentials. */
function whyOf(status: number, rejection: AuthenticationErrorKind | undefined): string {
  if (rejection === undefined) return status === 401 ? " (sent without `security`)" : "";
  return /_token|_scope|Challenge/.test(rejection) ? ` (${rejection})` : "";
}
