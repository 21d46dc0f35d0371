import type { InputPlaces } from "../files/find-project.js";
import { escapeUnprintable } from "../files/escape.js";
import { relativePath } from "../files/relative-path.js";
import { upToDate } from "./up-to-date.js";
import { outputFolderProblem } from "../files/output-folder.js";
import type { CommandName } from "./options.js";

/** Emitted files by what became of them, or by their state; relative to the output folder. */
export interface FileReport {
  readonly [state: string]: readonly string[];
}

/** What a command that finds nothing to do comes to. */
export interface QuickResult {
  readonly issues: readonly [];
  /** Warnings and notes that the same inputs were given; who prints the result looks for them again. */
  readonly remarks: number;
  readonly files: FileReport;
  readonly summary: string;
  readonly exitCode: 0;
}

/** The result of `generate` or `check` that finds nothing to do: from the lock, before anything else is loaded. */
export function quickResult(command: CommandName, places: InputPlaces): QuickResult | undefined {
  if (command !== "generate" && command !== "check") return undefined;
  if (outputFolderProblem(places.out, places.root) !== undefined) return undefined;
  const current = upToDate(places);
  if (current === undefined) return undefined;
  const { files: paths, remarks } = current;
  const folder = escapeUnprintable(relativePath(places.root, places.out));
  const files =
    command === "check"
      ? { missing: [], stale: [], orphaned: [], edited: [], foreign: [], current: paths }
      : { written: [], removed: [], kept: [], unchanged: paths };
  const summary = command === "check" ? `${folder} is current.` : `Nothing to write in ${folder}.`;
  return { issues: [], remarks: remarks + (places.passedOver === undefined ? 0 : 1), files, summary, exitCode: 0 };
}
