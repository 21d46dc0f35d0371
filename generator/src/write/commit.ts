import { renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { LOCK_FILE } from "../lock/lock.js";
import { type Claim, holds, journalOf } from "./claim.js";
import { makeFolder, removeEmptyFolders } from "./empty-folders.js";
import { writeFresh } from "./fresh-file.js";
import type { FileChange, WritePlan } from "./plan.js";

/** Something failed while files changed, and then again while that was taken back: the next run repairs it. */
export class HalfWrittenError extends Error {
  override readonly name = "HalfWrittenError";

  constructor(cause: unknown) {
    super("the output folder could only be written in part; run generate again to repair it", { cause });
  }
}

/**
 * Brings the output folder to the planned state, or leaves it as it was and throws. First everything is staged, so a
 * full disk is met before anything has changed. The staged lock is the journal: whoever finds it knows that what it
 * lists is ours. Then come renames and removals, and the lock last: until it is there, the next run does it again.
 */
export function commit(plan: WritePlan, own: Claim): void {
  const lock = plan.changes.find((change) => change.path === LOCK_FILE);
  const writes = plan.changes.filter((change) => change.writes && change !== lock);
  const steps = writes.map((change, index) => stage(change, own, plan.folder, index));
  if (lock?.after !== undefined) writeFresh(journalOf(own), lock.after);
  const done: Step[] = [];
  const folders = new Set<string>();
  try {
    for (const step of steps) {
      done.push(step);
      perform(step, folders);
    }
    if (lock !== undefined) renameSync(journalOf(own), join(plan.folder, LOCK_FILE));
  } catch (error) {
    takeBack(done, own, error);
  }
  for (const { change, target } of steps) {
    if (change.after === undefined && dirname(target) !== plan.folder) removeEmptyFoldersBelow(plan.folder, target);
  }
}

interface Step {
  readonly change: FileChange;
  readonly target: string;
  /** Where the new text waits. */
  readonly file: string;
  /** The first folder that had to be made for it. */
  made?: string | undefined;
  isDone: boolean;
}

function stage(change: FileChange, own: Claim, folder: string, index: number): Step {
  const file = join(own.staging, `${own.prefix}${String(index)}`);
  if (change.after !== undefined) writeFresh(file, change.after);
  return { change, target: join(folder, change.path), file, isDone: false };
}

/** `folders` are those that are known to be there. */
function perform(step: Step, folders: Set<string>): void {
  if (step.change.after === undefined) unlinkSync(step.target);
  else {
    const folder = dirname(step.target);
    if (!folders.has(folder)) step.made = makeFolder(folder);
    folders.add(folder);
    renameSync(step.file, step.target);
  }
  step.isDone = true;
}

/** Whoever was taken for dead leaves everything to the run that took over. */
function takeBack(done: readonly Step[], own: Claim, error: unknown): never {
  if (!holds(own)) throw error;
  try {
    for (const step of [...done].reverse()) undo(step);
  } catch {
    throw new HalfWrittenError(error);
  }
  throw error;
}

function undo({ change, target, file, made, isDone }: Step): void {
  if (isDone && change.before === undefined) unlinkSync(target);
  else if (isDone && change.before !== undefined) {
    writeFresh(file, change.before);
    renameSync(file, target);
  }
  if (made !== undefined) removeEmptyFolders(dirname(target), made);
}

function removeEmptyFoldersBelow(output: string, target: string): void {
  const first = target.slice(output.length + 1).split(/[\\/]/)[0] ?? "";
  removeEmptyFolders(dirname(target), join(output, first));
}
