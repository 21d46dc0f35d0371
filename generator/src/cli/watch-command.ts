import { join } from "node:path";
import { type Reason, watch } from "../watch/watch.js";
import { InputTexts, type WatchedPlaces } from "../watch/watched-places.js";
import { allPlaces } from "./all-places.js";
import type { Executed } from "./execute.js";
import { executeTold } from "./execute-told.js";
import { internalErrorText } from "./internal-error.js";
import type { Invocation } from "../quick/options.js";
import { exitCodeOf, printProjects } from "./print-projects.js";
import { print, type Printed } from "./report.js";
import type { CommandResult, ExitCode } from "./result.js";

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
      const executed = await executeTold(invocation, workingDirectory);
      const news = executed.filter(({ isQuick }) => isFirst || hasFailed || !isQuick);
      const told = news.filter(({ result }) => isChange || hasWritten(result));
      for (const printed of await textsOf(told, executed.length)) write(printed);
      hasFailed = exitCodeOf(executed) !== 0;
      watched = allPlaces(executed);
      texts.follow(watched.inputs);
      const isQuiet = executed.every(({ reporting }) => reporting.quiet);
      // Once it is known what the inputs say: what is written from now on is a change.
      if (isFirst && !isQuiet) write({ stdout: "Watching the inputs; Ctrl+C ends.\n", stderr: "" });
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
