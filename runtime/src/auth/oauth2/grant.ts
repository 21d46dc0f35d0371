import { has } from "../../config/options.js";
import type { fillTokenUrl } from "../../config/token-url.js";
import { ConfigurationError, type RequestLabel } from "../../errors/errors.js";
import type { AttemptState, OAuth2Options } from "../authenticate.js";
import { resolveCredentials } from "../credentials.js";
import type { TokenClient } from "./token-client.js";
import type { TokenKey } from "./tokens-option.js";

/** What one attempt can ask a token endpoint for. */
export interface Grant {
  readonly key: TokenKey;
  /** Names the token request in messages, without its query: there may be a key in it. */
  readonly label: RequestLabel;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** The header by which it shows who it is; `undefined` where that stands in the body. */
  readonly authorization: string | undefined;
  /** As the credentials have it; a newer one may have taken its place. */
  readonly refreshToken: string | undefined;
  readonly client: TokenClient;
  readonly attempt: AttemptState;
}

/** Reads what an attempt brings along. Throws a ConfigurationError for a token URL or credentials that cannot be used. */
export async function grantOf(options: OAuth2Options): Promise<Grant> {
  const { sources, schemeId, scheme, scopes = scheme.scopes ?? [], attempt, client } = options;
  const fill = await loadFill(options);
  const tokenUrl = tokenUrlOf(options, fill);
  const credentials = await resolveCredentials(sources, schemeId, scheme, () => {
    attempt.stay();
    // The secret of now is not for the place of then.
    if (tokenUrlOf(options, fill) !== tokenUrl) throw urlError(options, MOVED, "base-url-changed");
  });
  const [clientId, clientSecret, given] = (["clientId", "clientSecret", "refreshToken"] as const).map((field) =>
    credentials.text(field),
  ) as [string, string, string];
  // Not the client id, which says who asked.
  for (const secret of [clientSecret, given]) attempt.secrets.add(secret);
  const isRefresh = scheme.flow === "refreshToken";
  if (clientId === "") throw credentials.error("clientId", "is empty");
  if (isRefresh && given === "") throw credentials.error("refreshToken", "is empty");
  // As it is sent, if it is echoed.
  const encodedSecret = formEncoded(clientSecret);
  attempt.secrets.add(encodedSecret);
  const isBasic = clientSecret !== "" && scheme.clientAuthentication === "basic";
  // Forms are ASCII.
  const basic = btoa(`${formEncoded(clientId)}:${encodedSecret}`);
  if (isBasic) attempt.secrets.add(basic);
  const { audience } = scheme;
  const provider = client.definition.name;
  return {
    key: { provider, scheme: schemeId, tokenUrl, audience, clientId, scopes: [...new Set(scopes)].sort() },
    label: { provider, service: "", scheme: schemeId, method: "POST", path: scheme.tokenUrl.replace(/\?.*/s, "") },
    clientSecret,
    authorization: isBasic ? `Basic ${basic}` : undefined,
    refreshToken: isRefresh ? given : undefined,
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
  const loaded = await import("../../config/token-url.js").catch(() => undefined);
  if (loaded !== undefined) return loaded.fillTokenUrl;
  throw urlError(options, "what reads its token URL could not be loaded", "url-not-loaded");
}

function tokenUrlOf(options: OAuth2Options, fill: typeof fillTokenUrl): string {
  const filled = fill(options.scheme.tokenUrl, options.attempt.parameter);
  if (has(filled, "url")) return filled.url.url;
  throw urlError(options, filled.problem.message, "bad-token-url");
}

const MOVED = "its token URL leads elsewhere since the call began, as variables have changed: call again";

function urlError({ schemeId, client }: OAuth2Options, problem: string, code: string): ConfigurationError {
  const { name: provider } = client.definition;
  return new ConfigurationError(`scheme "${schemeId}" of ${provider}: ${problem}`, { code, provider });
}
