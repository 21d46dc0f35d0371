import { listed, nearest, own, quoted, suggestion } from "@sdkwright/runtime/config";
import type { MapFile, Source, SourceIssue, Sources, Span } from "../diagnostics/source.js";
import { FINGERPRINT } from "../io/fingerprint.js";
import { hashText, type Lock } from "../io/lock.js";
import type { Progress } from "../io/progress.js";
import { type LoadedProject, useCaseNamesOf } from "../project/project.js";
import type { PublicModel } from "./public-model.js";
import type { MapModule, MapReader } from "./read-map.js";

/** What a map has to implement. */
interface MapContract {
  readonly profile: string;
  readonly useCases: readonly string[];
}

/** Compares a map module with its profile; every mistake stands at its place in the map. */
function mapIssues(module: MapModule, { profile, useCases }: MapContract, source: Source): readonly SourceIssue[] {
  type Finding = Pick<SourceIssue, "code" | "severity" | "message" | "hint">;
  const at = (span: Span, finding: Finding) => ({ pointer: "", source, span, stops: false as const, ...finding });
  const error = (span: Span, code: Finding["code"], message: string, hint?: string) =>
    at(span, { code, severity: "error", message, ...(hint !== undefined && { hint }) });
  const unseen = (span: Span, what: string) => {
    const message = `cannot see ${what}; the compiler will say if a use-case of profile ${JSON.stringify(profile)} is missing`;
    return at(span, { code: "SW0235", severity: "note", message });
  };
  if (module.kind === "syntax") return [error(module.span, "SW0231", `the map cannot be read: ${module.reason}`)];
  if (module.kind === "opaque") return [unseen(module.span, "what it exports")];
  if (module.kind === "unusable") {
    const hint = `write \`export default map\`, with an object map that has a function for ${listed(useCases)}`;
    return [error(module.span, "SW0234", `the map's default export ${module.reason}`, hint)];
  }
  const { span, members, opaque } = module;
  const implemented = new Set(members.map(({ name }) => name));
  const missing = useCases.filter((useCase) => !implemented.has(useCase));
  const known = new Set(useCases);
  const unknown = members.filter(({ name }) => !known.has(name));
  // A misspelt use-case is one mistake, not a missing one and an unknown one.
  const meant = new Set(unknown.map(({ name }) => nearest(name, missing)));
  const absent = opaque.length > 0 ? [] : missing.filter((useCase) => !meant.has(useCase));
  return [
    ...unknown.map((member) => {
      const candidates = nearest(member.name, missing) === undefined ? useCases : missing;
      const hint = suggestion(member.name, candidates, "its use-cases are");
      return error(
        member.span,
        "SW0232",
        `${quoted(member.name)} is not a use-case of profile ${quoted(profile)}`,
        hint,
      );
    }),
    ...absent.map((useCase) => {
      const message = `the map does not implement the use-case ${JSON.stringify(useCase)} of profile ${JSON.stringify(profile)}`;
      return error(span, "SW0233", message, `add a function ${useCase}`);
    }),
    ...opaque.map((place) => unseen(place, "what comes in here")),
  ];
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
  for (const { name, maps } of profiles) {
    const loaded = project.profiles.find((profile) => profile.name === name);
    const config = own(project.client?.config.profiles, name);
    const useCases = loaded === undefined ? [] : useCaseNamesOf(loaded.document?.profile, config);
    if (useCases.length === 0) continue;
    const contract = { profile: name, useCases };
    for (const map of Object.values(maps)) {
      const { file, source, pointer, client } = map;
      if (!tsconfig.allowJs && /\.m?js$/.test(file)) issues.push({ ...needsAllowJs(file), pointer, source: client });
      if (source === undefined || isAccepted(map, contract, earlier)) continue;
      progress.step(`checking the map ${file}`);
      reader ??= new (await import("./read-map.js")).MapReader();
      for (const issue of mapIssues(reader.read(file, source.text), contract, source)) issues.push(issue);
    }
  }
  return issues;
}

function needsAllowJs(file: string): Pick<SourceIssue, "code" | "severity" | "message" | "hint"> {
  const message = `the map ${JSON.stringify(file)} is JavaScript, and the tsconfig does not set "allowJs": importing it will not compile`;
  return { code: "SW0236", severity: "warning", message, hint: 'set "allowJs": true, or write the map in TypeScript' };
}
