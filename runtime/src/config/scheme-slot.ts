import type { SecurityScheme } from "./provider-definition.js";

/** Whoever answers a 401 sends the request again; of two, each would undo what the other has done. */
const ANSWER = "the answer to a challenge";

/** The places that a scheme writes to; two that meet there cannot apply together. A header is its name, in lower case. */
export function slotsOf(scheme: SecurityScheme): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      return [scheme.in === "header" ? scheme.name.toLowerCase() : `${scheme.in} ${scheme.name}`];
    case "http":
      return scheme.scheme === "digest" ? [scheme.authorizationHeader, ANSWER] : ["authorization"];
    case "oauth2":
      return ["authorization", ANSWER];
    case "signature":
      return scheme.headers;
  }
}

/** Whether a scheme writes the header, whose name is in lower case. Keys in cookies share one. */
export function writesHeader(scheme: SecurityScheme, name: string): boolean {
  return slotsOf(scheme).some((slot) => slot.replace(/^cookie .*/, "cookie") === name);
}
