import type { OAuth2Scheme } from "../../config/provider-definition.js";
import { fillTokenUrl } from "../../config/token-url.js";
import { ConfigurationError } from "../../errors.js";
import type { RequestLabel } from "../../redaction.js";
import type { AttemptState, OAuth2Answerers } from "../authenticator.js";
import type { TokenClient } from "./token-client.js";
import type { TokenKey } from "./tokens-option.js";

/** What one attempt can ask a token endpoint for. */
export interface Grant {
  readonly key: TokenKey;
  readonly scheme: OAuth2Scheme;
  /** Names the token request in messages. */
  readonly label: RequestLabel;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** As the credentials have it; a newer one may have taken its place. */
  readonly refreshToken: string | undefined;
  readonly client: TokenClient;
  readonly attempt: AttemptState;
}

/** Reads what an attempt brings along. Throws a ConfigurationError for a token URL or credentials that cannot be used. */
export function grantOf(options: Parameters<OAuth2Answerers>[0]): Grant {
  const { schemeId, scheme, scopes = scheme.scopes ?? [], credentials, attempt, client } = options;
  const isRefresh = scheme.flow === "refreshToken";
  for (const field of ["clientId", isRefresh ? "refreshToken" : "clientSecret"] as const)
    if (credentials.text(field) === "") throw credentials.error(field, "is empty");
  const provider = client.definition.name;
  const clientSecret = credentials.text("clientSecret");
  // As it is sent, if it is echoed.
  attempt.secrets.add(formEncoded(clientSecret));
  const sorted = [...new Set(scopes)].sort();
  const { audience } = scheme;
  const tokenUrl = tokenUrlOf(options);
  return {
    key: { provider, scheme: schemeId, tokenUrl, audience, clientId: credentials.text("clientId"), scopes: sorted },
    scheme,
    label: { provider, service: "", scheme: schemeId, method: "POST", path: pathOf(scheme.tokenUrl) },
    clientSecret,
    refreshToken: isRefresh ? credentials.text("refreshToken") : undefined,
    client,
    attempt,
  };
}

/** RFC 6749, appendix B. */
export function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

function tokenUrlOf({ schemeId, scheme, attempt, client }: Parameters<OAuth2Answerers>[0]): string {
  const filled = fillTokenUrl(scheme.tokenUrl, attempt.parameter);
  if ("url" in filled) return filled.url.url;
  const { name: provider } = client.definition;
  const message = `scheme "${schemeId}" of ${provider}: ${filled.problem.message}`;
  throw new ConfigurationError(message, { code: "bad-token-url", provider });
}

/** Without origin and query, parameters unfilled. */
function pathOf(tokenUrl: string): string {
  return tokenUrl.replaceAll(/^[^/]*\/\/[^/?]*|^\{[^{}]*\}|\?.*$/g, "") || "/";
}
