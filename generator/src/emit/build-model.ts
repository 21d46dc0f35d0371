import { toPointer } from "@sdkwright/runtime/config";
import type { LoadedProject, LoadedProvider } from "../project/project.js";
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
  return { path: INDEX, template: "index-module", origin: [], entryPoint: "", imports: [], declared: [], view };
}

const INDEX = "index.ts";

/** Names that clash in one emitted module (rules P3). */
function nameIssues(
  project: LoadedProject,
  { providers, profiles, client }: Omit<SdkModel, "modules">,
): readonly ModelIssue[] {
  const placeOf = (profile: string, ...way: readonly string[]): NamePlace => ({
    file: project.client?.file ?? "",
    pointer: toPointer("profiles", profile, ...way),
    target: "key",
  });
  const ofProfiles = profiles.flatMap(({ profile: model, module }, position) => {
    const document = project.profiles[position]?.document;
    const defaults = project.client?.config.profiles[model.name]?.defaults ?? {};
    // A use-case is named in the profile's document, or else in the defaults of client.json.
    const claims = profileClaims(model, placeOf(model.name), (useCase) => {
      if (document !== undefined)
        return { file: document.file, pointer: toPointer("usecases", useCase), target: "key" };
      return Object.hasOwn(defaults, useCase) ? placeOf(model.name, "defaults", useCase) : placeOf(model.name);
    });
    return nameClashes(claims, module.path);
  });
  const inIndex: readonly NameClaim[] = [
    ...(client === undefined ? [] : CLIENT_EXPORTS.map((identifier) => ({ identifier, owner: "client.ts" }))),
    ...providers.map(({ provider: { name } }, position) => ({
      identifier: camelCase(name),
      owner: `provider "${name}"`,
      place: providerPlace(project, project.providers[position]),
    })),
    ...profiles.map(({ profile: { name } }) => ({
      identifier: camelCase(name),
      owner: `profile "${name}"`,
      place: placeOf(name),
    })),
  ];
  return [...ofProfiles, ...nameClashes(inIndex, INDEX)];
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
interface BuiltModel {
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
    ...providers.flatMap(({ module, definitionModule, pagesModule = [] }) =>
      [module, definitionModule, pagesModule].flat(),
    ),
    ...profiles.flatMap(({ module, definitionModule, schemasModule = [] }) =>
      [module, definitionModule, schemasModule].flat(),
    ),
    ...(client === undefined ? [] : [client.module]),
    indexModule(project, { providers, profiles, client }),
  ];
  return { model: { providers, profiles, client, modules }, issues };
}
