import type { ClientConfig, ProfileConfig } from "@sdkwright/runtime/config";
import { type LoadedProfile, useCaseNamesOf } from "../project/project.js";
import { type ProfileNames, profileNames } from "./names.js";
import { type ProviderModel, providerModel } from "./provider-model.js";
import { type UseCaseModel, useCaseModel } from "./use-case-model.js";

/** What is emitted for one profile. */
export interface ProfileModel {
  readonly name: string;
  readonly names: ProfileNames;
  readonly useCases: readonly UseCaseModel[];
  readonly useCaseNames: readonly string[];
  /** Providers that can perform it, in the order of their definitions: a change of priority moves nothing. */
  readonly providers: readonly ProfileProviderModel[];
  readonly providerNames: readonly string[];
  /** Definitions for this profile only (rules C7). */
  readonly definitions: readonly ProviderModel[];
  readonly priority: readonly string[];
  /** The list is all top-level providers: only those with a map take part (rules C9). */
  readonly mappedOnly: boolean;
  /** The maps that client.json asks for by variant and revision (rules C8). */
  readonly selections: readonly MapSelectionModel[];
}

export interface ProfileProviderModel {
  readonly provider: ProviderModel;
  /** Whether its definition is for this profile only. */
  readonly isOwn: boolean;
  /** Whether client.json names it for this profile; otherwise it is one of all. */
  readonly isNamed: boolean;
  /** The map module that client.json names, relative to the project root. */
  readonly mapFile?: string | undefined;
}

export interface MapSelectionModel {
  readonly provider: string;
  readonly entries: readonly { readonly key: string; readonly value: string }[];
}

/** Merges a profile and its document with client.json. `topLevel` holds the providers that are not for one profile only. */
export function profileModel(
  profile: LoadedProfile,
  client: ClientConfig,
  topLevel: ReadonlyMap<string, ProviderModel>,
): ProfileModel {
  const { name, document } = profile;
  const config = client.profiles[name] ?? NO_CONFIG;
  const definitions = Object.values(profile.definitions).map((loaded) => providerModel(loaded, client));
  const providers = profileProviders(profile, config, definitions, topLevel);
  const providerNames = providers.map(({ provider }) => provider.name);
  const documents = new Map(Object.entries(document?.profile.usecases ?? {}));
  const useCaseNames = useCaseNamesOf(document?.profile, config);
  return {
    name,
    names: profileNames(name),
    useCases: useCaseNames.map((useCase) => useCaseModel(useCase, documents.get(useCase), config, providerNames)),
    useCaseNames,
    providers,
    providerNames,
    definitions,
    priority: config.priority,
    mappedOnly: config.prioritySource === "all",
    selections: mapSelections(config),
  };
}

const NO_CONFIG: ProfileConfig = {
  source: { version: "" },
  priority: [],
  prioritySource: "written",
  providers: {},
  defaults: {},
};

function profileProviders(
  profile: LoadedProfile,
  config: ProfileConfig,
  definitions: readonly ProviderModel[],
  topLevel: ReadonlyMap<string, ProviderModel>,
): readonly ProfileProviderModel[] {
  const named = new Set([...config.priority, ...Object.keys(config.providers)]);
  const defined = new Set([...topLevel.keys(), ...definitions.map(({ name }) => name)]);
  return [...defined].flatMap((name) => {
    if (!named.has(name)) return [];
    const own = definitions.find((definition) => definition.name === name);
    const provider = own ?? topLevel.get(name);
    if (provider === undefined) return [];
    const isNamed = config.prioritySource !== "all" || Object.hasOwn(config.providers, name);
    const mapFile = Object.hasOwn(profile.mapFiles, name) ? profile.mapFiles[name] : undefined;
    return [{ provider, isOwn: own !== undefined, isNamed, mapFile }];
  });
}

function mapSelections({ providers }: ProfileConfig): readonly MapSelectionModel[] {
  return Object.entries(providers).flatMap(([provider, { mapVariant, mapRevision }]) => {
    const entries = [
      ...(mapVariant === undefined ? [] : [{ key: "variant", value: mapVariant }]),
      ...(mapRevision === undefined ? [] : [{ key: "revision", value: mapRevision }]),
    ];
    return entries.length === 0 ? [] : [{ provider, entries }];
  });
}
