import { hasNestedValues } from "./layout.js";
import type { ProfileModule, ProfileSchemasModule } from "./profile-module.js";
import { printDeclarations, useCaseTypes } from "./schema-types.js";
import type { UseCaseModel } from "./use-case-model.js";

/** A profile's module as its template prints it: with the types that its schemas describe. */
export function profileView(module: ProfileModule): object {
  return { ...module, useCases: module.profile.useCases.map(useCaseView) };
}

/** Whether templates cannot lay out the module with its defaults by themselves. */
export function definitionNeedsFormat({ profile }: ProfileModule): boolean {
  return profile.useCases.some(({ input, providers }) =>
    [{ input }, ...providers].some((defaults) => hasNestedValues(defaults.input)),
  );
}

/** Likewise of the module with its schemas. */
export function schemasNeedFormat({ useCases }: ProfileSchemasModule): boolean {
  return useCases.some(({ input, result }) => hasNestedValues(input) || hasNestedValues(result));
}

function useCaseView(model: UseCaseModel): object {
  const { schemas, defaulted, ...useCase } = model;
  const { input = [], result = [], error } = useCaseTypes(model);
  return {
    ...useCase,
    inputTypes: printDeclarations(input),
    resultTypes: printDeclarations(result),
    errorTypes: error === undefined ? unknownError(useCase.name, useCase.names.error) : printDeclarations(error),
    hasSchemas: schemas !== undefined,
    isDefaulted: defaulted !== undefined,
    defaulted,
  };
}

function unknownError(useCase: string, typeName: string): string {
  return `/** What \`${useCase}\` fails with by itself; the profile does not say. */\nexport type ${typeName} = unknown;`;
}
