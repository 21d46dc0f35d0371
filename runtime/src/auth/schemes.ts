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
    return context.oauth2({ client: context, schemeId: id, scheme, scopes, attempt });
  }
  const credentials = await resolveCredentials(context, id, scheme, attempt.requireUnmoved);
  for (const secret of credentials.secrets) attempt.secrets.add(secret);
  attempt.used.set(id, credentials.fields);
  if (scheme.type === "apiKey") return placedKey(scheme, credentials, attempt.secrets);
  if (scheme.scheme !== "digest") {
    const value = scheme.scheme === "basic" ? basic(credentials) : bearer(credentials);
    return signer(credentials, ({ headers }) => headers.set("authorization", value));
  }
  if (context.digest === undefined) throw unavailable(context, id, "digest");
  const [username, password] = [credentials.text("username"), credentials.text("password")];
  return context.digest({ schemeId: id, scheme, attempt, clock: context.context.clock, username, password });
}

function signer({ schemeId }: ResolvedCredentials, sign: Signer["sign"]): Signer {
  return { kind: "signer", schemeId, sign };
}

function unavailable({ definition }: AuthenticationContext, schemeId: string, kind: string): ConfigurationError {
  const message = `scheme "${schemeId}" of ${definition.name} is ${kind}, but this SDK was generated without it`;
  return new ConfigurationError(message, { code: `${kind}-unavailable`, provider: definition.name });
}

/** API key (rules P8). */
function placedKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials, secrets: Set<string>): Signer | KeyInsert {
  const value = credentials.text("apikey");
  const { in: place, name } = scheme;
  switch (place) {
    case "header":
    case "cookie": {
      const whole = headerKey(scheme, credentials);
      secrets.add(whole);
      return signer(credentials, ({ headers }) => setHeader(headers, scheme, whole));
    }
    case "query":
      return signer(credentials, (request) => void (request.url = setKey(request.url, name, value)));
    case "body":
      // As JSON has it, of which what is left once it is decoded may be too short to be looked for.
      secrets.add(JSON.stringify(value).slice(1, -1));
      return { kind: "insert", in: place, name, value };
    case "path":
      if (/^\.{1,2}$/.test(value)) throw credentials.error("apikey", "is a dot segment, which a path cannot carry");
      return { kind: "insert", in: place, name, value };
  }
}

/** The key with its prefix. A cookie has less than a header (RFC 6265 §4.1.1). */
function headerKey(scheme: ApiKeyScheme, credentials: ResolvedCredentials): string {
  const value = credentials.text("apikey");
  const prefix = (own(scheme, "prefix") ?? "") as string;
  if (prefix && value.trim().toLowerCase().startsWith(prefix.toLowerCase()))
    throw credentials.error("apikey", `starts with \`${prefix}\`: pass only the key`);
  // ASCII without white space at its ends, which `Headers` would silently take off.
  const fits = /^[\x20-\x7e]+$/.test(value) && value.trim() === value;
  if (!fits || (scheme.in === "cookie" && /[ ",;\\]/.test(value)))
    throw credentials.error("apikey", `contains characters that a ${scheme.in} cannot carry`);
  return prefix + value;
}

/** Several keys in cookies stand in one header; the caller's own was refused. */
function setHeader(headers: Headers, { in: place, name }: ApiKeyScheme, value: string): void {
  if (place === "header") headers.set(name, value);
  else headers.set(place, [headers.get(place) ?? [], `${name}=${value}`].flat().join("; "));
}

/** A server may repeat the key in a redirect: it stands there once, and it is ours. The other bytes stay as they are. */
function setKey(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const kept = query.split("&").filter((pair) => !new URLSearchParams(pair).has(name));
  return appendQuery(`${path}?${kept.join("&")}`, `${percentEncode(name)}=${percentEncode(value)}`);
}

/** With `'` encoded, as `URL` would do in a query: what is written here is what is sent. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** Bearer token (RFC 6750 §2.1); on purpose any visible ASCII, as servers issue it. */
function bearer(credentials: ResolvedCredentials): string {
  const token = credentials.text("token");
  if (/^bearer /i.test(token)) throw credentials.error("token", "starts with `Bearer `: pass only the token");
  if (!/^[\x21-\x7e]+$/.test(token)) throw credentials.error("token", "contains other characters than visible ASCII");
  return `Bearer ${token}`;
}

/** Basic authentication (RFC 7617): `username:password`, as UTF-8, in base64. */
function basic(credentials: ResolvedCredentials): string {
  const username = credentials.text("username");
  if (username.includes(":")) throw credentials.error("username", "contains a `:`, which RFC 7617 does not allow");
  return `Basic ${base64(`${username}:${credentials.text("password")}`)}`;
}
