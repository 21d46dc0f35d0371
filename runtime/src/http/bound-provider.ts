import type { AuthenticationContext, DigestAnswerers, Signatures, StartOAuth2 } from "../auth/authenticate.js";
import { type Clock, systemClock } from "../clock.js";
import type { ServiceUrl } from "../config/base-url.js";
import type { ConfiguredValues, ProviderDefinition, SecurityScheme } from "../config/definition.js";
import type { Environment } from "../config/env.js";
import { readHeaders } from "../config/headers.js";
import {
  allOf,
  type BadOption,
  copied,
  copyData,
  type OptionTable,
  readOptions,
  requirePositive,
  type TableOf,
  withoutPrototype,
  withoutPrototypes,
} from "../config/options.js";
import {
  DEFAULT_MAX_RETRY_AFTER,
  DEFAULT_REQUEST_TIMEOUT,
  readRetries,
  type RetriesOption,
} from "../config/retries.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import { fieldsOfScheme } from "../config/schemes.js";
import { ConfigurationError, MAX_NAME, printable } from "../errors/errors.js";
import type { Around } from "../telemetry/around.js";
import type { EventListener } from "../telemetry/events.js";
import type { ProviderOptions, RequestOptions } from "./provider-client.js";

/** Gives the headers of a client for one attempt, as an object of its own; absent without any. */
type HeadersOfClient = (() => Promise<Headers>) | undefined;

/** Reads the headers that code gives to a client: a record at once, what a function returns whenever it has. */
function givenHeaders(given: unknown, bad: BadOption): HeadersOfClient {
  if (given === undefined) return undefined;
  if (typeof given === "function") return async () => ofClient(await call(given as () => unknown, bad), bad);
  const headers = ofClient(given, bad);
  return async () => new Headers(headers);
}

/** What the function throws, or what it returns while it is read, is not passed on: it may hold what they were to hide. */
async function call(source: () => unknown, bad: BadOption): Promise<unknown> {
  try {
    return copied(await source());
  } catch {
    throw bad("`headers`", "could not be read: the function given for it threw");
  }
}

function ofClient(given: unknown, bad: BadOption): Headers {
  const headers = readHeaders(given, bad);
  for (const name of ["content-type", "idempotency-key"]) {
    if (headers.has(name)) throw bad(`\`headers.${name}\``, "belongs to each request");
  }
  return headers;
}

/** What code gave for a provider, copied: what the caller does with its objects later does not reach the client. */
export interface GivenValues {
  /** By scheme: its fields, or a function that returns them. */
  readonly credentials: object;
  readonly parameters: object;
  /** Base URLs by service. */
  readonly services: object;
  readonly headers: HeadersOfClient;
}

/** Where values are read from: options of `create<Provider>`; those of `createClient` have them by provider. */
export interface Giving {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly services?: object | undefined;
  readonly headers?: unknown;
}

/**
 * Reads what code gives for a provider. What no definition has a place for is refused; there is more than one definition
 * where profiles have their own.
 */
export function readGiven(
  { credentials, parameters, services, headers }: Giving,
  definitions: readonly ProviderDefinition[],
  bad: BadOption,
): GivenValues {
  const schemes = definitions.flatMap(({ securitySchemes }) => Object.entries(securitySchemes));
  const read = readOptions<Record<string, unknown>>(
    credentials as Record<string, unknown> | undefined,
    "credentials",
    allOf(schemes.map(([id]) => id)),
    bad,
  );
  for (const [id, scheme] of schemes) {
    const fields = read[id];
    if (fields === undefined || typeof fields === "function") continue;
    read[id] = readOptions(fields as object, `credentials.${id}`, kindsOf(scheme), bad);
  }
  const names = definitions.flatMap((definition) => Object.keys(definition.parameters ?? {}));
  const ids = definitions.flatMap((definition) => Object.keys(definition.services));
  return {
    credentials: read,
    parameters: readOptions(parameters, "parameters", allOf(names, "a string, a number or a boolean"), bad),
    services: readOptions(services, "services", allOf(ids, "a string"), bad),
    headers: givenHeaders(headers, bad),
  };
}

function kindsOf(scheme: SecurityScheme): OptionTable {
  return scheme.type === "signature" ? { sign: "a function" } : allOf(fieldsOfScheme(scheme), "a string or a function");
}

const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const DEFAULT_MAX_ERROR_BYTES = 64 * 1024;
const DEFAULT_IDLE_TIMEOUT = 30_000;

const AROUND_OPTIONS: TableOf<Around> = { call: "a function", attempt: "a function" };

/** What emitted option types come down to; credentials by scheme and field, parameters by name. */
export interface BindOptions extends Omit<ProviderOptions, "headers"> {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly headers?: unknown;
  readonly security?: string | readonly string[] | undefined;
}

