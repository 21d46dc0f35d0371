import type { SecurityScheme } from "../config/provider-definition.js";
import { ConfigurationError } from "../errors.js";
import { headerKey, type KeyInsert } from "./api-key.js";
import type { AttemptState, Authenticator, DigestAnswerers, OAuth2Answerers, Signatures } from "./authenticator.js";
import { bearerSigner } from "./bearer.js";
import { CODE, type CredentialSources, resolveCredentials, type ResolvedCredentials } from "./credentials.js";
import type * as otherSchemes from "./other-schemes.js";
import type { TokenClient } from "./oauth2/token-client.js";

/** What a provider brings along for its schemes. */
export interface AuthenticationContext extends CredentialSources, Omit<TokenClient, "definition"> {
  /** Absent where the SDK was generated without a digest scheme. */
  readonly digest: DigestAnswerers | undefined;
  /** Absent where the SDK was generated without an oauth2 scheme. */
  readonly oauth2: OAuth2Answerers | undefined;
  /** Absent where the SDK was generated without a signature scheme. */
  readonly signature: Signatures | undefined;
}

/** A scheme that a request asked for. */
export interface AskedScheme {
  readonly id: string;
  readonly scheme: SecurityScheme;
  /** Of oauth2, where the request asks for others than the definition. */
  readonly scopes?: readonly string[] | undefined;
}

/** Schemes with their credentials resolved, for one attempt. */
export interface Authentication {
  readonly authenticators: readonly Authenticator[];
  readonly inserts: readonly KeyInsert[];
}

/** Per attempt, its redirects included: an answer to a challenge, and one to a nonce that is no longer current; or a new token. */
export const MAX_FURTHER_SENDS = 2;

/** Resolves the credentials of the schemes asked for; what they are goes into the attempt's secrets, for redaction. */
export async function authenticate(
  context: AuthenticationContext,
  asked: readonly AskedScheme[],
  attempt: AttemptState,
): Promise<Authentication> {
  const made = await Promise.all(asked.map((scheme) => resolveScheme(context, scheme, attempt)));
  return {
    authenticators: made.filter((part) => part.kind !== "insert"),
    inserts: made.filter((part) => part.kind === "insert"),
  };
}

async function resolveScheme(
  context: AuthenticationContext,
  { id, scheme, scopes }: AskedScheme,
  attempt: AttemptState,
): Promise<Authenticator | KeyInsert> {
  if (scheme.type === "signature") {
    if (context.signature === undefined) throw unavailable(context, id, "signature");
    return context.signature({ sources: context, schemeId: id, scheme, attempt });
  }
  if (scheme.type === "oauth2") {
    if (context.oauth2 === undefined) throw unavailable(context, id, "oauth2");
    return context.oauth2({ sources: context, schemeId: id, scheme, scopes, attempt, client: context });
  }
  const credentials = await resolveCredentials(context, id, scheme, attempt.stay);
  for (const secret of credentials.secrets) attempt.secrets.add(secret);
  attempt.used.set(id, credentials.fields);
  if (scheme.type === "apiKey") {
    const isInHeader = scheme.in === "header" || scheme.in === "cookie";
    if (isInHeader) return headerKey(scheme, credentials, attempt.secrets);
    return (await loadOther(context, id)).placedKey(scheme, credentials, attempt.secrets, CODE);
  }
  switch (scheme.scheme) {
    case "basic":
      return (await loadOther(context, id)).basicSigner(credentials);
    case "bearer":
      return bearerSigner(credentials);
    case "digest":
      if (context.digest === undefined) throw unavailable(context, id, "digest");
      return context.digest({
        schemeId: id,
        scheme,
        attempt,
        clock: context.context.clock,
        ...userAndPassword(credentials),
      });
  }
}

/** Loaded with the first request that needs it, like functions that give credentials. */
function loadOther({ definition }: AuthenticationContext, schemeId: string): Promise<typeof otherSchemes> {
  return import("./other-schemes.js").catch(() => {
    const message = `what scheme "${schemeId}" of ${definition.name} needs could not be loaded`;
    throw new ConfigurationError(message, { code: "scheme-not-loaded", provider: definition.name });
  });
}

function userAndPassword(credentials: ResolvedCredentials): { username: string; password: string } {
  return { username: credentials.text("username"), password: credentials.text("password") };
}

function unavailable({ definition }: AuthenticationContext, schemeId: string, kind: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is ${kind}, which this SDK was generated without`;
  return new ConfigurationError(message, { code: `${kind}-unavailable`, provider: definition.name });
}
