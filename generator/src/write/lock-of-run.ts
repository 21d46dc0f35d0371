import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import type { Source, SourceIssue, Sources, TsconfigFile } from "../diagnostics/source.js";
import type { GeneratedFile } from "../render/generated-file.js";
import { createLock, type Input } from "./create-lock.js";
import type { Lock, LockOptions } from "../lock/lock.js";

/** What a run found and made. */
export interface RunResult {
  readonly model: object;
  readonly issues: readonly SourceIssue[];
  readonly files: readonly GeneratedFile[];
}

/** The lock for what a run emits. */
export function lockOfRun(places: InputPlaces, sources: Sources, { model, issues, files }: RunResult): Lock {
  return createLock({
    options: lockOptions(places, sources),
    inputs: [
      ...documents(sources),
      ...openapiFiles(sources),
      ...mapModules(sources, issues),
      ...sources.tsconfig.files.map(tsconfigInput),
    ],
    absent: [...new Set([...sources.absent, ...sources.tsconfig.absent])],
    warnings: issues.filter(isRemark).length,
    documentNotes: issues.filter(isDocumentNote).length,
    files,
    model,
  });
}

/** Of the definitions that were given, those that client.json does not name anyway. */
function lockOptions(
  { root, config, out, importEndings }: InputPlaces,
  { tsconfig, definitions }: Sources,
): LockOptions {
  return {
    config: relativePath(root, config),
    out: relativePath(root, out),
    definitions: definitions.filter(({ key }) => key === undefined).map(({ source }) => source.file),
    importExtension: tsconfig.importExtension,
    importEndings,
    allowJs: tsconfig.allowJs,
  };
}

/** What depends on more than the inputs, every run looks for by itself. */
const NOT_OF_INPUTS: ReadonlySet<string> = new Set(["SW0205", "SW0243"]);

function isRemark(issue: SourceIssue): boolean {
  return issue.severity !== "error" && !isDocumentNote(issue) && !NOT_OF_INPUTS.has(issue.code);
}

/** It depends on the document alone, and is told again when that changes: a run with nothing to do stays quick. */
function isDocumentNote({ severity, source }: SourceIssue): boolean {
  return severity === "note" && source?.kind === "openapi";
}

/** A file without parts may be anything, a key file too: it leaves no hash, and is looked at again in the next run. */
function openapiFiles({ documents }: Sources): readonly Input[] {
  const files = new Map(
    documents.flatMap(({ source, neighbours }) => [source, ...neighbours.values()].map((each) => [each.file, each])),
  );
  return Array.from(files.values(), ({ file, text, json }) => ({
    kind: "openapi",
    file,
    text: json === undefined ? undefined : text,
  }));
}

function tsconfigInput({ file, text }: TsconfigFile): Input {
  return { kind: "tsconfig", file, text };
}

function documents({ client, definitions, profiles }: Sources): readonly Input[] {
  const own = profiles.flatMap((profile) => Object.values(profile.definitions));
  return [
    ...(client === undefined ? [] : inputsOf("client", [client])),
    ...inputsOf("definition", [...definitions.map(({ source }) => source), ...own]),
    ...inputsOf(
      "profile",
      profiles.flatMap(({ document }) => document ?? []),
    ),
  ];
}

function inputsOf(kind: "client" | "definition" | "profile", sources: readonly Source[]): readonly Input[] {
  return sources.map(({ file, json }) => ({ kind, file, json }));
}

/** A map with mistakes is looked at again in the next run: its text does not count as read. */
function mapModules({ profiles }: Sources, issues: readonly SourceIssue[]): readonly Input[] {
  const wrong = new Set(issues.filter(({ severity }) => severity === "error").map(({ source }) => source));
  const remarked = new Set(issues.map(({ source }) => source));
  return profiles.flatMap(({ maps }) =>
    Object.values(maps).map(({ file, source }) => {
      const text = source === undefined || wrong.has(source) ? undefined : source.text;
      return { kind: "map", file, text, isRemarkedOn: source !== undefined && remarked.has(source) } as const;
    }),
  );
}
