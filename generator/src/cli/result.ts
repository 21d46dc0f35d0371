import type { SourceIssue } from "../load/source.js";
import type { Paint } from "../diagnostics/pretty.js";
import type { FileReport } from "./file-report.js";

/** What a command came to, before it is printed. */
export interface CommandResult {
  readonly issues: readonly SourceIssue[];
  /** What was, or would be, written; absent where it did not come to that. */
  readonly files?: FileReport | undefined;
  /** The result in a few lines for people. */
  readonly summary: string;
  readonly exitCode: ExitCode;
  /** What else there is to show. */
  readonly details?: Details | undefined;
}

/** What a command shows besides diagnostics and its summary; each form is made when it is asked for. */
export interface Details {
  /** Further keys of the JSON document. */
  readonly json: () => { readonly [key: string]: unknown };
  /** For people, before the summary. */
  readonly pretty: (paint: Paint, fileAs: FileAs) => string;
  /** Annotations, one per line. */
  readonly github: (fileAs: FileAs) => string;
  /** Instead of everything else, the summary included. */
  readonly markdown?: () => string;
}

/** Names a file, which is given relative to the project root, from where the reader stands. */
export type FileAs = (file: string) => string;

/** Fine; not current; invalid input; wrong usage; internal error (design.md §3). */
export type ExitCode = 0 | 1 | 2 | 3 | 70;

export function hasErrors(issues: readonly SourceIssue[]): boolean {
  return issues.some(({ severity }) => severity === "error");
}

/** The result where mistakes keep the output from being made. */
export function nothingDone(issues: readonly SourceIssue[], what: "written" | "compared"): CommandResult {
  return { issues, summary: `${countText(issues)}; nothing was ${what}.`, exitCode: 2 };
}

/** `2 errors, 1 warning`; notes are not counted. */
export function countText(issues: readonly SourceIssue[]): string {
  const counts = (["error", "warning"] as const).map((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return counts.flat().join(", ");
}
