import type { SecurityScheme } from "./definition.js";
import { type CredentialField, fieldsOfScheme } from "./schemes.js";

/** Whoever answers a 401 sends the request again; of two, each would undo what the other has done. */
const ANSWER = "the answer to a challenge";

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

/** The properties of the credentials that code gives for a scheme. */
export function fieldsFromCode(scheme: SecurityScheme): readonly string[] {
  return scheme.type === "signature" ? ["sign"] : fieldsOfScheme(scheme);
}

/** Tells whether credentials can do without the field: public clients have no secret (RFC 6749 §2.1). */
export function isOptionalField(scheme: SecurityScheme, field: string): boolean {
  return scheme.type === "oauth2" && scheme.flow === "refreshToken" && field === "clientSecret";
}

/** The places that a scheme writes to; two that meet there cannot apply together. A header is its name, in lower case. */
export function slotsOf(scheme: SecurityScheme): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      if (scheme.in === "header") return [scheme.name.toLowerCase()];
      // In a body `/key` is `key`.
      return [`${scheme.in} ${scheme.in === "body" ? scheme.name.replace(/^\/([^/]*)$/, "$1") : scheme.name}`];
    case "http":
      return scheme.scheme === "digest" ? [scheme.authorizationHeader, ANSWER] : ["authorization"];
    case "oauth2":
      return ["authorization", ANSWER];
    case "signature":
      return scheme.headers;
  }
}

/** Tells whether two of the places are one. The header of all cookies is that of each. */
export function placesMeet(slots: readonly string[]): boolean {
  const hasHeader = slots.includes("cookie");
  return new Set(slots).size < slots.length || (hasHeader && slots.some((slot) => slot.startsWith("cookie ")));
}

/** Tells whether a scheme writes the header, whose name is in lower case. Keys in cookies share one. */
export function writesHeader(scheme: SecurityScheme, name: string): boolean {
  return slotsOf(scheme).some((slot) => slot.replace(/^cookie .*/, "cookie") === name);
}
