import type { CredentialValues } from "./client-config.js";
import type { SecurityScheme } from "./provider-definition.js";

export type CredentialField = keyof CredentialValues;

/** All fields that credentials can have. */
export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  "apikey",
  "username",
  "password",
  "token",
  "clientId",
  "clientSecret",
  "refreshToken",
];

/** The fields that a scheme's credentials have (rules C18). A signature has none: code gives a function. */
export function fieldsOfScheme(scheme: SecurityScheme): readonly CredentialField[] {
  switch (scheme.type) {
    case "apiKey":
      return ["apikey"];
    case "http":
      return scheme.scheme === "bearer" ? ["token"] : ["username", "password"];
    case "oauth2":
      return ["clientId", "clientSecret", ...(scheme.flow === "refreshToken" ? (["refreshToken"] as const) : [])];
    case "signature":
      return [];
  }
}

/** Whether credentials can do without the field: public clients have no secret (RFC 6749 §2.1). */
export function isOptionalField(scheme: SecurityScheme, field: CredentialField): boolean {
  return scheme.type === "oauth2" && scheme.flow === "refreshToken" && field === "clientSecret";
}