/** What requests follow that do not say it themselves. */
export type CallDefaults = Pick<
  ProviderOptions,
  "requestTimeout" | "deadline" | "retries" | "retryPolicy" | "idempotencyKey" | "idempotent"
>;

/** Parts of the runtime that only some SDKs need; their emitted module brings them along. */
export interface RuntimeParts {
  /** Called once per client instance. */
  readonly digest?: (() => DigestAnswerers) | undefined;
  /** Called once per client instance. */
  readonly oauth2?: StartOAuth2 | undefined;
  readonly signature?: Signatures | undefined;
  /** Of the client that the provider is a part of. */
  readonly context?: PolicyContext | undefined;
}

/** What happens when a server redirects to another origin. */
export type CrossOriginRedirects = "refuse" | "follow-anonymous";

/** What all performances of a client share. */
export interface PolicyContext {
  readonly clock: Clock;
  readonly random: () => number;
  /** A longer `Retry-After` is not waited for, in ms. */
  readonly maxRetryAfter: number;
  readonly on: EventListener | undefined;
  readonly around?: Around | undefined;
  /** Numbers the calls of the client instance, for their events. */
  readonly nextCall: () => number;
}

/** A provider as one client instance uses it. It holds credentials, so it is only ever kept in closures. */
export interface BoundProvider extends AuthenticationContext {
  readonly given: GivenValues;
  /** Looked up per request where the caller gave none. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly security: string | readonly string[] | undefined;
  /** In ms. */
  readonly requestTimeout: number;
  /** In ms; `undefined` without one. */
  readonly deadline: number | undefined;
  /** What code says of all requests, else client.json; of both `retryPolicy` counts. */
  readonly retries: RetriesOption | undefined;
  readonly retryPolicy: RetryPolicyOption | undefined;
  readonly idempotencyKey: boolean;
  readonly idempotent: false | undefined;
  readonly maxResponseBytes: number;
  /** Of a body that goes into an error. */
  readonly maxErrorBytes: number;
  /** `Infinity` where the caller set no limit. */
  readonly maxStreamBytes: number;
  /** In ms. */
  readonly idleTimeout: number | false;
  /** The caller's own redaction of what a server says, after ours. */
  readonly redact: ((text: string) => string) | undefined;
  /** Whether errors keep the beginning of the body. */
  readonly errorBodies: boolean;
  readonly crossOriginRedirects: CrossOriginRedirects;
  /** What becomes of a POST that is answered 301 or 302, where the request does not say it. */
  readonly redirect: "follow" | undefined;
  readonly parseJson: ((text: string) => unknown) | undefined;
  readonly stringifyJson: ((value: unknown) => string) | undefined;
  readonly context: PolicyContext;
  /** Throws where parameters of one call would change an origin; `undefined` where there are none. */
  readonly requireOrigins: (() => void) | undefined;
  /** By service id, the last without parameters that was needed, and its text. */
  readonly baseUrls: Map<string, { readonly text: string; readonly url: ServiceUrl }>;
}

/**
 * Binds a definition to the values of one client instance; `options` were read with the table of their door. Nothing is
 * read from the environment yet.
 */
