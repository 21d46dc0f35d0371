import {
  fits,
  isEmptyObject,
  isInstance,
  isStructure,
  itemsOf,
  mayFit,
  withoutUndefined,
  type Member,
  type ObjectMember,
  type Property,
  type Type,
} from "./type-members.js";
import type { Effort } from "./effort.js";
import { split } from "./split-object.js";
import { sortedMembers, type SortedMembers } from "./sorted-members.js";
import { NOTHING_KNOWN, TypePairs, type Known } from "./type-pairs.js";

/** Whether something holds; `unclear` where that cannot be told, or not with reasonable effort. */
export type Verdict = "holds" | "fails" | "unclear";

/** How a type is given for another: as a literal, where a key too many is a mistake, or as a value. */
type Giving = "literal" | "value";

/** So many pairs of types are looked at: those of strangers may be made to have no end. */
const MOST_STEPS = 20_000;

/** Long lists of literals take longer. */
const MEMBERS_OF_A_STEP = 1000;

/** So many properties, of objects that are held against each other. */
const MOST_PROPERTIES = 10_000_000;

/** A type within a type within a type, so deep; schemas are not. */
export const DEEPEST = 300;

/** So many simpler objects are tried in place of one. */
const MOST_SPLITS = 300;

/** Remembers what it has found out, for as long as it is used. */
export class Relation {
  readonly #giving: Giving;
  readonly #known: Known;
  /** Pairs that hold, or are being looked at: a circle that comes back to one adds nothing. */
  readonly #holding = new TypePairs();
  readonly #failing = new TypePairs();
  /** Pairs too deep to be looked at at once, on which everything depends: they are looked at afterwards. */
  readonly #later: (readonly [given: Type, asked: Type])[] = [];
  readonly #effort: Effort;
  #share = 1;
  /** Choices that are open: below one, what fails is not the end. */
  #choices = 0;
  #steps = 0;
  #properties = 0;
  #depth = 0;
  #splits = 0;
  #isClear = true;

  constructor(giving: Giving, effort: Effort, known: Known = NOTHING_KNOWN) {
    this.#giving = giving;
    this.#effort = effort;
    this.#known = known;
  }

