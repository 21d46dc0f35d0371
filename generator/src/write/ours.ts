import { hasConflictMarkers, sidesOf } from "../files/conflict-markers.js";
import { hasBanner, isEmittedPath } from "../files/emitted-path.js";
import { hashText } from "../lock/hash.js";
import { knownLocks, trustedLocks, type FileOnDisk, type OutputSnapshot } from "./snapshot.js";

/** What we know to have written, from the lock, from both sides of a merge, and from interrupted runs. */
export interface Ours {
  /** Hashes by path. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths that both sides of a merge have written, each in its way. */
  readonly undecided: ReadonlySet<string>;
  /** Paths of locks that list nothing but what was written. */
  readonly written: ReadonlySet<string>;
  /** Whether nothing says any more what was written. */
  readonly isLockLost: boolean;
}

export function oursIn(snapshot: OutputSnapshot): Ours {
  const { lock } = snapshot;
  const sides = knownLocks(lock);
  const hashes = hashesByPath([...sides, ...(snapshot.interrupted ?? []).flatMap(knownLocks)]);
  const merged = hashesByPath(lock.kind === "conflict" ? lock.sides.map(({ files }) => files) : []);
  return {
    hashes,
    undecided: new Set([...merged.keys()].filter((path) => (merged.get(path)?.size ?? 0) > 1)),
    written: new Set(hashesByPath(trustedLocks(lock)).keys()),
    isLockLost: sides.length === 0,
  };
}

/** Whether nobody but us, or a merge of what we wrote, made what stands there. All that we write has the banner. */
export function isOurs(path: string, disk: FileOnDisk, after: string | undefined, ours: Ours): boolean {
  const hashes = ours.hashes.get(path);
  if (hashes === undefined || !hasBanner(disk.bytes)) return false;
  if (hashes.has(disk.hash)) return true;
  const text = disk.bytes.toString();
  if (!hasConflictMarkers(text)) return ours.undecided.has(path) && isMadeOf([after ?? ""], [text]);
  const sides = sidesOf(text);
  return isMadeOf([after ?? "", ...sides.filter((side) => hashes.has(hashText(side)))], sides);
}

/** Whether each line of the texts is one of these that we write or wrote: nobody's own line is lost with them. */
function isMadeOf(emitted: readonly string[], texts: readonly string[]): boolean {
  const known = new Set(emitted.flatMap(linesOf));
  return texts.every((text) => linesOf(text).every((line) => known.has(line)));
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/**
 * Whether we wrote something at the path once, whatever became of it. Locks of the first format, and journals, also list
 * what stood there before: for them, and where the lock is lost, the first line has to say so too.
 */
export function wasOurs(path: string, disk: FileOnDisk, ours: Ours): boolean {
  return (ours.written.has(path) || ours.hashes.has(path) || ours.isLockLost) && hasBanner(disk.bytes);
}

function hashesByPath(sides: readonly { readonly [path: string]: string }[]): Map<string, Set<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const [path, hash] of sides.flatMap((files) => Object.entries(files))) {
    if (isEmittedPath(path)) hashes.set(path, (hashes.get(path) ?? new Set()).add(hash));
  }
  return hashes;
}
