import { commonJsForNext } from "../files/commonjs-for-next.js";
import type { InputPlaces } from "../files/find-project.js";
import { escapeUnprintable } from "../files/escape.js";
import { relativePath } from "../files/relative-path.js";
import { upToDate } from "./up-to-date.js";
import { isBehindLink, isInside, outputFolderProblem } from "../files/output-folder.js";
import type { CommandName, Format } from "./options.js";

/** Emitted files by what became of them, or by their state; relative to the output folder. */
export interface FileReport {
  readonly [state: string]: readonly string[];
}

/** What a command that finds nothing to do comes to. */
export interface QuickResult {
  readonly issues: readonly [];
  /** Warnings and notes that the same inputs were given; who prints the result looks for them again. */
  readonly remarks: number;
  /** Notes about OpenAPI documents, likewise. They are many: who wants a short answer gets their number. */
  readonly documentNotes: number;
  readonly files: FileReport;
  readonly summary: string;
  readonly exitCode: 0;
}

/** The result of `generate` or `check` that finds nothing to do: from the lock, before anything else is loaded. */
export function quickResult(command: CommandName, places: InputPlaces): QuickResult | undefined {
  if (command !== "generate" && command !== "check") return undefined;
  if (outputFolderProblem(places) !== undefined || !isInside(places.out, places.root)) return undefined;
  if (isBehindLink(places)) return undefined;
  const current = upToDate(places);
  if (current === undefined) return undefined;
  const { files: paths, remarks, documentNotes } = current;
  const folder = escapeUnprintable(relativePath(places.root, places.out));
  const files =
    command === "check"
      ? { missing: [], stale: [], orphaned: [], edited: [], foreign: [], current: paths }
      : { written: [], removed: [], kept: [], unchanged: paths };
  const summary = command === "check" ? `${folder} is current.` : `Nothing to write in ${folder}.`;
  const all = remarks + [places.passedOver, commonJsForNext(places.out)].filter((path) => path !== undefined).length;
  return { issues: [], remarks: all, documentNotes, files, summary, exitCode: 0 };
}

/** The same, with the number of what is not shown. */
export function withNoteCount(result: QuickResult): QuickResult {
  const { summary, documentNotes: count } = result;
  if (count === 0) return result;
  const notes = count === 1 ? "One note about an OpenAPI document" : `${count} notes about OpenAPI documents`;
  return { ...result, summary: `${summary} ${notes}: npx sdkwright validate --verbose.` };
}

/** Whether everything that was remarked is to be shown, not only counted. */
export function showsEverything({ format = "pretty", verbose = false, quiet = false }: Shown): boolean {
  return !quiet && (verbose || format !== "pretty");
}

interface Shown {
  readonly format?: Format | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}
