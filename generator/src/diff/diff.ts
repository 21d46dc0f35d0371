import type { ImportExtension } from "../files/import-endings.js";
import { LOCK_FILE } from "../lock/lock.js";
import { operationsModelFile } from "../names/operation-names.js";
import type { PublicModel } from "../surface/public-model.js";
import { readLock } from "../lock/read-lock.js";
import { readModel } from "../surface/read-model.js";
import type { Base } from "./base.js";
import { isDestination, type Change, type ChangeClass } from "./change.js";
import type { FailOn } from "../quick/options.js";
import { compareModels, firstChanges } from "./compare.js";
import { sharedWithOthers } from "./newly-shared.js";
import { operationPairs, type CurrentFiles } from "./operations/operation-pairs.js";

/** What changed since a base, for callers and for traffic. */
export interface Diff {
  /** The base as it was given. */
  readonly base: string;
  /** Of a revision, the whole hash of its commit: a name can be given to another. */
  readonly commit?: string | undefined;
  /** The most severe first. */
  readonly changes: readonly Change[];
  /** What a reader has to know besides. */
  readonly notes: readonly string[];
}

/** Compares the model in the base's lock with that of the current inputs; a message where the base cannot be read. */
export function diffSince(
  base: Exclude<Base, { kind: "unusable" }>,
  next: PublicModel,
  files: CurrentFiles = new Map(),
  importExtension?: ImportExtension,
): Diff | Unreadable {
  const { gone = [], others = [], commit } = base.revision ?? {};
  const named = { base: base.name, ...(commit !== undefined && { commit }) };
  if (base.kind === "none") {
    const changes = [...gone, ...sharedWithOthers(others, undefined, next), ...firstChanges(next)];
    return { ...named, changes, notes: [noLock(base)] };
  }
  const lock = readLock(base.text);
  const model = lock.kind === "lock" ? readModel(lock.lock.model) : undefined;
  if (lock.kind === "lock" && model !== undefined) {
    const pairs = operationPairs({ beside: base.beside, lock: lock.lock, model }, next, files);
    if ("unreadable" in pairs) return { message: unlike(pairs.unreadable, base.name), hint: ANOTHER_BASE };
    const changes = [...gone, ...sharedWithOthers(others, model, next), ...compareModels(model, next, pairs.pairs)];
    const notes = [...movedNotes(base), ...endingNotes(base, lock.lock.options.importExtension, importExtension)];
    return { ...named, changes, notes };
  }
  const message = `the lock of ${JSON.stringify(base.name)} ${UNREADABLE[lock.kind]}`;
  return { message, hint: lock.kind === "older" ? GENERATE_ANEW : ANOTHER_BASE };
}

/** Whether nothing can be said of what changed: there is no lock, and yet something was there before. */
export function isBlind(base: Base): boolean {
  return base.kind === "none" && base.instead !== undefined;
}

function noLock({ name, instead }: Extract<Base, { kind: "none" }>): string {
  const where = `there is no "${LOCK_FILE}" of this project at ${JSON.stringify(name)}`;
  return instead === undefined
    ? `${where}: nothing was generated yet, so nothing can break`
    : `${where}, but ${JSON.stringify(instead)} is there: what changed is not known, so --fail-on fails; review this SDK as a new one`;
}

function movedNotes({ name, moved }: Extract<Base, { kind: "lock" }>): readonly string[] {
  return moved === undefined ? [] : [`at ${JSON.stringify(name)} the output folder is ${JSON.stringify(moved)}`];
}

/** Every emitted module is another text then, and nothing else is to be said of it. */
function endingNotes({ name }: Exclude<Base, { kind: "unusable" }>, before: string, now = before): readonly string[] {
  if (now === before) return [];
  const [from, to] = [before, now].map((ending) => (ending === "" ? "without ending" : `with "${ending}"`));
  return [`the imports of emitted modules are written ${to}, at ${JSON.stringify(name)} ${from}`];
}

/** Why a base cannot be compared with. */
export interface Unreadable {
  readonly message: string;
  readonly hint: string;
}

function unlike(provider: string, base: string): string {
  const file = JSON.stringify(operationsModelFile(provider));
  return `${file} of ${JSON.stringify(base)} is not the file that its lock lists: it is missing, or was changed by hand`;
}

const ANOTHER_BASE = "give another base: npx sdkwright diff <revision, lock file or folder>";
const GENERATE_ANEW = "run `npx sdkwright generate` and commit: what comes after can be compared with that";

const UNREADABLE = {
  absent: "is empty",
  conflict: "has an unresolved merge conflict",
  newer: "was written by a newer version of sdkwright",
  older: "was written by an older version of sdkwright, which kept less of what callers see",
  lock: "was changed by hand, or written by another version of sdkwright",
  unreadable: "is not a lock of sdkwright",
} as const;

/** Whether there are changes that were not to happen. */
export function exceeds(changes: readonly Change[], limit: FailOn): boolean {
  const has = (...classes: ChangeClass[]) => changes.some((change) => classes.includes(change.class));
  switch (limit) {
    case "breaking":
      return has("breaking");
    case "behavioural":
      return has("breaking", "behavioural") || changes.some(isDestination);
    case "any":
      return changes.length > 0;
    case "none":
      return false;
  }
}
