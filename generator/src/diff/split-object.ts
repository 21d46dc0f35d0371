import { ofMembers, type ObjectMember, type Property, type Type } from "./type-members.js";

/** What tells objects apart stands no deeper. */
const DEEPEST = 20;

/** Each part has the other properties, too. */
const MOST_COPIED = 100_000;

const known = new WeakMap<ObjectMember, readonly ObjectMember[]>();

/** An object as several, each with one of the things that one of its properties can be: what tells them apart first. */
export function split(object: ObjectMember, depth = 0): readonly ObjectMember[] {
  const found = known.get(object);
  if (found !== undefined) return found;
  // Nothing more is found where a circle comes back.
  known.set(object, [object]);
  const parts = partsOf(object, depth);
  known.set(object, parts);
  return parts;
}

function partsOf(object: ObjectMember, depth: number): readonly ObjectMember[] {
  const ways = [splitByValue, splitByMember, splitByAbsence, splitWithin];
  for (const way of ways) {
    for (const [name, property] of object.properties) {
      const parts = way(property, depth);
      if (parts.length * object.properties.size > MOST_COPIED) return [object];
      if (parts.length > 1) return parts.map((part) => replaced(object, name, part));
    }
  }
  return [object];
}

type Splitting = (property: Property, depth: number) => readonly (Property | undefined)[];

const splitByValue: Splitting = ({ isOptional, type }) =>
  !isOptional && type.members().every(({ kind }) => kind === "literal") ? eachMember(type) : [];

const splitByMember: Splitting = ({ isOptional, type }) => (isOptional ? [] : eachMember(type));

const splitByAbsence: Splitting = (property) =>
  property.isOptional ? [undefined, { ...property, isOptional: false }] : [];

const splitWithin: Splitting = ({ type }, depth) => {
  const [only, ...others] = type.members();
  if (only?.kind !== "object" || others.length > 0 || depth > DEEPEST) return [];
  return split(only, depth + 1).map((part) => ({ isOptional: false, type: ofMembers([part]) }));
};

function eachMember(type: Type): readonly Property[] {
  return type.members().map((member) => ({ isOptional: false, type: ofMembers([member]) }));
}

/** Without the property where there is none to take its place. */
function replaced(object: ObjectMember, name: string, property: Property | undefined): ObjectMember {
  const properties = new Map(object.properties);
  if (property === undefined) properties.delete(name);
  else properties.set(name, property);
  return { ...object, properties };
}
