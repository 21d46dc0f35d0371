import { commentBlock, PRINT_WIDTH, typeKey } from "../quoting.js";
import { type IndexNode, type ObjectNode, orUndefined, type PropertyNode, type TypeNode } from "./type-node.js";

/**
 * Text with places where it may break. A group stands on one line where it fits, and breaks at all of its places
 * otherwise, which is how prettier decides too; `hard` ones break always, and with them every group around them.
 */
type Doc = string | readonly Doc[] | Group | Line | Special;

interface Group {
  readonly kind: "group";
  readonly doc: Doc;
  /** On one line; `undefined` where it has to break, or is wider than a line. */
  readonly flat: string | undefined;
}

interface Line {
  readonly kind: "line";
  /** What stands there where the group does not break. */
  readonly flat: "" | " ";
  readonly isHard: boolean;
}

/**
 * What is indented; what is there only where its group breaks; what follows a `=`, on a line of its own where it does not
 * even begin on that of the `=`.
 */
interface Special {
  readonly kind: "indent" | "only-broken" | "assigned";
  readonly doc: Doc;
}

const LINE: Doc = { kind: "line", flat: " ", isHard: false };
const SOFT_LINE: Doc = { kind: "line", flat: "", isHard: false };
const HARD_LINE: Doc = { kind: "line", flat: "", isHard: true };

function indent(doc: Doc): Doc {
  return { kind: "indent", doc };
}

function onlyBroken(doc: Doc): Doc {
  return { kind: "only-broken", doc };
}

function group(doc: Doc): Doc {
  const flat = flatText(doc);
  return { kind: "group", doc, flat: flat !== undefined && flat.length <= PRINT_WIDTH ? flat : undefined };
}

/** Groups within know already. */
function flatText(doc: Doc): string | undefined {
  if (typeof doc === "string") return doc;
  if ("kind" in doc) {
    if (doc.kind === "group") return doc.flat;
    if (doc.kind === "line") return doc.isHard ? undefined : doc.flat;
    return doc.kind === "only-broken" ? "" : flatText(doc.doc);
  }
  let text = "";
  for (const part of doc) {
    const flat = flatText(part);
    if (flat === undefined) return undefined;
    text += flat;
  }
  return text;
}

interface Command {
  readonly indent: number;
  readonly doc: Doc;
}

/** Lays out a document; groups that fit are text, so what is left breaks. */
function layOut(doc: Doc): string {
  const out: string[] = [];
  const rest: Command[] = [{ indent: 0, doc }];
  let column = 0;
  for (let command = rest.pop(); command !== undefined; command = rest.pop()) {
    const { indent, doc } = command;
    if (typeof doc === "string") {
      out.push(doc);
      column += widthOf(doc);
    } else if (!("kind" in doc)) {
      for (let at = doc.length - 1; at >= 0; at -= 1) rest.push({ indent, doc: doc[at] ?? "" });
    } else if (doc.kind === "group") {
      const isFitting = doc.flat !== undefined && fits(doc.flat, rest, PRINT_WIDTH - column);
      rest.push({ indent, doc: isFitting ? (doc.flat ?? "") : doc.doc });
    } else if (doc.kind === "line") {
      out[out.length - 1] = (out.at(-1) ?? "").trimEnd();
      out.push("\n", " ".repeat(indent));
      column = indent;
    } else if (doc.kind === "assigned") {
      const isBeginning = fits(" ", [...rest, { indent, doc: doc.doc }], PRINT_WIDTH - column);
      rest.push({ indent: isBeginning ? indent : indent + 2, doc: doc.doc });
      rest.push({ indent: indent + 2, doc: isBeginning ? " " : HARD_LINE });
    } else rest.push({ indent: doc.kind === "indent" ? indent + 2 : indent, doc: doc.doc });
  }
  return out.join("");
}

/** Whether a text, and what comes behind it up to the first place where it may break, stays within the width. */
function fits(text: string, rest: readonly Command[], width: number): boolean {
  let left = width - widthOf(text);
  const docs: Doc[] = [];
  for (let below = rest.length; left >= 0;) {
    const doc = docs.pop() ?? rest[(below -= 1)]?.doc;
    if (doc === undefined) return true;
    if (typeof doc === "string") left -= widthOf(doc);
    else if (!("kind" in doc)) for (let at = doc.length - 1; at >= 0; at -= 1) docs.push(doc[at] ?? "");
    else if (doc.kind === "line") return true;
    else docs.push(doc.doc);
  }
  return false;
}

/** Columns that a text takes on a screen. */
function widthOf(text: string): number {
  if (!/[^\x20-\x7e]/.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isWide = code >= 0x1100 && WIDE.some(([first, last]) => code >= first && code <= last);
    if (code < 0x300 || code > 0x36f) width += isWide ? 2 : 1;
  }
  return width;
}

/** East Asian wide and full width characters, and pictures (Unicode's annex 11, by blocks). */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];

/** A declaration as it stands in a module, in final layout: an interface where the type is an object. */
export function printDeclaration(name: string, type: TypeNode): string {
  const doc: Doc =
    type.kind === "object"
      ? [`export interface ${name} `, objectDoc({ ...type, isBroken: true })]
      : [`export type ${name} =`, { kind: "assigned", doc: docOf(type) }, ";"];
  return `${layOut(doc)}\n`;
}

/** A constant that is made by a call. */
export function printConstant(name: string, type: string, callee: string, values: readonly string[]): string {
  const list = joined(values, [",", LINE]);
  const call = group([`${callee}(`, indent([SOFT_LINE, list]), onlyBroken(","), SOFT_LINE, ")"]);
  return `${layOut([`export const ${name}: ${type} =`, { kind: "assigned", doc: call }, ";"])}\n`;
}

