import { fillBaseUrl } from "./config/base-url.js";
import { ConfigurationError } from "./errors.js";
import { ownProperty } from "./own-property.js";
import { parameterValue, type BoundProvider } from "./provider.js";

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
 * another origin is a ConfigurationError, before anything is sent (extension P9).
 */
export function withParameters(bound: BoundProvider, given: object | null | undefined): BoundProvider {
  const values = given ?? {};
  if (Object.keys(values).length === 0) return bound;
  const { name, parameters = {}, services } = bound.definition;
  const unknown = Object.keys(values).find((parameter) => ownProperty(parameters, parameter) === undefined);
  if (unknown !== undefined) {
    const known = Object.keys(parameters).join(", ") || "none";
    throw new ConfigurationError(`${name} has no parameter ${JSON.stringify(unknown)}; it has ${known}`, {
      code: "unknown-parameter",
      provider: name,
    });
  }
  // `undefined` leaves what the client was made with, and does not fall back to a default: that may be another tenant.
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const changed: BoundProvider = {
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...set } },
    baseUrls: new Map(),
  };
  for (const { baseUrl } of Object.values(services)) {
    if (!baseUrl.includes("{") || originOf(changed, baseUrl) === originOf(bound, baseUrl)) continue;
    throw new ConfigurationError(`parameters of one call may not change the origin of a base URL of ${name}`, {
      code: "origin-changed",
      provider: name,
    });
  }
  return changed;
}

/** `undefined` where the parameters do not make a base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, baseUrl: string): string | undefined {
  const origin = /^[^/]*\/\/[^/]*|^\{[^{}]*\}/.exec(baseUrl)?.[0] ?? baseUrl;
  const filled = fillBaseUrl(origin, (parameter) => parameterValue(bound, parameter));
  return "url" in filled ? filled.url.origin : undefined;
}
