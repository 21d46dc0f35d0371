import {
  fits,
  isStructure,
  ofMembers,
  type Member,
  type ObjectMember,
  type Property,
  type Type,
} from "./type-members.js";

/** Whether something holds; `unclear` where that cannot be told, or not with reasonable effort. */
export type Verdict = "holds" | "fails" | "unclear";

/** How a type is given for another: as a literal, where a key too many is a mistake, or as a value. */
type Giving = "literal" | "value";

/** Whether every literal of a type can be given where another is asked for. */
export function acceptsLiterals(asked: Type, given: Type): Verdict {
  return new Relation("literal").verdict(given, asked);
}

/** Whether a value of a type can stand where another is asked for. */
export function acceptsValues(asked: Type, given: Type): Verdict {
  return new Relation("value").verdict(given, asked);
}

/** So many pairs of types are looked at: those of strangers may be made to have no end. */
const MOST_STEPS = 20_000;

/** A type within a type within a type, so deep; schemas are not. */
export const DEEPEST = 300;

/** So many simpler objects are tried in place of one. */
const MOST_SPLITS = 300;

class Relation {
  readonly #giving: Giving;
  /** Pairs that are being looked at: a circle that comes back to one adds nothing. */
  readonly #open = new Map<Type, Set<Type>>();
  #steps = 0;
  #depth = 0;
  #splits = 0;
  #isClear = true;

  constructor(giving: Giving) {
    this.#giving = giving;
  }

  verdict(given: Type, asked: Type): Verdict {
    if (this.#holds(given, asked)) return "holds";
    return this.#isClear ? "fails" : "unclear";
  }

  #holds(given: Type, asked: Type): boolean {
    if (given === asked) return true;
    const open = this.#open.get(given) ?? new Set();
    this.#open.set(given, open);
    if (open.has(asked)) return true;
    this.#steps += 1;
    if (!this.#may(this.#steps < MOST_STEPS && this.#depth < DEEPEST)) return false;
    open.add(asked);
    this.#depth += 1;
    const members = asked.members();
    const holds = given.members().every((member) => this.#memberHolds(member, members));
    this.#depth -= 1;
    open.delete(asked);
    return holds;
  }

  /** What is not looked at any more stays unclear. */
  #may(isWithin: boolean): boolean {
    this.#isClear &&= isWithin;
    return isWithin;
  }

  #memberHolds(given: Member, asked: readonly Member[]): boolean {
    if (asked.some((member) => this.#fits(given, member))) return true;
    if (given.kind !== "object" || asked.filter(({ kind }) => kind === "object").length < 2) return false;
    const parts = split(given);
    this.#splits += parts.length;
    return (
      parts.length > 1 && this.#may(this.#splits < MOST_SPLITS) && parts.every((part) => this.#memberHolds(part, asked))
    );
  }

  #fits(given: Member, asked: Member): boolean {
    if (asked.kind === "unknown") return true;
    if (given.kind === "opaque" || asked.kind === "opaque") {
      return this.#may(given.kind === "opaque" && asked.kind === "opaque" && given.text === asked.text);
    }
    if (given.kind === "literal") return fits(given, asked) || isEmptyObject(asked);
    if (given.kind === "primitive" && asked.kind === "primitive") return given.name === asked.name;
    if (given.kind === "primitive") return given.name !== "null" && given.name !== "undefined" && isEmptyObject(asked);
    if (asked.kind === "primitive") return asked.name === "object" && isStructure(given);
    if (given.kind === "object") return asked.kind === "object" && this.#objectFits(given, asked);
    return given.kind === "unknown" ? false : this.#listFits(given, asked);
  }

  #listFits(given: Extract<Member, { kind: "array" | "tuple" }>, asked: Member): boolean {
    if (asked.kind === "object") return isEmptyObject(asked);
    if (asked.kind === "array") {
      return itemsOf(given).every((item) => this.#holds(item, asked.items));
    }
    if (asked.kind !== "tuple" || given.kind !== "tuple" || given.items.length < asked.items.length) return false;
    const rests = given.rest === undefined || (asked.rest !== undefined && this.#holds(given.rest, asked.rest));
    return (
      rests &&
      given.items.every((item, index) => {
        const place = asked.items[index] ?? asked.rest;
        return place !== undefined && this.#holds(item, place);
      })
    );
  }

  #objectFits(given: ObjectMember, asked: ObjectMember): boolean {
    if (this.#giving === "literal" && isEmptyObject(asked)) return true;
    const missing = [...asked.properties].filter(([name]) => !given.properties.has(name));
    return (
      missing.every(([, property]) => this.#mayMiss(given, property)) &&
      [...given.properties].every(([name, property]) =>
        this.#propertyFits(property, asked.properties.get(name), asked),
      ) &&
      this.#indexFits(given, asked)
    );
  }

  /** Under an open key there may be a value of another type. */
  #mayMiss({ index }: ObjectMember, { isOptional, type }: Property): boolean {
    return isOptional && (index === undefined || this.#holds(index, type));
  }

  #propertyFits(given: Property, asked: Property | undefined, { index }: ObjectMember): boolean {
    if (asked === undefined) {
      return index === undefined ? this.#giving === "value" : this.#holds(given.type, index);
    }
    return (asked.isOptional || !given.isOptional) && this.#holds(given.type, asked.type);
  }

  #indexFits(given: ObjectMember, asked: ObjectMember): boolean {
    if (this.#giving === "literal") {
      return given.index === undefined || (asked.index !== undefined && this.#holds(given.index, asked.index));
    }
    if (asked.index === undefined) return true;
    if (given.index !== undefined) return this.#holds(given.index, asked.index);
    return !given.isInterface;
  }
}

/** `{}` takes everything but nothing. */
export function isEmptyObject(member: Member): boolean {
  return member.kind === "object" && member.properties.size === 0 && member.index === undefined;
}

export function itemsOf(list: Extract<Member, { kind: "array" | "tuple" }>): readonly Type[] {
  if (list.kind === "array") return [list.items];
  return list.rest === undefined ? list.items : [...list.items, list.rest];
}

/** An object as several, each with one of the things that one of its properties can be: what tells them apart first. */
function split(object: ObjectMember): readonly ObjectMember[] {
  const ways = [splitByValue, splitByMember, splitByAbsence, splitWithin];
  for (const way of ways) {
    for (const [name, property] of object.properties) {
      const parts = way(property);
      if (parts.length > 1) return parts.map((part) => replaced(object, name, part));
    }
  }
  return [object];
}

type Splitting = (property: Property) => readonly (Property | undefined)[];

const splitByValue: Splitting = ({ isOptional, type }) =>
  !isOptional && type.members().every(({ kind }) => kind === "literal") ? eachMember(type) : [];

const splitByMember: Splitting = ({ isOptional, type }) => (isOptional ? [] : eachMember(type));

const splitByAbsence: Splitting = (property) =>
  property.isOptional ? [undefined, { ...property, isOptional: false }] : [];

const splitWithin: Splitting = ({ type }) => {
  const [only, ...others] = type.members();
  if (only?.kind !== "object" || others.length > 0) return [];
  return split(only).map((part) => ({ isOptional: false, type: ofMembers([part]) }));
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
