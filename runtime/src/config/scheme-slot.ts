import type { SecurityScheme } from "./provider-definition.js";

/** The place that a scheme writes to; two that meet there cannot apply together. A header is its name, in lower case. */
export function slotOf(scheme: SecurityScheme): string {
  if (scheme.type !== "apiKey") return scheme.scheme === "digest" ? scheme.authorizationHeader : "authorization";
  return scheme.in === "header" ? scheme.name.toLowerCase() : `${scheme.in} ${scheme.name}`;
}

/** Whether a scheme writes the header, whose name is in lower case. Keys in cookies share one. */
export function writesHeader(scheme: SecurityScheme, name: string): boolean {
  return slotOf(scheme).replace(/^cookie .*/, "cookie") === name;
}
