import type { ApiKeyScheme } from "../config/provider-definition.js";
import { own } from "../config/records.js";
import type { Signer } from "./authenticator.js";
import type { ResolvedCredentials } from "./credentials.js";

/** A key for a place that is filled when the request is rendered: the body or the path (rules P8). */
export interface KeyInsert {
  readonly kind: "insert";
  readonly in: "body" | "path";
  /** Placeholder of the path, or key of the body. */
  readonly name: string;
  readonly value: string;
}

/** API key in a header or a cookie (rules P8); those in other places come late, see `other-schemes.ts`. */
export function headerKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials, secrets: Set<string>): Signer {
  const value = credentials.text("apikey");
  const { schemeId } = credentials;
  const prefix = (own(scheme, "prefix") ?? "") as string;
  const whole = prefix + value;
  if (prefix && value.trim().toLowerCase().startsWith(prefix.toLowerCase()))
    throw credentials.error("apikey", `starts with \`${prefix}\`: give the key alone`);
  if (!isHeaderText(value) || (scheme.in === "cookie" && /[ ",;\\]/.test(value)))
    throw credentials.error("apikey", `contains what a ${scheme.in} cannot carry as it is`);
  secrets.add(whole);
  return { kind: "signer", schemeId, sign: ({ headers }) => setHeader(headers, scheme, whole) };
}

/** ASCII without white space at its ends, which `Headers` would silently take off. A cookie has less (RFC 6265 §4.1.1). */
function isHeaderText(value: string): boolean {
  return /^[\x20-\x7e]+$/.test(value) && value.trim() === value;
}

/** Several keys in cookies stand in one header; the caller's own was refused. */
function setHeader(headers: Headers, { in: place, name }: ApiKeyScheme, value: string): void {
  if (place === "header") headers.set(name, value);
  else headers.set(place, [headers.get(place) ?? [], `${name}=${value}`].flat().join("; "));
}
