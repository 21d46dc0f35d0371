import type { JsonValue } from "@sdkwright/runtime/config";
import type { Import, ImportedName, ModuleNames } from "./import-model.js";
import { isPlainIdentifier } from "./names.js";
import { commentText, docComment, objectKey, PRINT_WIDTH, stringLiteral, typeKey } from "./quoting.js";

/**
 * Joins the lines of a bracketed list where they fit on one: templates are written with one item per line, which is the
 * form that stays where they do not. A separator before the closing bracket goes.
 */
export function fit(block: string): string {
  const lines = block.split("\n");
  const ending = lines.at(-1) === "" ? "\n" : "";
  if (ending !== "") lines.pop();
  const indent = /^ */.exec(lines[0] ?? "")?.[0] ?? "";
  let joined = "";
  for (const line of lines) {
    joined = join(joined, line.trim());
    // A separator at its end may still go, and no more.
    if (joined.length > PRINT_WIDTH + 1) return block;
  }
  return isWithinWidth(indent + joined) ? indent + joined + ending : block;
}

/** Whether every line of code keeps to the width; comments may be longer. What is not ASCII counts double. */
export function fitsWidth(code: string): boolean {
  for (let start = 0; start < code.length;) {
    const newline = code.indexOf("\n", start);
    const end = newline === -1 ? code.length : newline;
    if ((end - start) * 2 > PRINT_WIDTH) {
      const line = code.slice(start, end);
      if (!isWithinWidth(line) && !isComment(line)) return false;
    }
    start = end + 1;
  }
  return true;
}

function join(before: string, line: string): string {
  if (before === "") return line.replace(/^\| /, "");
  if (before.endsWith(" =")) return `${before} ${line.replace(/^\| /, "")}`;
  if (/^[)\]>]/.test(line)) return before.replace(/,$/, "") + line;
  if (line.startsWith("}")) return before.endsWith("{") ? before + line : `${before.replace(/[,;]$/, "")} ${line}`;
  return /[([<]$/.test(before) ? before + line : `${before} ${line}`;
}

function isWithinWidth(line: string): boolean {
  if (line.length * 2 <= PRINT_WIDTH) return true;
  if (line.length > PRINT_WIDTH) return false;
  const wide = line.match(/[^\x20-\x7e]/gu)?.length ?? 0;
  return line.length + wide <= PRINT_WIDTH;
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*\*|\*)/.test(line);
}

/** A property whose value is JSON, in the same way. */
export function literalProperty(key: string, value: JsonValue, indent: string): string {
  return `${indent}${objectKey(key)}: ${jsonLiteral(value, indent)},\n`;
}

