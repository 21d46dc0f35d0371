import { parseDeclarations, type PropertySyntax, type TypeSyntax } from "../../surface/type-syntax.js";
import { namesIn, typeText } from "../../surface/type-text.js";
import type { Change } from "../change.js";
import { isWrittenAlike } from "./written-alike.js";

type Told = NonNullable<Change["part"]>;

/** Whether two types, as texts, are written otherwise in more than what is told of their parts. */
export function differsInRest(base: string, next: string, changes: readonly Change[]): boolean {
  if (isWrittenAlike(base, next)) return false;
  const told = changes.flatMap(({ part }) => (part === undefined ? [] : [part]));
  const [from, to] = [base, next].map((text) => parseDeclarations(`type T = ${text}`)?.get("T")?.type);
  if (from === undefined || to === undefined) return told.length === 0;
  const names = new Set(namesIn(from));
  const shared = new Set(namesIn(to).filter((name) => names.has(name)));
  let left: Pair = [from, to];
  for (const part of told) left = withoutBoth(left, { ...part, shared }, part.way);
  return !isAlike(...left);
}

type Pair = readonly [base: TypeSyntax, next: TypeSyntax];

/** Beside each other as far as they go: what is told of a name stands in the place of something else. */
function withoutBoth([base, next]: Pair, cut: Cut, way: Told["way"]): Pair {
  const [step, ...rest] = way;
  if (way.length > 0 && (isNamed(base) || isNamed(next)) && typeText(base) !== typeText(next)) return [TOLD, TOLD];
  if (base.kind === "array" && next.kind === "array" && step === "[]") {
    const [items, others] = withoutBoth([base.items, next.items], cut, rest);
    return [
      { ...base, items },
      { ...next, items: others },
    ];
  }
  const [before, after] = [base, next].map((type) => propertyOf(type, step));
  if (rest.length === 0 || before === undefined || after === undefined)
    return [without(base, cut, way), without(next, cut, way)];
  const [type, other] = withoutBoth([before.type, after.type], cut, rest);
  return [withProperty(base, { ...before, type }), withProperty(next, { ...after, type: other })];
}

function isNamed(type: TypeSyntax): boolean {
  return type.kind === "name" && !PLAIN.has(type.name);
}

function propertyOf(type: TypeSyntax, name: string | undefined): PropertySyntax | undefined {
  return type.kind === "object" ? type.properties.find((property) => property.name === name) : undefined;
}

function withProperty(type: TypeSyntax, changed: PropertySyntax): TypeSyntax {
  if (type.kind !== "object") return type;
  return { ...type, properties: type.properties.map((each) => (each.name === changed.name ? changed : each)) };
}

/** What is taken away, and the names that both types have: these are judged by themselves. */
interface Cut extends Told {
  readonly shared: ReadonlySet<string>;
}

/** In place of what is told. */
const TOLD: TypeSyntax = { kind: "name", name: "" };

/** `way` is what is left of that of the part. What has a name on one side alone is told of with what is told within it. */
function without(type: TypeSyntax, cut: Cut, way: Told["way"]): TypeSyntax {
  const [step, ...rest] = way;
  if (step === undefined && cut.aspect === "type") return TOLD;
  const inner = (each: TypeSyntax): TypeSyntax => without(each, cut, rest);
  switch (type.kind) {
    case "array":
      return step === "[]" ? { ...type, items: inner(type.items) } : type;
    case "tuple":
      return step === "[]" ? { ...type, items: type.items.map(inner), rest: type.rest && inner(type.rest) } : type;
    case "union":
    case "intersection":
      return { ...type, members: type.members.map((member) => without(member, cut, way)) };
    case "object":
      return withoutIn(type, cut, way);
    case "name":
      return cut.shared.has(type.name) || PLAIN.has(type.name) ? type : TOLD;
    case "literal":
      return type;
  }
}

type ObjectSyntax = Extract<TypeSyntax, { readonly kind: "object" }>;

function withoutIn(type: ObjectSyntax, cut: Cut, [step, ...rest]: Told["way"]): TypeSyntax {
  const { properties, index } = type;
  if (step === undefined) return { ...type, index: undefined };
  if (step === "*") return { ...type, index: index && without(index, cut, rest) };
  const left = properties.flatMap((property) =>
    property.name === step ? propertyWithout(property, cut, rest) : [property],
  );
  return { ...type, properties: left };
}

function propertyWithout(property: PropertySyntax, cut: Cut, rest: Told["way"]): readonly PropertySyntax[] {
  const { aspect } = cut;
  if (rest.length > 0 || aspect === "type" || aspect === "keys")
    return [{ ...property, type: without(property.type, cut, rest) }];
  return aspect === "required" ? [{ ...property, isOptional: true }] : [];
}

const PLAIN: ReadonlySet<string> = new Set(["string", "number", "boolean", "null", "undefined", "unknown", "never"]);

/** What is told is like anything. */
function isAlike(base: TypeSyntax, next: TypeSyntax): boolean {
  const [from, to] = [tidied(base), tidied(next)];
  if (from === TOLD || to === TOLD) return true;
  if (from.kind === "object" && to.kind === "object") return areObjectsAlike(from, to);
  if (from.kind === "array" && to.kind === "array") return isAlike(from.items, to.items);
  const members = [from, to].flatMap((type) => ("members" in type ? type.members : []));
  return members.includes(TOLD) || isWrittenAlike(typeText(from), typeText(to));
}

/** Without objects in an intersection of which nothing is left. */
function tidied(type: TypeSyntax): TypeSyntax {
  if (type.kind !== "intersection") return type;
  const members = type.members.filter((each) => each.kind !== "object" || each.properties.length > 0 || each.index);
  const [only, ...others] = members;
  return only !== undefined && others.length === 0 ? only : { ...type, members };
}

function areObjectsAlike(base: ObjectSyntax, next: ObjectSyntax): boolean {
  if (base.properties.length !== next.properties.length || (base.index === undefined) !== (next.index === undefined))
    return false;
  const others = new Map(next.properties.map((property) => [property.name, property]));
  const isKept = ({ name, isOptional, type }: PropertySyntax): boolean => {
    const other = others.get(name);
    return other !== undefined && other.isOptional === isOptional && isAlike(type, other.type);
  };
  return (
    base.properties.every(isKept) &&
    (base.index === undefined || next.index === undefined || isAlike(base.index, next.index))
  );
}
