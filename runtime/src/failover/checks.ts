import type { Validate } from "../config/definition.js";
import { ResultError, type SchemaProblem } from "../errors/call-errors.js";
import { ConfigurationError, RequestError } from "../errors/errors.js";
import { emit } from "../telemetry/events.js";
import type { CallOptions } from "./call.js";
import { badCallOption, type BoundUseCase, type Candidate } from "./candidates.js";

/** Holds an input or a result against the profile's schema; throws, or tells, where it does not hold. */
export type Checks = (part: "input" | "result", value: unknown) => void;

/** What the checks of a performance have to know of it. */
interface CheckedPerformance {
  readonly useCase: BoundUseCase;
  readonly candidate: Candidate;
  readonly call: number;
  readonly options: CallOptions;
}

/** Refuses what `validate` of a call cannot be. */
export function requireValidate({ profile, schemas }: BoundUseCase, { validate = false }: CallOptions): void {
  if (validate === false) return;
  if (validate !== "throw" && validate !== "report")
    throw badCallOption("`validate`", 'is not "throw", "report" or false');
  if (schemas === undefined) throw badCallOption("`validate`", `has nothing to go by: ${profile} has no document`);
}

/** The checks of a performance; `undefined` where there are none, or nobody to be told (rules C21). */
export function checksOf(start: CheckedPerformance): Promise<Checks> | undefined {
  const { schemas, context, ...useCase } = start.useCase;
  const { validate = useCase.validate } = start.options;
  if (!validate || schemas === undefined || (validate === "report" && context.on === undefined)) return undefined;
  return loadChecks(start, validate, schemas);
}

/** Validator and schemas are loaded with the first call that asks for them; one that only reports goes on without. */
async function loadChecks(
  start: CheckedPerformance,
  validate: Validate,
  load: NonNullable<BoundUseCase["schemas"]>,
): Promise<Checks> {
  const { profile, useCase } = start.useCase;
  const { provider } = start.candidate;
  try {
    const [{ checkAgainst }, { schemas }] = await Promise.all([import("./checks-against.js"), load()]);
    return (part, value) => {
      const { problems, text } = checkAgainst(schemas, useCase, part, value);
      if (problems.length === 0) return;
      if (validate === "report") return report(start, part, problems);
      const message = `the ${part} of ${useCase} of ${profile} with ${provider} is not what the profile says: ${text}`;
      throw part === "input"
        ? new RequestError(message, { code: "invalid-input", provider })
        : new ResultError(message, { code: "invalid-result", provider, problems });
    };
  } catch {
    const message = `the schemas of ${profile} could not be loaded: is a file of the bundle missing where it is served?`;
    if (validate === "throw") throw new ConfigurationError(message, { code: "schemas-not-loaded", provider });
    return (part) => report(start, part, [{ pointer: "", keyword: "import", message }]);
  }
}

function report(start: CheckedPerformance, part: "input" | "result", problems: readonly SchemaProblem[]): void {
  const { profile, useCase, context } = start.useCase;
  const { provider } = start.candidate;
  if (context.on === undefined) return;
  emit(context.on, { type: "validation", call: start.call, provider, profile, useCase, part, problems });
}
