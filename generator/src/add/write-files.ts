import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { realPathOf } from "../io/output-folder.js";
import { readBytes } from "../io/read-file.js";
import { allowSignals, makeFolder, removeEmptyFolders, writeFresh } from "../output/write.js";
import type { PlannedFile } from "./plan.js";

/** Somebody has changed a file since it was read. */
export class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";

  constructor(path: string) {
    super(`${path} has changed since it was read: run again`);
  }
}

/** Writes all files or none: everything is staged beside its place before the first file changes. */
export function writeFiles(files: readonly PlannedFile[], rename: typeof renameSync = renameSync): void {
  allowSignals();
  const steps: Step[] = [];
  try {
    for (const file of files) steps.push(stage(file));
    for (const step of steps) perform(step, rename);
  } catch (error) {
    for (const step of steps.reverse()) undo(step);
    throw error;
  }
}

interface Step {
  readonly target: string;
  readonly staged: string;
  /** The first folder that had to be made. */
  readonly made: string | undefined;
  readonly before: Buffer | undefined;
  isDone: boolean;
}

/** A link stays one: what it leads to is written. In the place of a new file there is none. */
function stage({ path, before: seen, after }: PlannedFile): Step {
  const target = seen === undefined ? join(realPathOf(dirname(path)), basename(path)) : realPathOf(path);
  const made = makeFolder(dirname(target));
  const staged = join(dirname(target), `.${basename(target)}-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const before = seen === undefined ? undefined : bytesAt(target);
    if (seen === undefined ? isTaken(target) : textOf(before) !== seen) throw new ChangedMeanwhileError(path);
    const mark = before?.toString("utf8").startsWith("\uFEFF") === true ? "\uFEFF" : "";
    writeFresh(staged, `${mark}${after}`, before === undefined ? undefined : statSync(target).mode);
    return { target, staged, made, before, isDone: false };
  } catch (error) {
    rmSync(staged, { force: true });
    if (made !== undefined) removeEmptyFolders(dirname(target), made);
    throw error;
  }
}

/** A rename would replace what has come into the place of a new file, or was written since, and is not stopped by a link. */
function perform(step: Step, rename: typeof renameSync): void {
  const isChanged =
    step.before === undefined ? isTaken(step.target) : bytesAt(step.target)?.equals(step.before) !== true;
  if (isChanged) throw new ChangedMeanwhileError(step.target);
  rename(step.staged, step.target);
  step.isDone = true;
}

function undo({ target, staged, made, before, isDone }: Step): void {
  if (!isDone) rmSync(staged, { force: true });
  else if (before === undefined) unlinkSync(target);
  else {
    writeFresh(staged, before, statSync(target).mode);
    renameSync(staged, target);
  }
  if (made !== undefined) removeEmptyFolders(dirname(target), made);
}

function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function bytesAt(path: string): Buffer | undefined {
  try {
    return readBytes(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function textOf(bytes: Buffer | undefined): string | undefined {
  return bytes?.toString("utf8").replace(/^\uFEFF/, "");
}
