import { DEEPEST, type Relation, type Verdict } from "./assignable.js";
import type { Effort } from "./effort.js";
import { byTag, sortedMembers, tagsOf } from "./sorted-members.js";
import {
  isArray,
  isList,
  isTuple,
  itemsOf,
  lazily,
  type Member,
  type ObjectMember,
  type TupleMember,
  type Type,
} from "./type-members.js";
import { TypePairs, type Known } from "./type-pairs.js";

/** So much is looked at: a choice within a choice of types that lead back to it has more ways than anybody waits for. */
const MOST_STEPS = 200_000;

/**
 * Whether code that reads a value of one type can read one of another: every property at its declared type, and
 * switches over values and over what tells objects apart, which name all of them and no other. Remembers what it has found
 * out, for as long as it is used.
 */
export class Reading {
  readonly #values: Relation;
  readonly #known: Known | undefined;
  readonly #holding = new TypePairs();
  readonly #failing = new TypePairs();
  /** Pairs too deep to be looked at at once: everything depends on each, so they are looked at afterwards. */
  readonly #later: (readonly [base: Type, next: Type])[] = [];
  readonly #unions = new Map<string, Type>();
  readonly #numbers = new Map<Type, number>();
  readonly #effort: Effort;
  #isClear = true;
  #depth = 0;
  #steps = 0;
  #most = MOST_STEPS;

  /** `values` says where values of one type can stand for those of another. */
  constructor(values: Relation, effort: Effort, known?: Known) {
    this.#values = values;
    this.#effort = effort;
    this.#known = known;
  }

  verdict(base: Type, next: Type): Verdict {
    this.#isClear = true;
    this.#steps = 0;
    this.#most = MOST_STEPS * this.#effort.share;
    const mark = this.#holding.mark;
    this.#later.length = 0;
    let holds = this.#holds(base, next);
    for (let more = this.#later.pop(); holds && more !== undefined; more = this.#later.pop())
      holds = this.#look(...more);
    if (!holds) this.#giveUp(base, next, mark);
    this.#effort.spend(this.#steps / MOST_STEPS);
    return holds ? "holds" : this.#isClear ? "fails" : "unclear";
  }

  #holds(base: Type, next: Type): boolean {
    if (base === next || this.#holding.has(base, next) || this.#known?.isOne(base, next) === true) return true;
    if (this.#failing.has(base, next)) return false;
    if (!this.#may(1)) return false;
    const mark = this.#holding.add(base, next);
    const isTooDeep = this.#depth >= DEEPEST;
    if (isTooDeep) this.#later.push([base, next]);
    if (isTooDeep || this.#look(base, next)) return true;
    this.#giveUp(base, next, mark);
    return false;
  }

  #giveUp(base: Type, next: Type, mark: number): void {
    this.#holding.forgetFrom(mark);
    if (this.#isClear) this.#failing.add(base, next);
  }

  /** What is not looked at any more stays unclear. */
  #may(steps: number): boolean {
    this.#steps += steps;
    const isWithin = this.#steps < this.#most;
    this.#isClear &&= isWithin;
    return isWithin;
  }

  #look(base: Type, next: Type): boolean {
    const [before, after] = [base.members(), next.members()];
    if (before.some(({ kind }) => kind === "unknown")) return true;
    this.#depth += 1;
    const holds =
      this.#may(before.length + after.length) &&
      this.#accepts(base, next) &&
      switchesStay(before, after) &&
      this.#below(before, after);
    this.#depth -= 1;
    return holds;
  }

  #accepts(base: Type, next: Type): boolean {
    const verdict = this.#values.verdict(next, base);
    // One that comes to its limit takes a tenth.
    if (!this.#may((this.#values.effort * MOST_STEPS) / 10)) return false;
    this.#isClear &&= verdict !== "unclear";
    return verdict === "holds";
  }

  /** What is in lists and objects; a mixture can only be read as a whole. */
  #below(before: readonly Member[], after: readonly Member[]): boolean {
    const [known, found] = [before, after].map((members) => members.filter((member) => !isNothing(member)));
    if (known === undefined || found === undefined || known.length === 0) return true;
    if (known.every(isArray)) {
      return this.#holds(this.#union(known.flatMap(itemsOf)), this.#union(found.filter(isList).flatMap(itemsOf)));
    }
    if (known.every(isTuple)) return this.#places(known, found);
    if (!known.every(isObject)) return true;
    return found.every(isObject) && this.#objects(known, found);
  }

  /** One tuple is read place by place; of several, nobody knows how long they are. */
  #places([tuple, ...others]: readonly TupleMember[], after: readonly Member[]): boolean {
    if (tuple === undefined || others.length > 0) return true;
    const found = after.filter(isTuple);
    return tuple.items.every((item, place) =>
      this.#holds(item, this.#union(found.flatMap(({ items }) => items[place] ?? []))),
    );
  }

