import type { JsonObject, ProfileSchemas } from "../config/definition.js";
import { own } from "../config/options.js";
import type { SchemaProblem } from "../errors/call-errors.js";

import { problemsIn } from "../schema/check.js";

/**
 * The problems of an input or a result under the profile's schema, and in words. Loaded late, with the validator;
 * keys of the value are data, so paths stay here.
 */
export function checkAgainst(
  schemas: ProfileSchemas,
  useCase: string,
  part: "input" | "result",
  value: unknown,
): { readonly problems: readonly SchemaProblem[]; readonly text: string } {
  const root = own(own(schemas, useCase) ?? {}, part);
  const problems = problemsIn(root, value, { find: (from) => find(root as JsonObject, from), isAlone: false }).map(
    ({ pointer, keyword, message }) => ({ pointer, keyword, message }),
  );
  return { problems, text: problems.map(({ pointer, message }) => `${pointer || "it"} ${message}`).join("; ") };
}

/** Emitted schemas refer to themselves, or to one of their `$defs`. */
function find(root: JsonObject, { $ref }: JsonObject): unknown {
  return $ref === "#"
    ? root
    : own(own(root, "$defs") as JsonObject | undefined, ($ref as string).slice("#/$defs/".length));
}
