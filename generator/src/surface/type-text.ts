import { compareText } from "./compare-text.js";
import type { Declarations, PropertySyntax, TypeSyntax } from "./type-syntax.js";

/**
 * Declarations as lines of a lock: without comments, a property to a line; parts, properties and members of unions in
 * one order. The type itself comes first. What reads alike is alike.
 */
export function declarationLines(declarations: Declarations, root: string): readonly string[] {
  const names = [...declarations.keys()].filter((name) => name !== root).sort(compareText);
  return [root, ...names].flatMap((name) => {
    const declaration = declarations.get(name);
    if (declaration === undefined) return [];
    const { isInterface, type } = declaration;
    if (!isInterface || type.kind !== "object") return [`type ${name} = ${typeText(type)};`];
    return [`interface ${name} {`, ...memberTexts(type).map((text) => `  ${text};`), "}"];
  });
}

/** A type on one line. */
export function typeText(type: TypeSyntax): string {
  switch (type.kind) {
    case "name":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "array":
      return `${operand(type.items)}[]`;
    case "tuple": {
      const rest = type.rest === undefined ? [] : [`...${operand(type.rest)}[]`];
      const required = type.items.length - (type.optional ?? 0);
      const items = type.items.map((item, index) => (index < required ? typeText(item) : `${operand(item)}?`));
      return `[${[...items, ...rest].join(", ")}]`;
    }
    case "object": {
      const members = memberTexts(type);
      return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
    }
    case "union":
      return [...new Set(type.members.map(operand))].sort(compareText).join(" | ");
    case "intersection":
      return type.members.map(operand).join(" & ");
  }
}

/** Every name in a type, keywords too; one that stands twice may be there twice. */
export function namesIn(type: TypeSyntax): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name];
    case "literal":
      return [];
    case "array":
      return namesIn(type.items);
    case "tuple":
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])].flatMap(namesIn);
    case "object":
      return [
        ...type.properties.flatMap((property) => namesIn(property.type)),
        ...(type.index === undefined ? [] : namesIn(type.index)),
      ];
    case "union":
    case "intersection":
      return type.members.flatMap(namesIn);
  }
}

/** A type within another: what has signs between its parts stands in parentheses. */
function operand(type: TypeSyntax): string {
  const text = typeText(type);
  return type.kind === "union" || type.kind === "intersection" ? `(${text})` : text;
}

function memberTexts({ properties, index }: Extract<TypeSyntax, { kind: "object" }>): readonly string[] {
  const texts = [...properties].sort((a, b) => compareText(a.name, b.name)).map(propertyText);
  return index === undefined ? texts : [...texts, `[k: string]: ${typeText(index)}`];
}

function propertyText({ name, isOptional, type }: PropertySyntax): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `${key}${isOptional ? "?" : ""}: ${typeText(type)}`;
}
