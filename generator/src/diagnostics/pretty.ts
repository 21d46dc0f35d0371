import { escapeUnprintable } from "../io/text.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Span } from "./source.js";

/** One line of a document, fit to be shown, and the stretch of it that is meant. */
export interface Frame {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Where the mark begins and how long it is, in characters of `text`. */
  readonly start: number;
  readonly length: number;
}

const MASK = '"***"';
const CONTEXT = 60;

/**
 * The line of `span`, with `masked` (in order) replaced and everything unprintable escaped (rules F2). `around` is what of
 * the line is near.
 */
export function frameOf(text: string, line: number, span: Span, masked: readonly Span[], around: Span): Frame {
  const { offset, length } = around;
  const lineEnd = offset + length;
  const from = masked.find((mask) => contains(mask, span.offset))?.offset ?? span.offset;
  const end = Math.min(span.offset + span.length, lineEnd);
  const last = masked.find((mask) => contains(mask, end - 1));
  const to = Math.max(from, last === undefined ? end : last.offset + last.length);
  const show = (start: number, stop: number): string => shown(text, start, Math.min(stop, lineEnd), masked);
  return cropped(line, show(offset, from), show(from, to), show(to, lineEnd));
}

function contains({ offset, length }: Span, place: number): boolean {
  return place >= offset && place < offset + length;
}

function shown(text: string, start: number, stop: number, masked: readonly Span[]): string {
  let result = "";
  let index = start;
  for (const mask of masked) {
    if (mask.offset + mask.length <= index || mask.offset >= stop) continue;
    result += plain(text.slice(index, Math.max(index, mask.offset))) + MASK;
    index = mask.offset + mask.length;
  }
  return result + plain(text.slice(index, Math.max(index, stop)));
}

function plain(text: string): string {
  return escapeUnprintable(text.replaceAll("\t", "  "));
}

function cropped(line: number, before: string, marked: string, after: string): Frame {
  const left = before.length > CONTEXT ? `…${before.slice(-CONTEXT)}` : before;
  const middle = marked.length > CONTEXT ? `${marked.slice(0, CONTEXT)}…` : marked;
  const right = after.length > CONTEXT ? `${after.slice(0, CONTEXT)}…` : after;
  return { line, text: `${left}${middle}${right}`, start: left.length, length: Math.max(1, middle.length) };
}

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
