import type { SecurityScheme } from "../config/provider-definition.js";
import { tokenUrlsOf } from "../config/token-url.js";
import {
  CLEAR_TEXT,
  fillBaseUrl,
  isClearText,
  isHttp,
  type FilledBaseUrl,
  type ServiceUrl,
} from "../config/base-url.js";
import { has, own } from "../config/records.js";
import { ConfigurationError } from "../errors.js";
import type { BoundProvider } from "./bound-provider.js";
import { configuredText, fromVariable, parameterValue, valueError } from "./parameters.js";

/** Shorter ones are versions and words. */
const SHORTEST_SECRET = 6;

/**
 * Base URL of a service that the definition has, with parameters filled in (rules C20). No error shows it: there may be a
 * token in it.
 */
export function baseUrlOf(bound: BoundProvider, service: string): ServiceUrl {
  bound.requireOrigins?.();
  const defined = bound.definition.services[service]?.baseUrl ?? "";
  const text = textOf(bound, service, defined);
  // A variable that changed counts at once, as it does for credentials.
  const known = bound.baseUrls.get(service);
  if (known?.text === text) return known.url;
  const filled = fill(bound, service, text);
  if (has(filled, "problem")) throw badBaseUrl(bound, service, `: ${filled.problem.message}`);
  const written = new Set(defined.split("/"));
  const isFilled = (segment: string): boolean => segment.length >= SHORTEST_SECRET && !written.has(segment);
  const url: ServiceUrl = { ...filled.url, segments: filled.url.path.split("/").filter(isFilled) };
  if (text !== defined && isClearText(url) && !isHttp(defined)) {
    throw badBaseUrl(bound, service, `: ${CLEAR_TEXT}`);
  }
  if (!text.includes("{")) bound.baseUrls.set(service, { text, url });
  return url;
}

/**
 * The provider with parameters of one call. They win over all others, but they may not change where credentials go:
 * another origin is a ConfigurationError, before anything is sent (rules P9).
 */
export function withParameters(bound: BoundProvider, given: object | null | undefined): BoundProvider {
  const values = given ?? {};
  if (Object.keys(values).length === 0) return bound;
  const changed: BoundProvider = {
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...values } },
    baseUrls: new Map(),
    // What variables hold may change while the call runs.
    requireOrigins: () => {
      requireSameOrigins(bound, changed);
    },
  };
  requireSameOrigins(bound, changed);
  return changed;
}

function requireSameOrigins(bound: BoundProvider, changed: BoundProvider): void {
  const { name, services, securitySchemes } = bound.definition;
  const baseUrls = Object.entries(services).map(
    ([service, { baseUrl }]) => [service, textOrNone(bound, service, baseUrl)] as const,
  );
  const tokenUrls = tokenUrlsOf(Object.values<SecurityScheme>(securitySchemes)).map((url) => ["", url] as const);
  for (const [service, text] of [...baseUrls, ...tokenUrls]) {
    if (!text.includes("{") || originOf(changed, service, text) === originOf(bound, service, text)) continue;
    throw new ConfigurationError(`parameters of one call may not change the origin of a base or token URL of ${name}`, {
      code: "origin-changed",
      provider: name,
    });
  }
}

/** `undefined` where the parameters do not make a base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, service: string, text: string): string | undefined {
  // A token URL may have a query, with slashes in it, and no path before it.
  const origin = /^[^/?]*\/\/[^/?]*|^\{[^{}]*\}/.exec(text)?.[0] ?? text;
  const filled = fill(bound, service, origin);
  return has(filled, "url") ? filled.url.origin : undefined;
}

/** Empty where its variable is unset, which is told to who needs it. */
function textOrNone(bound: BoundProvider, service: string, defined: string): string {
  try {
    return textOf(bound, service, defined);
  } catch {
    return "";
  }
}

/** What code gives wins over client.json, and this over the definition. */
function textOf(bound: BoundProvider, service: string, defined: string): string {
  const given = own(bound.given.services, service) as string | undefined;
  return given ?? configuredText(bound, "service", service) ?? defined;
}

/** It names the variable that the base URL comes from, if it does, and shows nothing of what is in it. */
function badBaseUrl(bound: BoundProvider, service: string, problem: string): ConfigurationError {
  const isGiven = own(bound.given.services, service) !== undefined;
  const source = isGiven ? "" : fromVariable(own(bound.configured.services, service));
  return valueError(bound, "service", service, `${source}${problem}`, "bad-base-url");
}

/** Only with parameters that are declared: the name of another one may be part of a secret. */
function fill(bound: BoundProvider, service: string, text: string): FilledBaseUrl {
  return fillBaseUrl(text, (name) => {
    if (own(bound.definition.parameters, name) !== undefined) return parameterValue(bound, name);
    throw badBaseUrl(bound, service, " needs a {parameter} that is not declared");
  });
}
