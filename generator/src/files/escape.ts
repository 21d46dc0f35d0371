/**
 * Controls, bidirectional and other format characters, line separators, lone surrogates; what Unicode lets a font ignore,
 * fillers and variation selectors among it; and two signs that are blank.
 */
export const INVISIBLE: RegExp = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** `##[add-mask]x` is a command to the runner of GitHub Actions, wherever in a line it stands. */
const COMMAND = /(?<=#)#(?=\[)/;

const ESCAPED = new RegExp(`${INVISIBLE.source}|${COMMAND.source}`, "gu");

/**
 * Text that a terminal shows as it is, and that no runner obeys: nothing in it moves the cursor, starts a line, turns the
 * direction or hides (rules F2).
 */
export function escapeUnprintable(text: string): string {
  return text.replace(ESCAPED, escaped);
}

/** The same of several lines: their ends, and the tabs that indent code, stay. */
export function escapeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split("\t").map(escapeUnprintable).join("\t"))
    .join("\n");
}

/**
 * Text whose lines begin with no `::stop-commands::x`: to the runner of GitHub Actions that is a command too, whatever
 * white space stands before it.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*):(?=:)/gm, (_, indent: string) => `${indent}${escaped(":")}`);
}

function escaped(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index += 1) {
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return text;
}
