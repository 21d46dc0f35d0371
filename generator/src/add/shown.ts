// How texts of documents stand in what `add` says.
import { escapeUnprintable } from "../files/escape.js";

export function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** Texts of a document are data: nothing in them moves the cursor or begins a line. */
export function shown(text: string): string {
  return escapeUnprintable(text);
}

export function inQuotes(text: string): string {
  return `"${shown(text)}"`;
}
