import type { LoadedProject } from "../project/project.js";
import {
  type ClientDefinition,
  type ClientInput,
  credentialInputs,
  parameterInputs,
  serviceInputs,
} from "./client-inputs.js";
import { importPath, mapImportPath, type ModuleModel } from "./import-model.js";
import { camelCase, pascalCase } from "./names.js";
import { CLIENT_ENTRY_POINT, type ProfileModule } from "./profile-module.js";
import { type ProviderModule, providerType, providerValue } from "./provider-module.js";

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

/** `client.ts`. */
export interface ClientModule {
  readonly module: ModuleModel;
  readonly credentials: readonly ClientInput[];
}

/** `client.ts`, if there is a client configuration. */
export function clientModule(
  project: LoadedProject,
  providers: readonly ProviderModule[],
  profiles: readonly ProfileModule[],
): ClientModule | undefined {
  if (project.client === undefined) return undefined;
  const clientProviders = providers.map((each) => clientProvider(project, each));
  const clientProfiles = profiles.map((each) => clientProfile(project, each));
  const inProfiles = clientProfiles.flatMap(({ definitions }) => definitions);
  const definitions = [...clientProviders, ...inProfiles];
  const models = definitions.map(({ provider }) => provider);
  const named = new Set(
    profiles.flatMap(({ profile }) =>
      profile.providers.flatMap(({ provider, isNamed }) => (isNamed ? [provider] : [])),
    ),
  );
  const maps = clientProfiles.filter(({ maps }) => maps.length > 0);
  const mapFiles = maps
    .map((entry) => ({ ...entry, maps: entry.maps.filter(({ module }) => module !== undefined) }))
    .filter((entry) => entry.maps.length > 0);
  const credentials = credentialInputs(definitions, named);
  const parameters = parameterInputs(definitions);
  const services = serviceInputs(definitions);
  const providerNames = [...new Set(models.map(({ name }) => name))];
  const [demandsMaps, demandsCredentials, demandsParameters] = [maps, credentials, parameters].map((inputs) =>
    inputs.some(({ isDemanded }) => isDemanded),
  );
  const demandsValues = demandsCredentials || demandsParameters;
  // Which schemes can be named depends on what code gives.
  const dependsOnCredentials = clientProviders.some((each) => each.dependsOnCredentials);
  const inputTypes = [...credentials, ...parameters, ...services].flatMap(({ types }) => types.map(({ type }) => type));
  return {
    credentials,
    module: {
      path: "client.ts",
      template: "client-module",
      origin: [project.client.file],
      entryPoint: CLIENT_ENTRY_POINT,
      declared: [...CLIENT_EXPORTS, "parts", "Credentials"],
      imports: [
        ...maps.flatMap((entry) => entry.maps.flatMap(({ module }) => module ?? [])),
        ...clientProfiles.flatMap(({ definition, mapType, mapsType, type }) => [
          definition,
          mapType,
          mapsType,
          type,
          ...inputTypes.filter(({ from }) => from === type.from),
        ]),
        ...clientProviders.flatMap(({ definition, configured, client, typeNamed, provider }) => [
          definition,
          configured,
          client,
          ...[provider.credentialsType, provider.parametersType, provider.names.serviceId].map(typeNamed),
        ]),
      ],
      view: () => ({
        providers: clientProviders,
        profiles: clientProfiles,
        maps,
        mapFiles,
        credentials,
        parameters,
        services,
        headers: providerNames.map((provider) => ({ provider })),
        demandsMaps,
        demandsCredentials,
        demandsParameters,
        demandsValues,
        demandsOptions: demandsValues || demandsMaps,
        dependsOnCredentials,
        // `createClient` tells calls with `clientJson` from others.
        hasJsonOptions: demandsValues || dependsOnCredentials,
        hasInputs: maps.length + providerNames.length > 0,
        hasReferences: models.some(({ hasReferences }) => hasReferences),
        hasConfiguredParameters: models.some(({ configuredParameters }) => configuredParameters.length > 0),
        hasConfiguredServices: models.some(({ configuredServices }) => configuredServices.length > 0),
        usesDigest: models.some(({ usesDigest }) => usesDigest),
        parts: (["oauth2", "signature"] as const).filter((part) => models.some(({ parts }) => parts.includes(part))),
        isEmpty: providers.length + profiles.length === 0,
      }),
    },
  };
}

function clientProvider({ importExtension }: LoadedProject, { provider, module, definitionModule }: ProviderModule) {
  const [types, data] = [module, definitionModule].map(({ path }) => importPath("client.ts", path, importExtension));
  const { name, names, isConfigured, configuredSchemes, credentialsType, schemes } = provider;
  const typeNamed: ClientDefinition["typeNamed"] = (typeName) => providerType(types ?? "", typeName);
  return {
    provider,
    typeNamed,
    name,
    dependsOnCredentials: configuredSchemes.length < schemes.length,
    configuredSchemes,
    credentialsType: typeNamed(credentialsType),
    definition: providerValue(data ?? "", names.definition),
    isConfigured,
    configured: providerValue(data ?? "", names.configured),
    client: typeNamed(names.client),
  };
}

/** A profile, and the maps that it takes. */
function clientProfile(
  { importExtension, outputFolder }: LoadedProject,
  { profile, maps, module, definitionModule }: ProfileModule,
) {
  const { name, names } = profile;
  const pascal = pascalCase(name);
  const from = importPath("client.ts", module.path, importExtension);
  const type = (typeName: string, wholeName: string) => ({ from, name: typeName, wholeName, isType: true });
  return {
    profile: name,
    name,
    definitions: profile.definitions.map((provider): ClientDefinition => ({
      provider,
      typeNamed: (typeName) => type(typeName, pascal + typeName),
    })),
    definition: {
      from: importPath("client.ts", definitionModule.path, importExtension),
      name: names.definition,
      wholeName: camelCase(name),
      isType: false,
    },
    type: type(names.profile, `${pascal}Profile`),
    mapType: type(names.map, `${pascal}Map`),
    mapsType: type(names.maps, `${pascal}Maps`),
    isDemanded: maps.some(({ isDemanded }) => isDemanded),
    maps: maps.map(({ provider, file, isDemanded }) => ({
      provider,
      isDemanded,
      module:
        file === undefined
          ? undefined
          : {
              from: mapImportPath(outputFolder, file, importExtension),
              name: names.definition.replace(/_$/, "") + pascalCase(provider),
              wholeName: `${camelCase(`${name}-${provider}`)}Map`,
              isType: false,
              isDefault: true,
            },
    })),
  };
}
