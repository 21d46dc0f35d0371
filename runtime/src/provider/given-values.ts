import { fieldsOfScheme } from "../config/credential-fields.js";
import { allOf, readOptions, type BadOption, type OptionTable } from "../config/options.js";
import type { ProviderDefinition, SecurityScheme } from "../config/provider-definition.js";
import { givenHeaders, type HeadersOfClient } from "./given-headers.js";

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
