import { listed, nearest, own, quoted, suggestion } from "@sdkwright/runtime/config";
import type { MapFile, ProfileSource, Source, SourceIssue, Sources, Span } from "../diagnostics/source.js";
import { FINGERPRINT } from "../io/fingerprint.js";
import { hashText, type Lock } from "../io/lock.js";
import type { Progress } from "../io/progress.js";
import { type LoadedProfile, type LoadedProject, useCaseNamesOf } from "../project/project.js";
import type { PublicModel } from "./public-model.js";
import type { MapMember, MapModule, MapReader } from "./read-map.js";

/** What a map has to implement. */
interface MapContract {
  readonly profile: string;
  readonly useCases: readonly string[];
}

/** Compares a map module with its profile; every mistake stands at its place in the map. */
function mapIssues(module: MapModule, contract: MapContract, source: Source): readonly SourceIssue[] {
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

/** Whether this very text was compared with these very use-cases by the same sdkwright, and nothing was wrong. */
function isAccepted({ file, source }: MapFile, { profile, useCases }: MapContract, lock: Lock | undefined): boolean {
  if (lock?.fingerprint !== FINGERPRINT || source === undefined) return false;
  if (lock.inputs.map[file] !== hashText(source.text)) return false;
  const earlier = (lock.model as Partial<PublicModel>).profiles?.[profile]?.useCases ?? {};
  return Object.keys(earlier).sort().join("\n") === [...useCases].sort().join("\n");
}

/**
 * Compares the map modules that client.json names with their profiles. A map that an earlier run accepted, and that has
 * not changed since, is not read again: TypeScript is loaded only where one has changed.
 */
export async function checkMaps(
  { profiles, tsconfig }: Sources,
  project: LoadedProject,
  earlier: Lock | undefined,
  progress: Progress,
): Promise<readonly SourceIssue[]> {
  const issues: SourceIssue[] = [];
  let reader: MapReader | undefined;
  for (const { contract, map } of mapsIn(profiles, project)) {
    if (!tsconfig.allowJs && /\.m?js$/.test(map.file)) issues.push(needsAllowJs(map));
    const { source } = map;
    if (source === undefined || isAccepted(map, contract, earlier)) continue;
    progress.step(`checking the map ${map.file}`);
    reader ??= await createReader();
    const found = mapIssues(reader.read(map.file, source.text), contract, source);
    for (const issue of found) issues.push(issue);
  }
  return issues;
}

function mapsIn(
  profiles: readonly ProfileSource[],
  project: LoadedProject,
): readonly { readonly contract: MapContract; readonly map: MapFile }[] {
  return profiles.flatMap(({ name, maps }) => {
    const loaded = project.profiles.find((profile) => profile.name === name);
    const contract = { profile: name, useCases: loaded === undefined ? [] : useCasesOf(loaded, project) };
    return contract.useCases.length === 0 ? [] : Object.values(maps).map((map) => ({ contract, map }));
  });
}

function useCasesOf({ name, document }: LoadedProfile, { client }: LoadedProject): readonly string[] {
  return useCaseNamesOf(document?.profile, own(client?.config.profiles, name));
}

async function createReader(): Promise<MapReader> {
  const module = await import("./read-map.js");
  return new module.MapReader();
}

function needsAllowJs({ file, pointer, client }: MapFile): SourceIssue {
  const message = `the map ${JSON.stringify(file)} is JavaScript, and the tsconfig does not set "allowJs": importing it will not compile`;
  const hint = 'set "allowJs": true, or write the map in TypeScript';
  return { code: "SW0236", severity: "warning", pointer, message, hint, source: client };
}
