import { schemasOf, type UseCaseModel, type UseCaseSchema } from "../model/use-case-model.js";
import { schemaTypes } from "./schema-types.js";

/** Declarations of a use-case's types as they are emitted, not yet laid out; absent where no schema describes one. */
export type UseCaseTypes = { readonly [role in UseCaseSchema["role"]]?: string };

const made = new WeakMap<UseCaseModel, Promise<UseCaseTypes>>();

/** Makes the types once for each model: what is emitted is what `diff` compares. */
export function useCaseTypes(useCase: UseCaseModel): Promise<UseCaseTypes> {
  const types = made.get(useCase) ?? makeTypes(useCase);
  made.set(useCase, types);
  return types;
}

async function makeTypes(useCase: UseCaseModel): Promise<UseCaseTypes> {
  const types: { [role in UseCaseSchema["role"]]?: string } = {};
  for (const { role, typeName, schema } of schemasOf(useCase)) {
    types[role] = await schemaTypes({ typeName, schema, description: `${DESCRIPTIONS[role]} \`${useCase.name}\`.` });
  }
  return types;
}

const DESCRIPTIONS = { input: "Input of", result: "Result of", error: "Error of" };
