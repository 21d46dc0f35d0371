import { INVISIBLE as UNSAFE } from "../io/text.js";
import { isPlainIdentifier } from "./names.js";

const UNSAFE_EACH = new RegExp(UNSAFE, "gu");
const NEEDS_CARE = new RegExp(`["'\\\\]|${UNSAFE.source}`, "u");

/** Text that needs no care anywhere, as nearly all names are. */
const HARMLESS = /^[\w./-]*$/;

/** A string literal as prettier would write it: in the quotes that need fewer escapes, with nothing invisible in it. */
export function stringLiteral(text: string): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`;
  const quote = count(text, '"') > count(text, "'") ? "'" : '"';
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return `${quote}${escapeUnsafe(escaped)}${quote}`;
}

/** The key of a property in a type: plain where it can be. */
export function typeKey(name: string): string {
  const isPlain = isPlainIdentifier(name) || (LETTERS.test(name) && !UNSAFE.test(name));
  return isPlain ? name : stringLiteral(name);
}

/** Identifiers of ES5, which prettier writes without quotes. */
const LETTERS =
  /^(?:(?![\u{10000}-\u{10FFFF}])[\p{L}\p{Nl}$_])(?:(?![\u{10000}-\u{10FFFF}])[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_])*$/u;

/** The key of a property in an object literal, where a plain `__proto__` would set the prototype. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : typeKey(name);
}

/** Text within a comment, on one line. It cannot end the comment, and no tool takes it for a tag or a directive. */
export function commentText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return commentLine(text.replaceAll(/\s+/g, " "));
}

/** A TSDoc comment of one line or several, indented by `indent`. */
export function docComment(text: string, indent = ""): string {
  return indent + commentBlock(commentLines(text)).join(`\n${indent}`);
}

/** Lines of a TSDoc comment; each text is fit for one. */
export function commentBlock(texts: readonly string[]): readonly string[] {
  if (texts.length <= 1) return [`/** ${texts[0] ?? "(no description)"} */`];
  return ["/**", ...texts.map((text) => ` * ${text}`.trimEnd()), " */"];
}

/** Text as the lines of a comment, without blank ones at its ends, and with no two of them in a row. */
export function commentLines(text: string): readonly string[] {
  const all = text.split(/\r\n|[\n\r\u2028\u2029]/).map(commentLine);
  const lines = all.filter((line, index) => line !== "" || (all[index - 1] ?? "") !== "");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Escapes what cannot be seen, in code that is nothing but string literals, identifiers and clean comments. */
export function escapeUnsafe(code: string): string {
  return UNSAFE.test(code) ? code.replaceAll(UNSAFE_EACH, escapeCharacter) : code;
}

function commentLine(line: string): string {
  return commentSafe(line).trim();
}

/** One line within a comment, with the white space at its ends. */
export function commentSafe(line: string): string {
  if (/^[\x20-\x3f\x41-\x7e]*$/.test(line) && !line.includes("*/")) return line;
  const safe = UNSAFE.test(line) ? withoutUnsafe(line) : line;
  return safe.replaceAll("*/", "*\\/").replaceAll(/(?<![\w.\\])@/g, "\\@");
}

/** Signs that ask for a coloured form leave the sign before them as it is. */
function withoutUnsafe(line: string): string {
  return line
    .replaceAll("\t", " ")
    .replaceAll(/[\ufe0e\ufe0f]/g, "")
    .replaceAll(UNSAFE_EACH, "\u{FFFD}");
}

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

const SHORT_ESCAPES: { readonly [character: string]: string | undefined } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The width that emitted code keeps to; prettier is told the same. */
export const PRINT_WIDTH = 120;
