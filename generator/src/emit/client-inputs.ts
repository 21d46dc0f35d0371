import type { ProfileModel } from "./profile-model.js";
import type { ProviderModel } from "./provider-model.js";

/** What `createClient` takes for one provider: credentials, parameters or base URLs. */
export interface ClientInput {
  readonly provider: string;
  readonly isDemanded: boolean;
  /** All of them apply; more than one where profiles have definitions of their own. */
  readonly types: readonly ClientInputType[];
}

export interface ClientInputType {
  /** Name of the type in its module. */
  readonly type: string;
  readonly of: ProviderModel;
  /** The profile whose module declares it; absent for the provider's own module. */
  readonly profile?: ProfileModel | undefined;
  /** How much has to be given. */
  readonly extent: "all" | "some" | "any";
}

/** A definition, and the profile that it is only for. */
interface Definition {
  readonly provider: ProviderModel;
  readonly profile?: ProfileModel | undefined;
}

/** Credentials by provider: demanded where a profile names the provider and client.json supplies no scheme in full. */
export function credentialInputs(
  providers: readonly ProviderModel[],
  profiles: readonly ProfileModel[],
): readonly ClientInput[] {
  const named = new Set(
    profiles.flatMap((profile) => profile.providers.filter(({ isNamed }) => isNamed).map(({ provider }) => provider)),
  );
  return inputs(providers, profiles, (definition) => {
    const { schemes, configuredSchemes, credentialsType } = definition.provider;
    if (schemes.length === 0) return undefined;
    const isDemanded = named.has(definition.provider) && configuredSchemes.length === 0;
    const extent = isDemanded ? (schemes.length === 1 ? "all" : "some") : "any";
    return { type: credentialsType, of: definition.provider, profile: definition.profile, extent };
  });
}

/** Parameters by provider: demanded where a base URL cannot do without (rules P9). */
export function parameterInputs(
  providers: readonly ProviderModel[],
  profiles: readonly ProfileModel[],
): readonly ClientInput[] {
  return inputs(providers, profiles, ({ provider, profile }) => {
    if (provider.parameters.length === 0) return undefined;
    const extent = provider.demandsParameters ? "all" : "any";
    return { type: provider.parametersType, of: provider, profile, extent };
  });
}

/** Base URLs by provider: of services that any of its definitions has. One that adds none is not named. */
export function serviceInputs(
  providers: readonly ProviderModel[],
  profiles: readonly ProfileModel[],
): readonly ClientInput[] {
  const named = new Set<string>();
  return inputs(providers, profiles, ({ provider, profile }) => {
    const ids = provider.serviceIds.map((id) => JSON.stringify([provider.name, id]));
    const addsNone = ids.every((id) => named.has(id));
    for (const id of ids) named.add(id);
    return addsNone ? undefined : { type: provider.names.serviceId, of: provider, profile, extent: "any" };
  });
}

function inputs(
  providers: readonly ProviderModel[],
  profiles: readonly ProfileModel[],
  typeOf: (definition: Definition) => ClientInputType | undefined,
): readonly ClientInput[] {
  const definitions: readonly Definition[] = [
    ...providers.map((provider) => ({ provider })),
    ...profiles.flatMap((profile) => profile.definitions.map((provider) => ({ provider, profile }))),
  ];
  const byProvider = new Map<string, ClientInputType[]>();
  for (const definition of definitions) {
    const type = typeOf(definition);
    const { name } = definition.provider;
    if (type !== undefined) byProvider.set(name, [...(byProvider.get(name) ?? []), type]);
  }
  return [...byProvider].map(([provider, types]) => ({
    provider,
    isDemanded: types.some(({ extent }) => extent !== "any"),
    types,
  }));
}

/** The maps of one profile, as `createClient` takes them. */
export interface ClientMaps {
  readonly profile: ProfileModel;
  readonly maps: readonly ClientMap[];
  /** Whether code has to give one of them. */
  readonly isDemanded: boolean;
}

export interface ClientMap {
  readonly provider: string;
  /** The module that client.json names, relative to the project root. */
  readonly file?: string | undefined;
  readonly isDemanded: boolean;
}

/** Maps are demanded for providers that the profile names and that have no map file; others may be given. */
export function clientMaps(profiles: readonly ProfileModel[]): readonly ClientMaps[] {
  return profiles
    .filter(({ useCases, providers }) => useCases.length > 0 && providers.length > 0)
    .map((profile) => {
      const maps = profile.providers.map(({ provider, isNamed, mapFile }) => ({
        provider: provider.name,
        file: mapFile,
        isDemanded: isNamed && mapFile === undefined,
      }));
      return { profile, maps, isDemanded: maps.some(({ isDemanded }) => isDemanded) };
    });
}
