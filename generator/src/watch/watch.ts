import { watch as watchFolders, type FSWatcher } from "chokidar";
import { sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { foldersOf, type WatchedPlaces } from "./watched-places.js";

/** Why something runs: a change, or a second look because the watcher was not ready when the first run read its files. */
export type Reason = "change" | "second look";

/** What is done at a change. It says what to watch from then on. */
export type WatchedRun = (reason: Reason) => Promise<WatchedPlaces>;

/** Editors write in several steps, and checkouts many files: this long after the last change a run begins, in ms. */
const SETTLING_TIME = 100;

/** New folders are watched after this long, in ms. */
const READY_AFTER = 500;

/**
 * Runs now, and again whenever something happens to a place that the last run named, or to a folder above one; never twice
 * at once. Folders are watched and not files, because many editors replace a file instead of writing to it; what else
 * happens in them, for instance to a log, is nobody's concern. Resolves when `signal` aborts, with every handle closed.
 */
export async function watch(run: WatchedRun, signal: AbortSignal): Promise<void> {
  const watcher = watchFolders([], { ignoreInitial: true, depth: 0, ignorePermissionErrors: true });
  const pending = new Pending();
  const noteChange = () => pending.note("change");
  let places: WatchedPlaces = { inputs: new Set(), outputs: new Set() };
  const watched = new Set<string>();
  watcher.on("error", noteChange).on("all", (event, path) => {
    if (event === "unlinkDir") forget(watcher, watched, path);
    if (concerns(places, path)) noteChange();
  });
  signal.addEventListener("abort", noteChange);
  let secondLook: NodeJS.Timeout | undefined;
  for (let reason: Reason = "change"; !signal.aborted; reason = await pending.settled(signal)) {
    places = await run(reason);
    if (follow(watcher, watched, foldersOf(places))) {
      secondLook = setTimeout(() => pending.note("second look"), READY_AFTER);
    }
  }
  clearTimeout(secondLook);
  signal.removeEventListener("abort", noteChange);
  await watcher.close();
}

function concerns({ inputs, outputs }: WatchedPlaces, path: string): boolean {
  if (inputs.has(path) || outputs.has(path)) return true;
  return [...inputs, ...outputs].some((file) => file.startsWith(path + sep));
}

/** Watches other folders than before; whether there are new ones. */
function follow(watcher: FSWatcher, watched: Set<string>, now: ReadonlySet<string>): boolean {
  const added = [...now].filter((folder) => !watched.has(folder));
  const removed = [...watched].filter((folder) => !now.has(folder));
  if (added.length > 0) watcher.add(added);
  if (removed.length > 0) watcher.unwatch(removed);
  for (const folder of removed) watched.delete(folder);
  for (const folder of added) watched.add(folder);
  return added.length > 0;
}

/** A folder that is made again is another one: it has to be watched anew. */
function forget(watcher: FSWatcher, watched: Set<string>, path: string): void {
  const gone = [...watched].filter((folder) => folder === path || folder.startsWith(path + sep));
  if (gone.length > 0) watcher.unwatch(gone);
  for (const folder of gone) watched.delete(folder);
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
