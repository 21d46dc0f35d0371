import { type BadOption, has, isPlainObject, readOptions, type TableOf } from "../config/options.js";
import type { fillTokenUrl } from "../config/token-url.js";
import { ConfigurationError } from "../errors/errors.js";
import { late, missing } from "../late.js";
import { rejectionOf } from "../http/answer.js";
import { drainCopy } from "../http/drain.js";
import { parameterValue } from "../http/parameters.js";
import type { OutgoingRequest, SendOnce } from "../http/transport.js";
import type { ChallengeAnswerer, HopAnswer, OAuth2Options, ScopedId, StartOAuth2 } from "./authenticate.js";
import { resolveCredentials } from "./credentials.js";
import { type Grant, type Token, Tokens } from "./oauth2-tokens.js";
import type { TokensOption } from "./oauth2-types.js";
import { refuseOneShot } from "./one-shot.js";

/**
 * OAuth 2 (RFC 6749 §4.4 and §6) for one client instance, which keeps its tokens: sends one as bearer (RFC 6750 §2.1), and
 * once more with another if the server does not take it any longer.
 */
export const oauth2: StartOAuth2 = (given, bad) => {
  const tokens = new Tokens(given && readOptions(given, "tokens", TOKENS_OPTION, bad));
  const start = async (options: OAuth2Options): Promise<ChallengeAnswerer> => {
    const { schemeId } = options;
    const state: TokenState = { tokens, grant: await grantOf(options), isRenewed: false };
    return {
      kind: "answerer",
      schemeId,
      async answer(request, send, signal) {
        refuseOneShot(request.body, "oauth2", schemeId);
        return sendWithToken(state, request, send, signal);
      },
    };
  };
  return Object.assign(start, { read: readScoped });
};

const TOKENS_OPTION: TableOf<TokensOption> = { load: "a function", save: "a function" };

function readScoped(named: unknown, bad: BadOption): Partial<ScopedId> {
  if (!isPlainObject(named)) return {};
  // A name may be the secret itself.
  const hiding: BadOption = (name, problem) =>
    bad(name === "`security.scopes`" ? name : "a part of `security`", problem);
  const read = readOptions<Partial<ScopedId>>(named, "security", { id: "", scopes: "an Array" }, hiding);
  // RFC 6749 §3.3.
  const isScope = (scope: unknown): boolean => typeof scope === "string" && /^[!#-[\]-~]+$/.test(scope);
  const scopes = read.scopes && [...read.scopes];
  if (scopes?.every(isScope) === false) throw bad("`security.scopes`", "has something that is not a scope");
  return Object.assign(read, { scopes });
}

/** State that the hops of one attempt share. */
interface TokenState {
  readonly tokens: Tokens;
  readonly grant: Grant;
  /** It has got another token in place of one that was refused. */
  isRenewed: boolean;
}

/** An answer to a token that is no longer good. */
interface Refusal extends HopAnswer {
  /** Text of the token. */
  readonly token: string;
  /** All of it was read, and can be read again. */
  readonly isWhole: boolean;
}

async function sendWithToken(
  state: TokenState,
  request: OutgoingRequest,
  send: SendOnce,
  signal: AbortSignal,
): Promise<HopAnswer> {
  const { tokens, grant } = state;
  const { attempt } = grant;
  let refusal: Refusal | undefined;
  for (;;) {
    // While it waits, time that runs out is the token endpoint's.
    attempt.awaited = grant.key.scheme;
    const token = await tokens.get(grant, signal);
    attempt.awaited = undefined;
    // Since it came, another's answer may have been that it is no good.
    if (token.refused) continue;
    // Some servers hand out the same one for as long as they hold it good.
    if (refusal?.isWhole === true && refusal.token === token.text) return refusal;
    attempt.secrets.add(token.text);
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token.text}`);
    const response = await send({ ...request, headers });
    const rejection = await rejectionOf(response);
    if (!isRefused(response, rejection, token)) return { response, rejection };
    tokens.refuse(grant, token);
    if (state.isRenewed || attempt.furtherSends === 0) return { response, rejection };
    state.isRenewed = true;
    attempt.furtherSends -= 1;
    refusal = { response, rejection, token: token.text, isWhole: await drainCopy(response) };
  }
}

/** A 401 may be about the request alone: it is about the token if it says so, or if the token was taken before. */
function isRefused({ status }: Response, rejection: HopAnswer["rejection"], token: Token): boolean {
  if (status === 401) return rejection === "invalid_token" || token.accepted || token.refused;
  if (status < 500) token.accepted = true;
  return false;
}

/** Reads what an attempt brings along. Throws a ConfigurationError for a token URL or credentials that cannot be used. */
async function grantOf(options: OAuth2Options): Promise<Grant> {
  const { client, schemeId, scheme, scopes = scheme.scopes ?? [], attempt } = options;
  const fill = await loadFill(options);
  const tokenUrl = tokenUrlOf(options, fill);
  const credentials = await resolveCredentials(client, schemeId, scheme, () => {
    attempt.requireUnmoved();
    // The secret of now is not for the place of then.
    if (tokenUrlOf(options, fill) !== tokenUrl) throw urlError(options, MOVED, "base-url-changed");
  });
  const clientId = credentials.text("clientId");
  const clientSecret = credentials.text("clientSecret");
  const refreshToken = credentials.text("refreshToken");
  const isRefresh = scheme.flow === "refreshToken";
  if (clientId === "") throw credentials.error("clientId", "is empty");
  if (isRefresh && refreshToken === "") throw credentials.error("refreshToken", "is empty");
  // As it is sent, if it is echoed. Forms are ASCII.
  const encodedSecret = formEncoded(clientSecret);
  const basic = btoa(`${formEncoded(clientId)}:${encodedSecret}`);
  const isBasic = clientSecret !== "" && scheme.clientAuthentication === "basic";
  // Not the client id, which says who asked.
  for (const secret of [clientSecret, refreshToken, encodedSecret, isBasic ? basic : ""]) attempt.secrets.add(secret);
  const { audience } = scheme;
  const provider = client.definition.name;
  return {
    key: { provider, scheme: schemeId, tokenUrl, audience, clientId, scopes: [...new Set(scopes)].sort() },
    label: { provider, service: "", scheme: schemeId, method: "POST", path: scheme.tokenUrl.replace(/\?.*/s, "") },
    clientSecret,
    authorization: isBasic ? `Basic ${basic}` : undefined,
    refreshToken: isRefresh ? refreshToken : undefined,
    client,
    attempt,
  };
}

/** RFC 6749, appendix B. */
function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Loaded with the first that asks for a token. */
async function loadFill(options: OAuth2Options): Promise<typeof fillTokenUrl> {
  const loaded = await late(() => import("../config/token-url.js"));
  if (loaded !== undefined) return loaded.fillTokenUrl;
  throw urlError(options, `the reader of its token URL ${missing("token-url")}`, "part-not-loaded");
}

function tokenUrlOf(options: OAuth2Options, fill: typeof fillTokenUrl): string {
  const filled = fill(options.scheme.tokenUrl, (name) => parameterValue(options.client, name));
  if (has(filled, "url")) return filled.url.url;
  throw urlError(options, filled.problem.message, "bad-token-url");
}

const MOVED = "its token URL has changed since the call began, because variables have changed: call again";

function urlError({ schemeId, client }: OAuth2Options, problem: string, code: string): ConfigurationError {
  const { name: provider } = client.definition;
  return new ConfigurationError(`scheme "${schemeId}" of ${provider}: ${problem}`, { code, provider });
}
