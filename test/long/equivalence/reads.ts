import type { TupleTypeReference, Type, TypeChecker } from "typescript-5.9";
import { elementsOf, isObject, itemsOf, propertiesOf, typeText } from "./values.js";
import { typescript as ts } from "./typescript.js";

/** Names in one caller's code. */
let count = 0;
export const fresh = (): string => `v${String((count += 1))}`;

/** Reads a value at its declared type, all that is below it, and switches over what has several values. */
export function reads(checker: TypeChecker, type: Type, expression: string, depth = 0): string[] {
  const value = fresh();
  const lines = [`const ${value} = ${expression};`, `take<${typeText(checker, type)}>(${value});`];
  if (depth > 3) return lines;
  const members = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  );
  const isNarrowed = type.isUnion() && members.length < type.types.length;
  const below = [
    ...switches(type, value),
    ...readsBelow(checker, checker.getNonNullableType(type), members, value, depth),
  ];
  if (below.length === 0) return lines;
  const text = isNarrowed
    ? [`if (${value} !== undefined && ${value} !== null) {`, ...below, "}"]
    : ["{", ...below, "}"];
  return [...lines, ...text];
}

function readsBelow(
  checker: TypeChecker,
  type: Type,
  members: readonly Type[],
  value: string,
  depth: number,
): string[] {
  if (members.length === 0 || !members.every(isObject)) return [];
  const lists = members.map((member) => (checker.isTupleType(member) ? undefined : itemsOf(checker, member)));
  const [items] = lists;
  if (members.length === 1 && items !== undefined) {
    const item = fresh();
    return [`for (const ${item} of ${value}) {`, ...reads(checker, items, item, depth + 1), "}"];
  }
  if (members.some((member) => checker.isArrayType(member) || checker.isTupleType(member)))
    return tupleReads(checker, members, value, depth);
  const shared = propertiesOf(checker, type);
  const index = members.length === 1 ? checker.getIndexTypeOfType(type, ts.IndexKind.String) : undefined;
  return [
    ...shared.flatMap((property) => reads(checker, property.type, memberText(value, property.name), depth + 1)),
    ...(index === undefined ? [] : [`take<${typeText(checker, index)} | undefined>(${value}["other"]);`]),
    ...tagSwitch(checker, members, value, depth),
  ];
}

/** Of several tuples, nobody knows how long they are. */
function tupleReads(checker: TypeChecker, members: readonly Type[], value: string, depth: number): string[] {
  const [member] = members;
  if (members.length !== 1 || member === undefined || !checker.isTupleType(member)) return [];
  const { fixedLength } = (member as TupleTypeReference).target;
  const items = elementsOf(checker, member).slice(0, fixedLength);
  return items.flatMap((item, index) => reads(checker, item, `${value}[${String(index)}]`, depth + 1));
}

/** `value.name`, or `value["a name"]`. */
function memberText(value: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;
}

/** A switch over every value, which the compiler knows to be all of them. */
function switches(type: Type, value: string): string[] {
  const members = type.isUnion() ? type.types : [];
  const cases = members.flatMap((member) => {
    if (member.isStringLiteral()) return [JSON.stringify(member.value)];
    if (member.isNumberLiteral()) return [String(member.value)];
    return member.flags & ts.TypeFlags.BooleanLiteral
      ? [(member as unknown as { intrinsicName: string }).intrinsicName]
      : [];
  });
  const known = members.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  if (cases.length === 0 || cases.length < known.length) return [];
  return exhaustive(
    value,
    value,
    cases.map((text) => [text, []]),
  );
}

/** Objects that a property tells apart: a case for each of its values, in which the object is read. */
function tagSwitch(checker: TypeChecker, members: readonly Type[], value: string, depth: number): string[] {
  if (members.length < 2) return [];
  const tag = propertiesOf(checker, members[0] as Type).find(({ name }) => {
    const types = members.map((member) => propertyType(checker, member, name));
    return types.every((type) => type?.isLiteral() === true) && new Set(types).size > 1;
  });
  if (tag === undefined) return [];
  const cases = new Map<string, Type[]>();
  for (const member of members) {
    const text = checker.typeToString(propertyType(checker, member, tag.name) as Type);
    cases.set(text, [...(cases.get(text) ?? []), member]);
  }
  const bodies = [...cases].map(([text, same]) => {
    const [member] = same;
    return [text, same.length === 1 && member !== undefined ? reads(checker, member, value, depth + 1) : []] as const;
  });
  return exhaustive(memberText(value, tag.name), value, bodies);
}

export function exhaustive(
  of: string,
  value: string,
  cases: readonly (readonly [string, readonly string[]])[],
): string[] {
  const rest = fresh();
  const bodies = cases.map(([text, body]) => `case ${text}: {\n${body.join("\n")}\nbreak;\n}`);
  return [`switch (${of}) {`, ...bodies, `default: {\nconst ${rest}: never = ${value};\nvoid ${rest};\n}`, "}"];
}

export function propertyType(checker: TypeChecker, type: Type, name: string): Type | undefined {
  return propertiesOf(checker, type).find((property) => property.name === name)?.type;
}
