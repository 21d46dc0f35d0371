import type { ClientConfig } from "@sdkwright/runtime/config";
import type { LoadedProvider } from "../project/project.js";
import { providerFile } from "../names/provider-names.js";
import { importsOf, runtimeImports } from "./import-model.js";
import { originOf, type ModuleModel } from "./module-model.js";
import { providerModel, type ProviderModel } from "./provider-model.js";

/** `providers/<provider>.ts`. */
export interface ProviderModule extends ModuleModel {
  readonly provider: ProviderModel;
}

export function providerModule(loaded: LoadedProvider, client: ClientConfig | undefined): ProviderModule {
  const provider = providerModel(loaded, client);
  const door = `@sdkwright/runtime/generated${provider.usesDigest ? "/digest" : ""}`;
  const wanted = runtimeImports(door, {
    values: ["bindProvider"],
    types: [...declarationTypes(provider), "ProviderOptions", ...(provider.schemes.length > 0 ? ["OneOrMany"] : [])],
  });
  const imports = importsOf(wanted, new Set(Object.values(provider.names)));
  return {
    path: providerFile(provider.name),
    origin: originOf(loaded.file),
    imports: imports.declarations,
    runtimeNames: imports.locals.get(door) ?? new Map(),
    provider,
  };
}

/** The runtime's types that the declarations of a provider use, its options apart. */
export function declarationTypes({ schemes, hasReferences }: ProviderModel): readonly string[] {
  const credentials = schemes.map(({ credentials }) => credentials);
  return [...credentials, ...(hasReferences ? ["Defaulted"] : []), "ProviderClient", "ProviderDefinition"];
}
