import { printLock } from "../lock/lock.js";
import { claim, holds, release, type Claim } from "./claim.js";
import { commit, HalfWrittenError } from "./commit.js";
import { makeFolder, removeEmptyFolders } from "./empty-folders.js";
import { endBetweenTurns } from "./interruption.js";
import { isCurrent, type Output, planWrite, type PrintedOutput, type WritePlan } from "./plan.js";
import { readSnapshot } from "./snapshot.js";

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
    endBetweenTurns();
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
