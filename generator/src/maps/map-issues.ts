import { listed, nearest, quoted, suggestion } from "@sdkwright/runtime/config";
import type { Source, SourceIssue, Span } from "../diagnostics/source.js";
import type { MapMember, MapModule } from "./map-module.js";

/** What a map has to implement. */
export interface MapContract {
  readonly profile: string;
  readonly useCases: readonly string[];
}

/** Compares a map module with its profile; every mistake stands at its place in the map. */
export function mapIssues(module: MapModule, contract: MapContract, source: Source): readonly SourceIssue[] {
  const at = (span: Span) => ({ pointer: "", source, span, stops: false as const });
  switch (module.kind) {
    case "syntax":
      return [
        {
          ...at(module.span),
          code: "SW0231",
          severity: "error",
          message: `the map cannot be read: ${module.reason}`,
        },
      ];
    case "unusable":
      return [{ ...at(module.span), ...unusable(module.reason, contract) }];
    case "opaque":
      return [{ ...at(module.span), ...unseen("what it exports", contract) }];
    case "object":
      return objectIssues(module, contract, at);
  }
}

type Finding = Pick<SourceIssue, "code" | "severity" | "message" | "hint">;
type At = (span: Span) => Pick<SourceIssue, "pointer" | "source" | "span" | "stops">;

function objectIssues(
  { span, members, opaque }: Extract<MapModule, { kind: "object" }>,
  contract: MapContract,
  at: At,
): readonly SourceIssue[] {
  const implemented = new Set(members.map(({ name }) => name));
  const missing = contract.useCases.filter((useCase) => !implemented.has(useCase));
  const known = new Set(contract.useCases);
  const unknown = members.filter(({ name }) => !known.has(name));
  // A misspelt use-case is one mistake, not a missing one and an unknown one.
  const meant = new Set(unknown.map(({ name }) => nearest(name, missing)));
  const absent = opaque.length > 0 ? [] : missing.filter((useCase) => !meant.has(useCase));
  return [
    ...unknown.map((member) => ({ ...at(member.span), ...unknownUseCase(member, missing, contract) })),
    ...absent.map((useCase) => ({ ...at(span), ...missingUseCase(useCase, contract) })),
    ...opaque.map((place) => ({ ...at(place), ...unseen("what comes in here", contract) })),
  ];
}

function unknownUseCase({ name }: MapMember, missing: readonly string[], { profile, useCases }: MapContract): Finding {
  const candidates = nearest(name, missing) === undefined ? useCases : missing;
  return {
    code: "SW0232",
    severity: "error",
    message: `${quoted(name)} is not a use-case of profile ${quoted(profile)}`,
    hint: suggestion(name, candidates, "its use-cases are"),
  };
}

function missingUseCase(useCase: string, { profile }: MapContract): Finding {
  return {
    code: "SW0233",
    severity: "error",
    message: `the map does not implement the use-case ${JSON.stringify(useCase)} of profile ${JSON.stringify(profile)}`,
    hint: `add a function ${useCase}`,
  };
}

function unusable(reason: string, { useCases }: MapContract): Finding {
  return {
    code: "SW0234",
    severity: "error",
    message: `the map's default export ${reason}`,
    hint: `write \`export default map\`, where map is an object with a function for ${listed(useCases)}`,
  };
}

function unseen(what: string, { profile }: MapContract): Finding {
  return {
    code: "SW0235",
    severity: "note",
    message: `cannot see ${what}; whether all use-cases of profile ${JSON.stringify(profile)} are there is for the compiler to say`,
  };
}
