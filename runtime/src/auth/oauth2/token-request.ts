import { BodyError, RedirectError, type AuthenticationErrorKind, type HttpError } from "../../errors.js";
import { describeRequest } from "../../redaction.js";
import { base64 } from "../../wire/octets.js";
import type { OutgoingRequest } from "../../wire/outgoing.js";
import { readBody, type BodyBytes } from "../../wire/response-body.js";
import { formEncoded, type Grant } from "./grant.js";
import { parseObject, readTokenAnswer, type GrantedTokens } from "./token-answer.js";
import type { TokenWire } from "./token-wire.js";

const MAX_BYTES = 64 * 1024;

/** Of RFC 6749 §5.2: asking again with the same credentials changes nothing. */
const DENIAL = /^(?:invalid_client|invalid_grant|unauthorized_client)$/;

/** Asks the token endpoint, once (RFC 6749 §4.4.2 and §6). Rejects with the SdkError that tells why there is no token. */
export async function requestTokens(
  grant: Grant,
  refreshToken: string | undefined,
  wire: TokenWire,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const { client, label } = grant;
  const { provider } = label;
  const answer = await wire.send(client.fetch ?? globalThis.fetch, tokenRequest(grant, refreshToken), signal, label);
  const { status, ok, type, redirected } = answer;
  const body = await readBody(answer, MAX_BYTES).catch(async (error: unknown) => {
    throw await wire.connectionError(error, label, true);
  });
  if (type === "opaqueredirect" || redirected || (status >= 300 && status < 400)) {
    const message = `${describeRequest(label)} was redirected, where no credentials go`;
    throw new RedirectError(message, { code: "redirect-token", provider });
  }
  const read = parseObject(new TextDecoder().decode(body.bytes));
  if (!ok || typeof read["error"] === "string") throw await refusal(grant, wire, answer, body, String(read["error"]));
  const granted = body.complete ? readTokenAnswer(read) : "size";
  if (typeof granted !== "string") return granted;
  const message = `${describeRequest(label)} answered ${status}, but its \`${granted}\` is none of RFC 6749 §5.1`;
  throw new BodyError(message, { code: "bad-token-answer", provider });
}

function tokenRequest({ key, scheme, clientSecret }: Grant, refreshToken: string | undefined): OutgoingRequest {
  const { tokenUrl: url, clientId, scopes, audience } = key;
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const isBasic = clientSecret !== "" && scheme.clientAuthentication === "basic";
  if (isBasic) headers.set("authorization", `Basic ${base64(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`);
  const fields = {
    grant_type: refreshToken === undefined ? "client_credentials" : "refresh_token",
    refresh_token: refreshToken,
    scope: scopes.join(" "),
    audience,
    client_id: isBasic ? undefined : clientId,
    client_secret: isBasic ? undefined : clientSecret,
  };
  const form = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return { method: "POST", url, headers, body: new TextEncoder().encode(form.toString()) };
}

/** What decides is known at once; what shows the server's words is loaded with the first refusal. */
async function refusal(
  grant: Grant,
  { httpError, texts }: TokenWire,
  answer: Response,
  body: BodyBytes,
  error: string,
): Promise<HttpError> {
  const { status } = answer;
  const rejection = DENIAL.test(error) ? (error as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  const shown = await Promise.all([import("./shown-refusal.js"), texts()]).then(
    ([{ shownRefusal }, loaded]) => loaded && shownRefusal(grant, loaded, answer, body),
    () => undefined,
  );
  return httpError({ status, label: grant.label, rejection }, shown);
}
