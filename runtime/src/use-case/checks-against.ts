import type { ProfileSchemas, Validate } from "../config/profile-definition.js";
import { own } from "../config/records.js";
import { RequestError, ResultError, type SchemaProblem } from "../errors.js";
import { emit } from "../events.js";
import { check } from "../validate/check.js";
import type { Checks } from "./checks.js";
import type { PerformanceStart } from "./run-map.js";

/** Checks against a profile's schemas. Loaded late, with the validator. */
export function checksAgainst(start: PerformanceStart, validate: Validate, schemas: ProfileSchemas): Checks {
  const { useCase, candidate, call } = start;
  const { profile, context } = useCase;
  const { provider } = candidate;
  const ofUseCase = own(schemas, useCase.useCase);
  return (part, value) => {
    const problems = check(own(ofUseCase, part) ?? true, value).map(({ path: _, ...shown }) => shown);
    if (problems.length === 0) return;
    if (validate === "throw") throw failed(start, part, problems);
    const origin = { call, provider, profile, useCase: useCase.useCase };
    if (context.on !== undefined) emit(context.on, { type: "validation", ...origin, part, problems });
  };
}

function failed(
  { useCase: { profile, useCase }, candidate: { provider } }: PerformanceStart,
  part: "input" | "result",
  problems: readonly SchemaProblem[],
): RequestError | ResultError {
  const list = problems.map(({ pointer, message }) => `${pointer || `the ${part}`} ${message}`).join("; ");
  const text = `the ${part} of ${useCase} of ${profile} with ${provider} is not what the profile says: ${list}`;
  if (part === "input") return new RequestError(text, { code: "invalid-input", provider });
  return new ResultError(text, { code: "invalid-result", provider, problems });
}
