import { inputFolders } from "../watch/input-folders.js";
import { type Reason, watch } from "../watch/watch.js";
import { execute } from "./execute.js";
import { internalErrorText } from "./internal-error.js";
import type { Invocation } from "../quick/options.js";
import { print, type Printed } from "./report.js";
import type { ExitCode } from "./result.js";

/** `sdkwright generate --watch`: generates now and at every change, whatever went wrong before, until Ctrl+C. */
export async function watchCommand(invocation: Invocation, write: (printed: Printed) => void): Promise<ExitCode> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // Listeners that stay until the end: without another one, a run that has written lets the signal end the process.
  process.on("SIGINT", end).on("SIGTERM", end);
  const workingDirectory = process.cwd();
  let folders: ReadonlySet<string> = new Set([workingDirectory]);
  let shown: string | undefined;
  let hasFailed = false;
  const show = (printed: Printed, reason: Reason) => {
    const text = JSON.stringify(printed);
    if (reason === "change" || text !== shown) write(printed);
    shown = text;
  };
  const run = async (reason: Reason): Promise<ReadonlySet<string>> => {
    try {
      const { result, reporting, places, documents, isQuick } = await execute(invocation, workingDirectory);
      const isFirst = shown === undefined;
      if (isFirst || hasFailed || !isQuick) show(await print(result, reporting), reason);
      hasFailed = result.exitCode !== 0;
      if (isFirst && !reporting.quiet) write({ stdout: "Watching the inputs; Ctrl+C ends.\n", stderr: "" });
      folders = inputFolders(places, documents);
    } catch (error) {
      hasFailed = true;
      show({ stdout: "", stderr: internalErrorText(error, invocation.options.verbose === true) }, reason);
    }
    return folders;
  };
  await watch(run, ending.signal);
  process.off("SIGINT", end).off("SIGTERM", end);
  return 0;
}
