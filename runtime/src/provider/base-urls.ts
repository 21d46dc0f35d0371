import { CLEAR_TEXT, fillBaseUrl, mayBeAt, type BaseUrl, type FilledBaseUrl } from "../config/base-url.js";
import { referencedVariable, resolveText, type ResolvedText } from "../config/env.js";
import { toPointer } from "../config/pointer.js";
import { own } from "../config/records.js";
import { ConfigurationError } from "../errors.js";
import type { BoundProvider } from "./bound-provider.js";
import { parameterValue } from "./parameters.js";

/** Base URL of a service that the definition has, with parameters filled in. */
export function baseUrlOf(bound: BoundProvider, service: string): BaseUrl {
  const known = bound.baseUrls.get(service);
  if (known !== undefined) return known;
  const text = textOf(bound, service);
  if ("missing" in text) {
    throw baseUrlError(bound, service, "the base URL is missing: the variable is unset or empty", "missing-base-url");
  }
  const filled = fill(bound, text.value);
  if ("problem" in filled) throw baseUrlError(bound, service, filled.problem.message);
  const defined = definedText(bound, service);
  if (text.value !== defined && !mayBeAt(filled.url, defined)) throw baseUrlError(bound, service, CLEAR_TEXT);
  bound.baseUrls.set(service, filled.url);
  return filled.url;
}

/**
 * The provider with parameters of one call. They win over all others, but they may not change where credentials go:
 * another origin is a ConfigurationError, before anything is sent (rules P9).
 */
export function withParameters(bound: BoundProvider, given: object | null | undefined): BoundProvider {
  const values = given ?? {};
  if (Object.keys(values).length === 0) return bound;
  const { name, services } = bound.definition;
  const changed: BoundProvider = {
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...values } },
    baseUrls: new Map(),
  };
  for (const service of Object.keys(services)) {
    if (originOf(changed, service) === originOf(bound, service)) continue;
    throw new ConfigurationError(`parameters of one call may not change the origin of a base URL of ${name}`, {
      code: "origin-changed",
      provider: name,
    });
  }
  return changed;
}

/** `undefined` where there is no base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, service: string): string | undefined {
  const text = textOf(bound, service);
  if ("missing" in text || !text.value.includes("{")) return undefined;
  const origin = /^[^/]*\/\/[^/]*|^\{[^{}]*\}/.exec(text.value)?.[0] ?? text.value;
  const filled = fill(bound, origin);
  return "url" in filled ? filled.url.origin : undefined;
}

/** What code gives wins over client.json, and this over the definition; a variable that is unset is no reason to go on (rules C20). */
function textOf(bound: BoundProvider, service: string): ResolvedText {
  const given = own(bound.given.services, service) as string | undefined;
  if (given !== undefined) return { value: given };
  const configured = own(bound.configured.services, service);
  return configured === undefined ? { value: definedText(bound, service) } : resolveText(configured, bound.env);
}

function definedText({ definition: { services } }: BoundProvider, service: string): string {
  return own(services, service)?.baseUrl ?? "";
}

/** A name that is not declared may be anything, part of a secret too. */
function fill(bound: BoundProvider, text: string): FilledBaseUrl {
  const { parameters } = bound.definition;
  const isDeclared = (name: string): boolean => own(parameters, name) !== undefined;
  const filled = fillBaseUrl(text, (name) => (isDeclared(name) ? parameterValue(bound, name) : undefined));
  if (!("problem" in filled) || isDeclared(filled.problem.parameter ?? "")) return filled;
  const { parameter, message } = filled.problem;
  const shown = parameter === undefined ? message : "the base URL has a {parameter} that is not declared";
  return { problem: { ...filled.problem, message: shown } };
}

/** It shows where the base URL comes from, and nothing of it: there may be a token in it. */
function baseUrlError(bound: BoundProvider, service: string, problem: string, code = "bad-base-url"): Error {
  const { name: provider } = bound.definition;
  const isGiven = own(bound.given.services, service) !== undefined;
  const configured = isGiven ? undefined : own(bound.configured.services, service);
  const variable = configured === undefined ? undefined : referencedVariable(configured);
  const from = variable === undefined ? "" : ` (from $${variable})`;
  const message = `service "${service}" of ${provider}${from}: ${problem}`;
  const pointer = configured === undefined ? undefined : toPointer("providers", provider, "services", service);
  return new ConfigurationError(message, { code, provider, issues: [{ message, pointer }] });
}
