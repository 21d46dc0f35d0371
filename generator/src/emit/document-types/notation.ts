import { INVISIBLE as UNSAFE } from "../../io/text.js";
import { commentSafe, escapeUnsafe } from "../quoting.js";

// Types as text, laid out as TypeScript's own printer does it: a member a line, unions on one. So a file that
// openapi-typescript wrote before changes only where its types do.

/** A type as it is written, without indentation, and what decides whether it needs parentheses within another. */
export interface Written {
  readonly kind: "keyword" | "union" | "intersection" | "readonly" | "other";
  readonly text: string;
}

// Keywords stand once in a union, however often they are met.
export const STRING: Written = { kind: "keyword", text: "string" };
export const NUMBER: Written = { kind: "keyword", text: "number" };
export const BOOLEAN: Written = { kind: "keyword", text: "boolean" };
export const NULL: Written = { kind: "keyword", text: "null" };
export const NEVER: Written = { kind: "keyword", text: "never" };
export const UNKNOWN: Written = other("unknown");

export function other(text: string): Written {
  return { kind: "other", text };
}

export function joined(kind: "union" | "intersection", types: readonly Written[]): Written {
  const keywords = new Set<string>();
  const kept = types.filter((type) => type.kind !== "keyword" || (!keywords.has(type.text) && keywords.add(type.text)));
  const sign = kind === "union" ? " | " : " & ";
  return kept.length < 2 ? (kept[0] ?? NEVER) : { kind, text: kept.map(operand).join(sign) };
}

function operand({ kind, text }: Written): string {
  return kind === "union" || kind === "intersection" ? `(${text})` : text;
}

export function array(items: Written): Written {
  return other(`${items.kind === "readonly" ? `(${items.text})` : operand(items)}[]`);
}

export function tuple(items: readonly Written[]): Written {
  return other(`[\n${items.map(({ text }) => text).join(",\n")}\n]`);
}

export function object(members: readonly string[]): Written {
  return other(members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`);
}

/** A member of an object, with `?`, `readonly `, both or neither; lines of its comment are fit for one. */
export function member(name: string, { text }: Written, signs = "", comment: readonly string[] = []): string {
  const [first = ""] = comment;
  const before =
    comment.length > 1
      ? `/**\n${comment.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
      : first && `/** ${first} */\n`;
  return `${before}${signs.replace("?", "")}${keyText(name)}${signs.endsWith("?") ? "?" : ""}: ${text};`;
}

/** Text as lines of a comment, further ones indented below the first. */
export function textLines(text: string): readonly string[] {
  const trimmed = text.trim();
  if (/^[\x20-\x7e]*$/.test(trimmed)) return [commentSafe(trimmed)];
  return trimmed.split(/\r\n|[\n\r\u2028\u2029]/).map((line, at) => `${at === 0 ? "" : "    "}${commentSafe(line)}`);
}

function keyText(name: string): string {
  const isNumber = /^\d/.test(name) && String(Number(name)) === name;
  return isNumber || /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A string literal. */
export function quoted(text: string): string {
  if (/^[\w ./:-]*$/.test(text)) return `"${text}"`;
  const literal = JSON.stringify(text);
  return UNSAFE.test(literal) ? escapeUnsafe(literal) : literal;
}

/** Indents each line by the brackets that are open: they end a line, and begin the one that closes them. */
export function indented(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    if (line.startsWith("}") || line.startsWith("]")) depth -= 1;
    const result = line === "" ? "" : "    ".repeat(depth) + line;
    const isComment = line.startsWith(" ") || line.startsWith("/");
    if ((line.endsWith("{") || line.endsWith("[")) && !isComment) depth += 1;
    return result;
  });
  return lines.join("\n");
}
