import type { AuthenticationContext, DigestAnswerers, Signatures, StartOAuth2 } from "../auth/authenticate.js";
import { type Clock, systemClock } from "../clock.js";
import type { ServiceUrl } from "../config/base-url.js";
import type { ConfiguredValues, ProviderDefinition, SecurityScheme } from "../config/definition.js";
import type { Environment } from "../config/env.js";
import {
  allOf,
  type BadOption,
  copied,
  copyData,
  type OptionTable,
  readOptions,
  requirePositive,
  type TableOf,
} from "../config/options.js";
import { DEFAULT_MAX_RETRY_AFTER, DEFAULT_REQUEST_TIMEOUT, readRetries } from "../config/retries.js";
import type { RetryPolicyOption } from "../config/retry-option.js";
import { fieldsOfScheme } from "../config/schemes.js";
import { ConfigurationError, MAX_NAME, printable } from "../errors/errors.js";
import type { Around } from "../telemetry/around.js";
import type { EventListener } from "../telemetry/events.js";
import type { ProviderOptions, RequestOptions } from "./provider-client.js";

/** The values that code gave for a provider, copied: later changes of the caller's objects do not reach the client. */
export interface GivenValues {
  /** By scheme: its fields, or a function that returns them. */
  readonly credentials: object;
  readonly parameters: object;
  /** Base URLs by service. */
  readonly services: object;
  /** A record, or a function that returns one; read with each request. */
  readonly headers: unknown;
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
    headers: copied(headers),
  };
}

function kindsOf(scheme: SecurityScheme): OptionTable {
  return scheme.type === "signature" ? { sign: "a function" } : allOf(fieldsOfScheme(scheme), "a string or a function");
}

const AROUND_OPTIONS: TableOf<Around> = { call: "a function", attempt: "a function" };

/** The common form of emitted option types; credentials by scheme and field, parameters by name. */
export interface BindOptions extends Omit<ProviderOptions, "headers"> {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly headers?: unknown;
  readonly security?: string | readonly string[] | undefined;
}

/** The options of requests that have none of their own. */
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
  /** The context of the client that the provider is a part of. */
  readonly context?: PolicyContext | undefined;
}

/** The values that all runs of a client share. */
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
export interface BoundProvider
  extends
    AuthenticationContext,
    Omit<BindOptions, keyof AuthenticationContext | keyof Giving | "requestTimeout" | "deadline" | "idempotent"> {
  readonly given: GivenValues;
  /** In ms. */
  readonly requestTimeout: number;
  /** In ms; `undefined` without one. */
  readonly deadline: number | undefined;
  readonly idempotent: false | undefined;
  readonly context: PolicyContext;
  /** Throws if parameters of one call would change an origin; `undefined` if there are none. */
  readonly requireOrigins: (() => void) | undefined;
  /** By service id, the last without parameters that was needed, and its text. */
  readonly baseUrls: Map<string, { readonly text: string; readonly url: ServiceUrl }>;
}

/**
 * Binds a definition to the values of one client instance; `options` were read with the table of their entry point. Nothing is
 * read from the environment yet.
 */
export function bind(
  definition: ProviderDefinition,
  configured: ConfiguredValues,
  options: BindOptions,
  given: GivenValues,
  parts: RuntimeParts,
): BoundProvider {
  const bad = badOption(definition.name);
  const { digest, oauth2, signature, context = policyContext(options, definition.name) } = parts;
  const { retryPolicy, security, tokens, idleTimeout, maxResponseBytes, maxErrorBytes, maxEventBytes } = options;
  const { requestTimeout = timeoutOf(retryPolicy) ?? configured.requestTimeout ?? DEFAULT_REQUEST_TIMEOUT } = options;
  const { deadline = configured.deadline, idempotent = configured.idempotent } = options;
  requirePositive({ requestTimeout, deadline, idleTimeout: idleTimeout === false ? undefined : idleTimeout }, bad);
  requirePositive({ maxResponseBytes, maxErrorBytes, maxEventBytes }, bad, Number.MAX_SAFE_INTEGER);
  if (options.retries !== undefined) readRetries(options.retries, bad);
  if (tokens !== undefined && oauth2 === undefined) throw bad("`tokens`", "is for schemes of oauth2");
  if ([typeof security === "object" ? [...security] : (security ?? "")].flat().some((id) => typeof id !== "string"))
    throw bad("`security`", "takes only ids");
  return {
    ...options,
    // Nobody changes them meanwhile.
    ...copyData({ security, retries: options.retries ?? configured.retries, retryPolicy }),
    definition,
    configured,
    given,
    env: options.env ?? processEnvironment(),
    fetch: options.fetch,
    requestTimeout,
    deadline,
    idempotencyKey: options.idempotencyKey ?? configured.idempotencyKey,
    idempotent,
    digest: digest?.(),
    oauth2: oauth2?.(tokens, bad),
    signature,
    context,
    requireOrigins: undefined,
    baseUrls: new Map(),
  };
}

function timeoutOf(policy: RetryPolicyOption | undefined): number | undefined {
  return typeof policy === "object" ? policy.requestTimeout : undefined;
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

/** The options that requests take, and clients for all of theirs. */
const CALL_OPTIONS = {
  requestTimeout: "a number",
  deadline: "a number",
  retries: "a number or an Object",
  retryPolicy: "a string or an object",
};

/** The options of a request. */
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
  ...CALL_OPTIONS,
  idempotent: "a boolean",
  idempotencyKey: "a string or a boolean",
  redirect: '"follow"',
  signal: "an AbortSignal",
  stream: "a boolean",
  from: "",
  pages: "",
};

/** The options of every client. */
export const COMMON_OPTIONS: TableOf<Omit<BindOptions, "security" | keyof CallDefaults>> = {
  credentials: "",
  parameters: "",
  services: "",
  headers: "",
  maxResponseBytes: "a number",
  maxErrorBytes: "a number",
  maxEventBytes: "a number",
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

/** The options of `create<Provider>`. */
export const PROVIDER_OPTIONS: TableOf<BindOptions> = {
  ...COMMON_OPTIONS,
  ...CALL_OPTIONS,
  security: "a string or an Array",
  idempotencyKey: "true",
  idempotent: "false",
};
