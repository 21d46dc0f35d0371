import type { JsonObject } from "../../config/definition.js";
import { own, withoutPrototype } from "../../config/options.js";
import {
  type AuthenticationErrorKind,
  BodyError,
  describeRequest,
  type HttpError,
  printable,
  RedirectError,
  SdkError,
} from "../../errors/errors.js";
import type { BodyBytes } from "../../http/answer.js";
import type { Grant } from "./grant.js";
import { isBearer, isVisible, parseObject } from "./token-answer.js";
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
    const message = `${describeRequest(label)} was redirected; the client's credentials go nowhere else: correct \`tokenUrl\``;
    return new RedirectError(message, { code: "redirect-token", provider });
  }
  const read = parseObject(body.bytes);
  if (!ok || typeof read?.["error"] === "string") return refusal(grant, wire, answer, read ?? withoutPrototype({}));
  const problem = body.complete ? problemOf(read) : "it is larger than 64 KiB";
  const message = `${describeRequest(label)} answered ${status}, but not with a token (RFC 6749 §5.1): ${problem}`;
  return new BodyError(message, { code: "bad-token-answer", provider });
}

function problemOf(read: JsonObject | undefined): string {
  if (read === undefined) return "it is not a JSON object; look whether `tokenUrl` is right";
  const { access_token: accessToken, token_type: type } = read;
  if (accessToken === undefined) return "it has no `access_token`";
  if (!isVisible(accessToken)) return "its `access_token` is not text of visible ASCII characters";
  if (!isBearer(type)) return "its `token_type` needs more than a bearer sends";
  return "its `refresh_token` is not text of visible ASCII characters";
}

/** Each attempt that waited has an error of its own: what is said of it later is that attempt's. */
export function copyOf(error: unknown): unknown {
  if (!(error instanceof SdkError)) return error;
  const { constructor, message } = error;
  const copy = new (constructor as new (message: string, details: SdkError) => SdkError)(message, error);
  const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
  return Object.assign(copy, tokenEndpoint && { tokenEndpoint });
}

/** Of its body the code and the description are kept (RFC 6749 §5.2), masked, and nothing else. */
async function refusal(
  { attempt, label, refreshToken }: Grant,
  { httpError }: TokenWire,
  answer: Response,
  read: JsonObject,
): Promise<HttpError> {
  const { status } = answer;
  const [error, description] = [textOf(read["error"]), textOf(read["error_description"])];
  const rejection = DENIAL.test(error) ? (error as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  const kept = { error, ...(description && { error_description: description }) };
  // Of no use beside an error, but tokens all the same, which the description may repeat.
  for (const token of ["access_token", "refresh_token", "id_token"]) attempt.secrets.add(textOf(read[token]));
  const bytes = new TextEncoder().encode(error ? JSON.stringify(kept) : "");
  const said = await attempt.said(answer, { bytes, complete: true });
  const words = Object.values(Object(said?.body) as typeof kept)
    .join(": ")
    .replaceAll(/\s+/g, " ");
  const spent = error === "invalid_grant" && refreshToken !== undefined ? SPENT : "";
  const sentence = joined(printable(words, MAX_SHOWN), spent);
  return httpError({ status, label, rejection }, said && { ...said, sentence });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(": ");
}

const SPENT =
  "the refresh token is no longer good; another instance may have spent it, which the option `tokens` prevents";
