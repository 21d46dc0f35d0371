import { fits, isStructure, lazily, type Member, type ObjectMember, type Property, type Type } from "./type-members.js";

/** More members than this are not looked at one by one. */
const MOST = 200;

/** How many properties may still be put together: an object that stands in many intersections is made anew in each. */
export interface Room {
  left: number;
}

/** What is one of each of some lists at once; nothing where that cannot be, or are too many. */
export function intersected(lists: readonly (readonly Member[])[], room: Room): readonly Member[] {
  const all = lists.reduce<readonly (Member | undefined)[]>(
    (made, list) =>
      made.length * list.length > MOST ? [] : made.flatMap((a) => list.map((b) => a && both(a, b, room))),
    [{ kind: "unknown" }],
  );
  return all.filter((member) => member !== undefined);
}

/** What is two things at once; `undefined` where nothing can be. */
function both(a: Member, b: Member, room: Room): Member | undefined {
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown") return a;
  if (a.kind === "object" && b.kind === "object") return bothObjects(a, b, room);
  if (a.kind === "literal" && fits(a, b)) return a;
  if (b.kind === "literal" && fits(b, a)) return b;
  if (a.kind === "primitive" && b.kind === "primitive") return a.name === b.name ? a : undefined;
  if (a.kind === "primitive" && a.name === "object" && isStructure(b)) return b;
  if (b.kind === "primitive" && b.name === "object" && isStructure(a)) return a;
  if (a.kind === "array" && b.kind === "array") return { kind: "array", items: bothTypes(a.items, b.items, room) };
  return isScalar(a) && isScalar(b) ? undefined : { kind: "both", one: a, other: b };
}

function isScalar({ kind }: Member): boolean {
  return kind === "literal" || kind === "primitive";
}

/** A key that only one of them knows is one of the other keys of the other. */
function bothObjects(a: ObjectMember, b: ObjectMember, room: Room): Member {
  room.left -= a.properties.size + b.properties.size;
  if (room.left < 0) return unknownIntersection();
  const properties = new Map<string, Property>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const found = [a, b].flatMap((object) => object.properties.get(name) ?? otherKey(object));
    const [property, other] = found;
    if (property !== undefined)
      properties.set(name, other === undefined ? property : bothProperties(property, other, room));
  }
  const index =
    a.index === undefined || b.index === undefined ? (a.index ?? b.index) : bothTypes(a.index, b.index, room);
  return { kind: "object", isInterface: a.isInterface || b.isInterface, properties, index };
}

function otherKey({ index }: ObjectMember): readonly Property[] {
  return index === undefined ? [] : [{ isOptional: true, type: index }];
}

function bothProperties(a: Property, b: Property, room: Room): Property {
  return { isOptional: a.isOptional && b.isOptional, type: bothTypes(a.type, b.type, room) };
}

const known = new WeakMap<Type, WeakMap<Type, Type>>();

/** One for the same two, so that a circle is noticed. */
function bothTypes(a: Type, b: Type, room: Room): Type {
  if (a === b) return a;
  const ofA = known.get(a) ?? new WeakMap<Type, Type>();
  known.set(a, ofA);
  const type = ofA.get(b) ?? lazily(() => bothMembers(a.members(), b.members(), room));
  ofA.set(b, type);
  return type;
}

function bothMembers(a: readonly Member[], b: readonly Member[], room: Room): readonly Member[] {
  if (a.length * b.length > MOST) return [unknownIntersection()];
  return simplified(a.flatMap((one) => b.flatMap((other) => both(one, other, room) ?? [])));
}

/** What was not looked at is equal to nothing else. */
export function unknownIntersection(): Member {
  return { kind: "opaque", text: `an intersection of many, number ${(many += 1)}` };
}

let many = 0;

/** Each thing once, and nothing that another one covers. */
export function simplified(members: readonly Member[]): readonly Member[] {
  const unknown = members.find(({ kind }) => kind === "unknown");
  if (unknown !== undefined) return [unknown];
  const seen = new Set<unknown>();
  const primitives = members.filter(({ kind }) => kind === "primitive");
  return members.filter((member) => {
    if (member.kind === "literal" && primitives.some((other) => fits(member, other))) return false;
    const key =
      member.kind === "literal" ? JSON.stringify(member.value) : member.kind === "primitive" ? member.name : member;
    return !seen.has(key) && seen.add(key);
  });
}
