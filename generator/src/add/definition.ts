import {
  baseUrlParameters,
  isPlainObject,
  type Issue,
  type JsonValue,
  own,
  parseProvider,
  pointerSegments,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { Api, ApiDocument, Operation, Parameter, Server } from "../openapi/api.js";
import { plainUrl, scalarText, secureTwin, serverIn, serverKey } from "../openapi/servers.js";
import { cited, remark, type SchemeJson } from "./request.js";
import { defaultRequirements, type Requirement } from "./requirements.js";
import { type ParameterJson, Parameters, type Schemes } from "./schemes.js";

/** A header that every operation requires with one and the same value: an API version. */
interface ConstantHeader {
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
}

/** The headers that a definition can set once for all. */
export function constantHeaders({ document, operations }: Api): readonly ConstantHeader[] {
  const [first = [], ...others] = operations.map((operation) => constantsOf(operation, document));
  const known = others.map((headers) => new Set(headers.map(keyOf)));
  return first.filter((header) => known.every((keys) => keys.has(keyOf(header))));
}

/** Headers that make another request of one: of another method, to another host or path, from another client. */
const STEERING =
  /^(?:x-http-method(?:-override)?|x-method-override|x-original-(?:url|host)|x-rewrite-url|x-host|host|forwarded|x-forwarded-.*)$/i;

/** Whether no definition should send a header with every request because a document says so. */
function isSteering({ name }: ConstantHeader): boolean {
  return STEERING.test(name);
}

function constantsOf(operation: Operation, document: ApiDocument): readonly ConstantHeader[] {
  return requiredHeaders(operation).flatMap((parameter) => {
    const value = constantOf(parameter, document);
    return value === undefined ? [] : [{ name: parameter.name, value, pointer: parameter.pointer }];
  });
}

function keyOf({ name, value }: ConstantHeader): string {
  return JSON.stringify([name.toLowerCase(), value]);
}

function requiredHeaders({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === "header" && parameter.isRequired);
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
  const found = [...named, ...operations.flatMap(({ servers = [] }) => servers)];
  const [first, ...others] = withoutTwins(found);
  const isForAll = named.length > 0 || operations.every(({ servers }) => servers !== undefined);
  if (isForAll || first === undefined) return { first, others };
  return { first: undefined, others: [first, ...others] };
}

function withoutTwins(servers: readonly Server[]): readonly Server[] {
  const written = new Map([...servers].reverse().map((server) => [serverKey(server), server]));
  const kept = servers.map((server) => written.get(serverKey(secureTwin(server))) ?? server);
  return [...new Map(kept.map((server) => [serverKey(server), server])).values()];
}

type ServiceJson = ProviderJson["services"][number];

/** Base URLs that the command line gives, by service id. */
export interface GivenServices {
  readonly [id: string]: string;
}

export interface Services {
  readonly services: readonly ServiceJson[];
  readonly parameters: readonly ParameterJson[];
  /** What each service was in the document; absent for those of the command line. */
  readonly origins: ReadonlyMap<string, Server>;
  readonly issues: readonly Issue[];
  /** Why the first service has no base URL, and what the document has instead: it has to be given. */
  readonly missing?: { readonly reason: string; readonly url: string } | undefined;
  /** Base URLs of the command line that cannot be used, by id. */
  readonly refused: { readonly [id: string]: string };
}

/** A URL with more is nobody's, and each of them is looked for in the whole of it. */
const MOST_VARIABLES = 20;

/**
 * The services of a definition: the first server is `default`, unless one is given in its place; others are called after
 * what they say of themselves. What stands in `paths` is no name of a parameter.
 */
export function servicesOf({ first, others }: Servers, given: GivenServices, paths: readonly string[]): Services {
  const making = new Making(given, paths);
  if (!Object.hasOwn(given, "default")) making.addFirst(first);
  for (const server of others) making.addOther(server);
  return making.done();
}

/** Services while they are made. */
class Making {
  readonly #parameters: Parameters;
  readonly #services: ServiceJson[] = [];
  readonly #ids = new Set(["default"]);
  readonly #baseUrls = new Set<string>();
  /** The last number that a name was given. */
  readonly #numbers = new Map<string, number>();
  readonly #origins = new Map<string, Server>();
  readonly #issues: Issue[] = [];
  readonly #refused: { [id: string]: string } = {};
  #missing: Services["missing"];

  constructor(given: GivenServices, paths: readonly string[]) {
    this.#parameters = new Parameters(paths);
    for (const [id, url] of Object.entries(given)) {
      const baseUrl = this.#parameters.declare({ url, variables: {} });
      const { problem } = this.#parameters.check(baseUrl);
      if (problem !== undefined) this.#refused[id] = problem;
      this.#keep({ id, baseUrl }, "push");
    }
    this.#services.sort((a, b) => Number(b.id === "default") - Number(a.id === "default"));
  }

  addFirst(server: Server | undefined): void {
    const reason = server === undefined ? "the document names no server" : this.#add("default", server, "unshift");
    this.#missing = reason === undefined ? undefined : { reason, url: server?.url ?? "" };
  }

  /** A server that is the one of `default`, or that is given, is no further service. */
  addOther(server: Server): void {
    const problem = this.#add(this.#idFor(server), server, "push");
    if (problem === undefined) return;
    this.#issues.push(
      remark("SW0705", `${server.pointer}/url`, `a server is left out: ${problem}`, "`--service <id>=<URL>` adds one"),
    );
  }

  done(): Services {
    this.#parameters.keepOnly(this.#services.map(({ baseUrl }) => baseUrl));
    return {
      services: this.#services,
      parameters: this.#parameters.list,
      origins: this.#origins,
      issues: this.#issues,
      missing: this.#missing,
      refused: this.#refused,
    };
  }

  #add(id: string, server: Server, how: "push" | "unshift"): string | undefined {
    if (!/^[a-z{]/i.test(server.url)) return "the URL of its server is relative";
    if (baseUrlParameters(server.url).length > MOST_VARIABLES)
      return `its URL has more than ${MOST_VARIABLES} variables`;
    const baseUrl = this.#parameters.declare(server);
    const { problem, withoutDefault } = this.#parameters.check(baseUrl);
    if (problem !== undefined) return problem;
    for (const name of withoutDefault) this.#issues.push(unfitDefault(name, server));
    if (this.#baseUrls.has(plainUrl(baseUrl))) return undefined;
    this.#keep({ id, baseUrl }, how);
    this.#origins.set(id, server);
    return undefined;
  }

  #keep(service: ServiceJson, how: "push" | "unshift"): void {
    this.#services[how](service);
    this.#ids.add(service.id);
    this.#baseUrls.add(plainUrl(service.baseUrl));
  }

  /** Kebab-case of the first three words of the description, else the first label of the host; numbered when they meet. */
  #idFor({ description = "", url }: Server): string {
    const host = /^[^/]*\/\/([^./]+)/.exec(url)?.[1] ?? "";
    const names = [kebab(description.split(/\s+/).slice(0, 3).join(" ")), kebab(host), "server"];
    const name = names.find((each) => /[a-z]/.test(each)) ?? "server";
    for (let number = (this.#numbers.get(name) ?? 0) + 1; ; number += 1) {
      const id = number === 1 ? name : `${name}-${number}`;
      if (this.#ids.has(id)) continue;
      this.#numbers.set(name, number - 1);
      return id;
    }
  }
}

function kebab(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

function unfitDefault(name: string, { pointer }: Server): Issue {
  const message = `the default of the variable "${name}" cannot stand in the base URL: the parameter has none`;
  return remark("SW0706", `${pointer}/variables`, message, "`--server-variable` gives it a value, or code does");
}

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
  { schemes: wanted }: Pick<Schemes, "schemes">,
): Composed {
  const bare = { name, services: [...services], defaultService: services[0]?.id ?? "default" };
  const sound = soundSchemes({ ...bare, parameters: [...parameters] }, wanted);
  const secured = { ...bare, ...(sound.schemes.length > 0 && { securitySchemes: [...sound.schemes] }) };
  const chosen = defaultSecurity(secured, defaultRequirements(api));
  const headers = soundHeaders(secured, constantHeaders(api));
  const definition: ProviderJson = {
    ...secured,
    ...(chosen.security.length > 0 && { security: oneOrMany(chosen.security) }),
    ...(headers.headers.length > 0 && { headers: recordOf(headers.headers) }),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
  };
  const issues = [...sound.issues, ...chosen.issues, ...headers.issues];
  return { definition, security: chosen.security, issues };
}

function oneOrMany(ids: Requirement): string | string[] {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? only : [...ids];
}

function soundSchemes(
  bare: ProviderJson,
  wanted: readonly SchemeJson[],
): { readonly schemes: readonly SchemeJson[]; readonly issues: readonly Issue[] } {
  const { sound, left } = soundParts(wanted, (schemes) => {
    const problems = problemsIn({ ...bare, securitySchemes: [...schemes] }, "securitySchemes");
    return new Map(Array.from(problems, ([index, problem]) => [Number(index), problem]));
  });
  const issues = left.map(({ part: { id }, problem }) =>
    remark("SW0705", placeOfScheme(id), `the security scheme ${cited(id)} is left out: ${problem}`),
  );
  return { schemes: sound, issues };
}

interface Sound<T> {
  readonly sound: readonly T[];
  readonly left: readonly { readonly part: T; readonly problem: string }[];
}

/**
 * The parts that the format takes; `problemsOf` says what it has against each, by number. All are judged together, and
 * those that are left again: one after the other each would be held against all before it.
 */
function soundParts<T>(
  parts: readonly T[],
  problemsOf: (parts: readonly T[]) => ReadonlyMap<number, string>,
): Sound<T> {
  const problems = problemsOf(parts);
  const left = parts.flatMap((part, index) => {
    const problem = problems.get(index);
    return problem === undefined ? [] : [{ part, problem }];
  });
  if (left.length === 0) return { sound: parts, left };
  const rest = soundParts(
    parts.filter((_, index) => !problems.has(index)),
    problemsOf,
  );
  return { sound: rest.sound, left: [...left, ...rest.left] };
}

function placeOfScheme(id: string): string {
  return `/components/securitySchemes/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The first alternative of schemes that there are, and that can be used together. */
function defaultSecurity(
  secured: ProviderJson,
  requirements: readonly Requirement[],
): { readonly security: Requirement; readonly issues: readonly Issue[] } {
  const ids = new Set(secured.securitySchemes?.map(({ id }) => id));
  const security = requirements.find(
    (requirement) =>
      requirement.every((id) => ids.has(id)) &&
      problemOf({ ...secured, security: [...requirement] }, "/security") === undefined,
  );
  if (security !== undefined || requirements.length === 0) return { security: security ?? [], issues: [] };
  const message = "none of the alternatives of `security` can be carried over: no scheme applies by default";
  return { security: [], issues: [remark("SW0705", "/security", message)] };
}

function soundHeaders(
  secured: ProviderJson,
  wanted: readonly ConstantHeader[],
): { readonly headers: readonly ConstantHeader[]; readonly issues: readonly Issue[] } {
  const steering = wanted.filter(isSteering).map((part) => ({ part, problem: STEERED }));
  const { sound, left } = soundParts(
    wanted.filter((header) => !isSteering(header)),
    (headers) => {
      const problems = problemsIn({ ...secured, headers: recordOf(headers) }, "headers", "warning");
      const names = new Map(headers.map(({ name }, index) => [name, index]));
      return new Map(Array.from(problems, ([name, problem]) => [names.get(name) ?? 0, problem]));
    },
  );
  const issues = [...steering, ...left].map(({ part: { name, pointer }, problem }) =>
    remark("SW0705", pointer, `the constant header ${cited(name)} is left out: ${problem}`),
  );
  return { headers: sound, issues };
}

const STEERED = "servers take the method, the host or the path of a request, or its sender, from it";

function recordOf(headers: readonly ConstantHeader[]): { [name: string]: string } {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** What the format has against the whole of `security`. */
function problemOf(definition: ProviderJson, part: string): string | undefined {
  const { issues } = parseProvider(definition);
  return issues.find(
    ({ pointer, severity }) => (pointer === part || pointer.startsWith(`${part}/`)) && severity === "error",
  )?.message;
}

/** The first that the format has against each member of a part, by its key: errors, and warnings where these count too. */
function problemsIn(
  definition: ProviderJson,
  part: "securitySchemes" | "headers",
  from: "error" | "warning" = "error",
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { pointer, severity, message } of parseProvider(definition).issues) {
    const [first, key] = pointerSegments(pointer);
    const counts = severity === "error" || severity === from;
    if (first === part && key !== undefined && counts && !problems.has(key)) problems.set(key, message);
  }
  return problems;
}
