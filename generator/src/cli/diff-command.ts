import type { Base } from "../diff/base.js";
import { bySeverity, type Change } from "../diff/change.js";
import { exceeds, isBlind } from "../diff/diff.js";
import { diffDetails, diffSummary } from "../diff/report.js";
import { render } from "../emit/render.js";
import { type InputPlaces, packageName } from "../io/find-project.js";
import { readLock } from "../io/lock.js";
import { loadProject } from "../project/load-project.js";
import type { FailOn } from "../project/options.js";
import type { Reader } from "../project/reader.js";
import {
  compareSince,
  type CurrentSurface,
  currentSurface,
  locatedIn,
  lockOnDisk,
  placesWithDefinitions,
} from "./comparison.js";
import { type CommandResult, hasErrors, nothingDone } from "./result.js";

/** What `diff` was asked for. */
export interface DiffRequest {
  readonly base: string | undefined;
  readonly failOn: FailOn | undefined;
  /** Whether only changes are shown and judged that code meets. */
  readonly isUsedOnly: boolean;
}

/** `sdkwright diff`: what changed for callers and traffic since a base; writes nothing, and needs no TypeScript. */
export async function diffCommand(
  places: InputPlaces,
  reader: Reader,
  { base: given = "HEAD", failOn = "none", isUsedOnly }: DiffRequest,
): Promise<CommandResult> {
  const located = placesWithDefinitions(places, lockOnDisk(places));
  const { sources, issues, project } = await loadProject(located, reader);
  if (project === undefined) return nothingDone(issues, "compared");
  const surface = await currentSurface(project, sources, reader.progress);
  if ("issues" in surface) return nothingDone([...issues, ...surface.issues], "compared");
  const compared = { places, project, surface };
  const since = await compareSince(given, compared);
  if ("refusal" in since) return since.refusal;
  const { base, diff } = since;
  const used = await usedIn(diff.changes, places, surface, base, isUsedOnly);
  const changes = bySeverity(used.changes);
  const notes = [...diff.notes, ...used.notes];
  const report = {
    package: packageName(places.root),
    ...diff,
    notes,
    changes: locatedIn(compared, changes),
    ...used.read,
  };
  const isRefused = exceeds(changes, failOn) || (isBlind(base) && failOn !== "none");
  const exitCode = hasErrors(issues) ? 2 : isRefused ? 1 : 0;
  return { issues, summary: diffSummary(report), exitCode, details: diffDetails(report) };
}

interface Used {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** The folders whose code was read, where somebody looked. */
  readonly read?: { readonly codeIn: readonly string[] };
}

/** Looks through code where operations or their types changed; the compiler is loaded only then. */
async function usedIn(
  changes: readonly Change[],
  places: InputPlaces,
  surface: CurrentSurface,
  base: Base,
  isUsedOnly: boolean,
): Promise<Used> {
  if (changes.every(({ concerns }) => concerns === undefined)) return { changes, notes: [] };
  const { findUsage, judgeUsage } = await import("../diff/usage.js");
  const modules = await render(surface.sdk);
  const next = new Map([...modules.map(({ path, text }) => [path, text] as const), ...surface.files]);
  const usage = await findUsage(places, changes, emittedIn(base), next);
  const mapped = new Set(Object.values(surface.model.profiles).flatMap((profile) => profile.mapped));
  const { changes: judged, notes } = judgeUsage(changes, usage, { isUsedOnly, mapped });
  return { changes: judged, notes, read: { codeIn: usage.folders } };
}

/** The modules that the base has beside its lock. */
function emittedIn(base: Base): ReadonlyMap<string, string> | undefined {
  if (base.kind !== "lock") return undefined;
  const lock = readLock(base.text);
  if (lock.kind !== "lock") return undefined;
  const files = Object.keys(lock.lock.files).map((path) => [path, base.beside(path)] as const);
  return new Map(files.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}
