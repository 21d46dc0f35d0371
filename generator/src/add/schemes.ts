import {
  isPlainObject,
  own,
  toPointer,
  type Issue,
  type JsonObject,
  type JsonValue,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { ApiDocument, Part } from "../openapi/api.js";
import { cited, citedUrl, remark } from "./remark.js";

export type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];

export interface Schemes {
  readonly schemes: readonly SchemeJson[];
  readonly issues: readonly Issue[];
  /** Where a vendor hands out tokens, by scheme: people get theirs there. */
  readonly tokenUrls: { readonly [scheme: string]: readonly string[] };
}

/** The security schemes of a document that a definition can have; a note for each of the others. */
export function schemesOf(document: ApiDocument): Schemes {
  const parts = schemeParts(document);
  const read = parts.map(([id, part]) => schemeOf(id, part));
  return {
    schemes: read.flatMap(({ scheme }) => scheme ?? []),
    issues: read.flatMap(({ issue }) => issue ?? []),
    tokenUrls: Object.fromEntries(parts.flatMap(([id, part]) => tokenUrlsOf(id, part))),
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

interface ReadScheme {
  readonly scheme?: SchemeJson;
  readonly issue?: Issue;
}

function schemeOf(id: string, { value, pointer }: Part): ReadScheme {
  const type = isPlainObject(value) ? textOf(value, "type") : "";
  if (!isPlainObject(value)) return notCarriedOver(id, pointer, "is no object");
  switch (type.toLowerCase()) {
    case "apikey":
      return apiKeyOf(id, value, pointer);
    case "http":
      return httpOf(id, value, pointer);
    case "oauth2":
    case "openidconnect":
      return bearerInstead(id, type, value, pointer);
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
  if (place !== "header" || name.toLowerCase() !== "authorization") return { scheme };
  const message = `the key of ${cited(id)} is the whole value of the header Authorization`;
  const hint = 'where the vendor asks for a prefix, such as "Bearer ", it is part of the key';
  return { scheme, issue: remark("SW0706", pointer, message, hint) };
}

function httpOf(id: string, value: JsonObject, pointer: string): ReadScheme {
  const scheme = textOf(value, "scheme").toLowerCase();
  if (scheme === "basic" || scheme === "digest") return { scheme: { id, type: "http", scheme } };
  if (scheme !== "bearer") {
    return notCarriedOver(id, pointer, `is HTTP authentication of the kind ${cited(scheme)}`);
  }
  const format = own(value, "bearerFormat");
  const bearerFormat = typeof format === "string" ? { bearerFormat: format } : {};
  return { scheme: { id, type: "http", scheme, ...bearerFormat } };
}

/** The runtime asks nobody for tokens: what it sends is the token that it is given. */
function bearerInstead(id: string, type: string, value: JsonObject, pointer: string): ReadScheme {
  const urls = tokenUrlsIn(value);
  const from = urls.length === 0 ? "" : `, which the vendor hands out at ${urls.map(citedUrl).join(" and ")}`;
  const message = `${cited(id)} is ${type}, and becomes bearer: you give the access token${from}`;
  const hint = "a function that gets a fresh token can stand in its place, in code";
  return { scheme: { id, type: "http", scheme: "bearer" }, issue: remark("SW0706", pointer, message, hint) };
}

function tokenUrlsOf(id: string, { value }: Part): readonly (readonly [string, readonly string[]])[] {
  const urls = isPlainObject(value) ? tokenUrlsIn(value) : [];
  return urls.length === 0 ? [] : [[id, urls]];
}

function tokenUrlsIn(value: JsonObject): readonly string[] {
  const flows = own(value, "flows");
  const each: readonly JsonValue[] = isPlainObject(flows) ? Object.values(flows) : [];
  const written = [
    ...each.map((flow) => (isPlainObject(flow) ? own(flow, "tokenUrl") : undefined)),
    own(value, "openIdConnectUrl"),
  ];
  return [...new Set(written.filter((url) => typeof url === "string" && url !== "") as string[])];
}

function notCarriedOver(id: string, pointer: string, reason: string): ReadScheme {
  const hint = "give what it needs in `headers` of requests, or in a `fetch` of your own";
  return { issue: remark("SW0705", pointer, `the security scheme ${cited(id)} ${reason}, and is left out`, hint) };
}

function textOf(value: JsonObject, key: string): string {
  const text = own(value, key);
  return typeof text === "string" ? text : "";
}
