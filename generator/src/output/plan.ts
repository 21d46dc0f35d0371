import type { GeneratedFile } from "../emit/render.js";
import { hashText, type Lock, LOCK_FILE, type LockOnDisk, printLock } from "../io/lock.js";
import { hasBanner, isEmittedPath } from "../io/paths.js";
import { hasConflictMarkers, sidesOf } from "../io/text.js";
import type { Stray } from "../io/stray-code.js";
import { type FileOnDisk, knownLocks, type OnDisk, type OutputSnapshot, trustedLocks } from "./snapshot.js";

/** What we know to have written, from the lock, from both sides of a merge, and from interrupted runs. */
interface Ours {
  /** Hashes by path. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths that both sides of a merge have written, each in its way. */
  readonly undecided: ReadonlySet<string>;
  /** Paths of locks that list nothing but what was written. */
  readonly written: ReadonlySet<string>;
  /** Whether nothing says any more what was written. */
  readonly isLockLost: boolean;
}

function oursIn(snapshot: OutputSnapshot): Ours {
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
function isOurs(path: string, disk: FileOnDisk, after: string | undefined, ours: Ours): boolean {
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
function wasOurs(path: string, disk: FileOnDisk, ours: Ours): boolean {
  return (ours.written.has(path) || ours.hashes.has(path) || ours.isLockLost) && hasBanner(disk.bytes);
}

function hashesByPath(sides: readonly { readonly [path: string]: string }[]): Map<string, Set<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const [path, hash] of sides.flatMap((files) => Object.entries(files))) {
    if (isEmittedPath(path)) hashes.set(path, (hashes.get(path) ?? new Set()).add(hash));
  }
  return hashes;
}

/** Everything that a run wants to stand in the output folder. */
export interface Output {
  /** Absolute. */
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
  readonly lock: Lock;
}

/** An output with the text of its lock, for several looks at the folder. */
export interface PrintedOutput extends Output {
  readonly lockText: string;
}

/**
 * How a path differs from what would be emitted: `missing` is created, `stale` replaced, `orphaned` removed, because
 * nobody but us has written what stands there; `edited` was changed by hand and `foreign` is not ours.
 */
export type FileState = "missing" | "stale" | "orphaned" | "edited" | "foreign";

export interface FileChange {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly state: FileState;
  /** Whether writing changes it: not what was edited by hand, unless forced, and never what is foreign. */
  readonly writes: boolean;
  /** What stands there. */
  readonly before: Buffer | undefined;
  /** What is emitted there; `undefined` where nothing is any more. */
  readonly after: string | undefined;
  /** Why it cannot be written, where something other than a file stands there. */
  readonly obstacle?: string | undefined;
  /** Of what neither run nor lock knows, and is left where it is. Only `check` looks for these. */
  readonly stray?: Stray | undefined;
}

/** What a run would change. It is current when there is no change and nothing to repair. */
export interface WritePlan {
  readonly folder: string;
  /** By path; the lock last. */
  readonly changes: readonly FileChange[];
  /** A run was interrupted while it wrote: its leftovers are removed. */
  readonly repairs: boolean;
  /** A merge left its markers in the lock: both sides count as ours. */
  readonly resolvesConflict: boolean;
}

/** A later sdkwright wrote the output: this one does not know what is ours. */
export class NewerLockError extends Error {
  override readonly name = "NewerLockError";

  constructor() {
    super(`${LOCK_FILE} was written by a newer version of sdkwright: install that version to generate here`);
  }
}

/** Compares what is wanted with what stands there, in memory. */
export function planWrite(
  output: PrintedOutput,
  snapshot: OutputSnapshot,
  options: { force?: boolean } = {},
): WritePlan {
  if (snapshot.lock.kind === "newer") throw new NewerLockError();
  const ours = oursIn(snapshot);
  const wanted = new Map(output.files.map((file) => [file.path, file.text]));
  const paths = [...new Set([...wanted.keys(), ...ours.hashes.keys()])].sort();
  const changes = paths
    .filter((path) => !isCurrentAt(path, output, snapshot))
    .flatMap((path) => changeAt(path, wanted.get(path), snapshot.files.get(path), ours))
    .map((change) => forced(change, options.force));
  return {
    folder: output.folder,
    changes: [...changes, ...lockChange(lockText(output, changes, ours), snapshot)],
    repairs: snapshot.interrupted !== undefined,
    resolvesConflict: snapshot.lock.kind === "conflict",
  };
}

/** Whether there is nothing to write and nothing to tell. */
export function isCurrent(plan: WritePlan): boolean {
  return plan.changes.length === 0 && !plan.repairs;
}

/** The new lock has the hashes of what is wanted. */
function isCurrentAt(path: string, output: Output, snapshot: OutputSnapshot): boolean {
  const disk = snapshot.files.get(path);
  return disk?.kind === "file" && disk.hash === output.lock.files[path];
}

function changeAt(path: string, after: string | undefined, disk: OnDisk | undefined, ours: Ours): FileChange[] {
  if (disk?.kind === "file") return [fileChange(path, after, disk, ours)];
  if (after === undefined) return [];
  const change = { path, before: undefined, after };
  if (disk?.kind !== "obstacle") return [{ ...change, state: "missing", writes: true }];
  return [{ ...change, state: "foreign", writes: false, obstacle: disk.what }];
}

function fileChange(path: string, after: string | undefined, disk: FileOnDisk, ours: Ours): FileChange {
  const change = { path, before: disk.bytes, after };
  if (isOurs(path, disk, after, ours))
    return { ...change, state: after === undefined ? "orphaned" : "stale", writes: true };
  return { ...change, state: wasOurs(path, disk, ours) ? "edited" : "foreign", writes: false };
}

function forced(change: FileChange, force = false): FileChange {
  return force && change.state === "edited" ? { ...change, writes: true } : change;
}

/** What is not ours enters no lock; an edited file that nothing emits any more stays known until it is gone. */
function lockText({ lock, lockText: usual }: PrintedOutput, changes: readonly FileChange[], ours: Ours): string {
  const foreign = changes.filter(({ state }) => state === "foreign").map(({ path }) => path);
  const orphans = changes.filter(({ after, writes }) => after === undefined && !writes).map(({ path }) => path);
  if (foreign.length + orphans.length === 0) return usual;
  const files = Object.entries(lock.files).filter(([path]) => !foreign.includes(path));
  const kept = orphans.map((path) => [path, [...(ours.hashes.get(path) ?? [])].sort()[0] ?? ""] as const);
  return printLock({
    ...lock,
    files: Object.fromEntries(files),
    ...(kept.length > 0 && { kept: Object.fromEntries(kept) }),
    ...(foreign.length > 0 && { foreign: foreign.length }),
  });
}

function lockChange(after: string, { lock: onDisk, lockText: before }: OutputSnapshot): FileChange[] {
  if (onDisk.kind === "absent" || before === undefined) {
    return [{ path: LOCK_FILE, state: "missing", writes: true, before: undefined, after }];
  }
  if (hashText(before) === hashText(after)) return [];
  return [{ path: LOCK_FILE, state: lockState(onDisk), writes: true, before: Buffer.from(before), after }];
}

function lockState(onDisk: LockOnDisk): FileState {
  return onDisk.kind === "unreadable" ? "edited" : "stale";
}
