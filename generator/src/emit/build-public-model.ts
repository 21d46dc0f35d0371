import {
  type ClientConfig,
  isPublicCredential,
  mapValues,
  own,
  type PagesEntry,
  type ProfileProviderDefaults,
  toPointer,
  type WebhookSettings,
} from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";
import type { SdkModel } from "./build-model.js";
import { callSettings, secretsIn } from "./call-settings.js";
import { defined } from "./operations/model-of-operations.js";
import type { ProfileModel } from "./profile-model.js";
import type { ProviderModel } from "./provider-model.js";
import type {
  PublicDocument,
  PublicModel,
  PublicParameter,
  PublicProfile,
  PublicProfileProvider,
  PublicProvider,
  PublicTypes,
  PublicUseCase,
  PublicWebhooks,
} from "./public-model.js";
import { useCaseTypes } from "./schema-types.js";
import type { DefaultedKeys, UseCaseModel } from "./use-case-model.js";

/** Order by code unit: the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * What code has to give, or does not compile; inputs of use-cases apart, which have types. As JSON pointers, in one order:
 *
 * - `/createClient/maps/<profile>/<provider>`
 * - `/createClient/schemes/<provider>/<scheme>…`: credentials of one of these schemes
 * - `/createClient/credentials/<provider>/<scheme>/<field>`, where the scheme is given at all
 * - `/createClient/parameters/<provider>/<parameter>`
 * - `/providers/<provider>/credentials/<scheme>/<field>` and `/providers/<provider>/parameters/<parameter>`: the same
 *   for a provider alone
 * - `/providers/<provider>/default/<scheme>`: credentials of a scheme that requests use by default, or another default
 * - `/providers/<provider>/webhooks`: secrets of its webhooks
 * - `/profiles/<profile>/useCases/<use-case>`, of every map
 */
function demandsOf({ providers, profiles, client }: SdkModel): readonly string[] {
  const definitions = [
    ...providers,
    ...profiles.flatMap(({ profile }) => profile.definitions.map((provider) => ({ provider }))),
  ];
  const demanded = client?.credentials.flatMap(({ provider, types }) =>
    types
      .filter(({ isWhole, isSome }) => isWhole || isSome)
      .map(({ of }) => ["schemes", provider, ...of.schemes.map(({ id }) => id).sort(compareText)]),
  );
  const ofClient = [
    ...profiles.flatMap(({ profile, maps }) =>
      maps.flatMap(({ provider, isDemanded }) => (isDemanded ? [["maps", profile.name, provider]] : [])),
    ),
    ...(demanded ?? []),
    ...definitions.flatMap(({ provider }) =>
      definitionDemands(provider).map(([kind, ...way]) => [kind, provider.name, ...way]),
    ),
  ];
  const demands = [
    ...(client === undefined ? [] : ofClient.map((way) => ["createClient", ...way])),
    ...providers.flatMap(({ provider }) =>
      [
        ...definitionDemands(provider),
        ...provider.demandedSchemes.map((id) => ["default", id]),
        ...(provider.demandsSecrets ? [["webhooks"]] : []),
      ].map((way) => ["providers", provider.name, ...way]),
    ),
    ...profiles.flatMap(({ profile: { name, useCaseNames } }) =>
      useCaseNames.map((useCase) => ["profiles", name, "useCases", useCase]),
    ),
  ];
  return [...new Set(demands.map((way) => toPointer(...way)))].sort(compareText);
}

/** Fields that client.json does not supply, and parameters that a base URL cannot do without. */
function definitionDemands({ schemes, parameters }: ProviderModel): readonly (readonly [string, ...string[]])[] {
  return [
    ...schemes.flatMap(({ id, fields, referenceFields }) =>
      fields.filter((field) => !referenceFields.includes(field)).map((field) => ["credentials", id, field] as const),
    ),
    ...parameters.filter(({ isDemanded }) => isDemanded).map(({ name }) => ["parameters", name] as const),
  ];
}

