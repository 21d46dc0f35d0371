import { readBase } from "../diff/base.js";
import { bySeverity } from "../diff/compare.js";
import { diffSince, exceeds, isBlind } from "../diff/diff.js";
import { findUsage } from "../diff/usage/find-usage.js";
import { judgeUsage } from "../diff/usage/judge-usage.js";
import type { FailOn } from "../quick/options.js";
import { locateChanges } from "../diff/locate-change.js";
import { diffDetails, diffSummary } from "../diff/print-diff.js";
import { loadProject } from "../project/load-project.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Reader } from "../project/reader.js";
import { packageName } from "../files/package-name.js";
import { relativePath } from "../files/relative-path.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { PublicModel } from "../surface/public-model.js";
import { currentSurface, documentsOf, lockOnDisk, placesWithDefinitions } from "./current-surface.js";
import { outputTruth } from "./edited-output.js";
import { hasErrors, nothingDone, type CommandResult, type ExitCode } from "./result.js";

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
  const base = readBase(given, places, places.workingDirectory ?? process.cwd());
  if (base.kind === "unusable") return failed(3, "SW0501", base.message, base.hint);
  const onDisk = lockOnDisk(places);
  const { sources, issues, project } = await loadProject(placesWithDefinitions(places, onDisk), reader);
  if (project === undefined) return nothingDone(issues, "compared");
  const surface = await currentSurface(project, sources);
  if ("issues" in surface) return nothingDone([...issues, ...surface.issues], "compared");
  const { model, files } = surface;
  const diff = diffSince(base, model, files);
  if ("message" in diff) return failed(2, "SW0502", diff.message, diff.hint);
  const usage = await findUsage(diff.changes, places);
  const used = judgeUsage(diff.changes, usage, { isUsedOnly, mapped: mappedIn(model) });
  const truth = await outputTruth(places, sources, surface, { onDisk, base });
  const changes = bySeverity([...truth.changes, ...used.changes]);
  const notes = [...diff.notes, ...used.notes, ...truth.notes];
  const client = relativePath(places.root, places.config);
  const report = {
    package: packageName(places.root),
    ...diff,
    notes,
    changes: locateChanges(changes, { root: places.root, client, apis: documentsOf(project) }),
  };
  const isRefused = exceeds(changes, failOn) || ((isBlind(base) || truth.isBlind) && failOn !== "none");
  const exitCode = hasErrors(issues) ? 2 : isRefused ? 1 : 0;
  return { issues, summary: diffSummary(report), exitCode, details: diffDetails(report) };
}

function mappedIn({ profiles }: PublicModel): ReadonlySet<string> {
  return new Set(Object.values(profiles).flatMap(({ mapped }) => mapped));
}

export function failed(exitCode: ExitCode, code: string, message: string, hint: string): CommandResult {
  const issue: SourceIssue = { code, severity: "error", pointer: "", message, hint };
  return { issues: [issue], summary: "Nothing was compared.", exitCode };
}