/** A JSON value as a TypeScript literal: one line per key of an object, so that a change of a value changes a line. */
function jsonLiteral(value: JsonValue, indent: string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  if (value === null || typeof value === "boolean") return String(value);
  const inner = `${indent}  `;
  if (isArray(value)) {
    if (!value.some(isFilledObject)) return `[${value.map((item) => jsonLiteral(item, indent)).join(", ")}]`;
    return `[\n${value.map((item) => `${inner}${jsonLiteral(item, inner)},\n`).join("")}${indent}]`;
  }
  const lines = Object.entries(value).map(([key, item]) => `${inner}${objectKey(key)}: ${jsonLiteral(item, inner)},\n`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** A property of an object literal, on as few lines as its value fits on. */
function fittedProperty(key: string, value: JsonValue, indent: string): string {
  return fitted(`${indent}${objectKey(key)}: `, value, indent);
}

function fitted(start: string, value: JsonValue, indent: string): string {
  const line = `${start}${flatLiteral(value)},\n`;
  if ((fitsWidth(line) && !isBroken(value)) || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = isArray(value)
    ? value.map((item) => fitted(inner, item, inner))
    : Object.entries(value).map(([key, item]) => fittedProperty(key, item, inner));
  return `${start}${open}\n${lines.join("")}${indent}${close},\n`;
}

/** Prettier breaks lists of objects that have several keys each. */
function isBroken(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items = Object.values(value) as readonly JsonValue[];
  const isList = isArray(value) && value.length > 1;
  return (
    (isList && items.every((item) => isFilledObject(item) && Object.keys(Object(item) as object).length > 1)) ||
    items.some(isBroken)
  );
}

function flatLiteral(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(flatLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return jsonLiteral(value, "");
  const entries = Object.entries(value).map(([key, item]) => `${objectKey(key)}: ${flatLiteral(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Whether prettier may lay the literal out otherwise: it has rules of its own for arrays of arrays and of objects. */
export function hasNestedValues(value: JsonValue): boolean {
  if (isArray(value)) return value.some((item) => typeof item === "object" && item !== null);
  return typeof value === "object" && value !== null && Object.values(value).some(hasNestedValues);
}

function isFilledObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !isArray(value) && Object.keys(value).length > 0;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Called with what the template gives it, and then with the model of the module. */
type Helper = (...values: never[]) => string | boolean;

/**
 * Everything that a template can say: each value goes through one of these, which quotes it for its place. The first
 * argument must be there: a misspelt name would pass as nothing.
 */
export const templateHelpers: { readonly [name: string]: Helper } = {
  string: (value: unknown) => stringLiteral(text(value, "string")),
  json: (value: JsonValue, indent: number) => jsonLiteral(value, " ".repeat(indent)),
  /** A whole property of an object literal. */
  fittedProperty: (key: unknown, value: JsonValue, indent: number) =>
    fittedProperty(text(key, "fittedProperty"), value, " ".repeat(indent)).trimEnd(),
  /** A JSON value on one line. */
  flat: (value: JsonValue) => flatLiteral(value),
  key: (value: unknown) => typeKey(text(value, "key")),
  property: (value: unknown) => objectKey(text(value, "property")),
  id: identifier,
  /** A property of an object literal whose value is an identifier. */
  entry: (key: unknown, value: unknown, root: ModuleRoot) =>
    shorthand(objectKey(text(key, "entry")), identifier(value, root)),
  text: (value: unknown) => commentText(text(value, "text")),
  doc: (value: unknown, indent: unknown) =>
    docComment(text(value, "doc"), typeof indent === "number" ? " ".repeat(indent) : ""),
  union: (values: unknown) => union(list(values)),
  /** The local name of something imported from the runtime. */
  runtime: (name: unknown, { names }: ModuleRoot) => names.runtime(text(name, "runtime")),
  /** Likewise, as the property of that name of an object literal. */
  runtimeEntry: (name: unknown, { names }: ModuleRoot) => {
    const key = text(name, "runtimeEntry");
    return shorthand(key, names.runtime(key));
  },
  /** Code that is finished: types of schemas. */
  code: (value: unknown) => text(value, "code"),
  /** What `if` and `unless` ask. */
  isTrue,
  each: (values: unknown, print: (value: unknown) => string) => {
    let printed = "";
    for (const value of list(values)) printed += print(value);
    return printed;
  },
  /** A template that stands indented within another: every line of it. */
  indented: (indent: string, printed: string) => printed.replaceAll(/^(?=[^])/gm, indent),
  /** A name within `import { … }`. */
  imported: (value: unknown) => {
    const { name, local, isMarkedType } = value as ImportedName;
    return `${isMarkedType ? "type " : ""}${name}${local === name ? "" : ` as ${local}`}`;
  },
  /** Puts the block on one line where it fits. */
  fit,
};

/** What every module's view has for its template. */
interface ModuleRoot {
  readonly names: ModuleNames;
}

function shorthand(key: string, name: string): string {
  return key === name ? key : `${key}: ${name}`;
}

function union(values: readonly unknown[]): string {
  return values.length === 0 ? "never" : values.map((value) => stringLiteral(text(value, "union"))).join(" | ");
}

/** A name of the module's own, or of another, which is imported. */
function identifier(value: unknown, root: ModuleRoot): string {
  const name = typeof value === "object" && value !== null ? root.names.local(value as Import) : text(value, "id");
  if (!isPlainIdentifier(name)) throw new TypeError(`a template gave id something else: ${name}`);
  return name;
}

function text(value: unknown, helper: string): string {
  if (typeof value !== "string") throw new TypeError(`a template gave ${helper} something else: ${typeof value}`);
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`a template gave each something else: ${typeof value}`);
  return value;
}

/** A misspelt name is `undefined`, which would be taken for false. */
function isTrue(value: unknown): boolean {
  if (value === undefined) throw new TypeError("a template gave if something else: undefined");
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
