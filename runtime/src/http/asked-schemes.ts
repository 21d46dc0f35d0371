import type { AskedScheme } from "../auth/authenticate.js";
import { readOptions, type TableOf } from "../config/options.js";
import { isPlainObject, own } from "../config/records.js";
import { slotsOf } from "../config/scheme-slot.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import type { AnyScheme, OneOrMany, RequestOptions, ScopedScheme } from "../provider/provider-client.js";
import { badOption, type InvalidRequest } from "./invalid.js";

/** The schemes that a request is sent with: those that it names, or a default of its client or definition (rules §2.6). */
export function askedSchemes(
  { security, definition }: BoundProvider,
  options: Pick<RequestOptions, "security">,
  invalid: InvalidRequest,
): readonly AskedScheme[] {
  const asked = options.security ?? security ?? definition.security;
  if (asked === undefined) return [];
  const { securitySchemes } = definition;
  const schemes = [...new Set([asked as OneOrMany<AnyScheme>].flat())].map((named): AskedScheme => {
    const { id = "", scopes } = typeof named === "string" ? { id: named } : readScoped(named, invalid);
    // A list in a list would be read as its text.
    const scheme = typeof id === "string" ? own(securitySchemes, id) : undefined;
    if (scopes !== undefined && scheme !== undefined && scheme.type !== "oauth2")
      throw invalid("bad-option", "`security.scopes` is for schemes of oauth2 only");
    if (scheme !== undefined) return { id, scheme, scopes };
    const known = Object.keys(securitySchemes).join(", ") || "none";
    // It may be the secret itself.
    throw invalid("unknown-scheme", `the provider has no such security scheme; it has ${known}`);
  });
  const slots = schemes.flatMap(({ scheme }) => slotsOf(scheme));
  if (new Set(slots).size < slots.length) {
    throw invalid("scheme-clash", "two of the security schemes asked for write to the same place");
  }
  return schemes;
}

/** A scheme with scopes; what is neither that nor a name is no scheme. */
function readScoped(named: unknown, invalid: InvalidRequest): Partial<ScopedScheme> {
  if (!isPlainObject(named)) return {};
  const read = readOptions(named as object as ScopedScheme, "security", SCOPED_SCHEME, badOption(invalid));
  const isScope = (scope: unknown) => typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
  if (read.scopes === undefined || read.scopes.every(isScope)) return read;
  throw invalid("bad-option", "`security.scopes` has something that is no scope (RFC 6749 §3.3)");
}

const SCOPED_SCHEME: TableOf<ScopedScheme> = { id: "", scopes: "an Array" };

/** Names of the API keys that stand in a place of the request. */
export function keyNames(schemes: readonly AskedScheme[], place: "path" | "body" | "query"): string[] {
  return schemes.flatMap(({ scheme }) => (scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : []));
}
