import type { ApiKeyScheme } from "../config/definition.js";
import { own } from "../config/options.js";
import { base64 } from "../config/text.js";
import { ConfigurationError } from "../errors/errors.js";
import { appendQuery } from "../http/url.js";
import type {
  AskedScheme,
  AttemptState,
  Authentication,
  AuthenticationContext,
  Authenticator,
  KeyInsert,
  Signer,
} from "./authenticate.js";
import { resolveCredentials, type ResolvedCredentials } from "./credentials.js";

/** Resolves the credentials of the schemes asked for; what they are goes into the attempt's secrets, for redaction. */
export async function authenticate(
  context: AuthenticationContext,
  asked: readonly AskedScheme[],
  attempt: AttemptState,
): Promise<Authentication> {
  const made = await Promise.all(asked.map((scheme) => resolveScheme(context, scheme, attempt)));
  return {
    authenticators: made.filter((part) => part.kind !== "insert"),
    inserts: made.filter((part) => part.kind === "insert"),
  };
}

async function resolveScheme(
  context: AuthenticationContext,
  { id, scheme, scopes }: AskedScheme,
  attempt: AttemptState,
): Promise<Authenticator | KeyInsert> {
  if (scheme.type === "signature") {
    if (context.signature === undefined) throw unavailable(context, id, "signature");
    return context.signature({ sources: context, schemeId: id, scheme, attempt });
  }
  if (scheme.type === "oauth2") {
    if (context.oauth2 === undefined) throw unavailable(context, id, "oauth2");
    return context.oauth2({ sources: context, schemeId: id, scheme, scopes, attempt, client: context });
  }
  const credentials = await resolveCredentials(context, id, scheme, attempt.stay);
  for (const secret of credentials.secrets) attempt.secrets.add(secret);
  attempt.used.set(id, credentials.fields);
  if (scheme.type === "apiKey") {
    const isInHeader = scheme.in === "header" || scheme.in === "cookie";
    if (isInHeader) return headerKey(scheme, credentials, attempt.secrets);
    return placedKey(scheme, credentials, attempt.secrets);
  }
  switch (scheme.scheme) {
    case "basic":
      return basicSigner(credentials);
    case "bearer":
      return bearerSigner(credentials);
    case "digest":
      if (context.digest === undefined) throw unavailable(context, id, "digest");
      return context.digest({
        schemeId: id,
        scheme,
        attempt,
        clock: context.context.clock,
        ...userAndPassword(credentials),
      });
  }
}

function userAndPassword(credentials: ResolvedCredentials): { username: string; password: string } {
  return { username: credentials.text("username"), password: credentials.text("password") };
}

function unavailable({ definition }: AuthenticationContext, schemeId: string, kind: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is ${kind}, which this SDK was generated without`;
  return new ConfigurationError(message, { code: `${kind}-unavailable`, provider: definition.name });
}

/** API key in a header or a cookie (rules P8). */
function headerKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials, secrets: Set<string>): Signer {
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

/** Bearer token in the `Authorization` header (RFC 6750 §2.1); on purpose any visible ASCII, as servers issue it. */
function bearerSigner(credentials: ResolvedCredentials): Signer {
  const token = credentials.text("token");
  if (/^bearer /i.test(token)) throw credentials.error("token", "starts with `Bearer `: give the token alone");
  if (!/^[\x21-\x7e]+$/.test(token)) throw credentials.error("token", "contains more than visible ASCII characters");
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", `Bearer ${token}`),
  };
}

/** API key in the query, the path or the body (rules P8). */
function placedKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials, secrets: Set<string>): Signer | KeyInsert {
  const value = credentials.text("apikey");
  const { schemeId } = credentials;
  if (scheme.in === "query") {
    const sign: Signer["sign"] = (request) => void (request.url = setKey(request.url, scheme, value));
    return { kind: "signer", schemeId, sign };
  }
  if (scheme.in === "body") {
    // As JSON has it, of which what is left once it is decoded may be too short to be looked for.
    secrets.add(JSON.stringify(value).slice(1, -1));
    return { kind: "insert", in: "body", name: scheme.name, value };
  }
  if (/^\.{1,2}$/.test(value)) throw credentials.error("apikey", "is a dot segment, which a path cannot carry");
  return { kind: "insert", in: "path", name: scheme.name, value };
}

/** A server may repeat the key in a redirect: it stands there once, and it is ours. */
function setKey(url: string, { name }: ApiKeyScheme, value: string): string {
  return appendQuery(removeQueryKey(url, name), `${percentEncode(name)}=${percentEncode(value)}`);
}

/** With `'` encoded, as `URL` would do in a query: what is written here is what is sent. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** Takes all values of a key out of a URL's query; the other bytes stay as they are. */
function removeQueryKey(url: string, name: string): string {
  if (!new URL(url).searchParams.has(name)) return url;
  const start = url.indexOf("?");
  const kept = url
    .slice(start + 1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has(name));
  return url.slice(0, start) + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

/** Basic authentication (RFC 7617): `username:password`, as UTF-8, in base64. */
function basicSigner(credentials: ResolvedCredentials): Signer {
  const username = credentials.text("username");
  if (username.includes(":")) throw credentials.error("username", "contains a `:`, which RFC 7617 does not allow");
  const value = `Basic ${base64(`${username}:${credentials.text("password")}`)}`;
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", value),
  };
}
