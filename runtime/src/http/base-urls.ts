import {
  CLEAR_TEXT,
  fillBaseUrl,
  isClearText,
  isHttp,
  isProblem,
  type ParameterValues,
  type ServiceUrl,
} from "../config/base-url.js";
import { own } from "../config/options.js";
import type { ConfigurationError } from "../errors/errors.js";
import type { BoundProvider } from "./bound-provider.js";
import { configuredText, fromVariable, parameterValue, valueError } from "./parameters.js";

/** Shorter segments are versions and words. */
const SHORTEST_SECRET = 6;

/**
 * Base URL of a service that the definition has, with parameters filled in (rules C20). No error shows it: there may be a
 * token in it. Plain ones are read by `url.ts`.
 */
export function baseUrlOf(bound: BoundProvider, service: string): ServiceUrl {
  bound.requireOrigins?.();
  const defined = bound.definition.services[service]?.baseUrl ?? "";
  const text = baseUrlText(bound, service, defined);
  // A variable that changed counts at once, as it does for credentials.
  const known = bound.baseUrls.get(service);
  if (known?.text === text) return known.url;
  const problemOf = (problem: string) => badBaseUrl(bound, service, `: ${problem}`);
  const filled = fillBaseUrl(text, valuesFor(bound, service));
  if (isProblem(filled)) throw problemOf(filled.problem.message);
  if (text !== defined && isClearText(filled.url) && !isHttp(defined)) throw problemOf(CLEAR_TEXT);
  const written = new Set(defined.split("/"));
  const isFilled = (segment: string): boolean => segment.length >= SHORTEST_SECRET && !written.has(segment);
  const url = { ...filled.url, segments: filled.url.path.split("/").filter(isFilled) };
  if (!text.includes("{")) bound.baseUrls.set(service, { text, url });
  return url;
}

/** The text of a base URL: code wins over client.json, and this over the definition. */
export function baseUrlText(bound: BoundProvider, service: string, defined: string): string {
  const given = own(bound.given.services, service) as string | undefined;
  return given ?? configuredText(bound, "service", service) ?? defined;
}

/** Names the variable that the base URL comes from, if it does, and shows nothing of what is in it. */
function badBaseUrl(bound: BoundProvider, service: string, problem: string): ConfigurationError {
  const isGiven = own(bound.given.services, service) !== undefined;
  const source = isGiven ? "" : fromVariable(own(bound.configured.services, service));
  return valueError(bound, "service", service, `${source}${problem}`, "bad-base-url");
}

/** Values of declared parameters alone: the name of another one may be part of a secret. */
export function valuesFor(bound: BoundProvider, service: string): ParameterValues {
  return (name) => {
    if (own(bound.definition.parameters, name) !== undefined) return parameterValue(bound, name);
    throw badBaseUrl(bound, service, " needs a {parameter} that is not declared");
  };
}
