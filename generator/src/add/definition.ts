import {
  baseUrlParameters,
  checkBaseUrl,
  fillBaseUrl,
  isPlainObject,
  type Issue,
  type JsonValue,
  own,
  parseProvider,
  parseUrl,
  pointerSegments,
  type ProviderJson,
  toPointer,
} from "@sdkwright/runtime/config";
import type { Api, ApiDocument, Parameter, Server, ServerVariable } from "../openapi/api.js";
import { namesInPath } from "../openapi/read-parameters.js";
import { plainUrl, scalarText, secureTwin, serverIn, serverKey } from "../openapi/servers.js";
import { cited, type ParameterJson, remark } from "./request.js";
import { defaultRequirements, type Requirement } from "./requirements.js";
import type { Schemes } from "./schemes.js";

/** A definition, and what of the document it does not say. */
export interface Composed {
  readonly definition: ProviderJson;
  /** The schemes that apply by default. */
  readonly security: Requirement;
  readonly issues: readonly Issue[];
}

/** Puts a definition together. What the format itself refuses is left out, for the reason that the format gives. */
export function composeDefinition(
  name: string,
  api: Api,
  { services, parameters }: Pick<Services, "services" | "parameters">,
  { schemes: written, offered }: Pick<Schemes, "schemes" | "offered">,
): Composed {
  const bare = { name, services: [...services], defaultService: services[0]?.id ?? "default" };
  const schemes = sifted(
    [...written, ...offered],
    (_, index) => String(index),
    (securitySchemes) =>
      problemsIn({ ...bare, parameters: [...parameters], securitySchemes: [...securitySchemes] }, "securitySchemes"),
  );
  const secured = { ...bare, ...(schemes.sound.length > 0 && { securitySchemes: [...schemes.sound] }) };
  const asked = defaultRequirements(api);
  // A document that has its key as a header says nothing of `security`.
  const isSilent = own(api.document.root, "security") === undefined && api.operations.every((each) => !each.security);
  const requirements = isSilent && offered.length > 0 ? [offered.map(({ id }) => id)] : asked;
  const ids = new Set(schemes.sound.map(({ id }) => id));
  const chosen = requirements.find(
    (security) =>
      security.every((id) => ids.has(id)) && problemsIn({ ...secured, security: [...security] }, "security").size === 0,
  );
  const constant = constantHeaders(api);
  const headers = sifted(
    constant.filter((each) => !STEERING.test(each.name)),
    (each) => each.name,
    (some) => problemsIn({ ...secured, headers: recordOf(some) }, "headers", "warning"),
  );
  const steering = constant.filter((each) => STEERING.test(each.name)).map((part) => ({ part, problem: STEERED }));
  const security = chosen ?? [];
  const definition: ProviderJson = {
    ...secured,
    ...(security.length > 0 && { security: security.length === 1 ? security.join() : [...security] }),
    ...(headers.sound.length > 0 && { headers: recordOf(headers.sound) }),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
  };
  const issues = [
    ...schemes.left.map(({ part: { id }, problem }) => {
      const pointer = toPointer("components", "securitySchemes", id);
      return remark("SW0705", pointer, `the security scheme ${cited(id)} is left out: ${problem}`);
    }),
    ...(chosen !== undefined || requirements.length === 0 ? [] : [remark("SW0705", "/security", NO_DEFAULT)]),
    ...[...steering, ...headers.left].map(({ part, problem }) =>
      remark("SW0705", part.pointer, `the constant header ${cited(part.name)} is left out: ${problem}`),
    ),
  ];
  return { definition, security, issues };
}

const NO_DEFAULT = "no alternative of `security` can be carried over, so no scheme applies by default";

/** Headers that make another request of one: of another method, to another host or path, from another client. */
const STEERING =
  /^(?:x-http-method(?:-override)?|x-method-override|x-original-(?:url|host)|x-rewrite-url|x-host|host|forwarded|x-forwarded-.*)$/i;
const STEERED = "servers read the method, host, path or sender of a request from it";

interface Sifted<T> {
  readonly sound: readonly T[];
  readonly left: readonly { readonly part: T; readonly problem: string }[];
}

/**
 * The parts that the format takes; `problemsOf` says what it has against some, by key. All are judged together, and those
 * that are left again: one after the other each would be held against all before it.
 */
