import { AuthenticationError, HttpError, type AuthenticationErrorKind } from "../errors.js";
import { parseRetryAfter } from "./retry-after.js";
import {
  describeRequest,
  longestForm,
  printable,
  scrub,
  showHeaders,
  type RequestLabel,
  type Secrets,
} from "../redaction.js";
import type { BodyBytes } from "../wire/response-body.js";

const SHOWN_CHARACTERS = 4096;
const MAX_REASON = 100;

/** What an error about an answer is made of. */
export interface RejectedAnswer {
  readonly answer: Response;
  /** What was read of its body, if anything. */
  readonly body: BodyBytes;
  readonly label: RequestLabel;
  readonly secrets: Secrets;
  /** Why the server did not accept the credentials, where it did not. */
  readonly rejection: AuthenticationErrorKind | undefined;
}

/** Makes the error for a status that the caller does not handle. */
export function httpError({ answer, body, label, secrets, rejection }: RejectedAnswer): HttpError {
  const { status } = answer;
  const reason = printable(scrub(answer.statusText, secrets), MAX_REASON);
  const message = `${describeRequest(label)} answered ${status}${reason === "" ? "" : ` ${reason}`}`;
  const response = { status, headers: showHeaders(answer.headers, secrets), body: shownBody(body, secrets) };
  const retryAfter = parseRetryAfter(answer.headers);
  const details = { code: `http-${status}`, provider: label.provider, response, retryAfter };
  if (rejection === undefined) return new HttpError(message, details);
  return new AuthenticationError(message, { ...details, kind: rejection });
}

/** A secret that the reading limit cuts in two would not be found, so an incomplete text loses its end. */
function shownBody({ bytes, complete }: BodyBytes, secrets: Secrets): string {
  const text = scrub(new TextDecoder().decode(bytes), secrets);
  const whole = complete ? text : text.slice(0, Math.max(0, text.length - longestForm(secrets)));
  return whole.slice(0, SHOWN_CHARACTERS);
}
