import {
  baseUrlParameters,
  checkBaseUrl,
  checkTokenUrl,
  credentialVariable,
  fieldsOfScheme,
  isPlainObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  normalizeProvider,
  own,
  type ProviderJson,
  type SecurityScheme,
  toPointer,
  type VariableNames,
} from "@sdkwright/runtime/config";
import type { ApiDocument, Part, Server, ServerVariable } from "../openapi/api.js";
import { namesInPath } from "../openapi/read-parameters.js";
import { cited, citedUrl, type ReadScheme, remark, type SchemeJson } from "./request.js";

export type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

/** Names of parameters, and the reasons for defaults that cannot stay, while servers become services. */
export class Parameters {
  readonly #parameters = new Map<string, ParameterJson>();
  /** The last number that a name was given. */
  readonly #numbers = new Map<string, number>();
  /** What was declared, by name and default. */
  readonly #declared = new Map<string, string>();
  /** A parameter fills paths too: a region of a server shall not be the region that is deleted. */
  readonly #inPaths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#inPaths = new Set(paths.flatMap(namesInPath));
  }

  get list(): readonly ParameterJson[] {
    return [...this.#parameters.values()];
  }

  /** Declares the variables of a server; its base URL, with the names that they have now. */
  declare({ url, variables }: Pick<Server, "url" | "variables">): string {
    return baseUrlParameters(url).reduce((text, name) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const legal = this.#nameFor(name, variable ?? { values: [] });
      return text.replaceAll(`{${name}}`, `{${legal}}`);
    }, url);
  }

  /** Why a base URL cannot be used; a default that cannot stand in it is taken away, and named. */
  check(baseUrl: string): { readonly problem?: string; readonly withoutDefault: readonly string[] } {
    const withoutDefault: string[] = [];
    for (;;) {
      const checked = checkBaseUrl(baseUrl, this.#of(baseUrl));
      if (!("problem" in checked)) return { withoutDefault };
      const { kind, parameter = "", message } = checked.problem;
      const declared = this.#parameters.get(parameter);
      if (kind !== "value" || declared?.default === undefined) return { problem: message, withoutDefault };
      const { default: _, ...rest } = declared;
      this.#parameters.set(parameter, rest);
      withoutDefault.push(parameter);
    }
  }

  #of(baseUrl: string): { readonly [name: string]: ParameterJson } {
    const declared = baseUrlParameters(baseUrl).flatMap((name) => this.#parameters.get(name) ?? []);
    return Object.fromEntries(declared.map((parameter) => [parameter.name, parameter]));
  }

  /** Forgets what only a server used that is left out. */
  keepOnly(baseUrls: readonly string[]): void {
    const used = new Set(baseUrls.flatMap(baseUrlParameters));
    for (const name of this.#parameters.keys()) if (!used.has(name)) this.#parameters.delete(name);
  }

  /** The same variable of two servers is one parameter; another one of the same name gets a number. */
  #nameFor(name: string, variable: ServerVariable): string {
    const legal = name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
    const wanted = parameterOf(legal, variable);
    const key = JSON.stringify([legal, wanted.default]);
    const known = this.#parameters.get(this.#declared.get(key) ?? "");
    if (known !== undefined && known.default === wanted.default) return known.name;
    const candidate = this.#freeName(legal);
    this.#parameters.set(candidate, { ...wanted, name: candidate });
    this.#declared.set(key, candidate);
    return candidate;
  }

  #freeName(legal: string): string {
    for (let number = (this.#numbers.get(legal) ?? 0) + 1; ; number += 1) {
      const candidate = number === 1 ? legal : `${legal}_${number}`;
      if (this.#parameters.has(candidate) || this.#inPaths.has(candidate)) continue;
      this.#numbers.set(legal, number);
      return candidate;
    }
  }
}

function parameterOf(name: string, { default: value, description, values }: ServerVariable): ParameterJson {
  const oneOf = values.length === 0 ? undefined : `One of ${values.join(", ")}.`;
  const text = [description, oneOf].filter((each) => each !== undefined).join(" ");
  return { name, ...(text !== "" && { description: text }), ...(value !== undefined && { default: value }) };
}

/** What token URLs of a document are read by. */
interface TokenUrlContext {
  /** The base URL that relative ones start from; absent where no server has one. */
  readonly baseUrl?: string | undefined;
  readonly parameters: readonly ParameterJson[];
}

/** A scheme of the document, by its component's name. */
export interface WrittenScheme {
  readonly id: string;
  /** `oauth2` or `openIdConnect`, as it is written. */
  readonly type: string;
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * OAuth 2 where the client gets tokens by its own credentials; else bearer, because the runtime asks no person for
 * anything: what it sends is the token that it is given.
 */
function tokenSchemeOf(written: WrittenScheme, context: TokenUrlContext): ReadScheme {
  const flow = flowsOf(written.value)["clientCredentials"];
  const tokenUrl = isPlainObject(flow) ? textOf(flow, "tokenUrl").trim() : "";
  if (!isPlainObject(flow) || tokenUrl === "") return bearerInstead(written);
  const resolved = resolvedUrl(tokenUrl, context.baseUrl);
  if (resolved === undefined) return bearerInstead(written, "is relative, and no server says to what");
  const declared = Object.fromEntries(context.parameters.map((parameter) => [parameter.name, parameter]));
  const checked = checkTokenUrl(resolved, declared);
  if ("problem" in checked) return bearerInstead(written, `cannot be used: ${checked.problem.message}`);
  return {
    scheme: { id: written.id, type: "oauth2", flow: "clientCredentials", tokenUrl: resolved },
    issues: [...movedUrl(written, tokenUrl, resolved), ...unaskedScopes(written, flow)],
  };
}

/** By the base URL, as OpenAPI 3.1 has it; with parameters in that, only a path has one meaning. */
function resolvedUrl(tokenUrl: string, baseUrl = ""): string | undefined {
  if (/^[a-z{][^/]*:\/\//i.test(tokenUrl)) return tokenUrl;
  const origin = /^[^/]+\/\/[^/]+/.exec(baseUrl)?.[0];
  if (origin === undefined || tokenUrl.includes("{")) return undefined;
  if (baseUrl.includes("{")) return /^\/(?!\/)/.test(tokenUrl) ? `${origin}${tokenUrl}` : undefined;
  return URL.canParse(tokenUrl, baseUrl) ? new URL(tokenUrl, baseUrl).href : undefined;
}

function movedUrl({ id, pointer }: WrittenScheme, tokenUrl: string, resolved: string): readonly Issue[] {
  if (tokenUrl === resolved) return [];
  const message = `the token URL of ${cited(id)} is relative: it is ${citedUrl(resolved)}, by the first server`;
  return [remark("SW0706", pointer, message, "correct it in the definition where tokens come from elsewhere")];
}

/** Few clients may have all that a document lists, and a server refuses the whole of what it cannot grant. */
function unaskedScopes({ id, pointer }: WrittenScheme, flow: JsonObject): readonly Issue[] {
  const scopes = own(flow, "scopes");
  const names = isPlainObject(scopes) ? Object.keys(scopes) : [];
  if (names.length === 0) return [];
  const some = names.slice(0, 5).map(cited).join(", ");
  const listed = names.length > 5 ? `${some} and ${names.length - 5} more` : some;
  const message = `tokens of ${cited(id)} are asked for without scopes: the server gives those of the client. The document has ${listed}`;
  const hint =
    'for certain ones add "scopes" to the scheme in the definition, or `security: { id, scopes }` to a request';
  return [remark("SW0706", pointer, message, hint)];
}

/** `reason` says why the token URL of the client's own flow is none. */
function bearerInstead({ id, type, value, pointer }: WrittenScheme, reason?: string): ReadScheme {
  const urls = tokenUrlsIn(value);
  const from = urls.length === 0 ? "" : `, which the vendor hands out at ${urls.map(citedUrl).join(" and ")}`;
  const why = reason === undefined ? "" : `; its token URL ${reason}`;
  const message = `${cited(id)} is ${type}, and becomes bearer: you give the access token${from}${why}`;
  return { scheme: { id, type: "http", scheme: "bearer" }, issues: [remark("SW0706", pointer, message, wayOf(type))] };
}

function wayOf(type: string): string {
  const inCode = "a function that gets a fresh token can stand in its place, in code";
  if (type.toLowerCase() !== "oauth2") return inCode;
  return `${inCode}. Where the vendor has given you a refresh token, make the scheme \`oauth2\` with the flow \`refreshToken\``;
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
