import { join } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { isThere } from "../files/is-there.js";
import { realPathOf } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import { shadowsIn } from "../files/shadows.js";
import { LOCK_FILE } from "../lock/lock.js";
import { readLock } from "../lock/read-lock.js";
import { isEmittedPath } from "../files/emitted-path.js";
import { projectsAt } from "../quick/places.js";
import { asDestination, breaking, quoted, type Change } from "./change.js";

/**
 * What an SDK that moved has left in the folder that it had in the base: code may go on importing it, and nothing is
 * compared with it any more.
 */
export function leftBehind(folder: string, lockText: string, places: InputPlaces): Change[] {
  if (!isLeft(folder, lockText, places.root)) return [];
  const [from, to] = [folder, places.out].map((path) => quoted(relativePath(places.root, path)));
  const sentence = `the SDK of ${String(from)} is now in ${String(to)}, and files of it, or in place of it, are left where it was: ${UNCHECKED}`;
  return [asDestination(breaking(sentence, { file: "package", path: ["sdkwright", "out"] }))];
}

/** What follows of it. */
export const UNCHECKED = "code that imports these runs what no command checks";

/** Whether anything of an SDK, or in its place, is in a folder that is no output of a project now. */
export function isLeft(folder: string, lockText: string, root: string): boolean {
  const read = readLock(lockText);
  const locks = read.kind === "conflict" ? read.sides : "lock" in read ? [read.lock] : [];
  const listed = locks.flatMap(({ files }) => Object.keys(files)).filter(isEmittedPath);
  // Where nobody can say what was emitted, by one side of a merge either, anything in the folder may have been.
  const left = locks.length < (read.kind === "conflict" ? 2 : 1) ? ["."] : [LOCK_FILE, ...listed];
  const isThereStill = left.some((path) => isThere(join(folder, path)));
  if (!isThereStill && shadowsIn(folder, listed).length === 0) return false;
  return !projectsAt(root).some(({ out }) => realPathOf(out) === realPathOf(folder));
}
