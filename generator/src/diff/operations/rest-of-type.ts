import { parseDeclarations, type PropertySyntax, type TypeSyntax } from "../../surface/type-syntax.js";
import { typeText } from "../../surface/type-text.js";
import type { Change } from "../change.js";
import { isWrittenAlike } from "./written-alike.js";

type Told = NonNullable<Change["part"]>;

/** Whether two types, as texts, are written otherwise in more than what is told of their parts. */
export function differsInRest(base: string, next: string, changes: readonly Change[]): boolean {
  if (isWrittenAlike(base, next)) return false;
  const told = changes.flatMap(({ part }) => (part === undefined ? [] : [part]));
  const [from, to] = [base, next].map((text) => restOf(text, told));
  return from === undefined || to === undefined ? told.length === 0 : !isWrittenAlike(from, to);
}

/** The text of a type without what is told of it; `undefined` where it cannot be read. */
function restOf(text: string, told: readonly Told[]): string | undefined {
  const type = parseDeclarations(`type T = ${text}`)?.get("T")?.type;
  return type && typeText(told.reduce((rest, part) => without(rest, part, part.way), type));
}

/** In place of what is told: the same on both sides. */
const TOLD: TypeSyntax = { kind: "name", name: "told" };

/** `way` is what is left of that of the part. What has a name is told of with what is told within it. */
function without(type: TypeSyntax, told: Told, way: Told["way"]): TypeSyntax {
  const [step, ...rest] = way;
  if (step === undefined && told.aspect === "type") return TOLD;
  const inner = (each: TypeSyntax): TypeSyntax => without(each, told, rest);
  switch (type.kind) {
    case "array":
      return step === "[]" ? { ...type, items: inner(type.items) } : type;
    case "tuple":
      return step === "[]" ? { ...type, items: type.items.map(inner), rest: type.rest && inner(type.rest) } : type;
    case "union":
    case "intersection": {
      const here = type.members.some((member) => hasStep(member, step));
      const of = (member: TypeSyntax) => (here && !hasStep(member, step) ? member : without(member, told, way));
      return { ...type, members: type.members.map(of) };
    }
    case "object":
      return withoutIn(type, told, way);
    case "name":
      return PLAIN.has(type.name) ? type : TOLD;
    case "literal":
      return type;
  }
}

/** Whether the next step can be seen in a type itself. */
function hasStep(type: TypeSyntax, step: string | undefined): boolean {
  if (type.kind !== "object") return step === "[]" && (type.kind === "array" || type.kind === "tuple");
  return step === undefined || step === "*"
    ? type.index !== undefined
    : type.properties.some(({ name }) => name === step);
}

type ObjectSyntax = Extract<TypeSyntax, { readonly kind: "object" }>;

function withoutIn(type: ObjectSyntax, told: Told, [step, ...rest]: Told["way"]): TypeSyntax {
  const { properties, index } = type;
  if (step === undefined) return { ...type, index: undefined };
  if (step === "*") return { ...type, index: index && without(index, told, rest) };
  const left = properties.flatMap((property) =>
    property.name === step ? propertyWithout(property, told, rest) : [property],
  );
  return { ...type, properties: left };
}

function propertyWithout(property: PropertySyntax, told: Told, rest: Told["way"]): readonly PropertySyntax[] {
  const { aspect } = told;
  if (rest.length > 0 || aspect === "type" || aspect === "keys")
    return [{ ...property, type: without(property.type, told, rest) }];
  return aspect === "required" ? [{ ...property, isOptional: true }] : [];
}

const PLAIN: ReadonlySet<string> = new Set(["string", "number", "boolean", "null", "undefined", "unknown", "never"]);
