import { escapeUnprintable, largest } from "../io/text.js";
import { adviceText, type Diagnostic } from "./diagnostic.js";

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

/** What stands in quotes or backticks, a `$NAME`, a word, or a sign that begins one of these and does not end it. */
const PART = /"((?:[^"\\]|\\.)*)"|`([^`]*)`|\$\w+|[^ "`$]+|[`$]/gs;

/** Letters, digits and signs that begin nothing in Markdown where they stand in a line. */
const OURS = /^(?!.*www\.)[A-Za-z0-9.,:;()'%+?-]+$/i;

/**
 * A sentence as Markdown: names, which others chose, stand in quotes and become code, where no Markdown, HTML, mention or
 * link is acted upon. So does every word with a sign that Markdown knows, should a name stand there without quotes.
 */
export function markdownProse(sentence: string): string {
  const spans = sentence.replace(PART, (match, quoted?: string, ticked?: string) =>
    OURS.test(match) ? match : `${BORDER}${markdownCode(quoted ?? ticked ?? match)}${BORDER}`,
  );
  return spans.replaceAll(BORDER + BORDER, " ").replaceAll(BORDER, "");
}

/** Code spans that touch would be one. Nothing else holds this character: what is invisible is escaped. */
const BORDER = "\0";

/** A code span, with a fence that is longer than any run of backticks in it, and safe in a table. */
export function markdownCode(text: string): string {
  const shown = escapeUnprintable(text).replaceAll(/(?<!\\)(\\*)\|/g, escapedPipe);
  const longest = largest(Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 || shown === "" || shown.startsWith(" ") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** A table takes `\\|` for a backslash and the end of the cell, and there is no way to write it within one. */
function escapedPipe(_: string, backslashes: string): string {
  return backslashes.length % 2 === 0 ? `${backslashes}\\|` : `${backslashes}\\u007c`;
}
