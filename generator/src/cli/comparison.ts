import { readBase, type Base } from "../diff/base.js";
import { bySeverity } from "../diff/compare.js";
import { diffSince } from "../diff/diff.js";
import { locateChanges } from "../diff/locate-change.js";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { readLock } from "../lock/read-lock.js";
import type { LoadedProject } from "../project/project.js";
import type { Comparison } from "../report/change-section.js";
import type { PublicModel } from "../surface/public-model.js";
import { readModel } from "../surface/read-model.js";
import { documentsOf, type CurrentSurface } from "./current-surface.js";
import { failed } from "./diff-command.js";
import type { CommandResult } from "./result.js";

interface Compared extends CurrentSurface {
  readonly places: InputPlaces;
  readonly project: LoadedProject;
}

/** What changed since a base, which is found as `diff` finds it; nothing where none is asked for. */
export function comparisonWith(
  given: string | undefined,
  { places, project, model, files }: Compared,
): Comparison | { readonly refusal: CommandResult } | undefined {
  if (given === undefined) return undefined;
  const base = readBase(given, places, places.workingDirectory ?? process.cwd());
  if (base.kind === "unusable") return { refusal: failed(3, "SW0501", base.message, base.hint) };
  const diff = diffSince(base, model, files);
  if ("message" in diff) return { refusal: failed(2, "SW0502", diff.message, diff.hint) };
  const changes = bySeverity(diff.changes);
  const client = relativePath(places.root, places.config);
  const located = locateChanges(changes, { root: places.root, client, apis: documentsOf(project) });
  return { report: { ...diff, changes: located }, changes, before: modelOfBase(base), now: model };
}

function modelOfBase(base: Exclude<Base, { kind: "unusable" }>): PublicModel | undefined {
  const lock = base.kind === "none" ? undefined : readLock(base.text);
  return lock?.kind === "lock" ? readModel(lock.lock.model) : undefined;
}
