import { fillBaseUrl } from "../config/base-url.js";
import type { SecurityScheme } from "../config/definition.js";
import { entriesOf, has } from "../config/options.js";
import { tokenUrlsOf } from "../config/token-url.js";
import { ConfigurationError } from "../errors/errors.js";
import { baseUrlText, valuesFor } from "../http/base-urls.js";
import type { BoundProvider } from "../http/bound-provider.js";
import { requireDeclared } from "../http/parameters.js";
import { askedFor, badCallOption, type BindCandidate, type BoundUseCase } from "./candidates.js";

/** Checks the parameters of a call, each against the provider that it is for, and gives its providers with them. */
export function bindParameters(useCase: BoundUseCase, parameters: unknown): BindCandidate {
  const read = entriesOf(parameters, "parameters", badCallOption).map(([provider, given]) => {
    const { bound } = askedFor(useCase, provider);
    const values = Object.fromEntries(entriesOf(given, `parameters.${provider}`, badCallOption));
    requireDeclared(bound, values);
    return [provider, values] as const;
  });
  const byProvider = new Map(read);
  return ({ provider, bound }) => withParameters(bound, byProvider.get(provider) ?? {});
}

/**
 * The provider with parameters of one call. They win over all others, but they may not change the destination of credentials:
 * another origin is a ConfigurationError, before anything is sent (rules P9).
 */
function withParameters(bound: BoundProvider, values: object): BoundProvider {
  if (Object.keys(values).length === 0) return bound;
  const changed: BoundProvider = {
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...values } },
    baseUrls: new Map(),
    // Variables may change while the call runs.
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

/** `undefined` if the parameters do not make a base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, service: string, text: string): string | undefined {
  // A token URL may have a query, with slashes in it, and no path before it.
  const origin = /^[^/?]*\/\/[^/?]*|^\{[^{}]*\}/.exec(text)?.[0] ?? text;
  const filled = fillBaseUrl(origin, valuesFor(bound, service));
  return has(filled, "url") ? filled.url.origin : undefined;
}

/** Empty if its variable is unset: a request that needs it says so. */
function textOrNone(bound: BoundProvider, service: string, defined: string): string {
  try {
    return baseUrlText(bound, service, defined);
  } catch {
    return "";
  }
}
