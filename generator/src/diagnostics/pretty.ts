import type { Diagnostic } from "./diagnostic.js";
import { escapeUnprintable } from "../files/escape.js";
import type { Frame } from "./frame.js";

/** What pretty output is painted with: picocolors, or nothing. */
export interface Paint {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const SEVERITY_PAINT = { error: "red", warning: "yellow", note: "cyan" } as const;

/** A diagnostic for people; `fileAs` names a file from where the reader stands. */
export function prettyDiagnostic(diagnostic: Diagnostic, paint: Paint, fileAs: (file: string) => string): string {
  const { severity, code, message, file, start } = diagnostic;
  const color = paint[SEVERITY_PAINT[severity]];
  const lines = [`${color(paint.bold(`${severity} ${code}`))}  ${escapeUnprintable(message)}`];
  if (file !== undefined) lines.push(`  ${paint.cyan(escapeUnprintable(placeText(fileAs(file), start)))}`);
  return [...lines, ...prettyFrame(diagnostic, paint)].join("\n");
}

function placeText(file: string, start: Diagnostic["start"]): string {
  return start === undefined ? file : `${file}:${start.line}:${start.column}`;
}

function prettyFrame({ frame, severity, ...rest }: Diagnostic, paint: Paint): readonly string[] {
  const advice = adviceText(rest);
  if (frame === undefined) return advice === "" ? [] : [`  ${advice}`];
  const gutter = `  ${frame.line}`;
  const bar = paint.dim("|");
  const mark = paint[SEVERITY_PAINT[severity]](underline(frame));
  return [
    `${paint.dim(gutter)} ${bar} ${frame.text}`,
    `${" ".repeat(gutter.length)} ${bar} ${mark}${advice === "" ? "" : ` ${advice}`}`,
  ];
}

function underline({ start, length }: Frame): string {
  return " ".repeat(start) + "^".repeat(length);
}

/** The hint, and the second place. */
export function adviceText({ hint = "", related }: Pick<Diagnostic, "hint" | "related">): string {
  const second = related === undefined ? "" : `${related.message} at line ${related.start.line}`;
  const between = hint === "" || second === "" ? "" : /[?.]$/.test(hint) ? " " : "; ";
  return escapeUnprintable(`${hint}${between}${second}`);
}
