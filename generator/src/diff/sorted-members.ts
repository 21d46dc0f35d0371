import type { Member, ObjectMember } from "./type-members.js";

/** What a type can be, with its literals found at once. */
export interface SortedMembers {
  readonly literals: ReadonlySet<unknown>;
  readonly others: readonly Member[];
}

const sorted = new WeakMap<readonly Member[], SortedMembers>();

/** Of the members of one type, each time the same. */
export function sortedMembers(members: readonly Member[]): SortedMembers {
  const known = sorted.get(members);
  if (known !== undefined) return known;
  const literals = new Set(members.flatMap((member) => (member.kind === "literal" ? [member.value] : [])));
  const made = { literals, others: members.filter(({ kind }) => kind !== "literal") };
  sorted.set(members, made);
  return made;
}

/** Objects by the values that tell them apart. */
export function byTag(objects: readonly ObjectMember[], name: string): ReadonlyMap<unknown, readonly ObjectMember[]> {
  const found = new Map<unknown, ObjectMember[]>();
  for (const object of objects) {
    for (const value of new Set(tagsOf(object, name))) {
      const alike = found.get(value) ?? [];
      alike.push(object);
      found.set(value, alike);
    }
  }
  return found;
}

/** The values of a property, where it has a few that are known. */
export function tagsOf({ properties }: ObjectMember, name: string): readonly (string | number | boolean)[] | undefined {
  const property = properties.get(name);
  const members = property?.type.members() ?? [];
  if (property === undefined || property.isOptional || members.length === 0) return undefined;
  return members.every((member) => member.kind === "literal") ? members.map(({ value }) => value) : undefined;
}
