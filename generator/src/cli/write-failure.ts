import type { InputPlaces } from "../files/find-project.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { isInside, outputFolderProblem } from "../files/output-folder.js";
import { NewerLockError } from "../write/plan.js";
import type { CommandResult } from "./result.js";

/** The result where nothing may be written to the output folder. */
export function unusableOutput({ out, root }: InputPlaces): CommandResult | undefined {
  const reason = outputFolderProblem(out, root);
  if (reason === undefined) return undefined;
  return { issues: [failure("SW0401", `${reason} (${out})`)], summary: "Nothing was written.", exitCode: 3 };
}

/** What is said of an output folder that only the command line can name. */
export function outsideNote({ out, root }: InputPlaces): readonly SourceIssue[] {
  if (isInside(out, root)) return [];
  const message = `the output folder stands outside of the project (${out})`;
  return [{ code: "SW0404", severity: "note", pointer: "", message }];
}

/** The result where the output folder could not be written. */
export function writeFailure(error: unknown, issues: readonly SourceIssue[]): CommandResult {
  if (!(error instanceof Error) || !isExpected(error)) throw error;
  const isNewer = error instanceof NewerLockError;
  const found = [...issues, failure(isNewer ? "SW0402" : "SW0403", error.message)];
  return { issues: found, summary: "The SDK was not written.", exitCode: isNewer ? 3 : 70 };
}

/** Errors of the file system, and of the write step about it. */
function isExpected(error: Error): boolean {
  return (
    "syscall" in error ||
    ["NewerLockError", "OutputBusyError", "HalfWrittenError", "NotAFileError"].includes(error.name)
  );
}

function failure(code: string, message: string): SourceIssue {
  return { code, severity: "error", pointer: "", message };
}
