import {
  mapValues,
  own,
  DEFAULT_REQUEST_TIMEOUT,
  isPublicCredential,
  type ClientConfig,
  type CredentialValues,
  type JsonObject,
  type ProfileConfig,
  type ProfileProviderConfig,
  type ProfileProviderDefaults,
  type ProviderConfig,
  type RetryPolicy,
  type SecurityScheme,
  type UseCaseJson,
} from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";

/**
 * What callers and traffic depend on, every default filled in; without literal credentials, which are never emitted.
 * Two projects with equal models differ for nobody.
 */
export interface PublicModel {
  readonly providers: { readonly [name: string]: PublicProvider };
  readonly profiles: { readonly [name: string]: PublicProfile };
}

export interface PublicProvider {
  /** The definition, relative to the project root. */
  readonly file: string;
  readonly defaultService: string;
  /** Base URLs by service id. */
  readonly services: { readonly [id: string]: string };
  readonly securitySchemes: { readonly [id: string]: SecurityScheme & { readonly bearerFormat?: string } };
  readonly parameters: { readonly [name: string]: PublicParameter };
  /** `$NAME` references of client.json, by scheme and field. */
  readonly credentials: { readonly [scheme: string]: { readonly [field: string]: string } };
  /** Values that client.json gives to parameters. */
  readonly values: { readonly [parameter: string]: string };
}

export interface PublicParameter {
  readonly default?: string;
  readonly description?: string;
}

export interface PublicProfile {
  /** Path relative to the folder of client.json, or version, as client.json says. */
  readonly source: { readonly file: string } | { readonly version: string };
  /** The profile document that was read, relative to the project root. */
  readonly document?: string;
  readonly priority: readonly string[];
  readonly prioritySource: ProfileConfig["prioritySource"];
  readonly useCases: { readonly [name: string]: PublicUseCase };
  /** What client.json says about providers for this profile only. */
  readonly providers: { readonly [name: string]: PublicProfileProvider };
}

export interface PublicUseCase {
  readonly providerFailover: boolean;
  /** Defaults for every provider. */
  readonly input: JsonObject;
  readonly document?: UseCaseJson;
}

export interface PublicProfileProvider {
  /** Its map module or definition, relative to the project root. */
  readonly file?: string;
  readonly mapVariant?: string;
  readonly mapRevision?: string;
  readonly definition?: PublicProvider;
  readonly useCases: { readonly [name: string]: { readonly input: JsonObject; readonly retryPolicy: RetryPolicy } };
}

/** Builds the model from what was read and found valid. */
export function publicModel(project: LoadedProject): PublicModel {
  const client = project.client?.config;
  return {
    providers: byName(
      project.providers,
      ({ definition }) => definition.name,
      (provider) => publicProvider(provider, client),
    ),
    profiles: byName(
      project.profiles,
      ({ name }) => name,
      (profile) => publicProfile(profile, client),
    ),
  };
}

function publicProvider({ file, json, definition }: LoadedProvider, client: ClientConfig | undefined): PublicProvider {
  const config = own(client?.providers, definition.name);
  const formats = new Map(json.securitySchemes?.map((scheme) => [scheme.id, bearerFormatOf(scheme)]));
  const descriptions = new Map(json.parameters?.map(({ name, description }) => [name, description]));
  return {
    file,
    defaultService: definition.defaultService,
    services: mapValues(definition.services, ({ baseUrl }) => baseUrl),
    securitySchemes: mapValues(definition.securitySchemes, (scheme, id) => ({
      ...scheme,
      ...present("bearerFormat", formats.get(id)),
    })),
    parameters: mapValues(definition.parameters ?? {}, (parameter, name) => ({
      ...present("default", parameter.default),
      ...present("description", descriptions.get(name)),
    })),
    credentials: references(config),
    values: config?.parameters ?? {},
  };
}

/** Schemes of which nothing comes from the environment are left out. */
function references(config: ProviderConfig | undefined): PublicProvider["credentials"] {
  const schemes = Object.entries(mapValues(config?.security ?? {}, fieldReferences));
  return Object.fromEntries(schemes.filter(([, fields]) => Object.keys(fields).length > 0));
}

function fieldReferences(values: CredentialValues): { readonly [field: string]: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isPublicCredential(value)));
}

function publicProfile(profile: LoadedProfile, client: ClientConfig | undefined): PublicProfile {
  const config = own(client?.profiles, profile.name);
  const inProviders = Object.values(config?.providers ?? {}).map(({ defaults }) => defaults);
  const useCases = Object.assign({}, profile.document?.profile.usecases, config?.defaults, ...inProviders) as object;
  return {
    source: config?.source ?? { file: "" },
    ...present("document", profile.document?.file),
    priority: config?.priority ?? [],
    prioritySource: config?.prioritySource ?? "all",
    useCases: byName(Object.keys(useCases), String, (name) => publicUseCase(profile, config, name)),
    providers: mapValues(config?.providers ?? {}, (provider, name) =>
      publicProfileProvider(profile, provider, name, client),
    ),
  };
}

function publicUseCase(profile: LoadedProfile, config: ProfileConfig | undefined, name: string): PublicUseCase {
  const defaults = own(config?.defaults, name);
  return {
    providerFailover: defaults?.providerFailover ?? false,
    input: defaults?.input ?? {},
    ...present("document", own(profile.document?.profile.usecases, name)),
  };
}

function publicProfileProvider(
  profile: LoadedProfile,
  { file, mapVariant, mapRevision, defaults }: ProfileProviderConfig,
  name: string,
  client: ClientConfig | undefined,
): PublicProfileProvider {
  const definition = own(profile.definitions, name);
  return {
    ...present("file", own(profile.mapFiles, name) ?? definition?.file ?? file),
    ...present("mapVariant", mapVariant),
    ...present("mapRevision", mapRevision),
    ...present("definition", definition && publicProvider(definition, client)),
    useCases: Object.fromEntries(Object.entries(defaults).filter(([, useCase]) => saysSomething(useCase))),
  };
}

function saysSomething({ input, retryPolicy }: ProfileProviderDefaults): boolean {
  const isDefault = retryPolicy.kind === "none" && retryPolicy.requestTimeout === DEFAULT_REQUEST_TIMEOUT;
  return Object.keys(input).length > 0 || !isDefault;
}

function bearerFormatOf(scheme: object): string | undefined {
  return "bearerFormat" in scheme && typeof scheme.bearerFormat === "string" ? scheme.bearerFormat : undefined;
}

function byName<T, R>(
  items: readonly T[],
  nameOf: (item: T) => string,
  map: (item: T) => R,
): { readonly [name: string]: R } {
  return Object.fromEntries(items.map((item) => [nameOf(item), map(item)]));
}

function present<K extends string, V>(key: K, value: V | undefined): { readonly [name in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [name in K]?: V };
}
