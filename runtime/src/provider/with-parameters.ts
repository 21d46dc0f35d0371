import { fillBaseUrl } from "../config/base-url.js";
import type { SecurityScheme } from "../config/provider-definition.js";
import { has } from "../config/records.js";
import { tokenUrlsOf } from "../config/token-url.js";
import { ConfigurationError } from "../errors.js";
import { baseUrlText, valuesFor } from "./base-urls.js";
import type { BoundProvider } from "./bound-provider.js";

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
  const filled = fillBaseUrl(origin, valuesFor(bound, service));
  return has(filled, "url") ? filled.url.origin : undefined;
}

/** Empty where its variable is unset, which is told to who needs it. */
function textOrNone(bound: BoundProvider, service: string, defined: string): string {
  try {
    return baseUrlText(bound, service, defined);
  } catch {
    return "";
  }
}
