import { applyEdits, modify, type FormattingOptions } from "jsonc-parser";
import { escapeLines } from "../files/escape.js";

/** Sets one value in a JSON text; everything else stays as it is written. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const edited = applyEdits(text, modify(text, [...path], value, { formattingOptions: formattingOf(text) }));
  // What others wrote in a document is reviewed here; what the file has of that kind already is its owner's.
  return escapeLines(text) === text ? escapeLines(edited) : edited;
}

/** As the text is written: by its first line that is indented. The ends of its lines win over ours. */
function formattingOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: "\n" };
}

/** The text of a file that is written for the first time: whoever reviews it sees every character. */
export function printJson(value: unknown): string {
  return `${escapeLines(JSON.stringify(value, undefined, 2))}\n`;
}
