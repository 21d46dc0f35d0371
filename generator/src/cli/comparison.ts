import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { type Base, DIFF, readBase } from "../diff/base.js";
import { asDestination, breaking, bySeverity, type Change, isEqual, listed, quoted } from "../diff/change.js";
import { type CurrentFiles, type Diff, diffSince } from "../diff/diff.js";
import { locateChanges } from "../diff/locate.js";
import type { SdkModel } from "../emit/build-model.js";
import { publicModel } from "../emit/build-public-model.js";
import type { PublicModel } from "../emit/public-model.js";
import { readModel } from "../emit/read-model.js";
import { render } from "../emit/render.js";
import { emittedOf } from "../generate.js";
import type { InputPlaces } from "../io/find-project.js";
import { hashText, type Lock, LOCK_FILE, type LockOnDisk, readLock } from "../io/lock.js";
import { leftoversIn, realPathOf } from "../io/output-folder.js";
import { isEmittedPath, relativePath } from "../io/paths.js";
import type { Progress } from "../io/progress.js";
import { isThere, readBytes, readText } from "../io/read-file.js";
import { besidesIn } from "../io/stray-code.js";
import type { ApiDocument } from "../openapi/api.js";
import { knownLocks } from "../output/snapshot.js";
import type { LoadedProject } from "../project/project.js";
import type { Comparison } from "../simulate/report/change-section.js";
import { inputChanges } from "./lock-reason.js";
import type { CommandResult, ExitCode } from "./result.js";

/** What callers see of a project as it is now, with the files that types of operations stand in. */
export interface CurrentSurface {
  readonly model: PublicModel;
  readonly sdk: SdkModel;
  readonly files: CurrentFiles;
}

/** Needs no TypeScript: maps are not looked at. */
export async function currentSurface(
  project: LoadedProject,
  sources: Sources,
  progress: Progress,
): Promise<CurrentSurface | { readonly issues: readonly SourceIssue[] }> {
  const { model: sdk, clashes, print } = await emittedOf(project, sources, progress);
  if (sdk === undefined) return { issues: clashes };
  const model = await publicModel(project, sdk);
  return { model, sdk, files: new Map(print().map(({ path, text }) => [path, text])) };
}

export function lockOnDisk({ out }: InputPlaces): LockOnDisk {
  const read = readText(join(out, LOCK_FILE));
  return readLock("text" in read ? read.text : undefined);
}

/** Places with the definitions that were given as arguments: the lock says which. */
export function placesWithDefinitions(places: InputPlaces, lock: LockOnDisk): InputPlaces {
  const isKnown = lock.kind === "lock" || lock.kind === "older";
  const definitions = isKnown ? lock.lock.options.definitions.map((file) => resolve(places.root, file)) : [];
  return { ...places, definitions };
}

/** OpenAPI documents, by provider. */
export function documentsOf({ providers }: LoadedProject): ReadonlyMap<string, ApiDocument> {
  return new Map(
    providers.flatMap(({ definition, api }) => (api === undefined ? [] : [[definition.name, api.document] as const])),
  );
}

/** What is wrong with the SDK that stands in the output folder, for those who compare what its inputs give. */
interface OutputTruth {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** Whether code stands there that is neither what the inputs give nor what the base has, as far as is known. */
  readonly isBlind: boolean;
}

const NOT_GENERATED =
  "the lock in the output folder is not that of the current inputs, so what stands there was not compared with them";
const NO_LOCK = `there is no ${LOCK_FILE} in the output folder, so what stands there was not compared with the inputs`;
const UNKNOWN_CODE = ", nor is it all what the base has, so --fail-on fails";
const IMPORTED = "code that imports one runs what no command compares; remove what is left";
const GENERATE = "run `npx sdkwright generate`";

/**
 * Whether what stands there is what the inputs give. Where `generate` was not run since they changed, that is a note, and
 * it has to be what the base has; where it was, somebody has edited what it wrote, and perhaps the lock too, so that
 * `check` believes it. What is taken in place of our files is told in either case.
 */