  #objects(before: readonly ObjectMember[], after: readonly ObjectMember[]): boolean {
    const [first] = before;
    if (this.#isNamedAlike(before, after)) return true;
    const names = [...(first?.properties.keys() ?? [])].filter((name) =>
      before.every(({ properties }) => properties.has(name)),
    );
    if (!this.#may((names.length + 1) * (before.length + after.length))) return false;
    const shared = names.every((name) => {
      if (!after.every((object) => readOf(object, name))) return false;
      return this.#holds(this.#property(before, name), this.#property(after, name));
    });
    return shared && this.#index(before, after) && names.every((name) => this.#apart(name, before, after));
  }

  #isNamedAlike([one, ...more]: readonly ObjectMember[], [other, ...others]: readonly ObjectMember[]): boolean {
    if (one?.name === undefined || one.name !== other?.name || more.length + others.length > 0) return false;
    return this.#known?.isNamed(one.name) === true;
  }

  #index(before: readonly ObjectMember[], after: readonly ObjectMember[]): boolean {
    const [object] = before;
    const index = before.length === 1 ? object?.index : undefined;
    if (object === undefined || index === undefined) return true;
    return after.every((other) => {
      const added = [...other.properties].filter(([name]) => !object.properties.has(name));
      return (
        other.index !== undefined &&
        this.#holds(index, other.index) &&
        added.every(([, { type }]) => this.#accepts(index, type))
      );
    });
  }

  /** Objects that a property tells apart are read one by one. */
  #apart(name: string, before: readonly ObjectMember[], after: readonly ObjectMember[]): boolean {
    const tags = before.map((object) => tagsOf(object, name));
    if (before.length < 2 || tags.includes(undefined)) return true;
    const values = [...new Set(tags.flatMap((each) => each ?? []))];
    if (!this.#may(values.length * (before.length + after.length))) return false;
    const [ofBefore, ofAfter] = [byTag(before, name), byTag(after, name)];
    return values.every((value) => {
      const [some, others] = [ofBefore.get(value), ofAfter.get(value)];
      if (some === undefined || some.length === before.length) return true;
      return others !== undefined && this.#objects(some, others);
    });
  }

  #property(objects: readonly ObjectMember[], name: string): Type {
    return this.#union(objects.flatMap((object) => readOf(object, name) ?? []));
  }

  /** One type for the same types, so that a circle is noticed; none of them twice. */
  #union(given: readonly Type[]): Type {
    const types = [...new Set(given)];
    const [only] = types;
    if (types.length === 1 && only !== undefined) return only;
    const numbers = types.map((type) => this.#numberOf(type)).sort((one, other) => one - other);
    const key = numbers.join(" ");
    const union = this.#unions.get(key) ?? lazily(() => [...new Set(types.flatMap((type) => type.members()))]);
    this.#unions.set(key, union);
    return union;
  }

  #numberOf(type: Type): number {
    const number = this.#numbers.get(type) ?? this.#numbers.size;
    this.#numbers.set(type, number);
    return number;
  }
}

/** What a property is read as. `object.name` does not compile where any name may be there; `object["a name"]` does. */
function readOf({ properties, index }: ObjectMember, name: string): Type | undefined {
  return properties.get(name)?.type ?? (/^[A-Za-z_$][\w$]*$/.test(name) ? undefined : index);
}

/** `case "gone":` does not compile; that a new value is named nowhere is told by the types. */
function switchesStay(before: readonly Member[], after: readonly Member[]): boolean {
  const known = before.filter((member) => !isNothing(member));
  const { literals } = sortedMembers(after);
  if (known.some(({ kind }) => kind !== "literal")) return true;
  return known.every((member) => member.kind === "literal" && literals.has(member.value));
}

function isNothing(member: Member): boolean {
  return member.kind === "primitive" && (member.name === "null" || member.name === "undefined");
}

function isObject(member: Member): member is ObjectMember {
  return member.kind === "object";
}
