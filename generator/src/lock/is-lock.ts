import { basename } from "node:path";
import { realPathOf } from "../files/output-folder.js";
import { LOCK_FILE } from "./lock.js";

/** A lock is no input, whichever project's: its hash would stand in another lock, and each run make the next one necessary. */
export function isLock(path: string): boolean {
  return basename(realPathOf(path)).toLowerCase() === LOCK_FILE;
}
