import type { Diagnostic } from "./diagnostic.js";
import { escapeUnprintable } from "../files/escape.js";
import { adviceText } from "./pretty.js";

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const;

/** A diagnostic as a workflow command of GitHub Actions, which becomes an annotation of the line. */
export function githubDiagnostic(diagnostic: Diagnostic, fileAs: (file: string) => string): string {
  const { code, severity, message, file, start, end } = diagnostic;
  const place = {
    ...(file === undefined ? {} : { file: fileAs(file) }),
    ...(start === undefined ? {} : { line: start.line, col: start.column }),
    ...(start === undefined || end?.line !== start.line ? {} : { endLine: end.line, endColumn: end.column }),
  };
  const advice = adviceText(diagnostic);
  const text = advice === "" ? message : `${message} (${advice})`;
  return annotation(COMMANDS[severity], { ...place, title: `sdkwright ${code}` }, text);
}

/** An annotation; nothing in its properties and its text, line by line, is a command by itself. */
export function annotation(
  command: "error" | "warning" | "notice",
  properties: { readonly [name: string]: string | number },
  text: string,
): string {
  const shown = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${command} ${shown.join(",")}::${text.split("\n").map(escapeData).join("%0A")}`;
}

function escapeData(text: string): string {
  return escapeUnprintable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
