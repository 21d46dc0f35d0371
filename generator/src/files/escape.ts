/**
 * Controls, bidirectional and other format characters, line separators, lone surrogates; what Unicode lets a font ignore,
 * fillers and variation selectors among it; and two signs that are blank.
 */
export const INVISIBLE: RegExp = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/**
 * `##[add-mask]x` is a command to the runner of GitHub Actions, `##vso[…]` to the agent of Azure Pipelines, wherever in a
 * line they stand, and `##teamcity[…]` to that of TeamCity.
 */
const COMMAND = /(?<=#)#(?=[A-Za-z]*\[)/;

/** So is `::add-mask::x` at the beginning of a line; the runner looks past white space. */
const FIRST_COMMAND = /:(?<=^\s*:)(?=:)/;

const ESCAPED = new RegExp(`${INVISIBLE.source}|${COMMAND.source}|${FIRST_COMMAND.source}`, "gu");

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

function escaped(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index += 1) {
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return text;
}
