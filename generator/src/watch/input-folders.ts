import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-text.js";
import { tsconfigFiles } from "../files/tsconfig.js";
import { LOCK_FILE, type LockInputs } from "../lock/lock.js";
import { readLock } from "../lock/read-lock.js";

/**
 * Folders in which a change may concern the output: of every document that was read or looked for, and of what the lock
 * lists, maps included. Where a folder does not exist yet, the nearest one above it is watched.
 */
export function inputFolders(places: InputPlaces, documents: readonly string[]): Set<string> {
  const { root, config, definitions } = places;
  const files = [config, ...definitions, ...documents, ...filesInLock(places), ...tsconfigFiles(places.out)];
  const folders = [root, ...files.map((file) => dirname(file))];
  return new Set(folders.map(existingFolder));
}

function filesInLock({ out, root }: InputPlaces): string[] {
  const read = readText(join(out, LOCK_FILE));
  const lock = readLock("text" in read ? read.text : undefined);
  return lock.kind === "lock" || lock.kind === "older"
    ? pathsOf(lock.lock.inputs).map((file) => resolve(root, file))
    : [];
}

function pathsOf({ client, definition, profile, map, absent }: LockInputs): string[] {
  return [...[client, definition, profile, map].flatMap((hashes) => Object.keys(hashes)), ...absent];
}

function existingFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : existingFolder(parent);
}