  /** What the last verdict took, of all that a first one may. */
  get effort(): number {
    return Math.max(this.#steps / MOST_STEPS, this.#splits / MOST_SPLITS, this.#properties / MOST_PROPERTIES);
  }

  verdict(given: Type, asked: Type): Verdict {
    this.#steps = this.#depth = this.#splits = this.#properties = this.#choices = 0;
    this.#share = this.#effort.share;
    this.#isClear = true;
    const mark = this.#holding.mark;
    this.#later.length = 0;
    let holds = this.#holds(given, asked);
    for (let next = this.#later.pop(); holds && next !== undefined; next = this.#later.pop())
      holds = this.#looksFine(...next);
    if (!holds) this.#giveUp(given, asked, mark);
    this.#effort.spend(this.effort);
    if (holds) return "holds";
    return this.#isClear ? "fails" : "unclear";
  }

  #holds(given: Type, asked: Type): boolean {
    if (given === asked || this.#holding.has(given, asked) || this.#known.isOne(given, asked)) return true;
    if (this.#failing.has(given, asked)) return false;
    const [members, wanted] = [given.members(), asked.members()];
    this.#steps += 1 + (members.length + wanted.length) / MEMBERS_OF_A_STEP;
    const isTooDeep = this.#depth >= DEEPEST;
    if (!this.#may(this.#steps < MOST_STEPS * this.#share && (!isTooDeep || this.#choices === 0))) return false;
    const mark = this.#holding.add(given, asked);
    if (isTooDeep) this.#later.push([given, asked]);
    if (isTooDeep || this.#looksFine(given, asked)) return true;
    this.#giveUp(given, asked, mark);
    return false;
  }

  #looksFine(given: Type, asked: Type): boolean {
    const [members, wanted] = [given.members(), asked.members()];
    this.#depth += 1;
    const sorted = sortedMembers(wanted);
    const holds = members.every((member) => this.#memberIsOne(member, sorted) || this.#memberHolds(member, wanted));
    this.#depth -= 1;
    return holds;
  }

  /** What was found meanwhile may have leaned on this pair. */
  #giveUp(given: Type, asked: Type, mark: number): void {
    this.#holding.forgetFrom(mark);
    if (this.#isClear) this.#failing.add(given, asked);
  }

  /** What is not looked at any more stays unclear. */
  #may(isWithin: boolean): boolean {
    this.#isClear &&= isWithin;
    return isWithin;
  }

  /** Of many literals most are found at once. */
  #memberIsOne(given: Member, { literals, others }: SortedMembers): boolean {
    if (given.kind !== "literal") return false;
    return literals.has(given.value) || others.some((member) => this.#fits(given, member));
  }

  #memberHolds(given: Member, asked: readonly Member[]): boolean {
    const able = asked.filter((member) => mayFit(given, member));
    const isChoice = able.length > 1 || given.kind === "both";
    if (isChoice) this.#choices += 1;
    const holds = able.some((member) => this.#fits(given, member)) || this.#partsHold(given, asked);
    if (isChoice) this.#choices -= 1;
    return holds;
  }

  #partsHold(given: Member, asked: readonly Member[]): boolean {
    if (given.kind !== "object" || asked.filter(({ kind }) => kind === "object").length < 2) return false;
    const parts = split(given);
    this.#splits += parts.length;
    this.#properties += parts.length * given.properties.size;
    return (
      parts.length > 1 &&
      this.#may(this.#splits < MOST_SPLITS * this.#share) &&
      parts.every((part) => this.#memberHolds(part, asked))
    );
  }

  #fits(given: Member, asked: Member): boolean {
    if (asked.kind === "unknown") return true;
    if (asked.kind === "both") return this.#fits(given, asked.one) && this.#fits(given, asked.other);
    // What neither of the two is, both at once may be.
    if (given.kind === "both")
      return this.#fits(given.one, asked) || this.#fits(given.other, asked) || this.#may(false);
    if (given.kind === "opaque" || asked.kind === "opaque") {
      return this.#may(given.kind === "opaque" && asked.kind === "opaque" && given.text === asked.text);
    }
    if (asked.kind === "instance") return isInstance(given, asked.name);
    if (given.kind === "literal") return fits(given, asked) || isEmptyObject(asked);
    if (given.kind === "primitive" && asked.kind === "primitive") return given.name === asked.name;
    if (given.kind === "primitive") return given.name !== "null" && given.name !== "undefined" && isEmptyObject(asked);
    if (asked.kind === "primitive") return asked.name === "object" && isStructure(given);
    if (given.kind === "instance") return isEmptyObject(asked);
    if (given.kind === "object") return asked.kind === "object" && this.#objectFits(given, asked);
    return given.kind === "unknown" ? false : this.#listFits(given, asked);
  }

  #listFits(given: Extract<Member, { kind: "array" | "tuple" }>, asked: Member): boolean {
    if (asked.kind === "object") return isEmptyObject(asked);
    if (asked.kind === "array") {
      return itemsOf(given).every((item) => this.#holds(item, asked.items));
    }
    if (asked.kind !== "tuple" || given.kind !== "tuple" || given.least < asked.least) return false;
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
    if (given.name !== undefined && given.name === asked.name && this.#known.isNamed(given.name)) return true;
    if (this.#giving === "literal" && isEmptyObject(asked)) return true;
    this.#properties += given.properties.size + asked.properties.size;
    if (!this.#may(this.#properties < MOST_PROPERTIES * this.#share)) return false;
    const missing = [...asked.properties].filter(([name]) => !given.properties.has(name));
    return (
      missing.every(([, property]) => this.#mayMiss(given, property)) &&
      [...given.properties].every(([name, property]) =>
        this.#propertyFits(property, asked.properties.get(name), asked),
      ) &&
      this.#indexFits(given, asked)
    );
  }

  /** Under an open key there may be a value of another type; that it may be `undefined` is fine. */
  #mayMiss({ index }: ObjectMember, { isOptional, type }: Property): boolean {
    return isOptional && (index === undefined || this.#holds(withoutUndefined(index), type));
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
