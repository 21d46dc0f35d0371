import { alternatives, type SchemaType } from "../json-schema/schema-type.js";

type Types = ReadonlyMap<string, SchemaType>;

/** Without what a discriminator says of a member whose own property says it already, or something else. */
export function withoutNeedlessTags(members: readonly SchemaType[], types: Types): readonly SchemaType[] {
  if (!members.some(isTag)) return members;
  return members.filter((member) => {
    const property = isTag(member) && member.kind === "object" ? member.properties[0] : undefined;
    if (property === undefined) return true;
    const others = members.filter((other) => !isTag(other));
    const values = valuesOf(others, property.name, types);
    if (values === undefined) return true;
    const tags = new Set(alternatives(property.type).flatMap((type) => (type.kind === "literal" ? [type.value] : [])));
    const shared = [...values].filter((value) => tags.has(value));
    return shared.length > 0 && shared.length < values.size;
  });
}

function isTag(type: SchemaType): boolean {
  return type.kind === "object" && type.isTag === true;
}

type Values = ReadonlySet<string | number | boolean>;

/** The values that a property can have in types that hold together; `undefined` where these are not known. */
function valuesOf(
  members: readonly SchemaType[],
  name: string,
  types: Types,
  seen: ReadonlySet<string> = new Set(),
): Values | undefined {
  for (const member of members) {
    const values = valuesIn(member, name, types, seen);
    if (values !== undefined) return values;
  }
  return undefined;
}

function valuesIn(type: SchemaType, name: string, types: Types, seen: ReadonlySet<string>): Values | undefined {
  if (type.kind === "reference") {
    const target = types.get(type.pointer);
    if (target === undefined || seen.has(type.pointer)) return undefined;
    return valuesIn(target, name, types, new Set([...seen, type.pointer]));
  }
  if (type.kind === "object") {
    const property = type.properties.find((each) => each.name === name);
    return property && literalsIn(property.type, types);
  }
  if (type.kind === "intersection") return valuesOf(type.members, name, types, seen);
  if (type.kind !== "union") return undefined;
  const all = type.members.map((member) => valuesIn(member, name, types, seen));
  return all.includes(undefined) ? undefined : new Set(all.flatMap((values) => [...(values ?? [])]));
}

/** The literals that a type is made of, `null` apart; `undefined` where it is not. */
function literalsIn(type: SchemaType, types: Types): Values | undefined {
  const target = type.kind === "reference" ? types.get(type.pointer) : type;
  const values = target === undefined ? [] : alternatives(target).filter(({ kind }) => kind !== "null");
  const literals = values.flatMap((each) => (each.kind === "literal" ? [each.value] : []));
  return literals.length === values.length && literals.length > 0 ? new Set(literals) : undefined;
}
