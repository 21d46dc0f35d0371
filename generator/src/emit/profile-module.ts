import type { ClientConfig, JsonObject } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject } from "../project/project.js";
import { checkedSchema } from "../schema/checked-schema.js";
import { type ClientMap, clientMaps } from "./client-inputs.js";
import {
  importPath,
  type ImportRequest,
  importsOf,
  type ModuleModel,
  type ModuleOrigin,
  originOf,
  runtimeImports,
} from "./import-model.js";
import { profileClaims } from "./name-clash.js";
import { profileDefinitionFile, profileFile, profileSchemasFile } from "./names.js";
import { type ProfileModel, profileModel } from "./profile-model.js";
import { declarationTypes, DEFINITION_TYPES, type ProviderModule } from "./provider-module.js";

/** `profiles/<profile>.schemas.ts`: what inputs and results are held against, as data. */
export interface ProfileSchemasModule extends ModuleModel {
  readonly name: string;
  readonly useCaseNames: readonly string[];
  readonly useCases: readonly { readonly name: string; readonly input: JsonObject; readonly result: JsonObject }[];
}

const DOOR = "@sdkwright/runtime/generated/client";

/** Where there is a document that has use-cases. */
function profileSchemasModule(
  { name, useCases, useCaseNames }: ProfileModel,
  document: string | undefined,
): ProfileSchemasModule | undefined {
  if (document === undefined || useCases.length === 0) return undefined;
  const imports = importsOf(runtimeImports(DOOR, { values: [], types: ["ProfileSchemas"] }), new Set(["schemas"]));
  return {
    path: profileSchemasFile(name),
    origin: originOf(document),
    imports: imports.declarations,
    runtimeNames: imports.locals.get(DOOR) ?? new Map(),
    name,
    useCaseNames,
    useCases: useCases.map(({ name, schemas }) => ({
      name,
      input: checkedSchema(schemas?.input ?? {}),
      result: checkedSchema(schemas?.result ?? {}),
    })),
  };
}

/** `profiles/<profile>.ts`: the types of its use-cases and maps. */
export interface ProfileModule extends ModuleModel {
  readonly profile: ProfileModel;
  /** What a map gets, by provider; the names are local ones. Empty where there are no use-cases. */
  readonly bindings: readonly BindingModel[];
  /** The maps that `createClient` takes for it. */
  readonly maps: readonly ClientMap[];
  /** Whether client.json names a file for one of them. */
  readonly hasMapFiles: boolean;
  readonly definitionModule: ProfileDefinitionModule;
  /** Absent without a profile document. */
  readonly schemasModule?: ProfileSchemasModule | undefined;
}

/** `profiles/<profile>.definition.ts`: what client.json says about it, as data. */
export interface ProfileDefinitionModule extends ModuleModel {
  readonly profile: ProfileModel;
  /** How it imports the schemas; empty where there are none. */
  readonly schemas: string;
}

export interface BindingModel {
  readonly provider: string;
  readonly client: string;
  readonly hasParameters: boolean;
  readonly parameters: string;
}

const CLIENT_DOOR = "@sdkwright/runtime/generated/client";

export function profileModule(
  project: LoadedProject,
  loaded: LoadedProfile,
  client: { readonly file: string; readonly config: ClientConfig },
  topLevel: readonly ProviderModule[],
): ProfileModule {
  const path = profileFile(loaded.name);
  const modules = new Map(topLevel.map((module) => [module.provider.name, module]));
  const providers = new Map(topLevel.map(({ provider }) => [provider.name, provider]));
  const profile = profileModel(loaded, client.config, providers);
  const moduleOf = (name: string) => importPath(path, modules.get(name)?.path ?? "", project.importExtension);
  const bound = profile.useCases.length === 0 ? [] : profile.providers;
  const declared = new Set(profileClaims(profile).map(({ identifier }) => identifier));
  const imports = importsOf(importRequests(profile, bound, moduleOf), declared);
  const local = (provider: string, name: string) => imports.locals.get(moduleOf(provider))?.get(name) ?? name;
  const maps = clientMaps([profile]).flatMap((entry) => entry.maps);
  const schemasModule = profileSchemasModule(profile, loaded.document?.file);
  const origin = originOf(...(loaded.document === undefined ? [] : [loaded.document.file]), client.file);
  return {
    path,
    origin,
    imports: imports.declarations,
    runtimeNames: imports.locals.get(CLIENT_DOOR) ?? new Map(),
    profile,
    bindings: bound.map(({ provider: { name, names, parameters }, isOwn }) => ({
      provider: name,
      client: isOwn ? names.client : local(name, names.client),
      hasParameters: parameters.length > 0,
      parameters: isOwn ? names.parameters : local(name, names.parameters),
    })),
    maps,
    hasMapFiles: maps.some(({ file }) => file !== undefined),
    definitionModule: {
      ...profileDefinitionModule(profile, origin, declared),
      schemas: schemasModule === undefined ? "" : importPath(path, schemasModule.path, project.importExtension),
    },
    schemasModule,
  };
}

/** The runtime's types, and those of the providers that are emitted elsewhere. */
function importRequests(
  profile: ProfileModel,
  bound: ProfileModel["providers"],
  moduleOf: (provider: string) => string,
): readonly ImportRequest[] {
  const imported = bound.filter(({ isOwn }) => !isOwn).map(({ provider }) => provider);
  return [
    ...runtimeImports(CLIENT_DOOR, { values: [], types: runtimeTypes(profile) }),
    ...imported.flatMap(({ name, names, parameters }) => [
      typeImport(moduleOf(name), names.client),
      ...(parameters.length > 0 ? [typeImport(moduleOf(name), names.parameters)] : []),
    ]),
  ];
}

function profileDefinitionModule(
  profile: ProfileModel,
  origin: ModuleOrigin,
  declared: ReadonlySet<string>,
): Omit<ProfileDefinitionModule, "schemas"> {
  const types = ["ProfileDefinition", ...(profile.definitions.length > 0 ? DEFINITION_TYPES : [])];
  const imports = importsOf(runtimeImports(CLIENT_DOOR, { values: [], types }), declared);
  return {
    path: profileDefinitionFile(profile.name),
    origin,
    imports: imports.declarations,
    runtimeNames: imports.locals.get(CLIENT_DOOR) ?? new Map(),
    profile,
  };
}

function runtimeTypes({ useCases, providers, definitions }: ProfileModel): readonly string[] {
  const defaulted = useCases.flatMap((useCase) => (useCase.defaulted === undefined ? [] : [useCase.defaulted]));
  return [
    ...(useCases.length > 0 ? ["UseCase"] : []),
    ...(useCases.length > 0 && providers.length > 0 ? ["OneOrMany", "UseCaseMapFor"] : []),
    ...(defaulted.length > 0 ? ["Defaulted"] : []),
    ...(defaulted.some(({ nested }) => nested.length > 0) ? ["Below"] : []),
    ...definitions.flatMap(declarationTypes),
  ];
}

function typeImport(from: string, name: string): ImportRequest {
  return { from, name, wholeName: `Provider${name}`, isType: true };
}
