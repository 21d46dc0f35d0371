import type { UseCaseModel } from "../model/use-case-model.js";
import { useCaseTypes } from "../render/use-case-types.js";
import type { PublicTypes } from "./public-model.js";
import { parseDeclarations } from "./type-syntax.js";
import { declarationLines } from "./type-text.js";

const ROLES = ["input", "result", "error"] as const;

/** The types of a use-case, read from the very declarations that are emitted. */
export async function publicTypes(useCase: UseCaseModel): Promise<PublicTypes> {
  const types = await useCaseTypes(useCase);
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const code = types[role];
      return code === undefined ? [] : [[role, linesOf(code, useCase.names[role])]];
    }),
  );
}

/** What this reader of types does not know stands as it is; `diff` cannot judge it. */
function linesOf(code: string, name: string): readonly string[] {
  const declarations = parseDeclarations(code);
  return declarations?.has(name) === true ? declarationLines(declarations, name) : code.split("\n");
}