function sifted<T>(
  parts: readonly T[],
  keyOf: (part: T, index: number) => string,
  problemsOf: (parts: readonly T[]) => ReadonlyMap<string, string>,
): Sifted<T> {
  const problems = problemsOf(parts);
  const left = parts.flatMap((part, index) => {
    const problem = problems.get(keyOf(part, index));
    return problem === undefined ? [] : [{ part, problem }];
  });
  if (left.length === 0) return { sound: parts, left };
  const others = parts.filter((part, index) => !problems.has(keyOf(part, index)));
  const rest = sifted(others, keyOf, problemsOf);
  return { sound: rest.sound, left: [...left, ...rest.left] };
}

/** The first that the format has against each member of a part, by its key: errors, and warnings where these count too. */
function problemsIn(
  definition: ProviderJson,
  part: "securitySchemes" | "security" | "headers",
  from: "error" | "warning" = "error",
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { pointer, severity, message } of parseProvider(definition).issues) {
    const [first, key = ""] = pointerSegments(pointer);
    if (first === part && (severity === "error" || severity === from) && !problems.has(key)) problems.set(key, message);
  }
  return problems;
}

/** A header that every operation has with one and the same value, and some operation requires: an API version. */
interface ConstantHeader {
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
}

/** The headers that a definition can set once for all. */
export function constantHeaders({ document, operations }: Api): readonly ConstantHeader[] {
  const keyOf = ({ name, value }: ConstantHeader): string => JSON.stringify([name.toLowerCase(), value]);
  const required = new Set<string>();
  const [first = [], ...others] = operations.map(({ parameters }) =>
    parameters.flatMap((parameter) => {
      const value = parameter.in === "header" ? constantOf(parameter, document) : undefined;
      if (value === undefined) return [];
      const header = { name: parameter.name, value, pointer: parameter.pointer };
      if (parameter.isRequired) required.add(keyOf(header));
      return [header];
    }),
  );
  const known = others.map((headers) => new Set(headers.map(keyOf)));
  return first.filter((header) => required.has(keyOf(header)) && known.every((keys) => keys.has(keyOf(header))));
}

/** Its default, or the only value that it can have. */
function constantOf({ schema }: Parameter, document: ApiDocument): string | undefined {
  const reference = isPlainObject(schema?.value) ? own(schema.value, "$ref") : undefined;
  const value = typeof reference === "string" ? document.resolve(reference)?.value : schema?.value;
  if (!isPlainObject(value)) return undefined;
  const written = own(value, "enum");
  const only: readonly JsonValue[] = Array.isArray(written) && written.length === 1 ? written : [];
  return scalarText([own(value, "default"), own(value, "const"), ...only].find((each) => each !== undefined));
}

