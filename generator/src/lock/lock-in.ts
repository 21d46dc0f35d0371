import { join } from "node:path";
import { readText } from "../files/read-file.js";
import { LOCK_FILE, type Lock } from "./lock.js";
import { readLock } from "./read-lock.js";

/** The lock in an output folder, where there is one that can be read. */
export function lockIn(folder: string): Lock | undefined {
  const read = readText(join(folder, LOCK_FILE));
  const lock = readLock("text" in read ? read.text : undefined);
  return lock.kind === "lock" ? lock.lock : undefined;
}
