import type { SecurityScheme } from "../config/provider-definition.js";
import { ConfigurationError } from "../errors.js";
import { apiKey, type KeyInsert } from "./api-key.js";
import type { AttemptState, Authenticator, DigestAnswerers } from "./authenticator.js";
import { basicSigner } from "./basic.js";
import { bearerSigner } from "./bearer.js";
import { type CredentialSources, resolveCredentials, type ResolvedCredentials } from "./credentials.js";

/** What a provider brings along for its schemes. */
export interface AuthenticationContext extends CredentialSources {
  /** Absent where the SDK was generated without a digest scheme. */
  readonly digest: DigestAnswerers | undefined;
}

/** A scheme that a request asked for. */
export interface AskedScheme {
  readonly id: string;
  readonly scheme: SecurityScheme;
}

/** Schemes with their credentials resolved, for one attempt. */
export interface Authentication {
  readonly authenticators: readonly Authenticator[];
  readonly inserts: readonly KeyInsert[];
}

/** Per attempt, its redirects included: an answer to a challenge, and one to a nonce that is no longer current. */
const MAX_FURTHER_SENDS = 2;

/** Resolves the credentials of the schemes asked for; what they are goes into `secrets`, for redaction. */
export async function authenticate(
  context: AuthenticationContext,
  asked: readonly AskedScheme[],
  secrets: Set<string>,
): Promise<Authentication> {
  const attempt: AttemptState = { furtherSends: MAX_FURTHER_SENDS, secrets };
  const made = await Promise.all(asked.map((scheme) => resolveScheme(context, scheme, attempt)));
  return {
    authenticators: made.filter((part) => part.kind !== "insert"),
    inserts: made.filter((part) => part.kind === "insert"),
  };
}

async function resolveScheme(
  context: AuthenticationContext,
  { id, scheme }: AskedScheme,
  attempt: AttemptState,
): Promise<Authenticator | KeyInsert> {
  const credentials = await resolveCredentials(context, id, scheme);
  for (const secret of credentials.secrets) attempt.secrets.add(secret);
  if (scheme.type === "apiKey") return apiKey(scheme, credentials);
  switch (scheme.scheme) {
    case "basic":
      return basicSigner(credentials);
    case "bearer":
      return bearerSigner(credentials);
    case "digest":
      if (context.digest === undefined) throw digestUnavailable(context, id);
      return context.digest({ schemeId: id, scheme, attempt, ...userAndPassword(credentials) });
  }
}

function userAndPassword(credentials: ResolvedCredentials): { username: string; password: string } {
  return { username: credentials.text("username"), password: credentials.text("password") };
}

function digestUnavailable({ definition }: AuthenticationContext, schemeId: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is digest, which this SDK was generated without`;
  return new ConfigurationError(message, { code: "digest-unavailable", provider: definition.name });
}
