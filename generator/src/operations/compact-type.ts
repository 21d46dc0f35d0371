import { typeKey } from "../names/quoting.js";
import type { IndexNode, PropertyNode, TypeNode } from "./type-node.js";

/**
 * A type on one line, as `diff` reads it: without comments and `readonly`; `a?: T` stands for `a?: T | undefined`, and
 * what is generic is spelled out.
 */
export function compactType(type: TypeNode): string {
  switch (type.kind) {
    case "text":
      return doubleQuoted(type.text);
    case "array":
      return `${operand(type.items)}[]`;
    case "tuple": {
      const items = type.items.map((item, at) => (at < type.least ? compactType(item) : `${operand(item)}?`));
      return `[${[...items, ...(type.rest === undefined ? [] : [`...${operand(type.rest)}[]`])].join(", ")}]`;
    }
    case "object": {
      const members = [...type.properties.map(property), ...(type.index === undefined ? [] : [indexText(type.index)])];
      return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
    }
    case "union":
      return type.members.map(operand).join(" | ");
    case "intersection":
      return type.members.map(operand).join(" & ");
    case "generic":
      return compactType(type.argument);
  }
}

function operand(type: TypeNode): string {
  const text = compactType(type);
  return type.kind === "union" || type.kind === "intersection" ? `(${text})` : text;
}

function property({ name, isOptional, type }: PropertyNode): string {
  return `${doubleQuoted(typeKey(name))}${isOptional ? "?" : ""}: ${compactType(type)}`;
}

function indexText({ name, type }: IndexNode): string {
  return `[${name}: string]: ${compactType(type)}`;
}

/** Texts that hold double quotes are written in single ones in modules; here all have the same. */
function doubleQuoted(text: string): string {
  if (!text.startsWith("'")) return text;
  return `"${text.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}
