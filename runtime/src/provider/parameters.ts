import { fillBaseUrl, type BaseUrl } from "../config/base-url.js";
import type { SecurityScheme } from "../config/provider-definition.js";
import { tokenUrlsOf } from "../config/token-url.js";
import { ConfigurationError } from "../errors.js";
import { MAX_NAME, printable } from "../redaction.js";
import { own } from "../config/records.js";
import type { BoundProvider } from "./bound-provider.js";
import { isScalar } from "../wire/query.js";
import { readEnvText, lookUpVariable } from "../config/env.js";
import { toPointer } from "../config/pointer.js";

/** Values of all declared parameters, by name; each is resolved when it is read. */
export function parametersOf(bound: BoundProvider): object {
  const parameters = {};
  for (const name of Object.keys(bound.definition.parameters ?? {})) {
    Object.defineProperty(parameters, name, { enumerable: true, get: () => parameterValue(bound, name) });
  }
  return parameters;
}

/**
 * The provider with parameters of one call. They win over all others, but they may not change where credentials go:
 * another origin is a ConfigurationError, before anything is sent (rules P9).
 */
export function withParameters(bound: BoundProvider, given: object | null | undefined): BoundProvider {
  const values = given ?? {};
  if (Object.keys(values).length === 0) return bound;
  const { name, services, securitySchemes } = bound.definition;
  const changed: BoundProvider = {
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...values } },
    baseUrls: new Map(),
  };
  const schemes: readonly SecurityScheme[] = Object.values(securitySchemes);
  for (const url of [...Object.values(services).map(({ baseUrl }) => baseUrl), ...tokenUrlsOf(schemes)]) {
    if (!url.includes("{") || originOf(changed, url) === originOf(bound, url)) continue;
    throw new ConfigurationError(`parameters of one call may not change the origin of a base or token URL of ${name}`, {
      code: "origin-changed",
      provider: name,
    });
  }
  return changed;
}

/** Throws for a parameter that the definition does not declare, or that is of a kind that cannot stand in a URL. */
export function requireDeclared(bound: BoundProvider, values: object): void {
  const { name, parameters = {} } = bound.definition;
  const unknown = Object.keys(values).find((parameter) => own(parameters, parameter) === undefined);
  if (unknown === undefined) {
    for (const [parameter, value] of Object.entries(values)) requireScalar(bound, parameter, value);
    return;
  }
  const known = Object.keys(parameters).join(", ") || "none";
  throw new ConfigurationError(`${name} has no parameter "${printable(unknown, MAX_NAME)}"; it has ${known}`, {
    code: "unknown-parameter",
    provider: name,
  });
}

/** `undefined` where the parameters do not make a base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, baseUrl: string): string | undefined {
  const origin = /^[^/]*\/\/[^/]*|^\{[^{}]*\}/.exec(baseUrl)?.[0] ?? baseUrl;
  const filled = fillBaseUrl(origin, (parameter) => parameterValue(bound, parameter));
  return "url" in filled ? filled.url.origin : undefined;
}

/**
 * Value of a parameter: from code, else from client.json, else the definition's default. One that is not declared has
 * the value of client.json alone (rules P9).
 */
export function parameterValue(bound: BoundProvider, name: string): string | undefined {
  const declared = own(bound.definition.parameters, name) as { readonly default?: string } | undefined;
  const given = declared && own(bound.given.parameters, name);
  if (given !== undefined) return requireScalar(bound, name, given);
  const configured = own(bound.configured.parameters, name);
  return typeof configured === "string" ? configuredParameter(bound, name, configured) : declared?.default;
}

/** Not a default in place of what is wrong: that may be another tenant. */
function requireScalar(bound: BoundProvider, name: string, given: unknown): string {
  if (isScalar(given)) return String(given);
  throw parameterError(bound, name, "is not text, a number or a boolean", "bad-parameter");
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
export function configuredParameter(bound: BoundProvider, name: string, configured: string): string {
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
