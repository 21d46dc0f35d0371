import type { LoadedProject } from "../project/project.js";
import { camelCase, pascalCase } from "../names/identifiers.js";
import type { ClientInput } from "./client-inputs.js";
import type { ClientMaps } from "./client-maps.js";
import { importPath, mapImportPath } from "./import-path.js";
import { runtimeImports, type ImportRequest } from "./import-model.js";
import type { ModuleModel } from "./module-model.js";
import type { ProfileModel } from "./profile-model.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModel } from "./provider-model.js";
import type { ProviderModule } from "./provider-module.js";

export const CLIENT_DOOR = "@sdkwright/runtime/generated/client";
export const DIGEST_DOOR = "@sdkwright/runtime/generated/digest";

/** What `client.ts` is made from. */
export interface ClientSubjects {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  readonly maps: readonly ClientMaps[];
  readonly credentials: readonly ClientInput[];
  readonly parameters: readonly ClientInput[];
  readonly usesDigest: boolean;
}

/** Paths of the modules that `client.ts` imports. */
export interface ClientPaths {
  provider(name: string): string;
  profile(name: string): string;
  map(file: string): string;
}

export function clientPaths(project: LoadedProject, subjects: ClientSubjects): ClientPaths {
  const pathOf = ({ path }: ModuleModel) => importPath("client.ts", path, project.importExtension);
  const providers = new Map(subjects.providers.map((module) => [module.provider.name, pathOf(module)]));
  const profiles = new Map(subjects.profiles.map((module) => [module.profile.name, pathOf(module)]));
  return {
    provider: (name) => providers.get(name) ?? "",
    profile: (name) => profiles.get(name) ?? "",
    map: (file) => mapImportPath(project.outputFolder, file, project.importExtension),
  };
}

/** Everything that `client.ts` imports: the runtime first, then maps, profiles and providers. */
export function clientImports(subjects: ClientSubjects, paths: ClientPaths): readonly ImportRequest[] {
  const { providers, profiles, maps, credentials, parameters, usesDigest } = subjects;
  const inputTypes = [...credentials, ...parameters].flatMap(({ types }) => types);
  const types = [
    "ClientParts",
    "CommonClientOptions",
    ...(inputTypes.some(({ extent }) => extent === "some") ? ["AtLeastOne"] : []),
    ...(inputTypes.some(({ extent }) => extent !== "any") ? ["DeepPartial"] : []),
    ...(maps.length > 0 ? ["OneOrMany"] : []),
  ];
  return [
    ...runtimeImports(CLIENT_DOOR, { values: ["bindClient"], types }),
    ...(usesDigest ? runtimeImports(DIGEST_DOOR, { values: ["digest"], types: [] }) : []),
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
  { maps, credentials, parameters }: ClientSubjects,
  paths: ClientPaths,
): readonly ImportRequest[] {
  const from = paths.profile(name);
  const isMapped = maps.some(({ profile }) => profile.name === name);
  const own = [...credentials, ...parameters]
    .flatMap(({ types }) => types)
    .filter(({ profile }) => profile?.name === name)
    .map(({ type }) => ({ from, name: type, wholeName: pascalCase(name) + type, isType: true }));
  return [
    { from, name: names.definition, wholeName: camelCase(name), isType: false },
    ...(isMapped ? [{ from, name: names.map, wholeName: `${pascalCase(name)}Map`, isType: true }] : []),
    { from, name: names.profile, wholeName: `${pascalCase(name)}Profile`, isType: true },
    ...own,
  ];
}

function providerImports(
  { name, names, schemes, parameters }: ProviderModel,
  paths: ClientPaths,
): readonly ImportRequest[] {
  const from = paths.provider(name);
  const value = (name: string) => ({ from, name, wholeName: `provider${pascalCase(name)}`, isType: false });
  const type = (name: string) => ({ from, name, wholeName: `Provider${name}`, isType: true });
  return [
    value(names.definition),
    value(names.configured),
    type(names.client),
    ...(schemes.length > 0 ? [type(names.credentialsInput)] : []),
    ...(parameters.length > 0 ? [type(names.parametersInput)] : []),
  ];
}
