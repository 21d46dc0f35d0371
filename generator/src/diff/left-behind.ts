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
  const lock = readLock(lockText);
  const listed = lock.kind === "lock" ? Object.keys(lock.lock.files).filter(isEmittedPath) : [];
  const isLeft = [LOCK_FILE, ...listed].some((path) => isThere(join(folder, path)));
  const isTaken = shadowsIn(folder, listed).length > 0;
  if ((!isLeft && !isTaken) || projectsAt(places.root).some(({ out }) => realPathOf(out) === realPathOf(folder)))
    return [];
  const [from, to] = [folder, places.out].map((path) => quoted(relativePath(places.root, path)));
  const sentence = `the SDK of ${String(from)} is now in ${String(to)}, and files of it, or in place of it, are left where it was: code that imports these runs what no command checks`;
  return [asDestination(breaking(sentence, { file: "package", path: ["sdkwright", "out"] }))];
}
