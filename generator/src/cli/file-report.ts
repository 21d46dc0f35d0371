import { LOCK_FILE } from "../lock/lock.js";
import type { FileReport } from "../quick/quick-result.js";
import type { FileChange, FileState, Output, WritePlan } from "../write/plan.js";

/** What `generate` did; the lock is not listed. */
export interface WriteReport extends FileReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Left as they are although something else would be emitted: edited by hand, or not ours. */
  readonly kept: readonly string[];
  readonly unchanged: readonly string[];
}

/** What a plan does, once it is carried out. */
export function writeReport(plan: WritePlan, output: Output): WriteReport {
  const changes = plan.changes.filter(({ path }) => path !== LOCK_FILE);
  const pathsOf = (isMeant: (change: FileChange) => boolean) => changes.filter(isMeant).map(({ path }) => path);
  return {
    written: pathsOf(({ writes, after }) => writes && after !== undefined),
    removed: pathsOf(({ writes, after }) => writes && after === undefined),
    kept: pathsOf(isKept),
    unchanged: withoutChange(plan, output),
  };
}

/** What `check` found: files by how they differ from what would be emitted; those that do not are `current`. */
export function checkReport(
  plan: WritePlan,
  output: Output,
): FileReport & { readonly [state in FileState]: readonly string[] } {
  const inState = (wanted: FileState) => plan.changes.filter(({ state }) => state === wanted).map(({ path }) => path);
  return {
    missing: inState("missing"),
    stale: inState("stale"),
    orphaned: inState("orphaned"),
    edited: inState("edited"),
    foreign: inState("foreign"),
    current: withoutChange(plan, output),
  };
}

/** A file that stays as it is although something else would be emitted. */
export function isKept({ writes }: FileChange): boolean {
  return !writes;
}

function withoutChange({ changes }: WritePlan, { files }: Output): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  return files.map(({ path }) => path).filter((path) => !changed.has(path));
}
