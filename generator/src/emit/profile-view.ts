import { hasNestedValues } from "./layout.js";
import type { ProfileModule, ProfileSchemasModule } from "./profile-module.js";
import { useCaseTypes } from "./schema-types.js";
import type { UseCaseModel } from "./use-case-model.js";

/** A profile's module as its template prints it: with the types that its schemas describe. */
export async function profileView(module: ProfileModule): Promise<object> {
  const useCases: object[] = [];
  for (const useCase of module.profile.useCases) useCases.push(await useCaseView(useCase));
  return { ...module, useCases };
}

/** Whether templates cannot lay the module out by themselves: types of schemas are not yet laid out. */
export function needsFormat({ profile }: ProfileModule): boolean {
  return profile.useCases.some(({ schemas }) => schemas !== undefined);
}

/** Likewise of the module with its defaults. */
export function definitionNeedsFormat({ profile }: ProfileModule): boolean {
  return profile.useCases.some(({ input, providers }) =>
    [{ input }, ...providers].some((defaults) => hasNestedValues(defaults.input)),
  );
}

/** Likewise of the module with its schemas. */
export function schemasNeedFormat({ useCases }: ProfileSchemasModule): boolean {
  return useCases.some(({ input, result }) => hasNestedValues(input) || hasNestedValues(result));
}

async function useCaseView(model: UseCaseModel): Promise<object> {
  const { schemas, defaulted, ...useCase } = model;
  const { input, result, error } = await useCaseTypes(model);
  return {
    ...useCase,
    inputTypes: input,
    resultTypes: result,
    errorTypes: error ?? unknownError(useCase.name, useCase.names.error),
    hasSchemas: schemas !== undefined,
    isDefaulted: defaulted !== undefined,
    defaulted,
  };
}

function unknownError(useCase: string, typeName: string): string {
  return `/** What \`${useCase}\` fails with by itself; the profile does not say. */\nexport type ${typeName} = unknown;`;
}
