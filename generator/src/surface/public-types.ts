import type { UseCaseModel } from "../model/use-case-model.js";
import { useCaseTypes } from "../render/use-case-types.js";
import type { PublicTypes } from "./public-model.js";

const ROLES = ["input", "result", "error"] as const;

/** The types of a use-case: the very declarations that are emitted, without comments. */
export async function publicTypes(useCase: UseCaseModel): Promise<PublicTypes> {
  const types = await useCaseTypes(useCase);
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const code = types[role];
      return code === undefined ? [] : [[role, [useCase.names[role], ...linesOf(code)]]];
    }),
  );
}

/** Texts in quotes stay, whatever they look like. `a?: T` stands for `a?: T | undefined`: JSON has none. */
function linesOf(code: string): readonly string[] {
  const bare = code.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[^]*?\*\/|\/\/[^\n]*|\s*\| undefined\b/g,
    (_, text?: string) => text ?? "",
  );
  return bare.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trimEnd()]));
}
