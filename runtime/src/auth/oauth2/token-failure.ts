import { BodyError, RedirectError, SdkError, type AuthenticationErrorKind, type HttpError } from "../../errors.js";
import { describeRequest, printable } from "../../redaction.js";
import type { JsonObject } from "../../config/client-config.js";
import { own, withoutPrototype } from "../../config/records.js";
import type { BodyBytes } from "../../wire/response-body.js";
import type { AttemptState } from "../authenticator.js";
import type { Grant } from "./grant.js";
import { isBearer, isVisible, parseObject } from "./token-answer.js";
import type { ShownAnswer, Texts, TokenWire } from "./token-wire.js";

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
  if (!ok || typeof read?.["error"] === "string")
    return refusal(grant, wire, answer, body, read ?? withoutPrototype({}));
  const problem = body.complete ? problemOf(read) : "it is larger than 64 KiB";
  const message = `${describeRequest(label)} answered ${status}, but not with a token (RFC 6749 §5.1): ${problem}`;
  return new BodyError(message, { code: "bad-token-answer", provider });
}

function problemOf(read: JsonObject | undefined): string {
  if (read === undefined) return "it is not a JSON object; look whether `tokenUrl` is right";
  const { access_token: accessToken, token_type: type } = read;
  if (accessToken === undefined) return "it has no `access_token`";
  if (!isVisible(accessToken)) return "its `access_token` is not text of visible ASCII characters";
  if (type === undefined) return "it has no `token_type`";
  if (!isBearer(type)) return "its `token_type` is not bearer";
  return "its `refresh_token` is not text of visible ASCII characters";
}

type Telling = (attempt: AttemptState) => Promise<HttpError>;

/** How a refusal is told to others: what the server says may hold a secret of theirs. */
const tellings = new WeakMap<SdkError, Telling>();

/** Each attempt that waited has an error of its own: what is masked in it, or said of it later, is that attempt's. */
export async function toldTo(attempt: AttemptState, error: unknown): Promise<unknown> {
  if (!(error instanceof SdkError)) return error;
  const { constructor, message } = error;
  const told = await tellings.get(error)?.(attempt);
  const copy = told ?? new (constructor as new (message: string, details: SdkError) => SdkError)(message, error);
  const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
  return Object.assign(copy, tokenEndpoint && { tokenEndpoint });
}

/** What the server says is masked, cut, and shown in place of its reason phrase. */
async function refusal(
  { attempt, label, refreshToken }: Grant,
  { httpError }: TokenWire,
  { status, statusText, headers }: Response,
  body: BodyBytes,
  read: JsonObject,
): Promise<HttpError> {
  const [kind, description] = [textOf(read["error"]), textOf(read["error_description"])];
  const rejection = DENIAL.test(kind) ? (kind as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  // On Workers nobody reads the answer of another's request.
  const answer = { statusText, headers: new Headers(headers) };
  const shownBy = (masks: Texts): ShownAnswer => {
    const shown = masks.show(answer, body);
    // What is shown of a body may end within it.
    const said = new TextEncoder().encode(joined(kind, description));
    const masked = printable(masks.show(new Response(), { bytes: said, complete: true }).body, MAX_SHOWN);
    const reason = joined(masked, kind === "invalid_grant" && refreshToken !== undefined ? SPENT : "");
    return { ...shown, reason: reason || shown.reason };
  };
  // Those who wait mostly have the same secrets, and to look for them takes time.
  let last: { readonly secrets: string | undefined; readonly shown: ShownAnswer } | undefined;
  const tell: Telling = async ({ texts }) => {
    const masks = await texts(answer, body);
    if (masks === undefined) return httpError({ status, label, rejection });
    const secrets = masks.secrets && JSON.stringify([...masks.secrets].sort());
    if (last === undefined || last.secrets !== secrets) last = { secrets, shown: shownBy(masks) };
    const { headers, ...shown } = last.shown;
    return httpError({ status, label, rejection }, { ...shown, headers: { ...headers } });
  };
  const error = await tell(attempt);
  tellings.set(error, tell);
  return error;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(": ");
}

const SPENT =
  "the refresh token is no longer good; another instance may have spent it, which the option `tokens` prevents";
