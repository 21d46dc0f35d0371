import type { Sources } from "../diagnostics/source.js";
import { DIFF, readBase, type Base } from "../diff/base.js";
import { bySeverity } from "../diff/change.js";
import { diffSince, type Diff } from "../diff/diff.js";
import { locateChanges } from "../diff/locate.js";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { readLock, type LockOnDisk } from "../lock/read-lock.js";
import type { LoadedProject } from "../project/project.js";
import type { Comparison } from "../report/change-section.js";
import type { PublicModel } from "../surface/public-model.js";
import { readModel } from "../surface/read-model.js";
import { documentsOf, type CurrentSurface } from "./current-surface.js";
import { outputTruth, type OutputTruth } from "./edited-output.js";
import type { CommandResult, ExitCode } from "./result.js";

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
