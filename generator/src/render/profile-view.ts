import type { ProfileModule } from "../model/profile-module.js";
import { schemasOf, type UseCaseModel } from "../model/use-case-model.js";
import { hasNestedValues } from "./json-literal.js";
import { schemaTypes } from "./schema-types.js";

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

async function useCaseView({ schemas, defaulted, ...useCase }: UseCaseModel): Promise<object> {
  const types: { [key: string]: string } = { errorTypes: unknownError(useCase.name, useCase.names.error) };
  for (const { role, typeName, schema } of schemasOf({ ...useCase, schemas })) {
    const description = `${DESCRIPTIONS[role]} \`${useCase.name}\`.`;
    types[`${role}Types`] = await schemaTypes({ typeName, schema, description });
  }
  return {
    ...useCase,
    ...types,
    hasSchemas: schemas !== undefined,
    isDefaulted: defaulted !== undefined,
    defaulted,
  };
}

const DESCRIPTIONS = { input: "Input of", result: "Result of", error: "Error of" };

function unknownError(useCase: string, typeName: string): string {
  return `/** What \`${useCase}\` fails with by itself; the profile does not say. */\nexport type ${typeName} = unknown;`;
}
