import type { Diagnostic } from "./diagnostic.js";
import { escapeUnprintable } from "./escape.js";
import { adviceText } from "./pretty.js";

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const;

/** A diagnostic as a workflow command of GitHub Actions, which becomes an annotation of the line. */
export function githubDiagnostic(diagnostic: Diagnostic, fileAs: (file: string) => string): string {
  const { code, severity, message, file, start, end } = diagnostic;
  const properties = {
    ...(file === undefined ? {} : { file: fileAs(file) }),
    ...(start === undefined ? {} : { line: start.line, col: start.column }),
    ...(start === undefined || end?.line !== start.line ? {} : { endLine: end.line, endColumn: end.column }),
    title: `sdkwright ${code}`,
  };
  const text = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const advice = adviceText(diagnostic);
  const body = advice === "" ? message : `${message} (${advice})`;
  return `::${COMMANDS[severity]} ${text.join(",")}::${escapeData(body)}`;
}

function escapeData(text: string): string {
  return escapeUnprintable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
