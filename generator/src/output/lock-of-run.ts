import type { Source, SourceIssue, Sources, TsconfigFile } from "../diagnostics/source.js";
import type { GeneratedFile } from "../emit/render.js";
import type { InputPlaces } from "../io/find-project.js";
import { FINGERPRINT } from "../io/fingerprint.js";
import { hashJson, type JsonKind } from "../io/input-hash.js";
import {
  hashText,
  type InputKind,
  type Lock,
  LOCK_FORMAT,
  type LockInputs,
  type LockOptions,
  REMARKED_ON,
} from "../io/lock.js";
import { relativePath } from "../io/paths.js";

/** A file that the output depends on, by its path relative to the project root. */
export type Input =
  | { readonly kind: JsonKind; readonly file: string; readonly json: unknown }
  | { readonly kind: "tsconfig"; readonly file: string; readonly text: string }
  /** Of a file that is no part of a document, `text` is undefined: it is looked at again in the next run. */
  | { readonly kind: "openapi"; readonly file: string; readonly text: string | undefined }
  /** `text` is undefined for a map that has mistakes or is not there: it is looked at again in the next run. */
  | { readonly kind: "map"; readonly file: string; readonly text: string | undefined; readonly isRemarkedOn?: boolean };

export interface LockContent {
  readonly options: LockOptions;
  readonly inputs: readonly Input[];
  /** Places that were looked at in vain, relative to the project root: a file there would change the output. */
  readonly absent: readonly string[];
  readonly warnings: number;
  readonly documentNotes?: number;
  readonly files: readonly GeneratedFile[];
  readonly model: object;
}

/** The lock of a run. */
export function createLock({ options, inputs, absent, warnings, documentNotes = 0, files, model }: LockContent): Lock {
  return {
    formatVersion: LOCK_FORMAT,
    fingerprint: FINGERPRINT,
    options,
    inputs: inputHashes(inputs, absent),
    warnings,
    ...(documentNotes > 0 && { documentNotes }),
    files: Object.fromEntries(files.map(({ path, text }) => [path, hashText(text)])),
    model,
  };
}

/** Stands for the hash of a file that has to be looked at in every run. */
export const NOT_ACCEPTED = "not accepted";

function inputHashes(inputs: readonly Input[], absent: readonly string[]): LockInputs {
  const of = (kind: InputKind) =>
    Object.fromEntries(inputs.filter((input) => input.kind === kind).map((input) => [input.file, hashInput(input)]));
  return {
    client: of("client"),
    definition: of("definition"),
    profile: of("profile"),
    openapi: of("openapi"),
    map: of("map"),
    tsconfig: of("tsconfig"),
    absent,
  };
}

function hashInput(input: Input): string {
  if ("json" in input) return hashJson(input.kind, input.json);
  if (input.text === undefined) return NOT_ACCEPTED;
  const isRemarkedOn = input.kind === "map" && input.isRemarkedOn === true;
  return `${hashText(input.text)}${isRemarkedOn ? REMARKED_ON : ""}`;
}

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
