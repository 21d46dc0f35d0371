import type { Details } from "../diagnostics/diagnostic.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { FileReport } from "../output/unchanged.js";

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

/** Fine; not current; invalid input; wrong usage; internal error. */
export type ExitCode = 0 | 1 | 2 | 3 | 70;

export function hasErrors(issues: readonly SourceIssue[]): boolean {
  return issues.some(({ severity }) => severity === "error");
}

/** The result where mistakes keep the output from being made. */
export function nothingDone(
  issues: readonly SourceIssue[],
  what: "written" | "compared" | "listed" | "simulated" | "explained",
): CommandResult {
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
