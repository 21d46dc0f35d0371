/** Controls, bidirectional and other format characters, line separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text that a terminal shows as it is: nothing in it moves the cursor, starts a line or turns the direction (rules F2). */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
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
