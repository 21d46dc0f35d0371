import { watch as watchFolders, type FSWatcher } from "chokidar";
import { setTimeout as sleep } from "node:timers/promises";

/** Why something runs: a change, or a second look because the watcher was not ready when the first run read its files. */
export type Reason = "change" | "second look";

/** What is done at a change. It says which folders to watch from then on. */
export type WatchedRun = (reason: Reason) => Promise<ReadonlySet<string>>;

/** Editors write in several steps, and checkouts many files: this long after the last change a run begins, in ms. */
const SETTLING_TIME = 100;

/** New folders are watched after this long, in ms. */
const READY_AFTER = 500;

/**
 * Runs now, and again whenever something changes in the folders that the last run named; never twice at once. Folders are
 * watched and not files, because many editors replace a file instead of writing to it. Resolves when `signal` aborts,
 * with every handle closed.
 */
export async function watch(run: WatchedRun, signal: AbortSignal): Promise<void> {
  const watcher = watchFolders([], { ignoreInitial: true, depth: 0, ignorePermissionErrors: true });
  const pending = new Pending();
  const noteChange = () => pending.note("change");
  watcher.on("all", noteChange).on("error", noteChange);
  signal.addEventListener("abort", noteChange);
  let watched: ReadonlySet<string> = new Set();
  let secondLook: NodeJS.Timeout | undefined;
  for (let reason: Reason = "change"; !signal.aborted; reason = await pending.settled(signal)) {
    const wanted = await run(reason);
    if (follow(watcher, watched, wanted)) secondLook = setTimeout(() => pending.note("second look"), READY_AFTER);
    watched = wanted;
  }
  clearTimeout(secondLook);
  signal.removeEventListener("abort", noteChange);
  await watcher.close();
}

/** Watches other folders than before; whether there are new ones. */
function follow(watcher: FSWatcher, before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  const added = [...now].filter((folder) => !before.has(folder));
  const removed = [...before].filter((folder) => !now.has(folder));
  if (added.length > 0) watcher.add(added);
  if (removed.length > 0) watcher.unwatch(removed);
  return added.length > 0;
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
