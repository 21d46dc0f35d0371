/**
 * As JSON, scripts, Python, C, URLs and HTML write a character; and control characters and broken lines, which no secret has. Groups: a code
 * in base 16 (four times), 10 and 8, the name of a reference, what a backslash stands before.
 */
export const ESCAPE: RegExp =
  // oxlint-disable-next-line no-control-regex -- lines may be broken anywhere in base64
  /(?:\\[uxUX]\{|&#[xX])0*([\da-fA-F]{1,6})[};]?|\\U(000[0-3EFef][\da-fA-F]{4}|0010[\da-fA-F]{4})|[\\%][uU]([\da-fA-F]{4})|(?:%|\\[xX])([\da-fA-F]{2})|&#0*(\d{1,7});?|\\([0-3][0-7]{2}|[4-7][0-7])|&(\w+);|\\([^])|\r?\n[ \t]+|[\0-\x1f\x7f]/g;

/** HTML5 has a name for nearly every sign that a key may have, and one for two letters. */
const NAMES =
  'amp & AMP & lt < LT < gt > GT > quot " QUOT " apos \' lowbar _ UnderBar _ plus + sol / equals = period . comma , colon : semi ; ' +
  "excl ! quest ? num # dollar $ percnt % lpar ( rpar ) ast * midast * commat @ lsqb [ lbrack [ rsqb ] rbrack ] " +
  "bsol \\ fjlig fj Hat ^ grave ` DiacriticalGrave ` lcub { lbrace { rcub } rbrace } verbar | vert | VerticalLine |";

const REFERENCES = new Map(
  Array.from(NAMES.matchAll(/(\w+) (\S+)/g), ([, name = "", character = ""]) => [name, character] as const),
);

/** What a name of HTML stands for. */
export function referenceOf(name: string): string | undefined {
  return REFERENCES.get(name);
}

/** What stands for a character of any other name. */
export const NAMED = "\uffff";

/** The text that a match of {@link ESCAPE} stands for; none for a broken line. */
export function meaningOf(match: RegExpExecArray): string {
  const [decimal, octal, name, escaped = ""] = match.slice(5);
  const hex = match.slice(1, 5).find((group) => group !== undefined);
  if (name !== undefined) return REFERENCES.get(name) ?? NAMED;
  // `\n` and its like are control characters.
  if (hex === undefined && decimal === undefined && octal === undefined) return escaped.replace(/[nrtbfv]/, "");
  const code = hex === undefined ? (octal === undefined ? Number(decimal) : parseInt(octal, 8)) : parseInt(hex, 16);
  return characterOf(code);
}

/** The codes and names that XML has by itself, as its recommendation has them in 4.1 and 4.6. */
const XML_REFERENCE = /&(?:#x0*([\da-fA-F]{1,6})|#0*(\d{1,7})|(lt|gt|amp|quot|apos));/g;

/** Text of XML as it is meant. */
export function withoutReferences(text: string): string {
  return text.replaceAll(XML_REFERENCE, (_, hex?: string, decimal?: string, name = "") => {
    return REFERENCES.get(name) ?? characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16));
  });
}

function characterOf(code: number): string {
  return code > 0x10_ff_ff ? NAMED : String.fromCodePoint(code);
}
