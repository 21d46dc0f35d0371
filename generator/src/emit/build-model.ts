import { toPointer } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";
import { CLIENT_EXPORTS, type ClientModule, clientModule } from "./client-module.js";
import { importPath, type ModuleModel } from "./import-model.js";
import { type ModelIssue, type NameClaim, nameClashes, type NamePlace, profileClaims } from "./name-clash.js";
import { profileNamespace, providerNamespace } from "./names.js";
import { type ProfileModule, profileModule } from "./profile-module.js";
import { exportedNames, type ProviderModule, providerModule } from "./provider-module.js";

/** `index.ts`: what callers use of the other modules, providers and profiles under names of their own. */
interface IndexModule {
  readonly path: string;
  readonly exportsOfModules: readonly ExportModel[];
}

export interface ExportModel {
  readonly from: string;
  /** Empty where all names are exported as they are. */
  readonly namespace: string;
  readonly isTypesOnly: boolean;
}

/** The modules that it exports. */
export interface IndexSubjects {
  readonly client: ClientModule | undefined;
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
}

function indexModule(project: LoadedProject, { client, providers, profiles }: IndexSubjects): IndexModule {
  const from = (path: string) => importPath("index.ts", path, project.importExtension);
  return {
    path: "index.ts",
    exportsOfModules: [
      ...(client === undefined ? [] : [{ from: from(client.path), namespace: "", isTypesOnly: false }]),
      ...providers.map(({ path, provider }) => ({
        from: from(path),
        namespace: providerNamespace(provider.name),
        isTypesOnly: false,
      })),
      ...profiles.map(({ path, profile }) => ({
        from: from(path),
        namespace: profileNamespace(profile.name),
        isTypesOnly: true,
      })),
    ],
  };
}

/** Everything that is emitted, as data: templates print it and decide nothing. */
export interface SdkModel {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  /** Absent without a client configuration. */
  readonly client?: ClientModule | undefined;
  readonly index: IndexModule;
}

/** Names that clash in one emitted module (rules P3). What follows from a clash of exports is not reported again. */
function nameIssues(project: LoadedProject, model: SdkModel): readonly ModelIssue[] {
  const exported = [
    ...model.profiles.map((module, position) => {
      const places = profilePlaces(project, project.profiles[position], module.profile.name);
      return nameClashes(profileClaims(module.profile, places), module.path);
    }),
    nameClashes(indexClaims(project, model), model.index.path),
  ].flat();
  return exported.length > 0 ? exported : importIssues(project, model);
}

/** Imports whose whole names are not free either; one that kept its short name has it for itself. */
function importIssues(project: LoadedProject, { providers, profiles, client }: SdkModel): readonly ModelIssue[] {
  const modules = [
    ...providers.filter(hasAlias).map((module) => ({ module, own: exportedNames(module.provider) })),
    ...profiles
      .filter(hasAlias)
      .map((module) => ({ module, own: profileClaims(module.profile).map(({ identifier }) => identifier) })),
    ...(client === undefined || !hasAlias(client) ? [] : [{ module: client, own: [...CLIENT_EXPORTS, "parts"] }]),
  ];
  const file = project.client?.file ?? project.providers[0]?.file ?? "";
  return modules.flatMap(({ module, own }) => {
    const declared = own.map((identifier) => ({ identifier, owner: module.path }));
    return nameClashes([...declared, ...importClaims(module, { file, pointer: "" })], module.path);
  });
}

function hasAlias({ imports }: ModuleModel): boolean {
  return imports.some(({ names }) => names.some(({ isAliased }) => isAliased));
}

const clientExports: readonly NameClaim[] = CLIENT_EXPORTS.map((identifier) => ({ identifier, owner: "client.ts" }));

/** What is imported, under its local name. */
function importClaims({ imports }: ModuleModel, place: NamePlace): readonly NameClaim[] {
  return imports.flatMap(({ from, names }) =>
    names.map(({ name, local }) => ({ identifier: local, owner: `${name} of ${from}`, place })),
  );
}

/** What `index.ts` exports, with its owners. */
function indexClaims(project: LoadedProject, { providers, profiles, client }: SdkModel): readonly NameClaim[] {
  return [
    ...(client === undefined ? [] : clientExports),
    ...providers.map(({ provider: { name } }, position) => ({
      identifier: providerNamespace(name),
      owner: `provider "${name}"`,
      place: providerPlace(project, project.providers[position]),
    })),
    ...profiles.map(({ profile: { name } }) => ({
      identifier: profileNamespace(name),
      owner: `profile "${name}"`,
      place: profilePlace(project, name),
    })),
  ];
}

function profilePlace({ client }: LoadedProject, name: string): NamePlace {
  return { file: client?.file ?? "", pointer: toPointer("profiles", name), target: "key" };
}

/** A use-case is named in the profile's document, or else in the defaults of client.json. */
function profilePlaces(project: LoadedProject, loaded: LoadedProfile | undefined, name: string) {
  const profile = profilePlace(project, name);
  const config = project.client?.config.profiles[name];
  const useCase = (useCase: string): NamePlace => {
    const { document } = loaded ?? {};
    if (document !== undefined) return { file: document.file, pointer: toPointer("usecases", useCase), target: "key" };
    const isDefaulted = config !== undefined && Object.hasOwn(config.defaults, useCase);
    return isDefaulted ? { ...profile, pointer: toPointer("profiles", name, "defaults", useCase) } : profile;
  };
  return { profile, useCase };
}

/** Where the provider's name is written: in client.json, or else in its definition. */
function providerPlace({ client }: LoadedProject, provider: LoadedProvider | undefined): NamePlace | undefined {
  if (provider === undefined) return undefined;
  const { name } = provider.definition;
  const isConfigured = client !== undefined && Object.hasOwn(client.config.providers, name);
  if (!isConfigured) return { file: provider.file, pointer: "/name" };
  return { file: client.file, pointer: toPointer("providers", name), target: "key" };
}

/** The model, unless names clash (rules P3). */
export interface BuiltModel {
  readonly model?: SdkModel | undefined;
  readonly issues: readonly ModelIssue[];
}

/** Names everything and fills in what templates print. Nothing is read, written or formatted here. */
export function buildModel(project: LoadedProject): BuiltModel {
  const { client: configuration } = project;
  const { importExtension } = project;
  const providers = project.providers.map((loaded) =>
    providerModule({ loaded, client: configuration, importExtension }),
  );
  const profiles =
    configuration === undefined
      ? []
      : project.profiles.map((profile) => profileModule(project, profile, configuration, providers));
  const client = clientModule(project, providers, profiles);
  const index = indexModule(project, { client, providers, profiles });
  const model = { providers, profiles, client, index };
  const issues = nameIssues(project, model);
  return issues.length > 0 ? { issues } : { model, issues };
}
