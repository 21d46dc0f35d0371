import type { ClientConfig } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject } from "../project/project.js";
import { profileFile } from "../names/profile-names.js";
import { importPath } from "./import-path.js";
import { importsOf, runtimeImports, type ImportRequest } from "./import-model.js";
import { originOf, type ModuleModel } from "./module-model.js";
import { profileModel, type ProfileModel } from "./profile-model.js";
import { profileClaims } from "./profile-claims.js";
import { declarationTypes, type ProviderModule } from "./provider-module.js";

/** `profiles/<profile>.ts`. */
export interface ProfileModule extends ModuleModel {
  readonly profile: ProfileModel;
  /** What a map gets, by provider; the names are local ones. */
  readonly bindings: readonly BindingModel[];
}

export interface BindingModel {
  readonly provider: string;
  readonly client: string;
  readonly hasParameters: boolean;
  readonly parameters: string;
}

const DOOR = "@sdkwright/runtime/generated/client";

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
  const imported = bound.filter(({ isOwn }) => !isOwn).map(({ provider }) => provider);
  const requests: readonly ImportRequest[] = [
    ...runtimeImports(DOOR, { values: [], types: runtimeTypes(profile) }),
    ...imported.flatMap(({ name, names, parameters }) => [
      typeImport(moduleOf(name), names.client),
      ...(parameters.length > 0 ? [typeImport(moduleOf(name), names.parameters)] : []),
    ]),
  ];
  const declared = new Set(profileClaims(profile).map(({ identifier }) => identifier));
  const imports = importsOf(requests, declared);
  const local = (provider: string, name: string) => imports.locals.get(moduleOf(provider))?.get(name) ?? name;
  return {
    path,
    origin: originOf(...(loaded.document === undefined ? [] : [loaded.document.file]), client.file),
    imports: imports.declarations,
    runtimeNames: imports.locals.get(DOOR) ?? new Map(),
    profile,
    bindings: bound.map(({ provider: { name, names, parameters }, isOwn }) => ({
      provider: name,
      client: isOwn ? names.client : local(name, names.client),
      hasParameters: parameters.length > 0,
      parameters: isOwn ? names.parameters : local(name, names.parameters),
    })),
  };
}

function runtimeTypes({ useCases, definitions }: ProfileModel): readonly string[] {
  const defaulted = useCases.flatMap((useCase) => (useCase.defaulted === undefined ? [] : [useCase.defaulted]));
  return [
    "ProfileDefinition",
    ...(useCases.length > 0 ? ["UseCase", "UseCaseMap"] : []),
    ...(defaulted.length > 0 ? ["Defaulted"] : []),
    ...(defaulted.some(({ nested }) => nested.length > 0) ? ["Below"] : []),
    ...definitions.flatMap(declarationTypes),
  ];
}

function typeImport(from: string, name: string): ImportRequest {
  return { from, name, wholeName: `Provider${name}`, isType: true };
}
