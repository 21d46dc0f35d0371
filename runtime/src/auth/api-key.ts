import type { ApiKeyScheme } from "../config/provider-definition.js";
import { own } from "../config/records.js";
import { removeQueryKey, appendQuery } from "../wire/query.js";
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

/** API key in a header, a cookie, the query, the body or the path (rules P8). */
export function apiKey(
  scheme: ApiKeyScheme,
  credentials: ResolvedCredentials,
  secrets: Set<string>,
): Signer | KeyInsert {
  const value = credentials.text("apikey");
  const { schemeId } = credentials;
  switch (scheme.in) {
    case "header":
    case "cookie": {
      const prefix = (own(scheme, "prefix") ?? "") as string;
      const whole = prefix + value;
      if (prefix && value.trim().toLowerCase().startsWith(prefix.toLowerCase()))
        throw credentials.error("apikey", `starts with \`${prefix}\`: give the key alone`);
      if (!isHeaderText(value) || (scheme.in === "cookie" && /[ ",;\\]/.test(value)))
        throw credentials.error("apikey", `contains what a ${scheme.in} cannot carry as it is`);
      secrets.add(whole);
      return { kind: "signer", schemeId, sign: ({ headers }) => setHeader(headers, scheme, whole) };
    }
    case "query":
      return {
        kind: "signer",
        schemeId,
        sign: (request) => void (request.url = setKey(request.url, scheme, value)),
      };
    case "path":
      if (/^\.{1,2}$/.test(value)) throw credentials.error("apikey", "is a dot segment, which a path cannot carry");
      return { kind: "insert", in: "path", name: scheme.name, value };
    case "body":
      // As JSON has it, of which what is left once it is decoded may be too short to be looked for.
      secrets.add(JSON.stringify(value).slice(1, -1));
      return { kind: "insert", in: "body", name: scheme.name, value };
  }
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

/** A server may repeat the key in a redirect: it stands there once, and it is ours. */
function setKey(url: string, { name }: ApiKeyScheme, value: string): string {
  return appendQuery(removeQueryKey(url, name), `${percentEncode(name)}=${percentEncode(value)}`);
}

/** With `'` encoded, as `URL` would do in a query: what is written here is what is sent. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
