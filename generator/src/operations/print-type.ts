import { PRINT_WIDTH } from "../names/print-width.js";
import { assigned, group, HARD_LINE, indent, layOut, LINE, onlyBroken, SOFT_LINE, type Doc } from "./layout.js";
import { typeKey } from "../names/quoting.js";
import { orUndefined, type IndexNode, type ObjectNode, type PropertyNode, type TypeNode } from "./type-node.js";

/** A declaration as it stands in a module, in final layout: an interface where the type is an object. */
export function printDeclaration(name: string, type: TypeNode): string {
  if (type.kind === "object") return `export interface ${name} ${printBody(type)}\n`;
  return `${layOut([`export type ${name} =`, assigned(docOf(type)), ";"], PRINT_WIDTH)}\n`;
}

/** The members of an interface, each on a line of its own. */
function printBody({ properties, index }: ObjectNode): string {
  const members = [...properties.map((property) => printMember(property)), ...(index ? [printIndex(index)] : [])];
  return members.length === 0 ? "{}" : `{\n${members.join("")}}`;
}

/** Nearly all fit on a line as they are; the others are laid out. */
function printMember(property: PropertyNode): string {
  const comment = property.comment ? `  /** ${property.comment} */\n` : "";
  const flat = flatProperty(property, PRINT_WIDTH - 3);
  if (flat !== undefined) return `${comment}  ${flat};\n`;
  return `${comment}${layOut([propertyDoc(property), ";"], PRINT_WIDTH, 2)}\n`;
}

function printIndex(index: IndexNode): string {
  return `${layOut([indexDoc(index), ";"], PRINT_WIDTH, 2)}\n`;
}

/** A property on one line; `undefined` where it is too long, or has comments within. */
function flatProperty(property: PropertyNode, most: number): string | undefined {
  const type = flatType(propertyType(property), most);
  if (type === undefined) return undefined;
  const text = `${propertyKey(property)}: ${type}`;
  return text.length * (isPlain(text) ? 1 : 2) <= most ? text : undefined;
}

function isPlain(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

function flatType(type: TypeNode, most: number): string | undefined {
  switch (type.kind) {
    case "text":
      return type.text;
    case "array": {
      const items = flatType(type.items, most);
      if (items === undefined) return undefined;
      return `${readonly(type)}${isOperator(type.items) ? `(${items})` : items}[]`;
    }
    case "union":
    case "intersection":
      return flatMembers(type, most);
    case "generic": {
      const argument = flatType(type.argument, most);
      return argument === undefined ? undefined : `${type.name}<${argument}>`;
    }
    case "object":
      return flatObject(type, most);
    case "tuple":
      return undefined;
  }
}

function flatObject({ properties, index, isBroken }: ObjectNode, most: number): string | undefined {
  if (properties.length === 0 && index === undefined) return "{}";
  if (isBroken === true || index !== undefined) return undefined;
  let text = "";
  for (const property of properties) {
    const flat = property.comment ? undefined : flatProperty(property, most);
    if (flat === undefined) return undefined;
    text += text === "" ? flat : `; ${flat}`;
    if (text.length > most) return undefined;
  }
  return `{ ${text} }`;
}

function flatMembers(
  { kind, members }: Extract<TypeNode, { kind: "union" | "intersection" }>,
  most: number,
): string | undefined {
  const sign = kind === "union" ? " | " : " & ";
  let text = "";
  for (const member of members) {
    const flat = flatType(member, most);
    if (flat === undefined) return undefined;
    text += `${text === "" ? "" : sign}${isOperator(member) ? `(${flat})` : flat}`;
    if (text.length > most) return undefined;
  }
  return text;
}

function isOperator({ kind }: TypeNode): boolean {
  return kind === "union" || kind === "intersection";
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
      return [`${type.name}<`, docOf(type.argument, "argument"), ">"];
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
  const members = [...properties.map(memberDoc), ...(index ? [indexDoc(index)] : [])];
  if (members.length === 0) return "{}";
  const line = isBroken === true ? HARD_LINE : LINE;
  return group(["{", indent([line, joined(members, [";", line])]), onlyBroken(";"), line, "}"]);
}

function memberDoc(property: PropertyNode): Doc {
  const doc = propertyDoc(property);
  return property.comment ? [`/** ${property.comment} */`, HARD_LINE, doc] : doc;
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
  return docs.flatMap((doc, at) => (at === 0 ? [doc] : [separator, doc]));
}
