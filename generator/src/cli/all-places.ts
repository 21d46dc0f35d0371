import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../io/find-project.js";
import { hashText, type Lock, LOCK_FILE, type LockInputs, readLock } from "../io/lock.js";
import { nearestExisting } from "../io/output-folder.js";
import { readText } from "../io/read-file.js";
import type { Executed } from "./execute.js";

/** Files that a run depends on or writes, there or not; absolute. */
export interface WatchedPlaces {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
}

/** Every document that was read or looked for, what the lock lists, maps and tsconfig included, and what was emitted. */
export function watchedPlaces(places: InputPlaces, documents: readonly string[]): WatchedPlaces {
  const { root, config, definitions, out } = places;
  const lock = lockOnDisk(out);
  const listed = lock === undefined ? [] : pathsOf(lock.inputs).map((file) => resolve(root, file));
  const emitted = Object.keys(lock?.files ?? {}).map((file) => join(out, file));
  return {
    inputs: new Set([join(root, "package.json"), config, ...definitions, ...documents, ...listed]),
    outputs: new Set([join(out, LOCK_FILE), ...emitted]),
  };
}

/** Where a folder does not exist yet, the nearest one above it is watched. */
export function foldersOf({ inputs, outputs }: WatchedPlaces): Set<string> {
  return new Set([...inputs, ...outputs].map((file) => nearestExisting(dirname(file))));
}

/** What stands in inputs, to tell a change from a mere write. */
export class InputTexts {
  readonly #known = new Map<string, string>();

  /** Looks at all that is known again; whether something is not as it was. */
  haveChanged(): boolean {
    let changed = false;
    for (const [path, before] of this.#known) {
      const now = textHash(path);
      if (now !== before) changed = true;
      this.#known.set(path, now);
    }
    return changed;
  }

  /** From now on these are what there is to know. */
  follow(inputs: ReadonlySet<string>): void {
    for (const path of this.#known.keys()) if (!inputs.has(path)) this.#known.delete(path);
    for (const path of inputs) if (!this.#known.has(path)) this.#known.set(path, textHash(path));
  }
}

function textHash(path: string): string {
  const read = readText(path);
  return "text" in read ? hashText(read.text) : read.reason;
}

function lockOnDisk(out: string): Lock | undefined {
  const read = readText(join(out, LOCK_FILE));
  const lock = readLock("text" in read ? read.text : undefined);
  return lock.kind === "lock" || lock.kind === "older" ? lock.lock : undefined;
}

function pathsOf({ absent, ...hashes }: LockInputs): string[] {
  return [...Object.values(hashes).flatMap((byFile) => Object.keys(byFile)), ...absent];
}

/** What the projects of a run depend on and write. */
export function allPlaces(executed: readonly Executed[]): WatchedPlaces {
  const all = executed.map(({ places, documents }) => watchedPlaces(places, documents));
  return {
    inputs: new Set(all.flatMap(({ inputs }) => [...inputs])),
    outputs: new Set(all.flatMap(({ outputs }) => [...outputs])),
  };
}
