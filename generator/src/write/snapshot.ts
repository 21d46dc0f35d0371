import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashBytes } from "../lock/hash.js";
import { LOCK_FILE } from "../lock/lock.js";
import { type LockOnDisk, readLock } from "../lock/read-lock.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { type Claim, readJournals } from "./claim.js";
import { readRegular } from "./read-regular.js";

/** What stands at a path of the output folder. */
export type OnDisk =
  | { readonly kind: "absent" }
  | FileOnDisk
  /** A folder, a device, a file where a folder is needed, or a path that a link leads out of the output folder. */
  | { readonly kind: "obstacle"; readonly what: string };

export interface FileOnDisk {
  readonly kind: "file";
  /** Empty for a link: it is not followed. */
  readonly bytes: Buffer;
  readonly hash: string;
  readonly isLink: boolean;
}

/** The output folder as it is found. */
export interface OutputSnapshot {
  readonly folder: string;
  readonly lock: LockOnDisk;
  readonly lockText: string | undefined;
  /** What an interrupted run was about to write; `undefined` where none was interrupted. */
  readonly interrupted: readonly LockOnDisk[] | undefined;
  readonly files: ReadonlyMap<string, OnDisk>;
}

/** Reads the lock, and what stands at `paths` and at the paths that the lock lists. */
export function readSnapshot(folder: string, paths: Iterable<string>, own?: Claim): OutputSnapshot {
  const lockText = readTextIn(folder, LOCK_FILE);
  const lock = readLock(lockText);
  const interrupted = readJournals(folder, own)?.map(readLock);
  const listed = [lock, ...(interrupted ?? [])].flatMap(listedPaths);
  const isInFolder = insideChecker(folder);
  const files = new Map<string, OnDisk>();
  for (const path of new Set([...paths, ...listed])) files.set(path, readOnDisk(folder, path, isInFolder));
  return { folder, lock, lockText, interrupted, files };
}

/** Hashes that are ours, of every lock that was read. */
export function knownLocks(lock: LockOnDisk): readonly { readonly [path: string]: string }[] {
  if (lock.kind === "lock" || lock.kind === "older") return [lock.lock.files];
  return lock.kind === "conflict" ? lock.sides.map((side) => side.files) : [];
}

function listedPaths(lock: LockOnDisk): string[] {
  return knownLocks(lock).flatMap((files) => Object.keys(files).filter(isEmittedPath));
}

/** A lock comes from a repository: a path in it must not lead anywhere but to a module in the output folder. */
export function isEmittedPath(path: string): boolean {
  return /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+(?:\.definition)?\.ts$/.test(path);
}

function readOnDisk(folder: string, path: string, isInFolder: (path: string) => boolean): OnDisk {
  const file = join(folder, path);
  try {
    // In a first run nothing is there: an exception for each file would take longer than the look itself.
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!isInFolder(dirname(file))) return { kind: "obstacle", what: "a path that a link leads out of the folder" };
    if (stat === undefined) return { kind: "absent" };
    if (stat.isDirectory()) return { kind: "obstacle", what: "a folder" };
    if (!stat.isFile() && !stat.isSymbolicLink()) return { kind: "obstacle", what: "not a regular file" };
    const bytes = stat.isSymbolicLink() ? Buffer.alloc(0) : readFileSync(file);
    return { kind: "file", bytes, hash: hashBytes(bytes), isLink: stat.isSymbolicLink() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "absent" };
    if (code === "ENOTDIR") return { kind: "obstacle", what: "below a file that is not a folder" };
    throw error;
  }
}

function readTextIn(folder: string, name: string): string | undefined {
  try {
    return readRegular(join(folder, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Whether a folder below the output folder is really there, links followed; each folder is looked at once. */
function insideChecker(folder: string): (path: string) => boolean {
  const real = realPathOf(folder);
  const seen = new Map<string, boolean>([[folder, true]]);
  return (path) => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const inside = isInside(realPathOf(path), real);
    seen.set(path, inside);
    return inside;
  };
}