async function outputTruth(
  places: InputPlaces,
  sources: Sources,
  surface: CurrentSurface,
  { onDisk, base }: { readonly onDisk: LockOnDisk; readonly base: Base },
): Promise<OutputTruth> {
  const emitted = [...surface.sdk.modules.map(({ path }) => path), ...surface.files.keys()];
  const isGenerated = onDisk.kind === "lock" && inputChanges(onDisk.lock, places, sources).length === 0;
  const removable = isGenerated ? [] : knownLocks(onDisk).flatMap(Object.keys);
  const gone = [...listedIn(base), ...knownLocks(onDisk).flatMap(Object.keys)].filter(isEmittedPath);
  const changes = [...shadowChanges(emitted, gone, places), ...leftChanges([...emitted, ...removable], places, base)];
  if (!isGenerated) {
    const isBlind = !isAsInBase([...emitted, ...Object.keys(filesOf(onDisk))], places.out, base);
    const [why, mend] =
      onDisk.kind === "absent" ? [NO_LOCK, `${GENERATE}, which writes it`] : [NOT_GENERATED, GENERATE];
    return { changes, notes: [`${why}${isBlind ? UNKNOWN_CODE : ""}: ${mend}`], isBlind };
  }
  const isForged = !hasModel(onDisk.lock, surface);
  const edited = [...(await editedFiles(places.out, surface)), ...(isForged ? [LOCK_FILE] : [])];
  if (edited.length > 0) changes.push(editedChange(edited, places));
  return { changes, notes: [], isBlind: false };
}

/** Whether each file that stands there is one that the base lists, with its hash. */
function isAsInBase(paths: readonly string[], out: string, base: Base): boolean {
  const listed = base.kind === "lock" ? filesOf(readLock(base.text)) : {};
  const all = new Set([...paths, ...Object.keys(listed)].filter(isEmittedPath));
  return [...all].every((path) => {
    if (!isThere(join(out, path))) return true;
    const text = textAt(out, path);
    return text !== undefined && Object.hasOwn(listed, path) && listed[path] === hashText(text);
  });
}

function listedIn(base: Base): readonly string[] {
  return base.kind === "lock" ? Object.keys(filesOf(readLock(base.text))).filter(isEmittedPath) : [];
}

function filesOf(lock: LockOnDisk): Lock["files"] {
  return lock.kind === "lock" ? lock.lock.files : {};
}

/** A lock whose model was changed by hand would make the next diff say too little. */
function hasModel(lock: Lock, { model, files }: CurrentSurface): boolean {
  return (
    isEqual(lock.model, JSON.parse(JSON.stringify(model))) &&
    [...files].every(([path, text]) => lock.files[path] === hashText(text))
  );
}

async function editedFiles(out: string, { sdk, files }: CurrentSurface): Promise<readonly string[]> {
  const emitted = [...(await render(sdk)).map(({ path, text }) => [path, text] as const), ...files];
  return emitted.flatMap(([path, text]) => (textAt(out, path) === text ? [] : [path]));
}

