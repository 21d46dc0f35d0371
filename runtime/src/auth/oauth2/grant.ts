import { fillTokenUrl } from "../../config/token-url.js";
import { has } from "../../config/records.js";
import { ConfigurationError } from "../../errors.js";
import type { RequestLabel } from "../../redaction.js";
import { base64 } from "../../config/octets.js";
import type { AttemptState, OAuth2Options } from "../authenticator.js";
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
export function grantOf(options: OAuth2Options): Grant {
  const { schemeId, scheme, scopes = scheme.scopes ?? [], credentials, attempt, client } = options;
  const [clientId, clientSecret, given] = (["clientId", "clientSecret", "refreshToken"] as const).map((field) =>
    credentials.text(field),
  ) as [string, string, string];
  const isRefresh = scheme.flow === "refreshToken";
  if (clientId === "") throw credentials.error("clientId", "is empty");
  if (isRefresh && given === "") throw credentials.error("refreshToken", "is empty");
  // As it is sent, if it is echoed.
  const encodedSecret = formEncoded(clientSecret);
  attempt.secrets.add(encodedSecret);
  const isBasic = clientSecret !== "" && scheme.clientAuthentication === "basic";
  const basic = base64(`${formEncoded(clientId)}:${encodedSecret}`);
  if (isBasic) attempt.secrets.add(basic);
  const { audience } = scheme;
  const provider = client.definition.name;
  const tokenUrl = tokenUrlOf(options);
  return {
    key: { provider, scheme: schemeId, tokenUrl, audience, clientId, scopes: [...new Set(scopes)].sort() },
    label: { provider, service: "", scheme: schemeId, method: "POST", path: scheme.tokenUrl.replace(/\?.*/, "") },
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

function tokenUrlOf({ schemeId, scheme, attempt, client }: OAuth2Options): string {
  const filled = fillTokenUrl(scheme.tokenUrl, attempt.parameter);
  if (has(filled, "url")) return filled.url.url;
  const { name: provider } = client.definition;
  const message = `scheme "${schemeId}" of ${provider}: ${filled.problem.message}`;
  throw new ConfigurationError(message, { code: "bad-token-url", provider });
}
