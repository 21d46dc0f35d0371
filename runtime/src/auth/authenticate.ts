import type { SecurityScheme } from "../config/provider-definition.js";
import type { BoundProvider } from "../provider.js";
import { ConfigurationError } from "../errors.js";
import { apiKey, type KeyInsert } from "./api-key.js";
import type { Authenticator } from "./authenticator.js";
import { basicSigner } from "./basic.js";
import { bearerSigner } from "./bearer.js";
import { resolveCredentials, type ResolvedCredentials } from "./credentials.js";

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

/** Resolves the credentials of the schemes asked for; what they are goes into `secrets`, for redaction. */
export async function authenticate(
  bound: BoundProvider,
  asked: readonly AskedScheme[],
  secrets: Set<string>,
): Promise<Authentication> {
  const made = await Promise.all(asked.map((scheme) => resolveScheme(bound, scheme, secrets)));
  return {
    authenticators: made.filter((part) => part.kind !== "insert"),
    inserts: made.filter((part) => part.kind === "insert"),
  };
}

async function resolveScheme(
  bound: BoundProvider,
  { id, scheme }: AskedScheme,
  secrets: Set<string>,
): Promise<Authenticator | KeyInsert> {
  const credentials = await resolveCredentials(bound, id, scheme);
  for (const secret of credentials.secrets) secrets.add(secret);
  if (scheme.type === "apiKey") return apiKey(scheme, credentials);
  switch (scheme.scheme) {
    case "basic":
      return basicSigner(credentials);
    case "bearer":
      return bearerSigner(credentials);
    case "digest":
      if (bound.digest === undefined) throw digestUnavailable(bound, id);
      return bound.digest({ schemeId: id, scheme, ...userAndPassword(credentials) });
  }
}

function userAndPassword(credentials: ResolvedCredentials): { username: string; password: string } {
  return { username: credentials.text("username"), password: credentials.text("password") };
}

function digestUnavailable({ definition }: BoundProvider, schemeId: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is digest, which this SDK was generated without`;
  return new ConfigurationError(message, { code: "digest-unavailable", provider: definition.name });
}
