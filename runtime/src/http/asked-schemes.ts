import type { AskedScheme } from "../auth/authenticate.js";
import { own } from "../config/records.js";
import { placesMeet, slotsOf } from "../config/scheme-slot.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import type { AnyScheme, OneOrMany, RequestOptions } from "../provider/provider-client.js";
import { badOption, type InvalidRequest } from "./invalid.js";

/** The schemes that a request is sent with: those that it names, or a default of its client or definition (rules §2.6). */
export function askedSchemes(
  { security, definition, oauth2 }: BoundProvider,
  options: Pick<RequestOptions, "security">,
  invalid: InvalidRequest,
): readonly AskedScheme[] {
  const asked = options.security ?? security ?? definition.security;
  if (asked === undefined) return [];
  const { securitySchemes } = definition;
  const schemes = [...new Set([asked as OneOrMany<AnyScheme>].flat())].map((named): AskedScheme => {
    const read = typeof named === "string" ? { id: named } : oauth2?.read(named, badOption(invalid));
    const [id, scopes] = [own(read, "id") ?? "", own(read, "scopes")] as [string, AskedScheme["scopes"]];
    // A list in a list would be read as its text.
    const scheme = typeof id === "string" ? own(securitySchemes, id) : undefined;
    if (scheme !== undefined && (scopes === undefined || scheme.type === "oauth2")) return { id, scheme, scopes };
    const known = Object.keys(securitySchemes).join(", ") || "none";
    // It may be the secret itself.
    throw invalid("unknown-scheme", `the provider has no such security scheme; it has ${known}`);
  });
  if (placesMeet(schemes.flatMap(({ scheme }) => slotsOf(scheme)))) {
    throw invalid("scheme-clash", "two of the security schemes asked for write to the same place");
  }
  return schemes;
}

/** Names of the API keys that stand in a place of the request. */
export function keyNames(schemes: readonly AskedScheme[], place: "path" | "body" | "query"): string[] {
  return schemes.flatMap(({ scheme }) => (scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : []));
}
