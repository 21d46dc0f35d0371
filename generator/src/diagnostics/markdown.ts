import { escapeUnprintable } from "../files/escape.js";
import { largest } from "../files/largest.js";

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
