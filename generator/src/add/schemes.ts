import {
  checkTokenUrl,
  credentialVariable,
  fieldsOfScheme,
  isPlainObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  looksSecret,
  normalizeProvider,
  own,
  type ProviderJson,
  type SecurityScheme,
  toPointer,
  type VariableNames,
  parseUrl,
} from "@sdkwright/runtime/config";
import type { Api, Operation, Parameter } from "../openapi/api.js";
import { cited, citedUrl, type ParameterJson, remark, type SchemeJson } from "./request.js";

export interface Schemes {
  readonly schemes: readonly SchemeJson[];
  /** Headers of operations that are keys by their names, as schemes; of a document that knows no better. */
  readonly offered: readonly SchemeJson[];
  readonly issues: readonly Issue[];
  /** Where a vendor hands out tokens that are given as bearer, by scheme: people get theirs there. */
  readonly tokenUrls: { readonly [scheme: string]: readonly string[] };
}

/** What becomes of one scheme of a document. */
interface ReadScheme {
  readonly scheme?: SchemeJson;
  readonly issues: readonly Issue[];
}

/**
 * The security schemes of a document that a definition can have; a note for each of the others. Relative token URLs start
 * from the base URL, which is absent where no server has one.
 */
export function schemesOf(
  { document, operations }: Pick<Api, "document" | "operations">,
  baseUrl: string | undefined,
  parameters: readonly ParameterJson[],
): Schemes {
  const components = own(document.root, "components");
  const written = isPlainObject(components) ? own(components, "securitySchemes") : undefined;
  const read = Object.entries(isPlainObject(written) ? written : {}).map(([id, entry]) => {
    const reference = isPlainObject(entry) ? own(entry, "$ref") : undefined;
    const value = (typeof reference === "string" ? document.resolve(reference)?.value : undefined) ?? entry;
    const pointer = toPointer("components", "securitySchemes", id);
    const { scheme, issues } = schemeOf(id, value, pointer, baseUrl, parameters);
    const urls = isPlainObject(value) && scheme?.type !== "oauth2" ? tokenUrlsIn(value) : [];
    return { id, scheme, issues, urls };
  });
  const schemes = read.flatMap(({ scheme }) => scheme ?? []);
  const keys = keyHeaders(operations).filter(({ scheme }) => schemes.every((each) => !isSameKey(each, scheme)));
  return {
    schemes,
    offered: keys.map(({ scheme }) => scheme),
    issues: [...read.flatMap(({ issues }) => issues), ...keys.map(({ issue }) => issue)],
    tokenUrls: Object.fromEntries(read.flatMap(({ id, urls }) => (urls.length === 0 ? [] : [[id, urls]]))),
  };
}

/** Names of headers that have a key in them, and nothing else. */
const KEY_HEADER = /^x-token$|(?:^|-)(?:api-?key|(?:access|api|auth)-?token|(?:access|auth|subscription)-?key)$/i;

/** A key that nearly every operation has as a header, because the document declares no scheme: each call would repeat it. */
function keyHeaders(
  operations: readonly Operation[],
): readonly { readonly scheme: SchemeJson; readonly issue: Issue }[] {
  const places = new Map<string, { readonly name: string; readonly pointer: string; count: number }>();
  for (const { name, pointer } of operations.flatMap(({ parameters }) => parameters.filter(isKeyHeader))) {
    const known = places.get(name.toLowerCase());
    if (known === undefined) places.set(name.toLowerCase(), { name, pointer, count: 1 });
    else known.count += 1;
  }
  const usual = [...places.values()].filter(({ count }) => count * 10 >= operations.length * 9);
  return usual.map(({ name, pointer, count }) => {
    const message = `${count} of ${operations.length} operations have the header ${cited(name)}: the definition has it as a security scheme`;
    const hint = "if it is not a key, remove the scheme from the definition and from client.json";
    return {
      scheme: { id: name, type: "apiKey", in: "header", name },
      issue: remark("SW0706", pointer, message, hint),
    };
  });
}

function isKeyHeader({ in: place, name }: Parameter): boolean {
  return place === "header" && KEY_HEADER.test(name);
}

function isSameKey(one: SchemeJson, { id, name }: SchemeJson & { readonly name?: string }): boolean {
  return (
    one.id === id || (one.type === "apiKey" && one.in === "header" && one.name?.toLowerCase() === name?.toLowerCase())
  );
}

