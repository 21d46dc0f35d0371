import { statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChokidarOptions, type FSWatcher, watch as watchFolders } from "chokidar";
import type { Invocation } from "../project/options.js";
import { allPlaces, foldersOf, InputTexts, type WatchedPlaces } from "./all-places.js";
import { type Executed, executeWithProgress } from "./execute.js";
import { internalErrorText } from "./main.js";
import { print, type Printed } from "./report.js";
import type { CommandResult, ExitCode } from "./result.js";
import { exitCodeOf, printProjects } from "./run.js";

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

/** `sdkwright generate --watch`: generates now and at every change, whatever went wrong before, until Ctrl+C. */
export async function watchCommand(invocation: Invocation, write: (printed: Printed) => void): Promise<ExitCode> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // Listeners that stay until the end: without another one, a run that has written lets the signal end the process.
  process.on("SIGINT", end).on("SIGTERM", end);
  const workingDirectory = process.cwd();
  const texts = new InputTexts();
  let watched: WatchedPlaces = { inputs: new Set([join(workingDirectory, "package.json")]), outputs: new Set() };
  let isFirst = true;
  let hasFailed = false;
  const run = async (reason: Reason): Promise<WatchedPlaces> => {
    // Before the inputs are read: what changes while they are is a change for the next run.
    const isChange = texts.haveChanged() || isFirst;
    if (reason === "second look" && !isChange && hasFailed) return watched;
    try {
      const executed = await executeWithProgress(invocation, workingDirectory);
      const news = executed.filter(({ isQuick }) => isFirst || hasFailed || !isQuick);
      const told = news.filter(({ result }) => isChange || hasWritten(result));
      for (const printed of await textsOf(told, executed.length)) write(printed);
      hasFailed = exitCodeOf(executed) !== 0;
      watched = allPlaces(executed);
      texts.follow(watched.inputs);
      const isQuiet = executed.every(({ reporting }) => reporting.quiet);
      // Once it is known what the inputs say: what is written from now on is a change.
      if (isFirst && !isQuiet) write({ stdout: "Watching the inputs; Ctrl+C stops.\n", stderr: "" });
    } catch (error) {
      if (isChange) write({ stdout: "", stderr: internalErrorText(error, invocation.options.verbose === true) });
      hasFailed = true;
      texts.follow(watched.inputs);
    }
    isFirst = false;
    return watched;
  };
  await watch(run, ending.signal);
  process.off("SIGINT", end).off("SIGTERM", end);
  return 0;
}

async function textsOf(executed: readonly Executed[], of: number): Promise<readonly Printed[]> {
  if (of > 1) return printProjects(executed);
  return Promise.all(executed.map(({ result, reporting }) => print(result, reporting)));
}

/** Output that somebody deleted was written again, without a change of an input. */
function hasWritten({ files = {} }: CommandResult): boolean {
  return ["written", "removed"].some((state) => (files[state] ?? []).length > 0);
}