/** The types of a use-case: the very declarations that are emitted, without comments. */
async function publicTypes(useCase: UseCaseModel): Promise<PublicTypes> {
  const types = await useCaseTypes(useCase);
  return mapValues(types, (code: string, role) => [useCase.names[role as keyof typeof types], ...linesOf(code)]);
}

/** Texts in quotes stay, whatever they look like. `a?: T` stands for `a?: T | undefined`: JSON has none. */
function linesOf(code: string): readonly string[] {
  const bare = code.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[^]*?\*\/|\/\/[^\n]*|\s*\| undefined\b/g,
    (_, text?: string) => text ?? "",
  );
  return bare.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trimEnd()]));
}

/** Builds the model from what was read and found valid, and from what is emitted of it. */
export async function publicModel(project: LoadedProject, sdk: SdkModel): Promise<PublicModel> {
  const client = project.client?.config;
  const providers = new Map(sdk.providers.map(({ provider }) => [provider.name, provider]));
  const profiles = new Map(sdk.profiles.map(({ profile }) => [profile.name, profile]));
  const types = new Map<UseCaseModel, PublicTypes>();
  for (const { useCases } of profiles.values())
    for (const useCase of useCases) types.set(useCase, await publicTypes(useCase));
  return {
    client: sdk.client !== undefined,
    providers: Object.fromEntries(
      project.providers.map((provider) => {
        const { name } = provider.definition;
        return [name, publicProvider(provider, client, providers.get(name))];
      }),
    ),
    profiles: Object.fromEntries(
      project.profiles.map((profile) => [
        profile.name,
        publicProfile(profile, client, profiles.get(profile.name), types),
      ]),
    ),
    demands: demandsOf(sdk),
  };
}

/** What callers see of a provider; of its credentials only with the client configuration and what is emitted. */
export function publicProvider(
  { file, json, definition, api }: LoadedProvider,
  client?: ClientConfig,
  model?: ProviderModel,
): PublicProvider {
  const config = own(client?.providers, definition.name);
  const formats = new Map(
    json.securitySchemes?.map((scheme) => [scheme.id, "bearerFormat" in scheme ? scheme.bearerFormat : undefined]),
  );
  const descriptions = new Map(json.parameters?.map(({ name, description }) => [name, description]));
  // Of several definitions of one provider, each may have services of its own.
  const overrides = Object.entries(config?.services ?? {}).filter(([id]) => Object.hasOwn(definition.services, id));
  const references = Object.entries(config?.security ?? {}).map(([id, values]) => {
    const fields = Object.entries(values).filter(([, value]) => isPublicCredential(value));
    return [id, Object.fromEntries(fields)] as const;
  });
  const { include, exclude } = typeof json.openapi === "object" ? json.openapi : {};
  return defined<PublicProvider>({
    file,
    defaultService: definition.defaultService,
    services: mapValues(definition.services, ({ baseUrl }) => baseUrl),
    securitySchemes: mapValues(definition.securitySchemes, (scheme, id) => {
      const bearerFormat = formats.get(id);
      return { ...scheme, ...(bearerFormat !== undefined && { bearerFormat }) };
    }),
    parameters: mapValues(definition.parameters ?? {}, (parameter, name) =>
      defined<PublicParameter>({ default: parameter.default, description: descriptions.get(name) }),
    ),
    // Schemes of which nothing comes from the environment are left out.
    credentials: Object.fromEntries(references.filter(([, fields]) => Object.keys(fields).length > 0)),
    values: config?.parameters ?? {},
    overrides: overrides.length === 0 ? undefined : Object.fromEntries(overrides),
    limits: config?.limits,
    calls: config && callSettings(config),
    idempotent: definition.idempotent,
    idempotency: definition.idempotency,
    // A document's operations say it each for itself.
    pages: api?.operations.length || !Array.isArray(definition.pages) ? undefined : pagesByPattern(definition.pages),
    streams: definition.streams,
    security: definition.security,
    headers: definition.headers,
    openEnums: json.openEnums === true ? true : undefined,
    webhooks: definition.webhooks && publicWebhooks(definition.webhooks, secretsIn(config), api),
    openapi: api?.operations.length
      ? defined<PublicDocument>({ file: api.document.source.file, include, exclude })
      : undefined,
    certain: sorted((model?.parameters ?? []).filter(({ isCertain }) => isCertain).map(({ name }) => name)),
  });
}