function schemeOf(
  id: string,
  value: JsonValue,
  pointer: string,
  baseUrl: string | undefined,
  parameters: readonly ParameterJson[],
): ReadScheme {
  const leftOut = (reason: string): ReadScheme => {
    const hint = "send its credentials in `headers` of requests, or with your own `fetch`";
    return { issues: [remark("SW0705", pointer, `the security scheme ${cited(id)} ${reason}, and is left out`, hint)] };
  };
  if (!isPlainObject(value)) return leftOut("is not an object");
  const type = textOf(value, "type");
  switch (type.toLowerCase()) {
    case "apikey": {
      const [place, name] = [textOf(value, "in").toLowerCase(), textOf(value, "name")];
      if (place !== "header" && place !== "query" && place !== "cookie")
        return leftOut("has a key that is not in the header, query or cookie");
      const scheme = { id, type: "apiKey", in: place, name } as const;
      const prefix = place === "header" ? prefixIn(textOf(value, "description"), name) : undefined;
      if (prefix !== undefined) {
        const message = `the key of ${cited(id)} is sent with ${cited(prefix)} before it, as its description says`;
        const hint = 'if this is wrong, correct or remove "prefix" of the scheme in the definition';
        return { scheme: { ...scheme, prefix }, issues: [remark("SW0706", pointer, message, hint)] };
      }
      if (place !== "header" || name.toLowerCase() !== "authorization") return { scheme, issues: [] };
      const message = `the key of ${cited(id)} is the whole value of the header Authorization`;
      const hint =
        'if the vendor wants a word before it, such as "Bot ", add "prefix": "Bot " to the scheme in the definition';
      return { scheme, issues: [remark("SW0706", pointer, message, hint)] };
    }
    case "http": {
      const scheme = textOf(value, "scheme").toLowerCase();
      if (scheme === "basic" || scheme === "digest") return { scheme: { id, type: "http", scheme }, issues: [] };
      if (scheme !== "bearer") return leftOut(`is HTTP authentication of the kind ${cited(scheme)}`);
      const format = own(value, "bearerFormat");
      const bearerFormat = typeof format === "string" ? { bearerFormat: format } : {};
      return { scheme: { id, type: "http", scheme, ...bearerFormat }, issues: [] };
    }
    case "oauth2":
    case "openidconnect":
      return tokenSchemeOf(id, value, pointer, baseUrl, parameters);
    default:
      return leftOut(`is of the kind ${cited(type)}`);
  }
}

