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

/** The properties of the credentials that code gives for a scheme. */
export function fieldsFromCode(scheme: SecurityScheme): readonly string[] {
  return scheme.type === "signature" ? ["sign"] : fieldsOfScheme(scheme);
}

/** Whether credentials can do without the field: public clients have no secret (RFC 6749 §2.1). */
export function isOptionalField(scheme: SecurityScheme, field: string): boolean {
  return scheme.type === "oauth2" && scheme.flow === "refreshToken" && field === "clientSecret";
}
