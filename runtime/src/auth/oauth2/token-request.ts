import { BodyError, RedirectError, type AuthenticationErrorKind, type HttpError, type SdkError } from "../../errors.js";
import { describeRequest, printable, type RequestLabel } from "../../redaction.js";
import { base64 } from "../../wire/octets.js";
import type { OutgoingRequest } from "../../wire/outgoing.js";
import { readBody, type BodyBytes } from "../../wire/response-body.js";
import { formEncoded, type Grant } from "./grant.js";
import { readTokenAnswer, type GrantedTokens } from "./token-answer.js";

/** What requests are made and told with; its parts are those that requests to services use. */
export interface TokenWire {
  /** Sends once and follows nothing; rejects with a NetworkError. */
  readonly send: (
    fetch: typeof globalThis.fetch,
    request: OutgoingRequest,
    signal: AbortSignal,
    label: RequestLabel,
  ) => Promise<Response>;
  readonly connectionError: (error: unknown, label: RequestLabel, answered: boolean) => Promise<SdkError>;
  readonly httpError: (
    answer: {
      readonly status: number;
      readonly label: RequestLabel;
      readonly rejection: AuthenticationErrorKind | undefined;
    },
    text?: ShownAnswer,
  ) => HttpError;
  /** What masks texts of servers; `undefined` where it could not be loaded: then none is shown. */
  readonly texts: () => Promise<Texts | undefined>;
}

interface Texts {
  readonly serverTexts: (redaction: {
    readonly secrets: ReadonlySet<string>;
    readonly redact: ((text: string) => string) | undefined;
    readonly errorBodies: boolean;
  }) => { readonly show: (answer: Response, body: BodyBytes) => ShownAnswer };
}

interface ShownAnswer {
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly retryAfter: number | undefined;
}

const MAX_BYTES = 64 * 1024;
const MAX_SHOWN = 300;

/** Of RFC 6749 §5.2: asking again with the same credentials changes nothing. */
const DENIALS: readonly string[] = ["invalid_client", "invalid_grant", "unauthorized_client"];

/** Asks the token endpoint, once (RFC 6749 §4.4.2 and §6). Rejects with the SdkError that tells why there is no token. */
export async function requestTokens(
  grant: Grant,
  refreshToken: string | undefined,
  wire: TokenWire,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const { client, label } = grant;
  const answer = await wire.send(client.fetch ?? globalThis.fetch, tokenRequest(grant, refreshToken), signal, label);
  if (answer.type === "opaqueredirect" || answer.redirected || (answer.status >= 300 && answer.status < 400)) {
    answer.body?.cancel().catch(() => {});
    const message = `${describeRequest(label)} was redirected, and the client's credentials go nowhere else`;
    throw new RedirectError(message, { code: "redirect-token", provider: label.provider });
  }
  const body = await readBody(answer, MAX_BYTES).catch(async (error: unknown) => {
    throw await wire.connectionError(error, label, true);
  });
  const read = parse(new TextDecoder().decode(body.bytes));
  if (!answer.ok || typeof read["error"] === "string") throw await refusal(grant, wire, answer, body, read["error"]);
  const granted = body.complete ? readTokenAnswer(read) : "it is larger than 64 KiB";
  if (typeof granted !== "string") return granted;
  const message = `${describeRequest(label)} answered ${answer.status}, but not with a token: ${granted}`;
  throw new BodyError(message, { code: "bad-token-answer", provider: label.provider });
}

function tokenRequest({ key, scheme, clientSecret }: Grant, refreshToken: string | undefined): OutgoingRequest {
  const { tokenUrl: url, clientId, scopes, audience } = key;
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ grant_type: refreshToken === undefined ? "client_credentials" : "refresh_token" });
  if (refreshToken !== undefined) form.set("refresh_token", refreshToken);
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  if (audience !== undefined) form.set("audience", audience);
  if (clientSecret !== "" && scheme.clientAuthentication === "basic") {
    headers.set("authorization", `Basic ${base64(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`);
  } else {
    form.set("client_id", clientId);
    if (clientSecret !== "") form.set("client_secret", clientSecret);
  }
  return { method: "POST", url, headers, body: new TextEncoder().encode(form.toString()) };
}

/** Empty where it is no object of JSON. */
function parse(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as { [name: string]: unknown }) : {};
  } catch {
    return {};
  }
}

/** What the server says is masked, cut, and shown in place of its reason phrase. */
async function refusal(
  { attempt, client, label }: Grant,
  { httpError, texts }: TokenWire,
  answer: Response,
  body: BodyBytes,
  error: unknown,
): Promise<HttpError> {
  const { status } = answer;
  const isDenial = typeof error === "string" && DENIALS.includes(error);
  const rejection = isDenial ? (error as AuthenticationErrorKind) : status === 401 ? "rejected" : undefined;
  const { redact, errorBodies } = client;
  const loaded = await texts();
  const shown = loaded?.serverTexts({ secrets: attempt.secrets, redact, errorBodies }).show(answer, body);
  if (shown === undefined) return httpError({ status, label, rejection });
  const said = parse(shown.body);
  const reason = [said["error"], said["error_description"]].filter((part) => typeof part === "string").join(": ");
  return httpError({ status, label, rejection }, { ...shown, reason: printable(reason, MAX_SHOWN) || shown.reason });
}