/** A stand-in for a key: `{key}`, `<token>`, `your-private-api-key`, `$KEY`, `XXXX`. */
const STAND_IN = /^(?:[{[<(].*|\$.*|.*(?:\.{3}|…)|x{3,}|.*(?:your|key|token|secret).*)$/i;

/**
 * The word before a key in a header, with its space, where the description shows it in backquotes: with a stand-in for the
 * key behind it, or alone where it speaks of a prefix.
 */
function prefixIn(description: string, header: string): string | undefined {
  const shown = Array.from(description.slice(0, 10_000).matchAll(/`([^`]{1,100})`/g), ([, text = ""]) => text.trim());
  const values = shown.map((text) => (/^([\w-]+)\s*:\s+(.*)$/.exec(text) ?? ["", header, text]).slice(1));
  const words = values.flatMap(([name, text = ""]) => {
    const [word = "", key, ...rest] = name?.toLowerCase() === header.toLowerCase() ? text.split(" ") : [];
    const isHeader = word.toLowerCase() === header.toLowerCase();
    // Keys that begin with `sk_` have another kind of prefix.
    const isAlone = key === undefined && !isHeader && /prefix/i.test(description) && /^[A-Z]/.test(word);
    const isShown = isAlone || (key !== undefined && STAND_IN.test([key, ...rest].join(" ")));
    return isShown && /^[A-Za-z](?:[\w-]*[A-Za-z0-9])?$/.test(word) && !looksSecret(word) ? [`${word} `] : [];
  });
  const [prefix, ...others] = new Set(words);
  return others.length === 0 ? prefix : undefined;
}

/**
 * OAuth 2 where the client gets tokens by its own credentials; else bearer, because the runtime asks no person for
 * anything: what it sends is the token that it is given.
 */
function tokenSchemeOf(
  id: string,
  value: JsonObject,
  pointer: string,
  baseUrl: string | undefined,
  parameters: readonly ParameterJson[],
): ReadScheme {
  const flow = flowsOf(value)["clientCredentials"];
  const tokenUrl = isPlainObject(flow) ? textOf(flow, "tokenUrl").trim() : "";
  if (!isPlainObject(flow) || tokenUrl === "") return bearerInstead(id, value, pointer, "");
  const resolved = resolvedUrl(tokenUrl, baseUrl);
  const declared = Object.fromEntries(parameters.map((each) => [each.name, each]));
  const checked = resolved === undefined ? undefined : checkTokenUrl(resolved, declared);
  if (resolved === undefined || checked === undefined)
    return bearerInstead(id, value, pointer, "; its token URL is relative, and there is no server to resolve it");
  if ("problem" in checked)
    return bearerInstead(id, value, pointer, `; its token URL cannot be used: ${checked.problem.message}`);
  const issues: Issue[] = [];
  const note = (message: string, hint: string) => issues.push(remark("SW0706", pointer, message, hint));
  if (tokenUrl !== resolved)
    note(
      `the token URL of ${cited(id)} is relative: with the first server, it is ${citedUrl(resolved)}`,
      "if tokens come from elsewhere, correct it in the definition",
    );
  const scopes = own(flow, "scopes");
  const names = isPlainObject(scopes) ? Object.keys(scopes) : [];
  const listed = `${names.slice(0, 5).map(cited).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  // Few clients may have all that a document lists, and a server refuses the whole of what it cannot grant.
  if (names.length > 0)
    note(
      `tokens of ${cited(id)} are requested without scopes, so the server grants those of the client. The document has ${listed}`,
      'to request some, add "scopes" to the scheme in the definition, or `security: { id, scopes }` to a request',
    );
  return { scheme: { id, type: "oauth2", flow: "clientCredentials", tokenUrl: resolved }, issues };
}

/** `why` says that the token URL of the client's own flow is none. */
function bearerInstead(id: string, value: JsonObject, pointer: string, why: string): ReadScheme {
  const type = textOf(value, "type");
  const urls = tokenUrlsIn(value);
  const from = urls.length === 0 ? "" : `, which the vendor issues at ${urls.map(citedUrl).join(" and ")}`;
  const message = `${cited(id)} is ${type}, and becomes bearer: you pass the access token${from}${why}`;
  const way = "in code, it can be a function that gets a fresh token";
  const refresh = ". If you have a refresh token, make the scheme `oauth2` with the flow `refreshToken`";
  const hint = type.toLowerCase() === "oauth2" ? `${way}${refresh}` : way;
  return { scheme: { id, type: "http", scheme: "bearer" }, issues: [remark("SW0706", pointer, message, hint)] };
}

/** By the base URL, as OpenAPI 3.1 has it; with parameters in that, only a path has one meaning. */
function resolvedUrl(tokenUrl: string, baseUrl = ""): string | undefined {
  if (/^[a-z{][^/]*:\/\//i.test(tokenUrl)) return tokenUrl;
  const origin = /^[^/]+\/\/[^/]+/.exec(baseUrl)?.[0];
  if (origin === undefined || tokenUrl.includes("{")) return undefined;
  if (baseUrl.includes("{")) return /^\/(?!\/)/.test(tokenUrl) ? `${origin}${tokenUrl}` : undefined;
  return parseUrl(tokenUrl, baseUrl)?.href;
}

/** Where a vendor hands out tokens. */
function tokenUrlsIn(value: JsonObject): readonly string[] {
  const each = Object.values(flowsOf(value)).map((flow) => (isPlainObject(flow) ? own(flow, "tokenUrl") : undefined));
  const written = [...each, own(value, "openIdConnectUrl")];
  return [...new Set(written.filter((url) => typeof url === "string" && url !== "") as string[])];
}

function flowsOf(value: JsonObject): { readonly [flow: string]: JsonValue } {
  const flows = own(value, "flows");
  return isPlainObject(flows) ? { ...flows } : {};
}

function textOf(value: JsonObject, key: string): string {
  const text = own(value, key);
  return typeof text === "string" ? text : "";
}

/** The credentials of one scheme, as client.json has them: `$NAME`s of variables. */
export interface CredentialEntry {
  readonly id: string;
  readonly [field: string]: string;
}

/**
 * One entry for each scheme of a definition that takes one, those of the default security first: client.json gets these,
 * so they have the short names. No variable is one of `names` (rules C17).
 */
export function credentialEntries(definition: ProviderJson, names: VariableNames): readonly CredentialEntry[] {
  const { securitySchemes, security = [] } = normalizeProvider(definition);
  const schemes = Object.entries<SecurityScheme>(securitySchemes)
    .map(([id, scheme]) => ({ id, fields: fieldsOfScheme(scheme) }))
    .filter(({ fields }) => fields.length > 0);
  const defaults = schemes.filter(({ id }) => security.includes(id));
  const others = schemes.filter(({ id }) => !security.includes(id));
  const entriesOf = (members: typeof schemes, rivals: typeof schemes) =>
    members.map(({ id, fields }) => {
      const variableOf = (field: string) => `$${credentialVariable(definition.name, { id, field }, rivals, names)}`;
      return { id, ...Object.fromEntries(fields.map((field) => [field, variableOf(field)])) };
    });
  return [...entriesOf(defaults, defaults), ...entriesOf(others, schemes)];
}

/** A variable that client.json newly refers to. */
export interface NewVariable {
  readonly name: string;
  readonly holds: string;
  /** It has a value where the command runs, which was meant for something else. */
  readonly isSet?: true;
}

/** The variables that entries refer to, with what each holds. */
export function variablesOf(entries: readonly CredentialEntry[]): readonly NewVariable[] {
  return entries.flatMap(({ id, ...fields }) =>
    Object.entries(fields).map(([field, reference]) => ({ name: reference.slice(1), holds: `${field} of ${id}` })),
  );
}
