import { escapeUnprintable } from "../io/text.js";
import type { Position, Span } from "./source.js";

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

/** An issue with its place in a file. Everything in it may be shown. */
export interface Diagnostic {
  /** Stable, for instance `SW1203`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly hint?: string | undefined;
  /** Relative to the project root, with `/`; absent where no file is at fault. */
  readonly file?: string | undefined;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer?: string | undefined;
  readonly start?: Position | undefined;
  readonly end?: Position | undefined;
  /** A second place in the same file. */
  readonly related?: { readonly message: string; readonly pointer: string; readonly start: Position } | undefined;
  readonly frame?: Frame | undefined;
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
