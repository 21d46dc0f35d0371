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

/** Paths, mostly. To compile the pattern below takes a millisecond. */
const PLAIN = /^[\w ./-]*$/;

const ESCAPED = new RegExp(`${INVISIBLE.source}|${COMMAND.source}|${FIRST_COMMAND.source}`, "gu");

/**
 * Text that a terminal shows as it is, and that no runner obeys: nothing in it moves the cursor, starts a line, turns the
 * direction or hides (rules F2).
 */
export function escapeUnprintable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(ESCAPED, escaped);
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

/**
 * The largest of numbers, and not less than `least`. `Math.max(...numbers)` makes an argument of each: a hundred thousand
 * of them, as a document may have, are more than the stack holds.
 */
export function largest(numbers: readonly number[], least = 0): number {
  return numbers.reduce((most, each) => Math.max(most, each), least);
}

/** Whether a merge left its markers in a text. */
export function hasConflictMarkers(text: string): boolean {
  return text.includes("<<<<<<< ") && /^<<<<<<< /m.test(text) && /^=======\r?$/m.test(text) && /^>>>>>>> /m.test(text);
}

/** The texts that a merge started from, as far as it left both: with the upper side of every conflict, and with the lower. */
export function sidesOf(text: string): [string, string] {
  const sides: [string[], string[]] = [[], []];
  let side: "both" | "upper" | "base" | "lower" = "both";
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("<<<<<<< ")) side = "upper";
    else if (side === "upper" && line.startsWith("||||||| ")) side = "base";
    else if (side !== "both" && line === "=======") side = "lower";
    else if (side === "lower" && line.startsWith(">>>>>>> ")) side = "both";
    else {
      if (side === "both" || side === "upper") sides[0].push(line);
      if (side === "both" || side === "lower") sides[1].push(line);
    }
  }
  return [sides[0].join("\n"), sides[1].join("\n")];
}
