import type { Validate } from "../config/definition.js";
import { ResultError, type SchemaProblem } from "../errors/call-errors.js";
import { ConfigurationError, RequestError } from "../errors/errors.js";
import { emit } from "../telemetry/events.js";
import type { CallOptions } from "./call.js";
import type { BoundUseCase, Candidate } from "./candidates.js";
import type { Checks } from "./run-map.js";

/** The part of a map's start that its checks need. */
interface CheckedRun {
  readonly useCase: BoundUseCase;
  readonly candidate: Candidate;
  readonly call: number;
  readonly options: CallOptions;
}

/** The checks of a provider run; `undefined` if there are none, or nobody listens to them (rules C21). */
export function checksOf(start: CheckedRun): (() => Promise<Checks>) | undefined {
  const { schemas, context, ...useCase } = start.useCase;
  const { validate = useCase.validate } = start.options;
  if (!validate || schemas === undefined || (validate === "report" && context.on === undefined)) return undefined;
  return () => loadChecks(start, validate, schemas);
}

/** Validator and schemas are loaded with the first call that asks for them; one that only reports goes on without. */
async function loadChecks(
  start: CheckedRun,
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
      const message = `the ${part} of ${useCase} of ${profile} with ${provider} does not fit the profile: ${text}`;
      throw part === "input"
        ? new RequestError(message, { code: "invalid-input", provider })
        : new ResultError(message, { code: "invalid-result", provider, problems });
    };
  } catch {
    const message = `the schemas of ${profile} could not be loaded: is a file of the bundle not deployed?`;
    if (validate === "throw") throw new ConfigurationError(message, { code: "schemas-not-loaded", provider });
    return (part) => report(start, part, [{ pointer: "", keyword: "import", message }]);
  }
}

function report(start: CheckedRun, part: "input" | "result", problems: readonly SchemaProblem[]): void {
  const { profile, useCase, context } = start.useCase;
  const { provider } = start.candidate;
  if (context.on === undefined) return;
  emit(context.on, { type: "validation", call: start.call, provider, profile, useCase, part, problems });
}
