import { BodyError, RedirectError, type AuthenticationErrorKind, type HttpError, type SdkError } from "../../errors.js";
import { describeRequest, printable } from "../../redaction.js";
import type { BodyBytes } from "../../wire/response-body.js";
import type { Grant } from "./grant.js";
import { isVisible, parseObject } from "./token-answer.js";
import type { TokenWire } from "./token-wire.js";

const MAX_SHOWN = 300;

/** Of RFC 6749 §5.2: asking again with the same credentials changes nothing. */
const DENIAL = /^(?:invalid_client|invalid_grant|unauthorized_client)$/;

/** Why an answer of a token endpoint has no token. */
export async function tokenFailure(
  grant: Grant,
  wire: TokenWire,
  answer: Response,
  body: BodyBytes,
): Promise<SdkError> {
  const { label } = grant;
  const { provider } = label;
  const { status, ok, type, redirected } = answer;
  if (type === "opaqueredirect" || redirected || (status >= 300 && status < 400)) {
    const message = `${describeRequest(label)} was redirected; the client's credentials stay where they are to go`;
    return new RedirectError(message, { code: "redirect-token", provider });
  }
  const read = parseObject(new TextDecoder().decode(body.bytes));
  if (!ok || typeof read["error"] === "string") return refusal(grant, wire, answer, body, String(read["error"]));
  const problem = body.complete ? problemOf(read) : "it is larger than 64 KiB";
  const message = `${describeRequest(label)} answered ${status}, but not with a token (RFC 6749 §5.1): ${problem}`;
  return new BodyError(message, { code: "bad-token-answer", provider });
}

function problemOf({ access_token: accessToken, token_type: type }: ReturnType<typeof parseObject>): string {
  if (!isVisible(accessToken)) return "its `access_token` is not text of visible ASCII characters";
  if (!/^bearer$/i.test(String(type))) return "its `token_type` is not bearer";
  return "its `refresh_token` is not text of visible ASCII characters";
}

/** What the server says is masked, cut, and shown in place of its reason phrase. */
async function refusal(
  { attempt, client, label, refreshToken }: Grant,
  { httpError, texts }: TokenWire,
  answer: Response,
  body: BodyBytes,
  kind: string,
): Promise<HttpError> {
  const { status } = answer;
  const rejection = DENIAL.test(kind) ? (kind as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  const { redact, errorBodies } = client;
  const loaded = await texts();
  const shown = loaded?.serverTexts({ secrets: attempt.secrets, redact, errorBodies }).show(answer, body);
  if (shown === undefined) return httpError({ status, label, rejection });
  const { error, error_description: description } = parseObject(shown.body);
  const isSpent = kind === "invalid_grant" && refreshToken !== undefined;
  const said = [error, description, isSpent ? SPENT : ""].filter((part) => typeof part === "string" && part !== "");
  return httpError({ status, label, rejection }, { ...shown, reason: printable(said.join(": "), MAX_SHOWN) || shown.reason }); // prettier-ignore
}

const SPENT =
  "the refresh token is no longer good; another instance may have spent it, which the option `tokens` prevents";
