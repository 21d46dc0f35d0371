import {
  own,
  referencedVariable,
  type JsonObject,
  type JsonValue,
  type SecurityScheme,
} from "@sdkwright/runtime/config";
import type { PublicProfileProvider, PublicProvider } from "../surface/public-model.js";
import { citedAlone, citedFilling, citedService } from "./base-urls.js";
import { cited, isEqual, quoted } from "./change.js";

/** Where a definition leads, and the variables that are sent there: what a reviewer of something new has to see. */
export function detailsOf(provider: PublicProvider): readonly string[] {
  return [
    ...Object.keys(provider.services).flatMap((id) => [
      `service ${quoted(id)} at ${citedService(provider, id)}`,
      ...[citedAlone(provider, id)].filter((place) => place !== undefined),
    ]),
    ...schemeDetails(provider, Object.keys(provider.securitySchemes)),
    ...Object.entries(provider.values).flatMap(([name, value]) =>
      variablesIn(value).map((variable) => `parameter ${quoted(name)} from ${variable}`),
    ),
  ];
}

/** Where tokens of some schemes come from, and which variables their credentials are read from. */
export function schemeDetails(provider: PublicProvider, ids: readonly string[]): readonly string[] {
  const { securitySchemes, credentials } = provider;
  return ids.flatMap((id) => {
    const scheme = own(securitySchemes, id);
    const urls = scheme === undefined ? [] : tokenUrlDetails(provider, id, scheme);
    const fields = Object.entries(own(credentials, id) ?? {}).flatMap(([field, value]) =>
      variablesIn(value).map((variable) => `${quoted(field)} of scheme ${quoted(id)} from ${variable}`),
    );
    return [...urls, ...fields];
  });
}

/** There may be a key in its query (rules F2). */
export function tokenUrlDetails(provider: PublicProvider, id: string, scheme: SecurityScheme): readonly string[] {
  if (scheme.type !== "oauth2") return [];
  const filling = citedFilling(provider, scheme.tokenUrl);
  return [`token URL ${cited(scheme.tokenUrl.replace(/\?.*/s, "?***"))}${filling} of scheme ${quoted(id)}`];
}

/** What a profile's own settings of a provider send, and where. */
export function settingsDetails({ definition, useCases }: PublicProfileProvider): readonly string[] {
  return [...(definition === undefined ? [] : detailsOf(definition)), ...inputDetails(useCases)];
}

/** Variables in default inputs. */
export function inputDetails(useCases: { readonly [name: string]: { readonly input: JsonObject } }): readonly string[] {
  return Object.entries(useCases).flatMap(([useCase, { input }]) =>
    variablesIn(input).map((variable) => `input of use-case ${quoted(useCase)} from ${variable}`),
  );
}

/** Whether a provider has credentials that go where it leads, or a variable in what is sent. */
export function canSendCredentials({ securitySchemes, values }: PublicProvider): boolean {
  return Object.keys(securitySchemes).length > 0 || variablesIn(values).length > 0;
}

/** Every `$NAME` in a value, each once: names, not values. */
export function variablesIn(value: JsonValue | undefined): readonly string[] {
  const found = new Set<string>();
  addVariables(value, found);
  return [...found];
}

function addVariables(value: JsonValue | undefined, found: Set<string>): void {
  if (isReference(value)) found.add(value);
  else if (typeof value === "object" && value !== null)
    for (const within of Object.values(value)) addVariables(within, found);
}

function isReference(value: JsonValue | undefined): value is string {
  return typeof value === "string" && referencedVariable(value) !== undefined;
}

/** A `$NAME`, and the way to where it stands; steps into lists are numbers. */
export interface Reference {
  readonly way: readonly (string | number)[];
  readonly variable: string;
}

export function referencesIn(value: JsonValue | undefined, way: Reference["way"] = []): readonly Reference[] {
  if (isReference(value)) return [{ way, variable: value }];
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([step, within]) => referencesIn(within, [...way, step]));
}

/** All of them apply, in any order; but of two signatures the first covers the other (rules §3.10). */
export function isSameSecurity(
  from: readonly string[],
  to: readonly string[],
  { securitySchemes }: PublicProvider,
): boolean {
  const isSignature = (id: string) => own(securitySchemes, id)?.type === "signature";
  const hasSame = from.length === to.length && from.every((id) => to.includes(id));
  return hasSame && isEqual(from.filter(isSignature), to.filter(isSignature));
}
