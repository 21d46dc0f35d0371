import type { SecurityScheme } from "./provider-definition.js";

/** The places that a scheme writes to; two that meet there cannot apply together. A header is its name, in lower case. */
export function slotsOf(scheme: SecurityScheme): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      return [scheme.in === "header" ? scheme.name.toLowerCase() : `${scheme.in} ${scheme.name}`];
    case "http":
      return [scheme.scheme === "digest" ? scheme.authorizationHeader : "authorization"];
    case "oauth2":
      return ["authorization"];
    case "signature":
      return scheme.headers;
  }
}

/** Whether a scheme writes the header, whose name is in lower case. Keys in cookies share one. */
export function writesHeader(scheme: SecurityScheme, name: string): boolean {
  return slotsOf(scheme).some((slot) => slot.replace(/^cookie .*/, "cookie") === name);
}
