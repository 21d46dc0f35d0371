import type { SecurityScheme } from "./provider-definition.js";

/** Whoever answers a 401 sends the request again; of two, each would undo what the other has done. */
const ANSWER = "the answer to a challenge";

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

/** Whether two of the places are one. The header of all cookies is that of each. */
export function placesMeet(slots: readonly string[]): boolean {
  const hasHeader = slots.includes("cookie");
  return new Set(slots).size < slots.length || (hasHeader && slots.some((slot) => slot.startsWith("cookie ")));
}

/** Whether a scheme writes the header, whose name is in lower case. Keys in cookies share one. */
export function writesHeader(scheme: SecurityScheme, name: string): boolean {
  return slotsOf(scheme).some((slot) => slot.replace(/^cookie .*/, "cookie") === name);
}
