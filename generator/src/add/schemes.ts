import { isPlainObject, own, toPointer, type Issue, type JsonObject } from "@sdkwright/runtime/config";
import type { ApiDocument, Part } from "../openapi/api.js";
import type { ReadScheme, SchemeJson } from "./read-scheme.js";
import { cited, remark } from "./remark.js";
import { tokenSchemeOf, tokenUrlsIn, type TokenUrlContext } from "./token-schemes.js";

export interface Schemes {
  readonly schemes: readonly SchemeJson[];
  readonly issues: readonly Issue[];
  /** Where a vendor hands out tokens that are given as bearer, by scheme: people get theirs there. */
  readonly tokenUrls: { readonly [scheme: string]: readonly string[] };
}

/** The security schemes of a document that a definition can have; a note for each of the others. */
export function schemesOf(document: ApiDocument, context: TokenUrlContext): Schemes {
  const read = schemeParts(document).map(([id, part]) => ({ id, part, read: schemeOf(id, part, context) }));
  return {
    schemes: read.flatMap(({ read: { scheme } }) => scheme ?? []),
    issues: read.flatMap(({ read: { issues } }) => issues),
    tokenUrls: Object.fromEntries(read.flatMap(({ id, part, read }) => tokenUrlsOf(id, part, read))),
  };
}

function schemeParts(document: ApiDocument): readonly (readonly [string, Part])[] {
  const components = own(document.root, "components");
  const schemes = isPlainObject(components) ? own(components, "securitySchemes") : undefined;
  return Object.entries(isPlainObject(schemes) ? schemes : {}).map(([id, value]) => {
    const pointer = toPointer("components", "securitySchemes", id);
    const reference = isPlainObject(value) ? own(value, "$ref") : undefined;
    const found = typeof reference === "string" ? document.resolve(reference) : undefined;
    return [id, { value: found?.value ?? value, pointer }];
  });
}

function schemeOf(id: string, { value, pointer }: Part, context: TokenUrlContext): ReadScheme {
  const type = isPlainObject(value) ? textOf(value, "type") : "";
  if (!isPlainObject(value)) return notCarriedOver(id, pointer, "is no object");
  switch (type.toLowerCase()) {
    case "apikey":
      return apiKeyOf(id, value, pointer);
    case "http":
      return httpOf(id, value, pointer);
    case "oauth2":
    case "openidconnect":
      return tokenSchemeOf({ id, type, value, pointer }, context);
    default:
      return notCarriedOver(id, pointer, `is of the kind ${cited(type)}`);
  }
}

function apiKeyOf(id: string, value: JsonObject, pointer: string): ReadScheme {
  const [place, name] = [textOf(value, "in").toLowerCase(), textOf(value, "name")];
  if (place !== "header" && place !== "query" && place !== "cookie") {
    return notCarriedOver(id, pointer, "has its key in none of header, query and cookie");
  }
  const scheme = { id, type: "apiKey", in: place, name } as const;
  if (place !== "header" || name.toLowerCase() !== "authorization") return { scheme, issues: [] };
  const message = `the key of ${cited(id)} is the whole value of the header Authorization`;
  const hint =
    'where the vendor asks for a word before it, such as "Bot ", add "prefix": "Bot " to the scheme in the definition';
  return { scheme, issues: [remark("SW0706", pointer, message, hint)] };
}

function httpOf(id: string, value: JsonObject, pointer: string): ReadScheme {
  const scheme = textOf(value, "scheme").toLowerCase();
  if (scheme === "basic" || scheme === "digest") return { scheme: { id, type: "http", scheme }, issues: [] };
  if (scheme !== "bearer") {
    return notCarriedOver(id, pointer, `is HTTP authentication of the kind ${cited(scheme)}`);
  }
  const format = own(value, "bearerFormat");
  const bearerFormat = typeof format === "string" ? { bearerFormat: format } : {};
  return { scheme: { id, type: "http", scheme, ...bearerFormat }, issues: [] };
}

/** Of schemes that stay bearer. */
function tokenUrlsOf(
  id: string,
  { value }: Part,
  { scheme }: ReadScheme,
): readonly (readonly [string, readonly string[]])[] {
  const urls = isPlainObject(value) && scheme?.type !== "oauth2" ? tokenUrlsIn(value) : [];
  return urls.length === 0 ? [] : [[id, urls]];
}

function notCarriedOver(id: string, pointer: string, reason: string): ReadScheme {
  const hint = "give what it needs in `headers` of requests, or in a `fetch` of your own";
  return { issues: [remark("SW0705", pointer, `the security scheme ${cited(id)} ${reason}, and is left out`, hint)] };
}

function textOf(value: JsonObject, key: string): string {
  const text = own(value, key);
  return typeof text === "string" ? text : "";
}
