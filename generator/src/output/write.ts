import { chmodSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LOCK_FILE, printLock } from "../io/lock.js";
import { type Claim, claim, holds, journalOf, release } from "./claim.js";
import { type FileChange, isCurrent, type Output, planWrite, type PrintedOutput, type WritePlan } from "./plan.js";
import { readSnapshot } from "./snapshot.js";

/**
 * Makes a folder with those above it, or none of them; the first that was made. One by one, because Node's recursive form
 * calls it ENOENT when the file system can only be read.
 */
export function makeFolder(folder: string): string | undefined {
  const missing = missingFrom(folder);
  const [top] = missing;
  try {
    for (const step of missing) makeOne(step);
    return top;
  } catch (error) {
    if (top !== undefined) removeEmptyFolders(folder, top);
    throw error;
  }
}

/** Those that are not there, the uppermost first; throws where the system takes no such path. */
function missingFrom(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  return missing.reverse();
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}

/** Removes a folder and its parents up to `top`, itself included, as far as nothing stands in them. */
export function removeEmptyFolders(folder: string, top: string): void {
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    }
  }
}

/**
 * Writes a file that nothing stands in the way of: a link there, which a repository may have brought, is removed and not
 * followed, and one that comes in between is an error. With a mode it is at no moment open to more people than that says.
 */
export function writeFresh(path: string, content: string | Buffer, mode?: number): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: "wx", mode: mode === undefined ? 0o666 : mode & 0o777 });
  // The mask of the process may have taken something away.
  if (mode !== undefined) chmodSync(path, mode);
}

/** Something failed while files changed, and then again while that was taken back: the next run repairs it. */
class HalfWrittenError extends Error {
  override readonly name = "HalfWrittenError";

  constructor(cause: unknown) {
    super("the output folder was only partly written; run generate again to repair it", { cause });
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

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * From now on a signal ends the process between two turns of the event loop, and so never within synchronous work. Taking
 * the listeners away again after the work would lose a signal that comes in that moment.
 */
export function allowSignals(): void {
  for (const signal of SIGNALS) if (!process.listeners(signal).includes(raiseAgain)) process.on(signal, raiseAgain);
}

/** Does what the signal does without a listener, unless someone else listens. */
function raiseAgain(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, raiseAgain);
  process.kill(process.pid, signal);
}

/** Compares what would be emitted with what stands in the output folder; touches nothing. */
export function planOutput(output: Output, options: { force?: boolean } = {}): WritePlan {
  return planFor(printed(output), options);
}

/**
 * Writes what has changed, all of it or nothing, and returns what was done. The folder is looked at again once it is
 * ours, because another run may have written meanwhile. Throws what the file system throws, NewerLockError and
 * OutputBusyError.
 */
export function writeOutput(output: Output, options: { force?: boolean; patience?: number } = {}): WritePlan {
  const wanted = printed(output);
  const seen = planFor(wanted, options);
  if (isCurrent(seen) || (!seen.repairs && seen.changes.every((change) => !change.writes))) return seen;
  const made = makeFolder(output.folder);
  try {
    allowSignals();
    const own = claim(output.folder, options.patience);
    return writeClaimed(wanted, options, own);
  } catch (error) {
    if (made !== undefined) removeEmptyFolders(output.folder, made);
    throw error;
  }
}

/** The journal of what is half-written stays: without it the next run would take our files for someone else's. */
function writeClaimed(output: PrintedOutput, options: { force?: boolean }, own: Claim): WritePlan {
  let isHalfWritten = false;
  try {
    const plan = planFor(output, options, own);
    commit(plan, own);
    return { ...plan, repairs: plan.repairs || own.isTakenOver };
  } catch (error) {
    isHalfWritten = error instanceof HalfWrittenError;
    throw error;
  } finally {
    if (!isHalfWritten && holds(own)) release(own);
  }
}

function printed(output: Output): PrintedOutput {
  return { ...output, lockText: printLock(output.lock) };
}

function planFor(output: PrintedOutput, options: { force?: boolean }, own?: Claim): WritePlan {
  const paths = output.files.map((file) => file.path);
  return planWrite(output, readSnapshot(output.folder, paths, own), options);
}
