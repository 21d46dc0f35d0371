import type { JsonObject, ProviderDefinition } from "../config/definition.js";

/** The documents that a client configuration refers to, as far as they are known. */
export interface Known {
  /** By name in client.json; a provider whose definition is missing or wrong is absent, and not checked against. */
  readonly providers: { readonly [name: string]: ProviderDefinition };
  readonly profiles: { readonly [name: string]: KnownProfile };
  /** For `clientJson`: whatever is not listed was not generated, which is an error (rules C19). */
  readonly isComplete?: boolean | undefined;
}

export interface KnownProfile {
  /** As its document says; absent where there is none. */
  readonly document?: { readonly name: string; readonly version: string } | undefined;
  /** Names of the use-cases; absent where no document says them. */
  readonly useCases?: readonly string[] | undefined;
  /** True if there are schemas that a call can validate against; `undefined` where that cannot be told. */
  readonly hasSchemas?: boolean | undefined;
  /** JSON Schemas of the inputs, by use-case, where they are known. */
  readonly inputs?: { readonly [useCase: string]: JsonObject | boolean } | undefined;
  /** Definitions for this profile only, by provider (rules C7). */
  readonly definitions?: { readonly [provider: string]: ProviderDefinition } | undefined;
}

/** All definitions of a provider: its own, and those of single profiles; credentials serve all of them. */
export function definitionsOf(name: string, known: Known): readonly ProviderDefinition[] {
  const own = Object.hasOwn(known.providers, name) ? [known.providers[name]] : [];
  const ofProfiles = Object.values(known.profiles).map(({ definitions = {} }) =>
    Object.hasOwn(definitions, name) ? definitions[name] : undefined,
  );
  return [...own, ...ofProfiles].filter((definition) => definition !== undefined);
}
