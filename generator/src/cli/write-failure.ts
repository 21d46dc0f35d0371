import type { PlannedFile } from "../add/plan.js";
import type { Refusal } from "../add/request.js";
import { writeFiles } from "../add/write-files.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { InputPlaces } from "../io/find-project.js";
import { isInside, outputFolderProblem } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import type { Stray } from "../io/stray-code.js";
import { escapeUnprintable } from "../io/text.js";
import { NewerLockError } from "../output/plan.js";
import type { CommandResult } from "./result.js";

/** The result where nothing may be written to the output folder. */
export function unusableOutput(places: InputPlaces): CommandResult | undefined {
  const reason = outputFolderProblem(places);
  if (reason === undefined) return undefined;
  return { issues: [failure("SW0401", `${reason} (${places.out})`)], summary: "Nothing was written.", exitCode: 3 };
}

/** What is said of an output folder that only the command line can name. */
export function outsideNote({ out, root }: InputPlaces): readonly SourceIssue[] {
  if (isInside(out, root)) return [];
  const message = `the output folder is outside of the project (${out})`;
  return [{ code: "SW0404", severity: "note", pointer: "", message }];
}

/** What to do with a stray file, where nothing emits it any more and where it stands in place of a module. */
export function strayAdvice({ insteadOf }: Stray): string {
  return insteadOf === undefined
    ? "remove it once nothing imports it. `generate` only removes files that the lock lists."
    : "remove it, or move it away. If a compiler wrote it, give the compiler its own folder (`outDir`).";
}

/** What `generate` leaves where it is, though code may import it. */
export function strayWarnings({ out, root }: InputPlaces, strays: readonly Stray[]): readonly SourceIssue[] {
  return strays.map((stray) => {
    const { path, insteadOf } = stray;
    const file = escapeUnprintable(`${relativePath(root, out)}/${path}`);
    const [code, message] =
      insteadOf === undefined
        ? ["SW0408", `${file} was emitted earlier, and no longer is`]
        : ["SW0407", `${file} is not from sdkwright, and a resolver may load it instead of ${insteadOf}`];
    return { code, severity: "warning", pointer: "", message, hint: strayAdvice(stray) };
  });
}

/** The result where the output folder could not be written. */
export function writeFailure(error: unknown, issues: readonly SourceIssue[]): CommandResult {
  if (!(error instanceof Error) || !isExpected(error)) throw error;
  const isNewer = error instanceof NewerLockError;
  const found = isNewer ? failure("SW0402", error.message) : systemFailure(error);
  return { issues: [...issues, found], summary: "The SDK was not written.", exitCode: isNewer ? 3 : 2 };
}

/** A refusal of the file system, or of the platform that runs us, with what to do about it. */
export function systemFailure(error: Error): SourceIssue {
  if (isWithoutPermission(error)) return { ...failure("SW0406", error.message), hint: PERMISSIONS };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const message = cause === undefined ? error.message : `${error.message} (${cause.message})`;
  const { code = "" } = (cause ?? error) as NodeJS.ErrnoException;
  return { ...failure("SW0403", message), ...(Object.hasOwn(HINTS, code) && { hint: HINTS[code] }) };
}

/** The result of what is refused before anything is written. */
export function refused({ code, message, hint, exitCode }: Refusal): CommandResult {
  const issue = { code, severity: "error", pointer: "", message, hint } as const;
  return { issues: [issue], summary: "Nothing was written.", exitCode };
}

/** The refusal of the file system; nothing has changed then. */
export function failureToWrite(files: readonly PlannedFile[]): SourceIssue | undefined {
  try {
    writeFiles(files);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "ChangedMeanwhileError")
      return { code: "SW0704", severity: "error", pointer: "", message: error.message };
    if (!isRefusal(error) && !("syscall" in error)) throw error;
    return systemFailure(error);
  }
}

/** A failure that has no place, as people read it. */
export function failureText({ code, message, hint = "" }: SourceIssue): string {
  return `error ${code}  ${escapeUnprintable(message)}\n  ${escapeUnprintable(hint)}\n`;
}

/** Whether an error says that the file system or the platform refuses, and not that we asked for nonsense. */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return isWithoutPermission(error) || Object.hasOwn(HINTS, (error as NodeJS.ErrnoException).code ?? "");
}

/** Deno's word for what its command line did not permit. It names the flag, and the path or variable that was asked for. */
function isWithoutPermission({ name }: Error): boolean {
  return name === "NotCapable";
}

const PERMISSIONS =
  "sdkwright under Deno needs --allow-read --allow-env --allow-sys, and to write also --allow-write of the output folder";

const RIGHTS = "get permission for the path, or name another folder with --out; then run again";
const ROOM = "free some space, then run again";
const HANDLES = "close programs with many open files, or raise the limit; then run again";

const HINTS: { readonly [code: string]: string } = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: "the file system is read-only: name another folder with --out",
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EFBIG: ROOM,
  EMFILE: HANDLES,
  ENFILE: HANDLES,
  EBUSY: "another program uses the path: close it, then run again",
  EIO: "the disk may be damaged, or the network share gone: check it before you run again",
  ENAMETOOLONG: "shorten the path: name another folder with --out",
};

/** Errors of the file system, and of the write step about it. */
function isExpected(error: Error): boolean {
  return (
    "syscall" in error ||
    ["NewerLockError", "OutputBusyError", "HalfWrittenError", "NotAFileError"].includes(error.name)
  );
}

export function noWorkingDirectory(): SourceIssue {
  const hint = "change to an existing folder, and run again";
  return { ...failure("SW0405", "the working directory no longer exists"), hint };
}

function failure(code: string, message: string): SourceIssue {
  return { code, severity: "error", pointer: "", message };
}
