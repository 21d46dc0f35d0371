import type { CredentialValues, SecurityScheme } from "./definition.js";

export type CredentialField = keyof CredentialValues;

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
