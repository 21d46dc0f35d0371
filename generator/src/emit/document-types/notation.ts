import { INVISIBLE as UNSAFE } from "../../io/text.js";
import { commentSafe, escapeUnsafe } from "../quoting.js";

// Types as text, laid out as TypeScript's own printer does it: a member a line, unions on one. So a file that
// openapi-typescript wrote before changes only where its types do.

/** A type as it is written, and what decides whether it needs parentheses within another. */
export interface Written {
  readonly kind: "keyword" | "union" | "intersection" | "array" | "tuple" | "readonly" | "other";
  readonly text: string;
}

function keyword(text: string): Written {
  return { kind: "keyword", text };
}

export const STRING: Written = keyword("string");
export const NUMBER: Written = keyword("number");
export const BOOLEAN: Written = keyword("boolean");
export const NULL: Written = keyword("null");
export const NEVER: Written = keyword("never");
export const UNKNOWN: Written = { kind: "other", text: "unknown" };
export const NO_KEYS: Written = other("Record<string, never>");
export const ANY_KEYS: Written = other("Record<string, unknown>");

export function other(text: string): Written {
  return { kind: "other", text };
}

/** One of the types; keywords stand once. */
export function union(types: readonly Written[]): Written {
  return joined(types, "union", " | ");
}

export function intersection(types: readonly Written[]): Written {
  return joined(types, "intersection", " & ");
}

function joined(types: readonly Written[], kind: "union" | "intersection", sign: string): Written {
  const keywords = new Set<string>();
  const kept = types.filter((type) => {
    if (type.kind !== "keyword") return true;
    const isNew = !keywords.has(type.text);
    keywords.add(type.text);
    return isNew;
  });
  const [first = NEVER] = kept;
  return kept.length < 2 ? first : { kind, text: kept.map(operand).join(sign) };
}

function operand({ kind, text }: Written): string {
  return kind === "union" || kind === "intersection" ? `(${text})` : text;
}

export function array(items: Written): Written {
  return { kind: "array", text: `${items.kind === "readonly" ? `(${items.text})` : operand(items)}[]` };
}

export function readonly(list: Written): Written {
  return { kind: "readonly", text: `readonly ${list.text}` };
}

export function tuple(items: readonly Written[], indent: string): Written {
  if (items.length === 0) return { kind: "tuple", text: "[\n" + indent + "]" };
  const lines = items.map(({ text }) => `\n${deeper(indent)}${text}`);
  return { kind: "tuple", text: `[${lines.join(",")}\n${indent}]` };
}

/** An object of members that are indented one step more than it. */
export function object(members: readonly string[], indent: string): Written {
  return other(members.length === 0 ? "{}" : `{\n${members.join("\n")}\n${indent}}`);
}

export function deeper(indent: string): string {
  return `${indent}    `;
}

/** How a member is written beside its name and type. */
export interface Member {
  readonly isOptional?: boolean | undefined;
  readonly isReadonly?: boolean | undefined;
  /** Lines of its comment, fit for one. */
  readonly comment?: readonly string[] | undefined;
}

/** A member of an object, whose lines are indented by `indent`. */
export function member(name: string, type: Written, indent: string, how: Member = {}): string {
  const { isOptional = false, isReadonly = false, comment = [] } = how;
  const signs = isReadonly ? "readonly " : "";
  return `${commentText(comment, indent)}${indent}${signs}${key(name)}${isOptional ? "?" : ""}: ${type.text};`;
}

/** A member for all keys that have none. */
export function indexMember(name: string, type: Written, indent: string, isReadonly: boolean): string {
  return `${indent}${isReadonly ? "readonly " : ""}[${name}: string]: ${type.text};`;
}

function commentText(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** Text as lines of a comment, further ones indented below the first. */
export function textLines(text: string): readonly string[] {
  const trimmed = text.trim();
  if (/^[\x20-\x7e]*$/.test(trimmed)) return [commentSafe(trimmed)];
  return trimmed.split(/\r\n|[\n\r\u2028\u2029]/).map((line, at) => `${at === 0 ? "" : "    "}${commentSafe(line)}`);
}

function key(name: string): string {
  const isNumber = /^\d/.test(name) && String(Number(name)) === name;
  return isNumber || /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A string literal. */
export function quoted(text: string): string {
  if (/^[\w ./:-]*$/.test(text)) return `"${text}"`;
  const literal = JSON.stringify(text);
  return UNSAFE.test(literal) ? escapeUnsafe(literal) : literal;
}
