import type { LoadedProject } from "../project/project.js";
import type { ClientInput, ClientMaps } from "./client-inputs.js";
import {
  importPath,
  type ImportRequest,
  mapImportPath,
  type ModuleModel,
  partImports,
  runtimeImports,
  type RuntimePart,
} from "./import-model.js";
import { camelCase, pascalCase } from "./names.js";
import type { ProfileModel } from "./profile-model.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModel } from "./provider-model.js";
import { definitionImports, type ProviderModule } from "./provider-module.js";

export const CLIENT_DOOR = "@sdkwright/runtime/generated/client";
export const DIGEST_DOOR = "@sdkwright/runtime/generated/digest";

/** What `client.ts` is made from. */
export interface ClientSubjects {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  readonly maps: readonly ClientMaps[];
  readonly credentials: readonly ClientInput[];
  readonly parameters: readonly ClientInput[];
  readonly services: readonly ClientInput[];
  /** Of all definitions, those for one profile only as well. */
  readonly providerNames: readonly string[];
  readonly usesDigest: boolean;
  readonly parts: readonly RuntimePart[];
  /** Whether which schemes can be named depends on what code gives. */
  readonly dependsOnCredentials: boolean;
}

/** Paths of the modules that `client.ts` imports: types of callers from the one, data from the other. */
export interface ClientPaths {
  provider(name: string): string;
  providerDefinition(name: string): string;
  profile(name: string): string;
  profileDefinition(name: string): string;
  map(file: string): string;
}

export function clientPaths(project: LoadedProject, subjects: ClientSubjects): ClientPaths {
  const pathOf = ({ path }: ModuleModel) => importPath("client.ts", path, project.importExtension);
  const providers = new Map(subjects.providers.map((module) => [module.provider.name, module]));
  const profiles = new Map(subjects.profiles.map((module) => [module.profile.name, module]));
  const path = (module: ModuleModel | undefined) => (module === undefined ? "" : pathOf(module));
  return {
    provider: (name) => path(providers.get(name)),
    providerDefinition: (name) => path(providers.get(name)?.definitionModule),
    profile: (name) => path(profiles.get(name)),
    profileDefinition: (name) => path(profiles.get(name)?.definitionModule),
    map: (file) => mapImportPath(project.outputFolder, file, project.importExtension),
  };
}

/** Everything that `client.ts` imports: the runtime first, then maps, profiles and providers. */
export function clientImports(subjects: ClientSubjects, paths: ClientPaths): readonly ImportRequest[] {
  const {
    providers,
    profiles,
    maps,
    credentials,
    parameters,
    services,
    providerNames,
    usesDigest,
    parts,
    dependsOnCredentials,
  } = subjects;
  const credentialTypes = credentials.flatMap(({ types }) => types);
  const inputTypes = [...credentialTypes, ...parameters.flatMap(({ types }) => types)];
  const types = [
    ...(providers.length + profiles.length > 0 ? ["CircuitControls"] : []),
    ...(services.length > 0 ? ["BaseUrls"] : []),
    "ClientParts",
    "CommonClientOptions",
    ...(inputTypes.some(({ extent }) => extent === "some") ? ["AtLeastOne"] : []),
    ...(credentialTypes.some(({ extent }) => extent !== "any") ? ["CredentialsFromCode"] : []),
    ...(inputTypes.some(({ extent }) => extent !== "any") || dependsOnCredentials ? ["DeepPartial"] : []),
    ...(dependsOnCredentials ? ["SchemesIn", "OnlyKnown"] : []),
    ...(providerNames.length > 0 ? ["HeadersFromCode"] : []),
    ...(credentialTypes.some(({ extent }) => extent === "any") ? ["PartialCredentials"] : []),
  ];
  return [
    ...runtimeImports(CLIENT_DOOR, { values: ["bindClient"], types }),
    ...(usesDigest ? runtimeImports(DIGEST_DOOR, { values: ["digest"], types: [] }) : []),
    ...partImports(parts),
    ...maps.flatMap((entry) => mapFileImports(entry, paths)),
    ...profiles.flatMap(({ profile }) => profileImports(profile, subjects, paths)),
    ...providers.flatMap(({ provider }) => providerImports(provider, paths)),
  ];
}

function mapFileImports({ profile, maps }: ClientMaps, paths: ClientPaths): readonly ImportRequest[] {
  return maps.flatMap(({ provider, file }) => {
    if (file === undefined) return [];
    const name = profile.names.definition.replace(/_$/, "") + pascalCase(provider);
    const wholeName = `${camelCase(`${profile.name}-${provider}`)}Map`;
    return [{ from: paths.map(file), name, wholeName, isType: false, isDefault: true }];
  });
}

function profileImports(
  { name, names }: ProfileModel,
  { maps, credentials, parameters, services }: ClientSubjects,
  paths: ClientPaths,
): readonly ImportRequest[] {
  const from = paths.profile(name);
  const definition = paths.profileDefinition(name);
  const mapped = maps.find(({ profile }) => profile.name === name);
  const hasMapFile = mapped?.maps.some(({ file }) => file !== undefined) === true;
  const own = [...credentials, ...parameters, ...services]
    .flatMap(({ types }) => types)
    .filter(({ profile }) => profile?.name === name)
    .map(({ type }) => ({ from, name: type, wholeName: pascalCase(name) + type, isType: true }));
  return [
    { from: definition, name: names.definition, wholeName: camelCase(name), isType: false },
    ...(hasMapFile ? [{ from, name: names.map, wholeName: `${pascalCase(name)}Map`, isType: true }] : []),
    ...(mapped === undefined ? [] : [{ from, name: names.maps, wholeName: `${pascalCase(name)}Maps`, isType: true }]),
    { from, name: names.profile, wholeName: `${pascalCase(name)}Profile`, isType: true },
    ...own,
  ];
}

function providerImports(provider: ProviderModel, paths: ClientPaths): readonly ImportRequest[] {
  const { name, names, schemes, parameters, credentialsType, parametersType } = provider;
  const from = paths.provider(name);
  const type = (name: string) => ({ from, name, wholeName: `Provider${name}`, isType: true });
  return [
    ...definitionImports(provider, paths.providerDefinition(name)),
    type(names.client),
    ...(schemes.length > 0 ? [type(credentialsType)] : []),
    ...(parameters.length > 0 ? [type(parametersType)] : []),
    type(names.serviceId),
  ];
}
