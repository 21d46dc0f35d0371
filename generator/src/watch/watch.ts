import { watch as watchFolders, type ChokidarOptions, type FSWatcher } from "chokidar";
import { statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { foldersOf, type WatchedPlaces } from "./watched-places.js";

/** Why something runs: a change, or a second look, because the watcher may not have been ready or may have missed one. */
export type Reason = "change" | "second look";

/** What is done at a change. It says what to watch from then on. */
export type WatchedRun = (reason: Reason) => Promise<WatchedPlaces>;

/** Editors write in several steps, and checkouts many files: this long after the last change a run begins, in ms. */
const SETTLING_TIME = 100;

/** New folders are watched after this long, and what happened before has been told, in ms. */
const READY_AFTER = 500;

/**
 * Runs now, and again whenever something happens to a place that the last run named, or to a folder above one; never twice
 * at once. Folders are watched and not files, because many editors replace a file instead of writing to it; what else
 * happens in them, for instance to a log, is nobody's concern. Resolves when `signal` aborts, with every handle closed.
 */
export async function watch(run: WatchedRun, signal: AbortSignal): Promise<void> {
  const pending = new Pending();
  const noteChange = () => pending.note("change");
  let places: WatchedPlaces = { inputs: new Set(), outputs: new Set() };
  let watched: Folders = new Map();
  let watcher: FSWatcher | undefined;
  let secondLook: NodeJS.Timeout | undefined;
  const lookAgainLater = () => {
    clearTimeout(secondLook);
    secondLook = setTimeout(() => pending.note("second look"), READY_AFTER);
  };
  signal.addEventListener("abort", noteChange);
  for (let reason: Reason = "change"; !signal.aborted; reason = await pending.settled(signal)) {
    places = await run(reason);
    const folders = identified(foldersOf(places));
    if (isSame(folders, watched)) continue;
    watched = folders;
    await watcher?.close();
    watcher = watchFolders([...folders.keys()], OPTIONS).on("error", noteChange);
    watcher.on("all", (_event, path) => concerns(places, path) && noteChange());
    // The watcher may drop what follows too soon on something else at the same place; the system's own word it passes on.
    watcher.on("raw", (_event, name, details) => {
      const { watchedPath } = details as { readonly watchedPath: string };
      if (concerns(places, resolve(watchedPath, name ?? ""))) lookAgainLater();
    });
    lookAgainLater();
  }
  clearTimeout(secondLook);
  signal.removeEventListener("abort", noteChange);
  await watcher?.close();
}

const OPTIONS: ChokidarOptions = { ignoreInitial: true, depth: 0, ignorePermissionErrors: true };

function concerns({ inputs, outputs }: WatchedPlaces, path: string): boolean {
  if (inputs.has(path) || outputs.has(path)) return true;
  return [...inputs, ...outputs].some((file) => file.startsWith(path + sep));
}

/** Folders by path, with what tells one from another that stood there before. */
type Folders = ReadonlyMap<string, string>;

/** A folder that is made again is another one: who watched the first hears nothing of it. */
function identified(folders: ReadonlySet<string>): Folders {
  return new Map([...folders].map((folder) => [folder, identityOf(folder)]));
}

function identityOf(folder: string): string {
  const { ino, birthtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { ino: 0, birthtimeMs: 0 };
  return `${ino} ${birthtimeMs}`;
}

function isSame(one: Folders, other: Folders): boolean {
  return one.size === other.size && [...one].every(([folder, identity]) => other.get(folder) === identity);
}

/** What has happened since the last run began. */
class Pending {
  #reason: Reason | undefined;
  #wake = () => {};

  note(reason: Reason): void {
    this.#reason = this.#reason === "change" ? "change" : reason;
    this.#wake();
  }

  /** Waits for something, and then until nothing more has come for a moment. */
  async settled(signal: AbortSignal): Promise<Reason> {
    if (this.#reason === undefined) await this.#woken();
    let reason: Reason = "second look";
    while (this.#reason !== undefined && !signal.aborted) {
      if (this.#reason === "change") reason = "change";
      this.#reason = undefined;
      await Promise.race([this.#woken(), sleep(SETTLING_TIME)]);
    }
    return reason;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