function pagesByPattern(pages: readonly PagesEntry[]): NonNullable<PublicProvider["pages"]> {
  return Object.fromEntries(pages.map(({ of: [pattern = ""], ...rule }) => [pattern, rule]));
}

function publicWebhooks(
  { signature, id, name }: WebhookSettings,
  secrets: readonly string[],
  api: LoadedProvider["api"],
): PublicWebhooks {
  return defined<PublicWebhooks>({
    signature,
    id,
    name,
    secrets: secrets.length > 0 ? secrets : undefined,
    documented: (api?.webhooks.length ?? 0) > 0 ? true : undefined,
  });
}

function publicProfile(
  profile: LoadedProfile,
  client: ClientConfig | undefined,
  model: ProfileModel | undefined,
  types: ReadonlyMap<UseCaseModel, PublicTypes>,
): PublicProfile {
  const config = own(client?.profiles, profile.name);
  const useCases = model?.useCases ?? [];
  const candidates = useCases.length === 0 ? [] : (model?.providers ?? []);
  return defined<PublicProfile>({
    source: config?.source ?? { file: "" },
    document: profile.document?.file,
    priority: config?.priority ?? [],
    prioritySource: config?.prioritySource ?? "all",
    useCases: Object.fromEntries(
      useCases.map((useCase) => [useCase.name, publicUseCase(profile, useCase, types.get(useCase) ?? {})]),
    ),
    candidates: sorted(candidates.map(({ provider }) => provider.name)),
    mapped: sorted(candidates.flatMap(({ provider, mapFile }) => (mapFile === undefined ? [] : [provider.name]))),
    providers: mapValues(config?.providers ?? {}, ({ file, mapVariant, mapRevision, defaults }, name) => {
      const definition = own(profile.definitions, name);
      const emitted = model?.definitions.find((each) => each.name === name);
      return defined<PublicProfileProvider>({
        file: own(profile.mapFiles, name) ?? definition?.file ?? file,
        mapVariant,
        mapRevision,
        // Operations have types for providers alone.
        definition: definition && publicProvider({ ...definition, api: undefined }, client, emitted),
        useCases: Object.fromEntries(Object.entries(defaults).filter(([, useCase]) => saysSomething(useCase))),
      });
    }),
  });
}

function publicUseCase(profile: LoadedProfile, useCase: UseCaseModel, types: PublicTypes): PublicUseCase {
  return defined<PublicUseCase>({
    providerFailover: useCase.providerFailover,
    failoverAfter: useCase.failoverAfter === "" ? undefined : useCase.failoverAfter,
    validate: useCase.validate === "" ? undefined : useCase.validate,
    input: useCase.input,
    document: own(profile.document?.profile.usecases, useCase.name),
    types,
    defaulted: useCase.defaulted === undefined ? [] : sorted(defaultedPointers(useCase.defaulted)),
  });
}

function defaultedPointers({ optional, nested }: DefaultedKeys, way: readonly string[] = []): readonly string[] {
  return [
    ...optional.map((key) => toPointer(...way, key)),
    ...nested.flatMap((keys) => defaultedPointers(keys, [...way, keys.key])),
  ];
}

function saysSomething({ input, retryPolicy, failoverOn }: ProfileProviderDefaults): boolean {
  return Object.keys(input).length > 0 || retryPolicy !== undefined || failoverOn !== undefined;
}

/** The order in which things are written says nothing. */
function sorted(texts: readonly string[]): readonly string[] {
  return [...texts].sort(compareText);
}
