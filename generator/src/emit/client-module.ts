import type { LoadedProject } from "../project/project.js";
import {
  CLIENT_DOOR,
  clientImports,
  type ClientPaths,
  clientPaths,
  type ClientSubjects,
  DIGEST_DOOR,
} from "./client-imports.js";
import {
  type ClientInput,
  type ClientInputType,
  type ClientMaps,
  clientMaps,
  credentialInputs,
  parameterInputs,
  serviceInputs,
} from "./client-inputs.js";
import {
  importsOf,
  type LocalName,
  localNameIn,
  type ModuleModel,
  originOf,
  partDoor,
  RUNTIME_PARTS,
  type RuntimePart,
} from "./import-model.js";
import type { ProfileModel } from "./profile-model.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModel } from "./provider-model.js";
import type { ProviderModule } from "./provider-module.js";

/** What `createClient` takes for one provider, as it is emitted; all identifiers are local names. */
interface ClientInputModel {
  readonly provider: string;
  readonly isDemanded: boolean;
  /** All of them apply. */
  readonly types: readonly ClientTypeModel[];
  /** An intersection within a union. */
  readonly needsParentheses: boolean;
}

export interface ClientTypeModel {
  readonly type: string;
  readonly isFirst: boolean;
  readonly isWhole: boolean;
  readonly isSome: boolean;
  readonly areCredentials: boolean;
}

/** An input with the names that its types have in `client.ts`. */
function inputModel(
  { provider, isDemanded, types }: ClientInput,
  areCredentials: boolean,
  paths: ClientPaths,
  local: LocalName,
): ClientInputModel {
  const from = ({ profile }: ClientInputType) =>
    profile === undefined ? paths.provider(provider) : paths.profile(profile.name);
  return {
    provider,
    isDemanded,
    needsParentheses: types.length > 1 && !isDemanded,
    types: types.map((input, index) => ({
      type: local(from(input), input.type),
      isFirst: index === 0,
      isWhole: input.extent === "all",
      isSome: input.extent === "some",
      areCredentials,
    })),
  };
}

/** The definitions of all providers, those for one profile only as well. */
function definitionsOf({
  providers,
  profiles,
}: Pick<ClientSubjects, "providers" | "profiles">): readonly ProviderModel[] {
  return [...providers.map(({ provider }) => provider), ...profiles.flatMap(({ profile }) => profile.definitions)];
}

/** What `client.ts` is made from. */
function clientSubjects(providers: readonly ProviderModule[], profiles: readonly ProfileModule[]): ClientSubjects {
  const providerModels = providers.map(({ provider }) => provider);
  const profileModels = profiles.map(({ profile }) => profile);
  const definitions = definitionsOf({ providers, profiles });
  return {
    providers,
    profiles,
    maps: clientMaps(profileModels),
    credentials: credentialInputs(providerModels, profileModels),
    parameters: parameterInputs(providerModels, profileModels),
    services: serviceInputs(providerModels, profileModels),
    providerNames: [...new Set(definitions.map(({ name }) => name))],
    usesDigest: definitions.some(({ usesDigest }) => usesDigest),
    parts: RUNTIME_PARTS.filter((part) => definitions.some(({ parts }) => parts.includes(part))),
    dependsOnCredentials: providerModels.some(
      ({ configuredSchemes, schemes }) => configuredSchemes.length < schemes.length,
    ),
  };
}

/** `client.ts`. All identifiers are local names. */
export interface ClientModule extends ModuleModel {
  readonly providers: readonly ClientProviderModel[];
  readonly profiles: readonly ClientProfileModel[];
  readonly maps: readonly ClientMapsModel[];
  readonly demandsMaps: boolean;
  /** The maps that client.json names a file for. */
  readonly mapFiles: readonly ClientMapsModel[];
  readonly credentials: readonly ClientInputModel[];
  readonly demandsCredentials: boolean;
  /** Whether client.json supplies any. */
  readonly hasReferences: boolean;
  readonly parameters: readonly ClientInputModel[];
  readonly demandsParameters: boolean;
  /** Whether client.json supplies any. */
  readonly hasConfiguredParameters: boolean;
  readonly services: readonly ClientInputModel[];
  /** Whether client.json supplies any. */
  readonly hasConfiguredServices: boolean;
  /** All providers, those that only a profile has a definition of as well. */
  readonly headers: readonly { readonly provider: string }[];
  /** Whether which schemes can be named depends on what code gives. */
  readonly dependsOnCredentials: boolean;
  /** Whether `createClient` tells calls with `clientJson` from others. */
  readonly hasJsonOptions: boolean;
  /** Whether there is nothing to bind. */
  readonly isEmpty: boolean;
  /** Whether the client takes maps, credentials, parameters, base URLs or headers. */
  readonly hasInputs: boolean;
  /** Whether credentials or parameters have to be given, which `clientJson` can bring along as well. */
  readonly demandsValues: boolean;
  /** Whether `createClient` cannot be called without options. */
  readonly demandsOptions: boolean;
  readonly usesDigest: boolean;
  /** What schemes bring along of the runtime. */
  readonly parts: readonly RuntimePart[];
}

export interface ClientProviderModel {
  readonly name: string;
  readonly definition: string;
  readonly isConfigured: boolean;
  readonly configured: string;
  readonly client: string;
  /** Whether which schemes can be named depends on what code gives. */
  readonly dependsOnCredentials: boolean;
  /** Ids of the schemes for which client.json supplies everything. */
  readonly configuredSchemes: readonly string[];
  readonly credentialsType: string;
}

