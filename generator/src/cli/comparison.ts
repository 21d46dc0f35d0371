import { join, resolve } from "node:path";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { type Base, DIFF, readBase } from "../diff/base.js";
import { bySeverity } from "../diff/change.js";
import { type CurrentFiles, type Diff, diffSince } from "../diff/diff.js";
import { locateChanges } from "../diff/locate.js";
import type { SdkModel } from "../emit/build-model.js";
import { publicModel } from "../emit/build-public-model.js";
import type { PublicModel } from "../emit/public-model.js";
import { readModel } from "../emit/read-model.js";
import { emittedOf } from "../generate.js";
import type { InputPlaces } from "../io/find-project.js";
import { LOCK_FILE, type LockOnDisk, readLock } from "../io/lock.js";
import { relativePath } from "../io/paths.js";
import type { Progress } from "../io/progress.js";
import { readText } from "../io/read-file.js";
import type { ApiDocument } from "../openapi/api.js";
import type { LoadedProject } from "../project/project.js";
import type { Comparison } from "../simulate/report/change-section.js";
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

/** A project as it is now. */
export interface Compared {
  readonly places: InputPlaces;
  readonly project: LoadedProject;
  readonly surface: CurrentSurface;
}

type KnownBase = Exclude<Base, { kind: "unusable" }>;

/** A base, and what changed since. */
interface Since {
  readonly base: KnownBase;
  readonly diff: Diff;
}

/** Compares the inputs with a base. */
export async function compareSince(
  given: string,
  { places, project, surface }: Compared,
  command: string = DIFF,
): Promise<Since | { readonly refusal: CommandResult }> {
  const base = readBase(given, places, places.workingDirectory ?? process.cwd());
  if (base.kind === "unusable")
    return { refusal: failed(3, "SW0501", base.message, base.hint.replaceAll(DIFF, command)) };
  const diff = await diffSince(base, surface.model, surface.files, project.importExtension);
  if ("message" in diff) return { refusal: failed(2, "SW0502", diff.message, diff.hint) };
  return { base, diff };
}

/** What changed since a base, for a page; nothing where none is asked for. */
export async function comparisonWith(
  given: string | undefined,
  compared: Compared,
): Promise<Comparison | { readonly refusal: CommandResult } | undefined> {
  if (given === undefined) return undefined;
  const since = await compareSince(given, compared, "npx sdkwright report --base");
  if ("refusal" in since) return since;
  const { base, diff } = since;
  const changes = bySeverity(diff.changes);
  const report = { ...diff, changes: locatedIn(compared, changes) };
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
