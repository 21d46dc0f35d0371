import { type Dirent, existsSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hashBytes, type Lock, LOCK_FILE, type LockOnDisk, readLock } from "../io/lock.js";
import { isEmittedPath } from "../io/paths.js";
import { readBytes } from "../io/read-file.js";
import { type Claim, readJournals } from "./claim.js";

/** What stands at a path of the output folder. */
export type OnDisk =
  | { readonly kind: "absent" }
  | FileOnDisk
  /** A folder, a link, a device, a file where a folder is needed, or something whose name differs in case alone. */
  | { readonly kind: "obstacle"; readonly what: string };

export interface FileOnDisk {
  readonly kind: "file";
  readonly bytes: Buffer;
  readonly hash: string;
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
  const obstacleOf = obstacleFinder(folder);
  const files = new Map<string, OnDisk>();
  for (const path of new Set([...paths, ...listed])) files.set(path, readOnDisk(folder, path, obstacleOf));
  return { folder, lock, lockText, interrupted, files };
}

/** Hashes that are ours, of every lock that was read. */
export function knownLocks(lock: LockOnDisk): readonly { readonly [path: string]: string }[] {
  return locksIn(lock).flatMap(listsIn);
}

/** The same of locks that list only what was really written: the first format listed what was to be written. */
export function trustedLocks(lock: LockOnDisk): readonly { readonly [path: string]: string }[] {
  return locksIn(lock)
    .filter(({ formatVersion }) => formatVersion > 1)
    .flatMap(listsIn);
}

function locksIn(lock: LockOnDisk): readonly Lock[] {
  if (lock.kind === "lock" || lock.kind === "older") return [lock.lock];
  return lock.kind === "conflict" ? lock.sides : [];
}

function listsIn({ files, kept = {} }: Lock): readonly { readonly [path: string]: string }[] {
  return [files, kept];
}

/** A lock comes from a repository: a path in it must not lead anywhere but to a file that we emit. */
function listedPaths(lock: LockOnDisk): string[] {
  return knownLocks(lock).flatMap((files) => Object.keys(files).filter(isEmittedPath));
}

function readOnDisk(folder: string, path: string, obstacleOf: (path: string) => string | undefined): OnDisk {
  const file = join(folder, path);
  try {
    // In a first run nothing is there: an exception for each file would take longer than the look itself.
    const stat = lstatSync(file, { throwIfNoEntry: false });
    const what = obstacleOf(dirname(path)) ?? (stat === undefined ? undefined : (obstacleAt(stat) ?? obstacleOf(path)));
    if (what !== undefined) return { kind: "obstacle", what };
    if (stat === undefined) return { kind: "absent" };
    const bytes = readBytes(file);
    return { kind: "file", bytes, hash: hashBytes(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "absent" };
    if (code === "ENOTDIR") return { kind: "obstacle", what: "below a file that is not a folder" };
    throw error;
  }
}

function obstacleAt(stat: Stats): string | undefined {
  if (stat.isFile()) return undefined;
  if (stat.isSymbolicLink()) return "a link";
  return stat.isDirectory() ? "a folder" : "not a regular file";
}

function readTextIn(folder: string, name: string): string | undefined {
  try {
    return readBytes(join(folder, name)).toString("utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * What is not ours on the way from the output folder to a path, itself included: a link, wherever it leads, or a name in
 * another case, which case-insensitive file systems find too. Each folder is listed once.
 */
function obstacleFinder(top: string): (path: string) => string | undefined {
  const listed = new Map<string, ReadonlyMap<string, Dirent>>();
  const namesIn = (folder: string) => {
    const names = listed.get(folder) ?? entriesOf(join(top, folder));
    listed.set(folder, names);
    return names;
  };
  return (path) => {
    const steps = path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
    for (const step of path === "." ? [] : steps) {
      const [names, name] = [namesIn(dirname(step)), basename(step)];
      if (names.get(name)?.isSymbolicLink() === true) return "a link";
      if (names.has(name) || !existsSync(join(top, step))) continue;
      return `something named ${[...names.keys()].find((found) => found.toLowerCase() === name) ?? "in another case"}`;
    }
    return undefined;
  };
}

function entriesOf(folder: string): ReadonlyMap<string, Dirent> {
  try {
    return new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return new Map();
    throw error;
  }
}
