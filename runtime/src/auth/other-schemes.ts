import type { ApiKeyScheme, SecurityScheme } from "../config/definition.js";
import { base64 } from "../config/text.js";
import type { KeyInsert, Signer } from "./authenticate.js";
import type { CredentialPlace, ResolvedCredentials, SchemeCode, Source } from "./credentials.js";

/** What a function returns for a scheme: the scheme's fields are read of it and nothing else. */
export async function calledFields(
  place: CredentialPlace & { readonly field: readonly string[] },
  given: Source,
  scheme: SecurityScheme,
  refused: boolean,
  { callSource, credentialError, isOptionalField, isPlainObject, own }: SchemeCode,
): Promise<object> {
  const { field: fields } = place;
  const found = await callSource(place, async () => {
    const returned: unknown = await given({ refused });
    const record = isPlainObject(returned) ? returned : {};
    const read = new Map<string | symbol, unknown>(fields.map((field) => [field, own(record, field)]));
    // Another name may be meant for the field that is absent.
    const isBare = Reflect.ownKeys(record).every((name) => read.has(name) && read.get(name) !== null);
    const absent = (field: string): unknown => (isBare && isOptionalField(scheme, field) ? "" : undefined);
    return Object.fromEntries(fields.map((field) => [field, read.get(field) ?? absent(field)]));
  });
  const field = fields.filter((each) => found[each] === undefined);
  // All of them: what client.json has for one would be of another identity.
  if (field.length === 0) return found;
  const problem = "is not in what the function returned, as a plain object";
  throw credentialError({ ...place, field }, problem, "bad-credential");
}

/** API key in the query, the path or the body (rules P8). */
export function placedKey(
  scheme: ApiKeyScheme,
  credentials: ResolvedCredentials,
  secrets: Set<string>,
  code: SchemeCode,
): Signer | KeyInsert {
  const value = credentials.text("apikey");
  const { schemeId } = credentials;
  if (scheme.in === "query") {
    const sign: Signer["sign"] = (request) => void (request.url = setKey(request.url, scheme, value, code));
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
function setKey(url: string, { name }: ApiKeyScheme, value: string, code: SchemeCode): string {
  return code.appendQuery(removeQueryKey(url, name, code), `${percentEncode(name)}=${percentEncode(value)}`);
}

/** With `'` encoded, as `URL` would do in a query: what is written here is what is sent. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** Takes all values of a key out of a URL's query; the other bytes stay as they are. */
function removeQueryKey(url: string, name: string, { hasQueryKey }: SchemeCode): string {
  if (!hasQueryKey(url, name)) return url;
  const start = url.indexOf("?");
  const kept = url
    .slice(start + 1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has(name));
  return url.slice(0, start) + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

/** Basic authentication (RFC 7617): `username:password`, as UTF-8, in base64. */
export function basicSigner(credentials: ResolvedCredentials): Signer {
  const username = credentials.text("username");
  if (username.includes(":")) throw credentials.error("username", "contains a `:`, which RFC 7617 does not allow");
  const value = `Basic ${base64(`${username}:${credentials.text("password")}`)}`;
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", value),
  };
}
