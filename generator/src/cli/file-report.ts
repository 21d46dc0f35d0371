import { LOCK_FILE } from "../lock/lock.js";
import type { FileChange, Output, WritePlan } from "../write/plan.js";

/** What became of emitted files, by path relative to the output folder; the lock is not listed. */
export interface FileReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Left as they are although something else would be emitted: edited by hand, or not ours. */
  readonly kept: readonly string[];
  readonly unchanged: readonly string[];
}

/** Emitted files by their state (see FileState), relative to the output folder. */
export interface FilesByState {
  readonly [state: string]: readonly string[];
}

/** What a plan does, once it is carried out. */
export function fileReport(plan: WritePlan, output: Output): FileReport {
  const changes = plan.changes.filter(({ path }) => path !== LOCK_FILE);
  const changed = new Set(changes.map(({ path }) => path));
  const pathsOf = (isMeant: (change: FileChange) => boolean) => changes.filter(isMeant).map(({ path }) => path);
  return {
    written: pathsOf(({ writes, after }) => writes && after !== undefined),
    removed: pathsOf(({ writes, after }) => writes && after === undefined),
    kept: pathsOf(isKept),
    unchanged: output.files.map(({ path }) => path).filter((path) => !changed.has(path)),
  };
}

/** Files by how they differ from what would be emitted; those that do not are `current`. */
export function filesByState({ changes }: WritePlan, { files }: Output): FilesByState {
  const byState: { [state: string]: string[] } = { missing: [], stale: [], orphaned: [], edited: [], foreign: [] };
  for (const { path, state } of changes) byState[state]?.push(path);
  const changed = new Set(changes.map(({ path }) => path));
  return { ...byState, current: files.map(({ path }) => path).filter((path) => !changed.has(path)) };
}

/** A file that stays as it is although something else would be emitted. */
export function isKept({ writes }: FileChange): boolean {
  return !writes;
}
