import type { JsonObject, Validate } from "./client-config.js";
import type { ProviderDefinition, ConfiguredValues } from "./provider-definition.js";
import type { RetryPolicy } from "./retry-policy.js";

export type { Validate } from "./client-config.js";

/** A provider definition with what client.json supplies for it. */
export interface ProviderPart {
  readonly definition: ProviderDefinition;
  /** Absent where client.json supplies nothing. */
  readonly configured?: ConfiguredValues | undefined;
}

/** A profile as client.json configures it, every default written out. */
export interface ProfileDefinition<Provider extends string = string, UseCase extends string = string> {
  readonly name: string;
  /** First choice first. */
  readonly priority: readonly Provider[];
  /** The list is all top-level providers: only those with a map take part (rules C9). */
  readonly mappedOnly?: true | undefined;
  readonly useCases: { readonly [Name in UseCase]: UseCaseDefinition<Provider> };
  /** Provider definitions for this profile only (rules C7), by provider; the others are the client's. */
  readonly definitions?: { readonly [provider: string]: ProviderPart } | undefined;
  /** The map that client.json asks for (rules C8), by provider. */
  readonly maps?:
    | {
        readonly [provider: string]: {
          readonly variant?: string | undefined;
          readonly revision?: string | undefined;
        };
      }
    | undefined;
  /** The module with its schemas, for calls that validate; absent where there is no profile document. */
  readonly schemas?: (() => Promise<{ readonly schemas: ProfileSchemas }>) | undefined;
}

/** JSON Schemas of a profile, by use-case, as far as values are held against them. */
export type ProfileSchemas<UseCase extends string = string> = {
  readonly [Name in UseCase]: {
    readonly input: JsonObject | boolean;
    readonly result: JsonObject | boolean;
  };
};

export interface UseCaseDefinition<Provider extends string = string> {
  /** Whether the whole priority list takes part, or only its first. */
  readonly providerFailover: boolean;
  /** Whether input and result are held against the schemas of the profile; absent: only where a call says so. */
  readonly validate?: Validate | undefined;
  /** Defaults of the input for every provider; `$NAME` strings are resolved at the call (rules C16). */
  readonly input: JsonObject;
  readonly providers: { readonly [Name in Provider]: ProviderUseCase };
}

export interface ProviderUseCase {
  /** Goes over the profile's defaults, under the call's input (rules C15). */
  readonly input: JsonObject;
  /** Absent where client.json writes none: then the client's `retries` count, where no other provider follows. */
  readonly retryPolicy?: RetryPolicy | undefined;
}