export function bind(
  definition: ProviderDefinition,
  configured: ConfiguredValues,
  options: BindOptions,
  given: GivenValues,
  parts: RuntimeParts,
): BoundProvider {
  const values = withoutPrototypes(configured);
  const { requestTimeout = timeoutOf(options.retryPolicy) ?? values.requestTimeout ?? DEFAULT_REQUEST_TIMEOUT } =
    options;
  const { deadline = values.deadline } = options;
  const { maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
  const { digest, oauth2, signature, context } = withoutPrototypes(parts);
  requirePositive({ requestTimeout, deadline }, badOption(definition.name));
  checkPolicies(options, badOption(definition.name));
  const { maxErrorBytes = DEFAULT_MAX_ERROR_BYTES } = options;
  requirePositive({ maxResponseBytes, maxErrorBytes }, badOption(definition.name), Number.MAX_SAFE_INTEGER);
  if (options.idleTimeout !== false) requirePositive({ idleTimeout: options.idleTimeout }, badOption(definition.name));
  if (options.tokens !== undefined && oauth2 === undefined) {
    throw badOption(definition.name)("`tokens`", "is for schemes of oauth2");
  }
  const { security: asked } = options;
  const security = typeof asked === "object" ? [...asked] : asked;
  if ([security ?? ""].flat().some((id) => typeof id !== "string")) {
    throw badOption(definition.name)("`security`", "takes ids alone");
  }
  const { fetch, redact, errorBodies, redirect, parseJson, stringifyJson } = options;
  const { operations } = withoutPrototype(definition);
  return {
    // There may be a thousand operations: the one of a call is copied then.
    definition: Object.assign(withoutPrototypes({ ...definition, operations: undefined }), { operations }),
    configured: values,
    given,
    env: options.env ?? processEnvironment(),
    fetch,
    security,
    requestTimeout,
    deadline,
    // Nobody changes them meanwhile.
    ...copyData({ retries: options.retries ?? values.retries, retryPolicy: options.retryPolicy }),
    idempotencyKey: (options.idempotencyKey ?? values.idempotencyKey) === true,
    idempotent: options.idempotent ?? values.idempotent,
    maxResponseBytes,
    maxErrorBytes,
    maxStreamBytes: options.maxResponseBytes ?? Infinity,
    idleTimeout: options.idleTimeout ?? DEFAULT_IDLE_TIMEOUT,
    redact,
    errorBodies: errorBodies ?? true,
    crossOriginRedirects: options.crossOriginRedirects ?? "refuse",
    redirect,
    parseJson,
    stringifyJson,
    digest: digest?.(),
    oauth2: oauth2?.(options.tokens, badOption(definition.name)),
    signature,
    context: context ?? policyContext(options, definition.name),
    requireOrigins: undefined,
    baseUrls: new Map(),
  };
}

function timeoutOf(policy: RetryPolicyOption | undefined): number | undefined {
  return typeof policy === "object" ? policy.requestTimeout : undefined;
}

/** What they hold is read with the first request that follows them; that it can be read shows now. */
function checkPolicies({ retries, idempotencyKey, idempotent }: CallDefaults, bad: BadOption): void {
  if (retries !== undefined) readRetries(retries, bad);
  if (idempotencyKey === (false as unknown)) throw bad("`idempotencyKey`", "is not true");
  if (idempotent === (true as unknown)) throw bad("`idempotent`", "is not false: `true` is for single requests");
}

/** Time, chance and limits that all policies of a client follow. */
export function policyContext(
  options: Omit<ProviderOptions, "requestTimeout" | "headers">,
  provider?: string,
): PolicyContext {
  const { clock = systemClock, random = Math.random, maxRetryAfter = DEFAULT_MAX_RETRY_AFTER, on } = options;
  requirePositive({ maxRetryAfter }, badOption(provider));
  if (typeof clock.now !== "function" || typeof clock.sleep !== "function") {
    throw badOption(provider)("`clock`", "has no functions `now` and `sleep`");
  }
  const around = readOptions(options.around, "around", AROUND_OPTIONS, badOption(provider));
  let calls = 0;
  return { clock, random, maxRetryAfter, on, around, nextCall: () => (calls += 1) };
}

/** Makes the error for an option of a client. */
export function badOption(provider?: string): (option: string, problem: string) => ConfigurationError {
  const owner = provider === undefined ? "" : ` of ${provider}`;
  return (option, problem) => {
    const message = `${printable(option, MAX_NAME)}${owner} ${problem}`;
    return new ConfigurationError(message, { code: "bad-option", provider });
  };
}

/** Node, Deno and Bun have it; browsers and Workers do not. */
function processEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}

/** What a request takes. */
export const REQUEST_OPTIONS: TableOf<RequestOptions> = {
  service: "a string",
  security: "a string, an object or an Array",
  params: "an object",
  query: "",
  headers: "",
  json: "",
  form: "",
  multipart: "",
  body: "",
  handle: "an Array",
  throwHttpErrors: "a boolean or a function",
  requestTimeout: "a number",
  deadline: "a number",
  retries: "a number or an Object",
  retryPolicy: "a string or an object",
  idempotent: "a boolean",
  idempotencyKey: "a string or a boolean",
  redirect: '"follow"',
  signal: "an AbortSignal",
  stream: "a boolean",
};

/** What every client takes. */
export const COMMON_OPTIONS: TableOf<Omit<BindOptions, "security" | keyof CallDefaults>> = {
  credentials: "",
  parameters: "",
  services: "",
  headers: "",
  maxResponseBytes: "a number",
  maxErrorBytes: "a number",
  idleTimeout: "a number or a boolean",
  redact: "a function",
  errorBodies: "a boolean",
  env: "an Object or a Module",
  fetch: "a function",
  crossOriginRedirects: '"follow-anonymous"',
  redirect: '"follow"',
  parseJson: "a function",
  stringifyJson: "a function",
  tokens: "an object",
  maxRetryAfter: "a number",
  on: "a function",
  around: "",
  clock: "an object",
  random: "a function",
};

/** What `create<Provider>` takes. */
export const PROVIDER_OPTIONS: TableOf<BindOptions> = {
  ...COMMON_OPTIONS,
  security: "a string or an Array",
  requestTimeout: "a number",
  deadline: "a number",
  retries: "a number or an Object",
  retryPolicy: "a string or an object",
  idempotencyKey: "a boolean",
  idempotent: "a boolean",
};
