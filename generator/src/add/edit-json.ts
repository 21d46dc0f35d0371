import { applyEdits, modify, type FormattingOptions } from "jsonc-parser";

/** Sets one value in a JSON text; everything else stays as it is written. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  return applyEdits(text, modify(text, [...path], value, { formattingOptions: formattingOf(text) }));
}

/** As the text is written: by its first line that is indented. The ends of its lines win over ours. */
function formattingOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: "\n" };
}

/** The text of a file that is written for the first time. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
