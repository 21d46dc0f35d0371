import { ConfigurationError } from "../errors.js";
import { emit } from "../events.js";
import { badCallOption, type BoundUseCase } from "./candidates.js";
import type { CallOptions } from "./call.js";
import type { PerformanceStart } from "./run-map.js";

/** Holds an input or a result against the profile's schema; throws, or tells, where it does not hold. */
export type Checks = (part: "input" | "result", value: unknown) => void;

/** Refuses what `validate` of a call cannot be. */
export function requireValidate({ profile, schemas }: BoundUseCase, { validate = false }: CallOptions): void {
  if (validate === false) return;
  if (validate !== "throw" && validate !== "report")
    throw badCallOption("`validate`", 'is not "throw", "report" or false');
  if (schemas === undefined) throw badCallOption("`validate`", `has no schemas to go by: ${profile} has no document`);
}

/** The checks of a performance; `undefined` where there are none, or nobody to be told (rules C20). */
export function checksOf(start: PerformanceStart): Promise<Checks> | undefined {
  const { useCase, options } = start;
  const { validate = useCase.validate } = options;
  const isAsked = validate === "throw" || (validate === "report" && useCase.context.on !== undefined);
  return isAsked && useCase.schemas !== undefined ? loadChecks(start, validate, useCase.schemas) : undefined;
}

/** Validator and schemas are loaded with the first call that asks for them. */
async function loadChecks(
  start: PerformanceStart,
  validate: "throw" | "report",
  schemas: NonNullable<BoundUseCase["schemas"]>,
): Promise<Checks> {
  try {
    const [{ checksAgainst }, module] = await Promise.all([import("./checks-against.js"), schemas()]);
    return checksAgainst(start, validate, module.schemas);
  } catch {
    return notLoaded(start, validate);
  }
}

/** A call that only reports goes on. */
function notLoaded({ useCase, candidate: { provider }, call }: PerformanceStart, validate: "throw" | "report"): Checks {
  const { profile, context } = useCase;
  const message = `the schemas of ${profile} could not be loaded: is a file of the bundle missing where it is served?`;
  if (validate === "throw") throw new ConfigurationError(message, { code: "schemas-not-loaded", provider });
  return (part) => {
    const problems = [{ pointer: "", keyword: "import", message }];
    const origin = { call, provider, profile, useCase: useCase.useCase };
    if (context.on !== undefined) emit(context.on, { type: "validation", ...origin, part, problems });
  };
}
