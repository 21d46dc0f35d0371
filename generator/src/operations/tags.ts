import { alternatives, type SchemaType } from "../json-schema/schema-type.js";

type Types = ReadonlyMap<string, SchemaType>;

/** Without what a discriminator says of a member whose own property says it already, or something else. */
export function withoutNeedlessTags(members: readonly SchemaType[], types: Types): readonly SchemaType[] {
  if (!members.some(isTag)) return members;
  return members.filter((member) => {
    const property = isTag(member) && member.kind === "object" ? member.properties[0] : undefined;
    if (property === undefined) return true;
    const others = members.filter((other) => !isTag(other));
    const values = valuesOf(others, property.name, searchIn(types));
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

/** What is looked for: what was found of properties of schemas, by both, because many ways lead to one. */
interface Search {
  readonly types: Types;
  readonly found: Map<string, Values | undefined>;
  /** What stands open, and what depends on it: true of this search alone. */
  readonly here: Map<string, Values | undefined>;
  /** How often it came back to something that stood open. */
  circles: number;
}

const known = new WeakMap<Types, Search["found"]>();

function searchIn(types: Types): Search {
  const found = known.get(types) ?? new Map<string, Values | undefined>();
  known.set(types, found);
  return { types, found, here: new Map(), circles: 0 };
}

/** The values that a property can have in types that hold together; `undefined` where these are not known. */
function valuesOf(members: readonly SchemaType[], name: string, search: Search): Values | undefined {
  for (const member of members) {
    const values = valuesIn(member, name, search);
    if (values !== undefined) return values;
  }
  return undefined;
}

function valuesIn(type: SchemaType, name: string, search: Search): Values | undefined {
  if (type.kind === "reference") return valuesBehind(type.pointer, name, search);
  if (type.kind === "intersection") return valuesOf(type.members, name, search);
  if (type.kind === "union") return valuesOfAll(type.members, name, search);
  const property = type.kind === "object" ? type.properties.find((each) => each.name === name) : undefined;
  return property && literalsIn(property.type, search.types);
}

/** Not known of a schema that comes back to itself. */
function valuesBehind(pointer: string, name: string, search: Search): Values | undefined {
  const { types, found, here } = search;
  const key = JSON.stringify([pointer, name]);
  const target = types.get(pointer);
  if (target === undefined || found.has(key)) return found.get(key);
  if (here.has(key)) {
    search.circles += 1;
    return here.get(key);
  }
  const before = search.circles;
  here.set(key, undefined);
  const values = valuesIn(target, name, search);
  (search.circles === before ? found : here).set(key, values);
  return values;
}

function valuesOfAll(members: readonly SchemaType[], name: string, search: Search): Values | undefined {
  const all = new Set<string | number | boolean>();
  for (const member of members) {
    const values = valuesIn(member, name, search);
    if (values === undefined) return undefined;
    for (const value of values) all.add(value);
  }
  return all;
}

/** The literals that a type is made of, `null` apart; `undefined` where it is not. */
function literalsIn(type: SchemaType, types: Types): Values | undefined {
  const target = type.kind === "reference" ? types.get(type.pointer) : type;
  const values = target === undefined ? [] : alternatives(target).filter(({ kind }) => kind !== "null");
  const literals = values.flatMap((each) => (each.kind === "literal" ? [each.value] : []));
  return literals.length === values.length && literals.length > 0 ? new Set(literals) : undefined;
}
