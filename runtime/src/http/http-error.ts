import { AuthenticationError, HttpError, type AuthenticationErrorKind } from "../errors.js";
import { parseRetryAfter } from "../policy/retry-after.js";
import {
  describeRequest,
  longestForm,
  printable,
  scrub,
  showHeaders,
  type RequestLabel,
  type Secrets,
} from "../redaction.js";
import type { BodyBytes } from "./response-body.js";

const SHOWN_CHARACTERS = 4096;
const MAX_REASON = 100;

/** What an error about an answer is made of. */
export interface RefusedAnswer {
  readonly answer: Response;
  /** What was read of its body, if anything. */
  readonly body: BodyBytes;
  readonly label: RequestLabel;
  readonly secrets: Secrets;
  /** Why the server did not accept the credentials, where it did not. */
  readonly refusal: AuthenticationErrorKind | undefined;
}

/** Makes the error for a status that the caller does not handle. */
export function httpError({ answer, body, label, secrets, refusal }: RefusedAnswer): HttpError {
  const { status } = answer;
  const reason = printable(scrub(answer.statusText, secrets), MAX_REASON);
  const message = `${describeRequest(label)} answered ${status}${reason === "" ? "" : ` ${reason}`}`;
  const response = { status, headers: showHeaders(answer.headers, secrets), body: shownBody(body, secrets) };
  const retryAfter = parseRetryAfter(answer.headers);
  const details = { code: `http-${status}`, provider: label.provider, response, retryAfter };
  if (refusal === undefined) return new HttpError(message, details);
  return new AuthenticationError(message, { ...details, kind: refusal });
}

/** A secret that the reading limit cuts in two would not be found, so an incomplete text loses its end. */
function shownBody({ bytes, complete }: BodyBytes, secrets: Secrets): string {
  const text = scrub(new TextDecoder().decode(bytes), secrets);
  const whole = complete ? text : text.slice(0, Math.max(0, text.length - longestForm(secrets)));
  return whole.slice(0, SHOWN_CHARACTERS);
}
