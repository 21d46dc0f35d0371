import { toPointer } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";
import { CLIENT_EXPORTS, type ClientModule, clientModule } from "./client-module.js";
import { importPath, type ModuleModel } from "./import-model.js";
import { type ModelIssue, type NameClaim, nameClashes, type NamePlace, profileClaims } from "./name-clash.js";
import { camelCase } from "./names.js";
import { type ProfileModule, profileModule } from "./profile-module.js";
import { type ProviderModule, providerModule } from "./provider-module.js";

/** Everything that is emitted, as data: templates print it and decide nothing. */
export interface SdkModel {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  /** Absent without a client configuration. */
  readonly client?: ClientModule | undefined;
  /** The modules of all of them, and `index.ts`. */
  readonly modules: readonly ModuleModel[];
}

/** `index.ts`: what callers use of the other modules, providers and profiles under names of their own. */
function indexModule(
  { importExtension }: LoadedProject,
  { client, providers, profiles }: Omit<SdkModel, "modules">,
): ModuleModel {
  const entry = ({ path }: ModuleModel, namespace: string, isTypesOnly = false) => ({
    from: importPath(INDEX, path, importExtension),
    namespace,
    isTypesOnly,
  });
  const exportsOfModules = [
    ...(client === undefined ? [] : [entry(client.module, "")]),
    ...providers.map(({ module, provider }) => entry(module, camelCase(provider.name))),
    ...profiles.map(({ module, profile }) => entry(module, camelCase(profile.name), true)),
  ];
  const view = () => ({ exportsOfModules });
  return { path: INDEX, template: "index-module", origin: [], door: "", imports: [], declared: [], view };
}

const INDEX = "index.ts";

/** Names that clash in one emitted module (rules P3). */
function nameIssues(project: LoadedProject, model: Omit<SdkModel, "modules">): readonly ModelIssue[] {
  return [
    ...model.profiles.flatMap(({ profile, module }, position) => {
      const places = profilePlaces(project, project.profiles[position], profile.name);
      return nameClashes(profileClaims(profile, places), module.path);
    }),
    ...nameClashes(indexClaims(project, model), INDEX),
  ];
}

const clientExports: readonly NameClaim[] = CLIENT_EXPORTS.map((identifier) => ({ identifier, owner: "client.ts" }));

/** What `index.ts` exports, with its owners. */
function indexClaims(
  project: LoadedProject,
  { providers, profiles, client }: Omit<SdkModel, "modules">,
): readonly NameClaim[] {
  return [
    ...(client === undefined ? [] : clientExports),
    ...providers.map(({ provider: { name } }, position) => ({
      identifier: camelCase(name),
      owner: `provider "${name}"`,
      place: providerPlace(project, project.providers[position]),
    })),
    ...profiles.map(({ profile: { name } }) => ({
      identifier: camelCase(name),
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
  const { client: config, importExtension } = project;
  const providers = project.providers.map((loaded) => providerModule(loaded, config, importExtension));
  const profiles =
    config === undefined ? [] : project.profiles.map((each) => profileModule(project, each, config, providers));
  const client = clientModule(project, providers, profiles);
  const issues = nameIssues(project, { providers, profiles, client });
  if (issues.length > 0) return { issues };
  const modules = [
    ...providers.flatMap(({ module, definitionModule }) => [module, definitionModule]),
    ...profiles.flatMap(({ module, definitionModule, schemasModule = [] }) =>
      [module, definitionModule, schemasModule].flat(),
    ),
    ...(client === undefined ? [] : [client.module]),
    indexModule(project, { providers, profiles, client }),
  ];
  return { model: { providers, profiles, client, modules }, issues };
}