function recordOf(headers: readonly ConstantHeader[]): { [name: string]: string } {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** The servers of a document, each once, where it stands first. */
interface Servers {
  /** Where operations go that name none; absent where the document names none for them. */
  readonly first: Server | undefined;
  /** The document's others, then those that chosen operations name instead. */
  readonly others: readonly Server[];
}

/** An https server takes the place of its http twin: which one comes first decides where credentials go. */
export function serversIn({ document: { root }, operations }: Api): Servers {
  const list = own(root, "servers");
  const named = (Array.isArray(list) ? list : []).flatMap(
    (value, index) => serverIn({ value, pointer: `/servers/${index}` }) ?? [],
  );
  const all = [...named, ...operations.flatMap(({ servers = [] }) => servers)];
  const written = new Map([...all].reverse().map((server) => [serverKey(server), server]));
  const kept = all.map((server) => written.get(serverKey(secureTwin(server))) ?? server);
  const [first, ...others] = new Map(kept.map((server) => [serverKey(server), server])).values();
  const isForAll = named.length > 0 || operations.every(({ servers }) => servers !== undefined);
  return isForAll || first === undefined ? { first, others } : { first: undefined, others: [first, ...others] };
}

type ServiceJson = ProviderJson["services"][number];

export interface Services {
  readonly services: readonly ServiceJson[];
  readonly parameters: readonly ParameterJson[];
  /** What each service was in the document; absent for those of the command line. */
  readonly origins: ReadonlyMap<string, Server>;
  readonly issues: readonly Issue[];
  /** Why the first service has no base URL, and what the document has instead: it has to be given. */
  readonly missing?: { readonly reason: string; readonly url: string } | undefined;
  /** The first is where the document was read, as OpenAPI has it, and the document does not say so itself. */
  readonly fromDocument?: true | undefined;
  /** Base URLs of the command line that cannot be used, by id. */
  readonly refused: { readonly [id: string]: string };
}

/** A URL with more is nobody's, and each of them is looked for in the whole of it. */
const MOST_VARIABLES = 20;

/**
 * The services of a definition: the first server is `default`, unless one is given in its place; others are called after
 * what they say of themselves. What stands in `paths` is no name of a parameter. Relative ones count from `local`, the URL
 * of a document on this machine; of one elsewhere, whoever hands out the document need not be whoever gets the key.
 */
export function servicesOf(
  { first, others }: Servers,
  given: { readonly [id: string]: string },
  paths: readonly string[],
  local?: URL,
): Services {
  const parameters = new Parameters(paths);
  const services = new Map<string, string>();
  const known = new Set<string>();
  const origins = new Map<string, Server>();
  const issues: Issue[] = [];
  const refused: { [id: string]: string } = {};
  const keep = (id: string, baseUrl: string): void => {
    services.set(id, baseUrl);
    known.add(plainUrl(baseUrl));
  };
  /** Why it is none; one that is known already is no further service. */
  const add = (id: string, server: Server): string | undefined => {
    if (isRelative(server.url)) {
      const url = local && urlFrom(server.url, local);
      if (url === undefined) return "the URL of its server is relative";
      if (!known.has(plainUrl(url))) keep(id, url);
      return undefined;
    }
    if (baseUrlParameters(server.url).length > MOST_VARIABLES)
      return `its URL has more than ${MOST_VARIABLES} variables`;
    const baseUrl = parameters.declare(server);
    const { problem, withoutDefault } = parameters.check(baseUrl);
    if (problem !== undefined) return problem;
    for (const name of withoutDefault) {
      const message = `the default of the variable "${name}" does not fit into the base URL, so the parameter has none`;
      const hint = "set it with `--server-variable`, or in code";
      issues.push(remark("SW0706", `${server.pointer}/variables`, message, hint));
    }
    if (known.has(plainUrl(baseUrl))) return undefined;
    keep(id, baseUrl);
    origins.set(id, server);
    return undefined;
  };
  const addGiven = ([id, url]: readonly [string, string]): void => {
    const baseUrl = parameters.declare({ url, variables: {} });
    const { problem } = parameters.check(baseUrl);
    if (problem !== undefined) refused[id] = problem;
    keep(id, baseUrl);
  };
  const { default: base, ...more } = given;
  const main = first ?? (local && { url: "/", pointer: "", variables: {} });
  const reason =
    base === undefined ? (main === undefined ? "the document names no server" : add("default", main)) : undefined;
  if (base !== undefined) addGiven(["default", base]);
  for (const entry of Object.entries(more)) addGiven(entry);
  for (const server of others) {
    const problem = add(freeId(server, services), server);
    if (problem === undefined) continue;
    const hint = "`--service <id>=<URL>` adds one";
    issues.push(remark("SW0705", `${server.pointer}/url`, `a server is left out: ${problem}`, hint));
  }
  parameters.keepOnly([...services.values()]);
  return {
    services: Array.from(services, ([id, baseUrl]) => ({ id, baseUrl })),
    parameters: parameters.list,
    origins,
    issues,
    missing: reason === undefined ? undefined : { reason, url: first?.url ?? "/" },
    fromDocument: base === undefined && reason === undefined && isRelative(main?.url ?? "") ? true : undefined,
    refused,
  };
}

function isRelative(url: string): boolean {
  return !/^[a-z{]/i.test(url);
}

/** A server that counts from a document's URL, as a base URL; `undefined` where that is no base URL. */
export function urlFrom(server: string, document: URL): string | undefined {
  if (/[{}]/.test(server)) return undefined;
  const { origin = "", pathname = "" } = parseUrl(server, document) ?? {};
  const url = `${origin}${pathname}`.replace(/\/$/, "");
  return "url" in fillBaseUrl(url, () => undefined) ? url : undefined;
}

/** Parameters of base URLs, while servers become services. */
class Parameters {
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

/** Kebab-case of the first three words of the description, else the first label of the host; numbered when they meet. */
function freeId({ description = "", url }: Server, taken: ReadonlyMap<string, unknown>): string {
  const kebab = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "");
  const host = /^[^/]*\/\/([^./]+)/.exec(url)?.[1] ?? "";
  const names = [kebab(description.split(/\s+/).slice(0, 3).join(" ")), kebab(host), "server"];
  const name = names.find((each) => /[a-z]/.test(each)) ?? "server";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (id !== "default" && !taken.has(id)) return id;
  }
}
