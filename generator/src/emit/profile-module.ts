import type { ClientConfig } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject } from "../project/project.js";
import { checkedSchema } from "../schema/checked-schema.js";
import { importPath, type ModuleModel } from "./import-model.js";
import { hasNestedValues } from "./layout.js";
import { profileClaims } from "./name-clash.js";
import { profileFile } from "./names.js";
import { type ProfileModel, profileModel } from "./profile-model.js";
import { type ProviderModule, providerType } from "./provider-module.js";
import { useCaseTypes } from "./schema-types.js";
import type { UseCaseModel } from "./use-case-model.js";

/** What is emitted of a profile. */
export interface ProfileModule {
  readonly profile: ProfileModel;
  /** The maps that `createClient` takes for it; none if there are no use-cases. */
  readonly maps: readonly ClientMap[];
  /** `profiles/<profile>.ts`: the types of its use-cases and maps. */
  readonly module: ModuleModel;
  /** `profiles/<profile>.definition.ts`: what client.json says about it, as data. */
  readonly definitionModule: ModuleModel;
  /** `profiles/<profile>.schemas.ts`: what inputs and results are held against, as data; absent without use-cases of a document. */
  readonly schemasModule?: ModuleModel | undefined;
}

/** Maps are demanded for providers that the profile names and that have no map file; others may be given. */
interface ClientMap {
  readonly provider: string;
  /** The module that client.json names, relative to the project root. */
  readonly file?: string | undefined;
  readonly isDemanded: boolean;
}

export const CLIENT_ENTRY_POINT = "@sdkwright/runtime/generated/client";

export function profileModule(
  { importExtension }: LoadedProject,
  loaded: LoadedProfile,
  client: { readonly file: string; readonly config: ClientConfig },
  topLevel: readonly ProviderModule[],
): ProfileModule {
  const path = profileFile(loaded.name);
  const from = (to: string) => importPath(path, to, importExtension);
  const paths = new Map(topLevel.map(({ provider, module }) => [provider.name, module.path]));
  const profile = profileModel(
    loaded,
    client.config,
    new Map(topLevel.map(({ provider }) => [provider.name, provider])),
  );
  const { name, useCases, useCaseNames } = profile;
  const document = loaded.document?.file;
  const bound = useCases.length === 0 ? [] : profile.providers;
  const bindings = bound.map(({ provider: { name, names, parameters }, isOwn }) => {
    const type = (typeName: string) => providerType(from(paths.get(name) ?? ""), typeName);
    return {
      provider: name,
      client: isOwn ? names.client : type(names.client),
      hasParameters: parameters.length > 0,
      parameters: isOwn ? names.parameters : type(names.parameters),
    };
  });
  const maps = bound.map(({ provider, isNamed, mapFile }) => ({
    provider: provider.name,
    file: mapFile,
    isDemanded: isNamed && mapFile === undefined,
  }));
  const schemasPath = document === undefined || useCases.length === 0 ? undefined : profileFile(name, ".schemas.ts");
  const shared = {
    origin: [...(document === undefined ? [] : [document]), client.file],
    entryPoint: CLIENT_ENTRY_POINT,
    declared: profileClaims(profile).map(({ identifier }) => identifier),
  };
  const defaults = useCases.flatMap(({ input, providers }) => [input, ...providers.map((each) => each.input)]);
  const schemas = (schemasPath === undefined ? [] : useCases).map(({ name, schemas }) => ({
    name,
    input: checkedSchema(schemas?.input ?? {}),
    result: checkedSchema(schemas?.result ?? {}),
  }));
  return {
    profile,
    maps,
    module: {
      ...shared,
      path,
      template: "profile-module",
      imports: bindings.flatMap((binding) =>
        [binding.client, binding.parameters].filter((each) => typeof each !== "string"),
      ),
      view: async () => ({
        profile,
        bindings,
        maps,
        hasMapFiles: maps.some(({ file }) => file !== undefined),
        useCases: await Promise.all(useCases.map(useCaseView)),
      }),
      // Types of schemas are not yet laid out.
      needsFormat: useCases.some((useCase) => useCase.schemas !== undefined),
    },
    definitionModule: {
      ...shared,
      path: profileFile(name, ".definition.ts"),
      template: "profile-definition-module",
      imports: [],
      view: () => ({ profile, schemas: schemasPath === undefined ? "" : from(schemasPath) }),
      needsFormat: defaults.some(hasNestedValues) || profile.definitions.some(({ pages }) => pages.length > 1),
    },
    schemasModule:
      schemasPath === undefined
        ? undefined
        : {
            path: schemasPath,
            template: "profile-schemas-module",
            origin: [document ?? ""],
            entryPoint: CLIENT_ENTRY_POINT,
            imports: [],
            declared: ["schemas"],
            view: () => ({ name, useCaseNames, useCases: schemas }),
            needsFormat: schemas.some(({ input, result }) => hasNestedValues(input) || hasNestedValues(result)),
          },
  };
}

async function useCaseView(model: UseCaseModel): Promise<object> {
  const { name, names, schemas, defaulted } = model;
  const { input, result, error } = await useCaseTypes(model);
  const unknown = `/** The error of \`${name}\`, which the profile does not describe. */\nexport type ${names.error} = unknown;`;
  return {
    ...model,
    inputTypes: input,
    resultTypes: result,
    errorTypes: error ?? unknown,
    hasSchemas: schemas !== undefined,
    isDefaulted: defaulted !== undefined,
  };
}
