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
import type { ApiDocument, Server, ServerVariable } from "../openapi/api.js";
import { namesInPath } from "../openapi/read-parameters.js";
import { cited, citedUrl, remark, type SchemeJson } from "./request.js";

export type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

/** Parameters of base URLs, while servers become services. */
export class Parameters {
  readonly #parameters = new Map<string, ParameterJson>();
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
      const legal = this.#nameFor(name, own(variables, name) ?? { values: [] });
      return text.replaceAll(`{${name}}`, `{${legal}}`);
    }, url);
  }

  /** Why a base URL cannot be used; a default that cannot stand in it is taken away, and named. */
  check(baseUrl: string): { readonly problem?: string; readonly withoutDefault: readonly string[] } {
    const withoutDefault: string[] = [];
    for (;;) {
      const declared = baseUrlParameters(baseUrl).flatMap((name) => this.#parameters.get(name) ?? []);
      const checked = checkBaseUrl(baseUrl, Object.fromEntries(declared.map((each) => [each.name, each])));
      if (!("problem" in checked)) return { withoutDefault };
      const { kind, parameter = "", message } = checked.problem;
      const found = this.#parameters.get(parameter);
      if (kind !== "value" || found?.default === undefined) return { problem: message, withoutDefault };
      const { default: _, ...rest } = found;
      this.#parameters.set(parameter, rest);
      withoutDefault.push(parameter);
    }
  }

  /** Forgets what only a server used that is left out. */
  keepOnly(baseUrls: readonly string[]): void {
    const used = new Set(baseUrls.flatMap(baseUrlParameters));
    for (const name of this.#parameters.keys()) if (!used.has(name)) this.#parameters.delete(name);
  }

  /** The same variable of two servers is one parameter; another one of the same name gets a number. */
  #nameFor(name: string, { default: value, description, values }: ServerVariable): string {
    const legal = name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
    const key = JSON.stringify([legal, value]);
    const known = this.#parameters.get(this.#declared.get(key) ?? "");
    if (known !== undefined && known.default === value) return known.name;
    const oneOf = values.length === 0 ? undefined : `One of ${values.join(", ")}.`;
    const text = [description, oneOf].filter((each) => each !== undefined).join(" ");
    let free = legal;
    for (let number = 2; this.#parameters.has(free) || this.#inPaths.has(free); number += 1)
      free = `${legal}_${number}`;
    this.#parameters.set(free, {
      name: free,
      ...(text !== "" && { description: text }),
      ...(value !== undefined && { default: value }),
    });
    this.#declared.set(key, free);
    return free;
  }
}

export interface Schemes {
  readonly schemes: readonly SchemeJson[];
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
  document: ApiDocument,
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
  return {
    schemes: read.flatMap(({ scheme }) => scheme ?? []),
    issues: read.flatMap(({ issues }) => issues),
    tokenUrls: Object.fromEntries(read.flatMap(({ id, urls }) => (urls.length === 0 ? [] : [[id, urls]]))),
  };
}

function schemeOf(
  id: string,
  value: JsonValue,
  pointer: string,
  baseUrl: string | undefined,
  parameters: readonly ParameterJson[],
): ReadScheme {
  const leftOut = (reason: string): ReadScheme => {
    const hint = "give what it needs in `headers` of requests, or in a `fetch` of your own";
    return { issues: [remark("SW0705", pointer, `the security scheme ${cited(id)} ${reason}, and is left out`, hint)] };
  };
  if (!isPlainObject(value)) return leftOut("is no object");
  const type = textOf(value, "type");
  switch (type.toLowerCase()) {
    case "apikey": {
      const [place, name] = [textOf(value, "in").toLowerCase(), textOf(value, "name")];
      if (place !== "header" && place !== "query" && place !== "cookie")
        return leftOut("has its key in none of header, query and cookie");
      const scheme = { id, type: "apiKey", in: place, name } as const;
      if (place !== "header" || name.toLowerCase() !== "authorization") return { scheme, issues: [] };
      const message = `the key of ${cited(id)} is the whole value of the header Authorization`;
      const hint =
        'where the vendor asks for a word before it, such as "Bot ", add "prefix": "Bot " to the scheme in the definition';
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
      return tokenSchemeOf({ id, type, value, pointer }, baseUrl, parameters);
    default:
      return leftOut(`is of the kind ${cited(type)}`);
  }
}

/** `oauth2` or `openIdConnect`, by its component's name. */
interface TokenScheme {
  readonly id: string;
  /** As it is written. */
  readonly type: string;
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * OAuth 2 where the client gets tokens by its own credentials; else bearer, because the runtime asks no person for
 * anything: what it sends is the token that it is given.
 */
function tokenSchemeOf(
  written: TokenScheme,
  baseUrl: string | undefined,
  parameters: readonly ParameterJson[],
): ReadScheme {
  const { id, pointer } = written;
  const flow = flowsOf(written.value)["clientCredentials"];
  const tokenUrl = isPlainObject(flow) ? textOf(flow, "tokenUrl").trim() : "";
  if (!isPlainObject(flow) || tokenUrl === "") return bearerInstead(written);
  const resolved = resolvedUrl(tokenUrl, baseUrl);
  if (resolved === undefined) return bearerInstead(written, "is relative, and no server says to what");
  const checked = checkTokenUrl(resolved, Object.fromEntries(parameters.map((each) => [each.name, each])));
  if ("problem" in checked) return bearerInstead(written, `cannot be used: ${checked.problem.message}`);
  const moved = `the token URL of ${cited(id)} is relative: it is ${citedUrl(resolved)}, by the first server`;
  const hint = "correct it in the definition where tokens come from elsewhere";
  return {
    scheme: { id, type: "oauth2", flow: "clientCredentials", tokenUrl: resolved },
    issues: [
      ...(tokenUrl === resolved ? [] : [remark("SW0706", pointer, moved, hint)]),
      ...unaskedScopes(written, flow),
    ],
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

/** Few clients may have all that a document lists, and a server refuses the whole of what it cannot grant. */
function unaskedScopes({ id, pointer }: TokenScheme, flow: JsonObject): readonly Issue[] {
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
function bearerInstead({ id, type, value, pointer }: TokenScheme, reason?: string): ReadScheme {
  const urls = tokenUrlsIn(value);
  const from = urls.length === 0 ? "" : `, which the vendor hands out at ${urls.map(citedUrl).join(" and ")}`;
  const why = reason === undefined ? "" : `; its token URL ${reason}`;
  const message = `${cited(id)} is ${type}, and becomes bearer: you give the access token${from}${why}`;
  const way = "a function that gets a fresh token can stand in its place, in code";
  const refresh =
    ". Where the vendor has given you a refresh token, make the scheme `oauth2` with the flow `refreshToken`";
  const hint = type.toLowerCase() === "oauth2" ? `${way}${refresh}` : way;
  return { scheme: { id, type: "http", scheme: "bearer" }, issues: [remark("SW0706", pointer, message, hint)] };
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
