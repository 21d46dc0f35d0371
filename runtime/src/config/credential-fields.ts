import type { CredentialValues } from "./client-config.js";
import type { SecurityScheme } from "./provider-definition.js";

export type CredentialField = keyof CredentialValues;

/** All fields that credentials can have. */
export const CREDENTIAL_FIELDS: readonly CredentialField[] = ["apikey", "username", "password", "token"];

/** The fields that a scheme's credentials have (rules C18). */
export function fieldsOfScheme(scheme: SecurityScheme): readonly CredentialField[] {
  if (scheme.type === "apiKey") return ["apikey"];
  return scheme.scheme === "bearer" ? ["token"] : ["username", "password"];
}