export interface ClientProfileModel {
  readonly name: string;
  readonly definition: string;
  readonly type: string;
}

export interface ClientMapsModel {
  readonly profile: string;
  readonly isDemanded: boolean;
  readonly mapsType: string;
  readonly mapType: string;
  readonly maps: readonly { readonly provider: string; readonly isDemanded: boolean; readonly module: string }[];
}

/** The names that `client.ts` exports. */
export const CLIENT_EXPORTS: readonly string[] = [
  "Client",
  "ClientCredentials",
  "ClientHeaders",
  "ClientJsonOptions",
  "ClientMaps",
  "ClientOptions",
  "ClientParameters",
  "ClientServices",
  "createClient",
];

/** `client.ts`, where there is a client configuration. */
export function clientModule(
  project: LoadedProject,
  providers: readonly ProviderModule[],
  profiles: readonly ProfileModule[],
): ClientModule | undefined {
  if (project.client === undefined) return undefined;
  const subjects = clientSubjects(providers, profiles);
  const paths = clientPaths(project, subjects);
  const imports = importsOf(clientImports(subjects, paths), new Set([...CLIENT_EXPORTS, "parts", "Given"]));
  const local = localNameIn(imports);
  const maps = subjects.maps.map((entry) => mapsModel(entry, paths, local));
  const demands = demandsOf(subjects, maps);
  return {
    path: "client.ts",
    origin: originOf(project.client.file),
    imports: imports.declarations,
    runtimeNames: imports.namesFrom([CLIENT_DOOR, DIGEST_DOOR, ...subjects.parts.map(partDoor)]),
    providers: providers.map(({ provider }) => clientProvider(provider, paths, local)),
    profiles: profiles.map(({ profile }) => clientProfile(profile, paths, local)),
    maps,
    mapFiles: mapFilesOf(maps),
    credentials: subjects.credentials.map((input) => inputModel(input, true, paths, local)),
    parameters: subjects.parameters.map((input) => inputModel(input, false, paths, local)),
    services: subjects.services.map((input) => inputModel(input, false, paths, local)),
    headers: subjects.providerNames.map((provider) => ({ provider })),
    ...demands,
    dependsOnCredentials: subjects.dependsOnCredentials,
    hasJsonOptions: demands.demandsValues || subjects.dependsOnCredentials,
    hasInputs: maps.length + subjects.providerNames.length > 0,
    usesDigest: subjects.usesDigest,
    parts: subjects.parts,
    ...suppliedBy(subjects),
    isEmpty: providers.length === 0 && profiles.length === 0,
  };
}

type Demands = Pick<
  ClientModule,
  "demandsMaps" | "demandsCredentials" | "demandsParameters" | "demandsValues" | "demandsOptions"
>;

function demandsOf({ credentials, parameters }: ClientSubjects, maps: readonly ClientMapsModel[]): Demands {
  const demandsMaps = hasDemanded(maps);
  const demandsCredentials = hasDemanded(credentials);
  const demandsParameters = hasDemanded(parameters);
  const demandsValues = demandsCredentials || demandsParameters;
  return {
    demandsMaps,
    demandsCredentials,
    demandsParameters,
    demandsValues,
    demandsOptions: demandsValues || demandsMaps,
  };
}

function hasDemanded(inputs: readonly { readonly isDemanded: boolean }[]): boolean {
  return inputs.some(({ isDemanded }) => isDemanded);
}

function mapFilesOf(maps: readonly ClientMapsModel[]): readonly ClientMapsModel[] {
  return maps
    .map((entry) => ({ ...entry, maps: entry.maps.filter(({ module }) => module !== "") }))
    .filter((entry) => entry.maps.length > 0);
}

function clientProfile({ name, names }: ProfileModel, paths: ClientPaths, local: LocalName): ClientProfileModel {
  return {
    name,
    definition: local(paths.profileDefinition(name), names.definition),
    type: local(paths.profile(name), names.profile),
  };
}

function clientProvider(provider: ProviderModel, paths: ClientPaths, local: LocalName): ClientProviderModel {
  const { name, names, isConfigured, configuredSchemes, credentialsType, schemes } = provider;
  return {
    name,
    dependsOnCredentials: configuredSchemes.length < schemes.length,
    configuredSchemes,
    credentialsType: local(paths.provider(name), credentialsType),
    definition: local(paths.providerDefinition(name), names.definition),
    isConfigured,
    configured: local(paths.providerDefinition(name), names.configured),
    client: local(paths.provider(name), names.client),
  };
}

type Supplied = Pick<ClientModule, "hasReferences" | "hasConfiguredParameters" | "hasConfiguredServices">;

function suppliedBy(subjects: ClientSubjects): Supplied {
  const definitions = definitionsOf(subjects);
  return {
    hasReferences: definitions.some(({ hasReferences }) => hasReferences),
    hasConfiguredParameters: definitions.some(({ configuredParameters }) => configuredParameters.length > 0),
    hasConfiguredServices: definitions.some(({ configuredServices }) => configuredServices.length > 0),
  };
}

function mapsModel({ profile, maps, isDemanded }: ClientMaps, paths: ClientPaths, local: LocalName): ClientMapsModel {
  return {
    profile: profile.name,
    isDemanded,
    mapsType: local(paths.profile(profile.name), profile.names.maps),
    mapType: local(paths.profile(profile.name), profile.names.map),
    maps: maps.map(({ provider, file, isDemanded }) => ({
      provider,
      isDemanded,
      module: file === undefined ? "" : local(paths.map(file), "default"),
    })),
  };
}
