import type { LoadedProject } from "../load/project.js";
import { importsOf, runtimeImports, type ImportRequest, type Imports } from "./import-model.js";
import { importPath } from "./import-path.js";
import type { ModuleModel } from "./module-model.js";
import type { ProviderModel } from "./provider-model.js";
import type { ProviderModule } from "./provider-module.js";

/** `client.ts`. */
export interface ClientModule extends ModuleModel {
  readonly providers: readonly ClientProviderModel[];
  readonly takesCredentials: boolean;
  readonly takesParameters: boolean;
  readonly demandsParameters: boolean;
}

/** A provider within `client.ts`; the names are local ones. */
export interface ClientProviderModel {
  readonly name: string;
  readonly hasSchemes: boolean;
  readonly hasParameters: boolean;
  readonly demandsParameters: boolean;
  readonly definition: string;
  readonly configured: string;
  readonly client: string;
  readonly credentialsInput: string;
  readonly parametersInput: string;
}

/** The names that `client.ts` declares itself. */
export const CLIENT_NAMES: readonly string[] = [
  "Client",
  "ClientCredentials",
  "ClientOptions",
  "ClientParameters",
  "createClient",
];

const DOOR = "@sdkwright/runtime/generated/client";

/** Present where there is a client configuration. */
export function clientModule(project: LoadedProject, modules: readonly ProviderModule[]): ClientModule | undefined {
  if (project.client === undefined) return undefined;
  const requests = [
    ...runtimeImports(DOOR, { values: ["bindClient"], types: ["ClientParts", "CommonClientOptions"] }),
    ...modules.flatMap(({ path, provider }) =>
      providerImports(importPath("client.ts", path, project.importExtension), provider),
    ),
  ];
  const imports = importsOf(requests, new Set([...CLIENT_NAMES, "parts"]));
  const providers = modules.map(({ path, provider }) =>
    clientProvider(provider, importPath("client.ts", path, project.importExtension), imports),
  );
  return {
    path: "client.ts",
    source: project.client.file,
    imports: imports.declarations,
    runtimeNames: imports.locals.get(DOOR) ?? {},
    providers,
    takesCredentials: providers.some(({ hasSchemes }) => hasSchemes),
    takesParameters: providers.some(({ hasParameters }) => hasParameters),
    demandsParameters: providers.some(({ demandsParameters }) => demandsParameters),
  };
}

/** Only what the module uses of a provider's. */
function providerImports(from: string, { names, schemes, parameters }: ProviderModel): readonly ImportRequest[] {
  const request = (identifier: string, isType: boolean): ImportRequest => ({
    from,
    name: identifier,
    wholeName: `${isType ? "Provider" : "provider"}${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`,
    isType,
  });
  return [
    request(names.definition, false),
    request(names.configured, false),
    request(names.client, true),
    ...(schemes.length > 0 ? [request(names.credentialsInput, true)] : []),
    ...(parameters.length > 0 ? [request(names.parametersInput, true)] : []),
  ];
}

function clientProvider(
  { name, names, ...provider }: ProviderModel,
  from: string,
  imports: Imports,
): ClientProviderModel {
  const local = (identifier: string) => imports.locals.get(from)?.[identifier] ?? identifier;
  return {
    name,
    hasSchemes: provider.schemes.length > 0,
    hasParameters: provider.parameters.length > 0,
    demandsParameters: provider.demandsParameters,
    definition: local(names.definition),
    configured: local(names.configured),
    client: local(names.client),
    credentialsInput: local(names.credentialsInput),
    parametersInput: local(names.parametersInput),
  };
}
