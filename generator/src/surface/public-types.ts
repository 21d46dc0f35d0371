import type { UseCaseModel } from "../model/use-case-model.js";
import { useCaseTypes } from "../render/use-case-types.js";
import type { PublicTypes } from "./public-model.js";
import { parseDeclarations } from "./type-syntax.js";
import { declarationLines } from "./type-text.js";

/** The types of a use-case, read from the very declarations that are emitted. */
export async function publicTypes(useCase: UseCaseModel): Promise<PublicTypes> {
  const types = Object.entries(await useCaseTypes(useCase)).map(([role, code]) => [role, linesOf(code)] as const);
  return Object.fromEntries(types);
}

/** What this reader of types does not know stands as it is; `diff` cannot judge it. */
function linesOf(code: string): readonly string[] {
  const declarations = parseDeclarations(code);
  return declarations === undefined ? code.split("\n") : declarationLines(declarations);
}