/** `before` is `import` or `import type`. */
export function printImport(before: string, names: readonly string[], from: string): string {
  const list = group(["{", indent([LINE, joined(names, [",", LINE])]), onlyBroken(","), LINE, "}"]);
  return `${layOut([before, " ", list, ` from ${from};`])}\n`;
}

function propertyKey({ name, isOptional }: PropertyNode): string {
  return `${/^[1-5]\d\d$/.test(name) ? name : typeKey(name)}${isOptional ? "?" : ""}`;
}

function propertyType({ isOptional, type }: PropertyNode): TypeNode {
  return isOptional ? orUndefined(type) : type;
}

function propertyDoc(property: PropertyNode): Doc {
  return group([propertyKey(property), ": ", docOf(propertyType(property))]);
}

function indexDoc({ name, type, isReadonly }: IndexNode): Doc {
  return [`${readonly({ isReadonly })}[${name}: string]: `, docOf(type)];
}

function readonly({ isReadonly }: { readonly isReadonly?: boolean | undefined }): string {
  return isReadonly === true ? "readonly " : "";
}

/** Where a type stands within another. */
type Place = "plain" | "item" | "only-item" | "one-of-items" | "operand" | "argument";

function docOf(type: TypeNode, place: Place = "plain"): Doc {
  switch (type.kind) {
    case "text":
      return type.text;
    case "array":
      return [readonly(type), docOf(type.items, "item"), "[]"];
    case "generic":
      return [`${type.name}<`, docOf(type.argument, "argument"), type.more ?? "", ">"];
    case "tuple": {
      const place = type.items.length + (type.rest === undefined ? 0 : 1) > 1 ? "one-of-items" : "only-item";
      const items = type.items.map((item, at) => (at < type.least ? docOf(item, place) : [docOf(item, "item"), "?"]));
      const rest = type.rest === undefined ? [] : [["...", docOf({ kind: "array", items: type.rest })]];
      return [readonly(type), listDoc([...items, ...rest])];
    }
    case "object":
      return objectDoc(type);
    case "union":
      return unionDoc(type.members, place);
    case "intersection":
      return place === "item" || place === "operand"
        ? ["(", intersectionDoc(type.members), ")"]
        : intersectionDoc(type.members);
  }
}

function listDoc(items: readonly Doc[]): Doc {
  if (items.length === 0) return "[]";
  return group(["[", indent([SOFT_LINE, joined(items, [",", LINE]), onlyBroken(",")]), SOFT_LINE, "]"]);
}

function objectDoc({ properties, index, isBroken }: ObjectNode): Doc {
  const members = properties.map((property) => commented(property.comment, propertyDoc(property)));
  if (index !== undefined) members.push(indexDoc(index));
  if (members.length === 0) return "{}";
  const line = isBroken === true ? HARD_LINE : LINE;
  return group(["{", indent([line, joined(members, [";", line])]), onlyBroken(";"), line, "}"]);
}

function commented(comment: string | undefined, doc: Doc): Doc {
  if (!comment) return doc;
  if (!comment.includes("\n")) return [`/** ${comment} */`, HARD_LINE, doc];
  return [joined(commentBlock(comment.split("\n")), HARD_LINE), HARD_LINE, doc];
}

/** Members that begin a line each where they do not fit on one. */
function unionDoc(members: readonly TypeNode[], place: Place): Doc {
  const docs = members.map((member) => docOf(member, "operand"));
  const isHugged = isOneOrNull(members);
  if (isHugged) {
    const hugged = joined(docs, " | ");
    return place === "item" || place === "operand" ? ["(", hugged, ")"] : hugged;
  }
  const broken = group(docs.map((doc, at) => [at === 0 ? onlyBroken("| ") : [LINE, "| "], indent(doc)]));
  if (place === "item" || place === "operand") return ["(", group([indent([SOFT_LINE, broken]), SOFT_LINE]), ")"];
  if (place === "one-of-items") {
    return group([indent([onlyBroken(["(", SOFT_LINE]), broken]), SOFT_LINE, onlyBroken(")")]);
  }
  return place === "plain" ? group(indent([SOFT_LINE, broken])) : broken;
}

/** An object or a named type, or `null`: prettier keeps these together. */
function isOneOrNull(members: readonly TypeNode[]): boolean {
  const isNull = (member: TypeNode) => member.kind === "text" && member.text === "null";
  const first = members.find((member) => member.kind === "object" || member.kind === "generic" || isName(member));
  return first !== undefined && members.every((member) => member === first || isNull(member));
}

function isName(type: TypeNode): boolean {
  return type.kind === "text" && /^[\p{Lu}_$]/u.test(type.text);
}

/** Objects stand behind the sign, names begin a line (prettier 3). */
function intersectionDoc(members: readonly TypeNode[]): Doc {
  let wasIndented = false;
  const docs = members.map((member, at): Doc => {
    const doc = docOf(member, "operand");
    const before = members[at - 1];
    if (before === undefined) return doc;
    const [isObject, wasObject] = [member.kind === "object", before.kind === "object"];
    if (isObject && wasObject) return [" & ", wasIndented ? indent(doc) : doc];
    if (!isObject && !wasObject) return indent([" &", LINE, doc]);
    wasIndented ||= at > 1;
    return [" & ", at > 1 ? indent(doc) : doc];
  });
  return group(docs);
}

function joined(docs: readonly Doc[], separator: Doc): Doc {
  const all: Doc[] = [];
  for (const doc of docs) {
    if (all.length > 0) all.push(separator);
    all.push(doc);
  }
  return all;
}
