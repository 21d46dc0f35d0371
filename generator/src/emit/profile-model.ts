import { type ClientConfig, own, type ProfileConfig } from "@sdkwright/runtime/config";
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
  readonly selections: readonly {
    readonly provider: string;
    readonly entries: readonly { readonly key: string; readonly value: string }[];
  }[];
}

interface ProfileProviderModel {
  readonly provider: ProviderModel;
  /** Whether its definition is for this profile only. */
  readonly isOwn: boolean;
  /** Whether client.json names it for this profile; otherwise it is one of all. */
  readonly isNamed: boolean;
  /** The map module that client.json names, relative to the project root. */
  readonly mapFile?: string | undefined;
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
  const useCaseNames = useCaseNamesOf(document?.profile, config);
  return {
    name,
    names: profileNames(name),
    useCases: useCaseNames.map((useCase) =>
      useCaseModel(useCase, own(document?.profile.usecases, useCase), config, providerNames),
    ),
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
  const defined = new Map([...topLevel, ...definitions.map((provider) => [provider.name, provider] as const)]);
  return [...defined].flatMap(([name, provider]) => {
    if (!named.has(name)) return [];
    const isNamed = config.prioritySource !== "all" || Object.hasOwn(config.providers, name);
    return [{ provider, isOwn: definitions.includes(provider), isNamed, mapFile: own(profile.mapFiles, name) }];
  });
}

function mapSelections({ providers }: ProfileConfig): ProfileModel["selections"] {
  return Object.entries(providers).flatMap(([provider, { mapVariant, mapRevision }]) => {
    const entries = [
      ...(mapVariant === undefined ? [] : [{ key: "variant", value: mapVariant }]),
      ...(mapRevision === undefined ? [] : [{ key: "revision", value: mapRevision }]),
    ];
    return entries.length === 0 ? [] : [{ provider, entries }];
  });
}