/** A link, and a file below one, is not ours. */
function textAt(out: string, path: string): string | undefined {
  const file = join(out, path);
  try {
    if (!lstatSync(file).isFile() || realPathOf(file) !== join(realPathOf(out), path)) return undefined;
    return readBytes(file).toString("utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}

/** `gone` are paths that had a module of ours, in the base or when `generate` ran: code may import it still. */
function shadowChanges(emitted: readonly string[], gone: readonly string[], { root, out }: InputPlaces): Change[] {
  return besidesIn(out, emitted, gone).map(({ path, why }) => {
    const file = relativePath(root, join(out, path));
    const sentence = `${quoted(file)} is not written by sdkwright, and ${why}: move it out of the output folder, or remove it`;
    return asDestination(breaking(sentence, { file: { emitted: file }, path: [] }));
  });
}

/** What the base lists counts whatever stands there now; of the rest its first line has to say that it was ours. */
function leftChanges(known: readonly string[], { root, out }: InputPlaces, base: Base): Change[] {
  const isKnown = new Set(known);
  const ofBase = listedIn(base).filter((path) => !isKnown.has(path) && isThere(join(out, path)));
  const left = [...new Set([...ofBase, ...leftoversIn(out, known)])].sort();
  if (left.length === 0) return [];
  const files = left.map((path) => relativePath(root, join(out, path)));
  const sentence = `${listedFiles(files)} left there, and nothing emits ${files.length === 1 ? "it" : "them"} any more: ${IMPORTED}`;
  return [asDestination(breaking(sentence, { file: { emitted: files[0] ?? "" }, path: [] }))];
}

function listedFiles(files: readonly string[]): string {
  return `${listed(files, 5)} ${files.length === 1 ? "is" : "are"}`;
}

function editedChange(edited: readonly string[], { root, out }: InputPlaces): Change {
  const files = edited.map((path) => relativePath(root, join(out, path)));
  const sentence = `${listedFiles(files)} not what the inputs give, and was not written by \`generate\`: run \`npx sdkwright generate --force\``;
  return asDestination(breaking(sentence, { file: { emitted: files[0] ?? "" }, path: [] }));
}

/** A project as it is now, with the lock that stands in its output folder. */
export interface Compared {
  readonly places: InputPlaces;
  readonly project: LoadedProject;
  readonly sources: Sources;
  readonly surface: CurrentSurface;
  readonly onDisk: LockOnDisk;
}

type KnownBase = Exclude<Base, { kind: "unusable" }>;

/** A base, what changed since, and what is wrong with the code that stands there. */
interface Since {
  readonly base: KnownBase;
  readonly diff: Diff;
  readonly truth: OutputTruth;
}

/** Compares the inputs with a base, and what stands in the output folder with both. */
export async function compareSince(
  given: string,
  { places, project, sources, surface, onDisk }: Compared,
  command: string = DIFF,
): Promise<Since | { readonly refusal: CommandResult }> {
  const base = readBase(given, places, places.workingDirectory ?? process.cwd());
  if (base.kind === "unusable")
    return { refusal: failed(3, "SW0501", base.message, base.hint.replaceAll(DIFF, command)) };
  const diff = await diffSince(base, surface.model, surface.files, project.importExtension);
  if ("message" in diff) return { refusal: failed(2, "SW0502", diff.message, diff.hint) };
  return { base, diff, truth: await outputTruth(places, sources, surface, { onDisk, base }) };
}

/** What changed since a base, for a page; nothing where none is asked for. */
export async function comparisonWith(
  given: string | undefined,
  compared: Compared,
): Promise<Comparison | { readonly refusal: CommandResult } | undefined> {
  if (given === undefined) return undefined;
  const since = await compareSince(given, compared, "npx sdkwright report --base");
  if ("refusal" in since) return since;
  const { base, diff, truth } = since;
  const changes = bySeverity([...truth.changes, ...diff.changes]);
  const report = { ...diff, changes: locatedIn(compared, changes), notes: [...diff.notes, ...truth.notes] };
  return { report, changes, before: modelOfBase(base), now: compared.surface.model };
}

/** Changes with the places that they stand at. */
export function locatedIn(
  { places: { root, config }, project }: Compared,
  changes: Diff["changes"],
): ReturnType<typeof locateChanges> {
  return locateChanges(changes, { root, client: relativePath(root, config), apis: documentsOf(project) });
}

function modelOfBase(base: KnownBase): PublicModel | undefined {
  const lock = base.kind === "none" ? undefined : readLock(base.text);
  return lock?.kind === "lock" ? readModel(lock.lock.model) : undefined;
}

function failed(exitCode: ExitCode, code: string, message: string, hint: string): CommandResult {
  return {
    issues: [{ code, severity: "error", pointer: "", message, hint }],
    summary: "Nothing was compared.",
    exitCode,
  };
}
