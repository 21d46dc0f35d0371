import { bySeverity } from "../diff/compare.js";
import { exceeds, isBlind } from "../diff/diff.js";
import { findUsage } from "../diff/usage/find-usage.js";
import { judgeUsage } from "../diff/usage/judge-usage.js";
import type { FailOn } from "../quick/options.js";
import { diffDetails, diffSummary } from "../diff/print-diff.js";
import { loadProject } from "../project/load-project.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Reader } from "../project/reader.js";
import { packageName } from "../files/package-name.js";
import type { PublicModel } from "../surface/public-model.js";
import { compareSince, locatedIn } from "./comparison.js";
import { currentSurface, lockOnDisk, placesWithDefinitions } from "./current-surface.js";
import { hasErrors, nothingDone, type CommandResult } from "./result.js";

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
  const onDisk = lockOnDisk(places);
  const { sources, issues, project } = await loadProject(placesWithDefinitions(places, onDisk), reader);
  if (project === undefined) return nothingDone(issues, "compared");
  const surface = await currentSurface(project, sources, reader.progress);
  if ("issues" in surface) return nothingDone([...issues, ...surface.issues], "compared");
  const compared = { places, project, sources, surface, onDisk };
  const since = await compareSince(given, compared);
  if ("refusal" in since) return since.refusal;
  const { base, diff, truth } = since;
  const usage = await findUsage(diff.changes, places);
  const used = judgeUsage(diff.changes, usage, { isUsedOnly, mapped: mappedIn(surface.model) });
  const changes = bySeverity([...truth.changes, ...used.changes]);
  const notes = [...diff.notes, ...used.notes, ...truth.notes];
  const located = locatedIn(compared, changes);
  const report = { package: packageName(places.root), ...diff, notes, changes: located };
  const isRefused = exceeds(changes, failOn) || ((isBlind(base) || truth.isBlind) && failOn !== "none");
  const exitCode = hasErrors(issues) ? 2 : isRefused ? 1 : 0;
  return { issues, summary: diffSummary(report), exitCode, details: diffDetails(report) };
}

function mappedIn({ profiles }: PublicModel): ReadonlySet<string> {
  return new Set(Object.values(profiles).flatMap(({ mapped }) => mapped));
}
