import type { TupleTypeReference, Type, TypeChecker, TypeReference } from "typescript-5.9";
import { typescript as ts } from "./typescript.js";
import { PROPERTIES } from "./schemas.js";

/** Deeper than this, optional properties are left out and types are read as `unknown`. */
const DEPTH = 4;
const MOST = 24;

/** A type written out where it is used, with no name but those of primitives. */
export function typeText(checker: TypeChecker, type: Type, depth = 0): string {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown) || depth > DEPTH) return "unknown";
  if (type.isUnion()) return `(${type.types.map((member) => typeText(checker, member, depth)).join(" | ")})`;
  if (!isObject(type)) return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  if (checker.isTupleType(type)) return tupleText(checker, type, depth);
  const items = itemsOf(checker, type);
  if (items !== undefined) return `(${typeText(checker, items, depth + 1)})[]`;
  const members = propertiesOf(checker, type).map(
    ({ name, isOptional, type }) =>
      `${JSON.stringify(name)}${isOptional ? "?" : ""}: ${typeText(checker, type, depth + 1)}`,
  );
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const indexed = index === undefined ? [] : [`[k: string]: ${typeText(checker, index, depth + 1)}`];
  if (members.length + indexed.length === 0) return flags & ts.TypeFlags.NonPrimitive ? "object" : "{}";
  return `{ ${[...members, ...indexed].join("; ")} }`;
}

function tupleText(checker: TypeChecker, type: Type, depth: number): string {
  const { elementFlags } = (type as TupleTypeReference).target;
  const items = elementsOf(checker, type).map((item, index) => {
    const text = typeText(checker, item, depth + 1);
    return (elementFlags[index] ?? 0) & ts.ElementFlags.Rest ? `...(${text})[]` : text;
  });
  return `[${items.join(", ")}]`;
}

/** Literals of a type that differ in one thing each: with everything, with the least, with each member and value. */
export function literals(checker: TypeChecker, type: Type, depth = 0): string[] {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['"text"', "1", "null", '{ any: "thing" }'];
  if (type.isUnion()) {
    return [...new Set(inTurn(type.types.map((member) => literals(checker, member, depth))))].slice(0, MOST);
  }
  if (flags & ts.TypeFlags.StringLike) return [type.isStringLiteral() ? JSON.stringify(type.value) : '"text"'];
  if (flags & ts.TypeFlags.NumberLike) return [type.isNumberLiteral() ? String(type.value) : "1.5"];
  if (flags & ts.TypeFlags.BooleanLike) return [checker.typeToString(type)];
  if (flags & ts.TypeFlags.Null) return ["null"];
  if (flags & ts.TypeFlags.NonPrimitive) return ['{ any: "thing" }', "[]"];
  return isObject(type) ? objectLiterals(checker, type, depth) : [];
}

function objectLiterals(checker: TypeChecker, type: Type, depth: number): string[] {
  if (type.getCallSignatures().length > 0) return [];
  if (checker.isTupleType(type)) {
    return combined(elementsOf(checker, type).map((item) => literals(checker, item, depth + 1))).map(
      (parts) => `[${parts.join(", ")}]`,
    );
  }
  const items = itemsOf(checker, type);
  if (items !== undefined) {
    return ["[]", ...(depth > DEPTH ? [] : literals(checker, items, depth + 1).map((item) => `[${item}]`))];
  }
  return recordLiterals(checker, type, depth);
}

/** Of functions only the one that signs is a value. */
function valuesOf(checker: TypeChecker, { name, type }: Property, depth: number): string[] {
  return name === "sign" ? ["() => ({})"] : literals(checker, type, depth + 1);
}

function recordLiterals(checker: TypeChecker, type: Type, depth: number): string[] {
  const properties = propertiesOf(checker, type).filter(({ isOptional }) => !isOptional || depth <= DEPTH);
  const parts = properties.map((property) => ({
    ...property,
    values: depth > 2 * DEPTH ? [] : valuesOf(checker, property, depth),
  }));
  if (parts.some(({ isOptional, values }) => !isOptional && values.length === 0)) return [];
  const usable = parts.filter(({ values }) => values.length > 0);
  const print = (some: typeof usable, lists: readonly string[]) =>
    `{ ${some.map(({ name }, index) => `${JSON.stringify(name)}: ${lists[index] ?? ""}`).join(", ")} }`;
  const least = usable.filter(({ isOptional }) => !isOptional);
  const whole = combined(usable.map(({ values }) => values)).map((lists) => print(usable, lists));
  // With everything first: that is what an object has in its place where another of its properties varies.
  const made = [
    ...whole.slice(0, 1),
    print(
      least,
      least.map(({ values }) => values[0] ?? ""),
    ),
    ...whole.slice(1),
    ...keyedLiterals(checker, type, usable, depth),
  ];
  return [...new Set(made)].slice(0, MOST);
}

/** Where any name may be given: one that nobody knows, and those that an edit may add. */
function keyedLiterals(
  checker: TypeChecker,
  type: Type,
  parts: readonly { readonly name: string; readonly values: readonly string[] }[],
  depth: number,
): string[] {
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (index === undefined || depth > DEPTH) return [];
  const free = ["other", ...PROPERTIES].filter((name) => !parts.some((part) => part.name === name));
  const known = parts.map(({ name, values }) => `${JSON.stringify(name)}: ${values[0] ?? ""}`);
  return literals(checker, index, depth + 1).map(
    (value) => `{ ${[...known, ...free.map((name) => `${JSON.stringify(name)}: ${value}`)].join(", ")} }`,
  );
}

/** The first of every list, and then each other one in its place. */
function combined(lists: readonly (readonly string[])[]): string[][] {
  if (lists.some((list) => list.length === 0)) return [];
  const first = lists.map((list) => list[0] ?? "");
  const others = lists.map((list, index) =>
    list.slice(1).map((value) => first.map((other, place) => (place === index ? value : other))),
  );
  return [first, ...inTurn(others)];
}

/** The first of each list, the second of each, and so on: what is cut at the end is of none alone. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

export interface Property {
  readonly name: string;
  /** With the `undefined` of a property that may be missing. */
  readonly type: Type;
  readonly isOptional: boolean;
}

export function propertiesOf(checker: TypeChecker, type: Type): Property[] {
  return checker.getPropertiesOfType(type).map((symbol) => ({
    name: symbol.name,
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    type: checker.getTypeOfSymbol(symbol),
  }));
}

export function isObject(type: Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive | ts.TypeFlags.Intersection)) !== 0;
}

/** The type of the items of an array. */
export function itemsOf(checker: TypeChecker, type: Type): Type | undefined {
  return checker.isArrayType(type) ? checker.getTypeArguments(type as TypeReference)[0] : undefined;
}

export function elementsOf(checker: TypeChecker, type: Type): readonly Type[] {
  return checker.getTypeArguments(type as TypeReference);
}
