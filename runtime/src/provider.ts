import { systemClock } from "./clock.js";
import { fillBaseUrl, type BaseUrl } from "./config/base-url.js";
import { lookUpVariable, readEnvText, type Environment } from "./config/env.js";
import { toPointer } from "./config/pointer.js";
import type { DigestScheme, ProviderDefinition } from "./config/provider-definition.js";
import { DEFAULT_MAX_RETRY_AFTER, DEFAULT_REQUEST_TIMEOUT, MAX_DELAY } from "./config/retry-policy.js";
import type { ChallengeAnswerer } from "./auth/authenticator.js";
import type { ConfiguredValues } from "./credentials.js";
import { ConfigurationError } from "./errors.js";
import { isScalar } from "./http/refuse.js";
import type { CrossOriginRedirects } from "./http/redirects.js";
import { isPositive } from "./is-positive.js";
import { ownProperty } from "./own-property.js";
import type { PolicyContext } from "./policy/performance.js";
import type { ProviderOptions } from "./provider-client.js";

const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** What emitted option types come down to; credentials by scheme and field, parameters by name. */
export interface BindOptions extends ProviderOptions {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
  readonly security?: string | readonly string[] | undefined;
}

/** Makes the answerer of one attempt; what it learns is kept for the client instance. */
export type DigestAnswerers = (options: {
  readonly schemeId: string;
  readonly scheme: DigestScheme;
  readonly username: string;
  readonly password: string;
}) => ChallengeAnswerer;

/** Parts of the runtime that only some SDKs need; their emitted module brings them along. */
export interface RuntimeParts {
  /** Called once per client instance. */
  readonly digest?: (() => DigestAnswerers) | undefined;
}

/** A provider as one client instance uses it. It holds credentials, so it is only ever kept in closures. */
export interface BoundProvider {
  readonly definition: ProviderDefinition;
  readonly configured: ConfiguredValues;
  /** Copies of what code gave. */
  readonly given: { readonly credentials: object; readonly parameters: object };
  readonly env: Environment;
  /** Looked up per request where the caller gave none. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly security: string | readonly string[] | undefined;
  /** In ms. */
  readonly requestTimeout: number;
  readonly maxResponseBytes: number;
  readonly crossOriginRedirects: CrossOriginRedirects;
  readonly digest: DigestAnswerers | undefined;
  readonly context: PolicyContext;
  /** By service id, as far as they were needed. */
  readonly baseUrls: Map<string, BaseUrl>;
}

/** Binds a definition to the values of one client instance. Nothing is read from the environment yet. */
export function bind(
  definition: ProviderDefinition,
  configured: ConfiguredValues,
  options: BindOptions,
  parts: RuntimeParts,
): BoundProvider {
  const { requestTimeout = DEFAULT_REQUEST_TIMEOUT, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
  requirePositive("requestTimeout", requestTimeout, MAX_DELAY, definition.name);
  requirePositive("maxResponseBytes", maxResponseBytes, Number.MAX_SAFE_INTEGER, definition.name);
  requireFollowing(options.crossOriginRedirects, definition.name);
  requireFunction(options.fetch, definition.name);
  return {
    definition,
    configured,
    given: { credentials: copyRecords(options.credentials), parameters: { ...options.parameters } },
    env: options.env ?? processEnvironment(),
    fetch: options.fetch,
    security: options.security,
    requestTimeout,
    maxResponseBytes,
    crossOriginRedirects: options.crossOriginRedirects ?? "refuse",
    digest: parts.digest?.(),
    context: policyContext(options, definition.name),
    baseUrls: new Map(),
  };
}

/** Time, chance and limits that all policies of a client follow. */
export function policyContext(options: Omit<ProviderOptions, "requestTimeout">, provider?: string): PolicyContext {
  const { clock = systemClock, random = Math.random, maxRetryAfter = DEFAULT_MAX_RETRY_AFTER, on } = options;
  requirePositive("maxRetryAfter", maxRetryAfter, MAX_DELAY, provider);
  return { clock, random, maxRetryAfter, on };
}

/** Base URL of a service that the definition has, with parameters filled in. */
export function baseUrlOf(bound: BoundProvider, service: string): BaseUrl {
  const known = bound.baseUrls.get(service);
  if (known !== undefined) return known;
  const { services, name } = bound.definition;
  const filled = fillBaseUrl(services[service]?.baseUrl ?? "", (parameter) => parameterValue(bound, parameter));
  if ("problem" in filled) {
    const message = `service "${service}" of ${name}: ${filled.problem.message}`;
    throw new ConfigurationError(message, { code: "bad-base-url", provider: name });
  }
  bound.baseUrls.set(service, filled.url);
  return filled.url;
}

/** Value of a declared parameter: from code, else from client.json, else the definition's default (extension P9). */
export function parameterValue(bound: BoundProvider, name: string): string | undefined {
  const declared = ownProperty(bound.definition.parameters, name) as { readonly default?: string } | undefined;
  if (declared === undefined) return undefined;
  const given = ownProperty(bound.given.parameters, name);
  if (isScalar(given)) return String(given);
  // Not a default in its place: that may be another tenant.
  if (given !== undefined) throw parameterError(bound, name, "is not text, a number or a boolean", "bad-parameter");
  const configured = ownProperty(bound.configured.parameters, name);
  return typeof configured === "string" ? configuredParameter(bound, name, configured) : declared.default;
}

/** An error about a parameter's value, which it does not show; the pointer is the value's in client.json. */
export function parameterError(
  { definition: { name: provider } }: BoundProvider,
  parameter: string,
  problem: string,
  code: string,
  pointer?: string,
): ConfigurationError {
  const message = `parameter "${parameter}" of ${provider} ${problem}`;
  return new ConfigurationError(message, { code, provider, issues: [{ message, pointer }] });
}

function configuredParameter(bound: BoundProvider, name: string, configured: string): string {
  const text = readEnvText(configured);
  if (text.kind === "literal") return text.text;
  const value = text.kind === "reference" ? lookUpVariable(text.name, bound.env) : undefined;
  if (value !== undefined) return value;
  const problem =
    text.kind === "reference"
      ? `(from $${text.name}) is missing: the variable is unset or empty`
      : "starts with `$` and is not $NAME: write $NAME, or $$ for a `$`";
  const pointer = toPointer("providers", bound.definition.name, "parameters", name);
  throw parameterError(bound, name, problem, "missing-parameter", pointer);
}

function requirePositive(option: string, value: unknown, limit: number, provider: string | undefined): void {
  if (isPositive(value, limit)) return;
  const message = `\`${option}\`${provider === undefined ? "" : ` of ${provider}`} is not a positive integer up to ${limit}`;
  throw new ConfigurationError(message, { code: "bad-option", provider });
}

function requireFollowing(value: unknown, provider: string): void {
  if (value === undefined || value === "follow-anonymous") return;
  const message = `\`crossOriginRedirects\` of ${provider} is not "follow-anonymous"; leave it out to refuse them`;
  throw new ConfigurationError(message, { code: "bad-option", provider });
}

function requireFunction(fetch: unknown, provider: string): void {
  if (fetch === undefined || typeof fetch === "function") return;
  throw new ConfigurationError(`\`fetch\` of ${provider} is not a function`, { code: "bad-option", provider });
}

/** Two levels deep: what the caller does with its objects later does not reach this client. */
function copyRecords(records: object = {}): object {
  return Object.fromEntries(Object.entries(records).map(([key, value]) => [key, { ...(value as object) }]));
}

/** Node, Deno and Bun have it; browsers and Workers do not. */
function processEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}
