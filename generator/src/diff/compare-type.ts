import type { Verdict } from "./assignable.js";
import {
  breaking,
  compatible,
  quoted,
  type Aspect,
  type Change,
  type ChangePlace,
  type PlaceIn,
  type Way,
} from "./change.js";
import type { TypeJudge } from "./type-judge.js";
import {
  isEmptyObject,
  plainOf,
  structures,
  withoutUndefined,
  type Member,
  type ObjectMember,
  type Property,
  type Type,
} from "./type-members.js";

/** The type that is compared, and who does what with it: `callers` and `maps` give literals of it, or read it. */
export interface TypeSubject {
  readonly who: "callers" | "maps";
  readonly use: "give" | "read";
  /** What a part of it is called in a sentence; the whole where the way is empty. */
  readonly name: (way: Way) => string;
  readonly place: (way: Way, ...rest: readonly string[]) => ChangePlace;
  /** What tells it from others that have the same places. */
  readonly apart?: string;
}

/** What changed deeper than that is told of what it stands in. */
const LONGEST_WAY = 20;

/** Said of a change that counts as breaking because nobody knows. */
export const CANNOT_BE_JUDGED = "; it cannot be judged whether code still compiles, so it counts as breaking";

/** So many pairs are gone into; what changed in others is told of them as wholes. Each may be told in as many places as it has. */
const MOST_PAIRS = 2000;

/** Changes of a type for one of its users, each at the place that it comes from. */
export function compareType(subject: TypeSubject, base: Type, next: Type, judge: TypeJudge): Change[] {
  return new Comparison(subject, judge).between(base, next, []);
}

/** Names and places of a part of a use-case. */
export function partOfUseCase(
  part: "input" | "result" | "error",
  text: string,
  place: PlaceIn,
): Pick<TypeSubject, "name" | "place"> {
  return {
    name: (way) => (way.length === 0 ? `the ${part} of ${text}` : `${part} ${quoted(way.join("."))} of ${text}`),
    place: (way, ...rest) => place(part, ...schemaSteps(way), ...rest),
  };
}

/** The way of a type as that of its schema. */
export function schemaSteps(way: Way): readonly string[] {
  return way.flatMap((step) => {
    if (step === "[]") return ["items"];
    return step === "*" ? ["additionalProperties"] : ["properties", step];
  });
}

class Comparison {
  readonly #subject: TypeSubject;
  readonly #judge: TypeJudge;
  /** Pairs that are compared, or were: whether that is over. */
  readonly #seen = new Map<Type, Map<Type, boolean>>();
  #pairs = 0;

  constructor(subject: TypeSubject, judge: TypeJudge) {
    this.#subject = subject;
    this.#judge = judge;
  }

  between(base: Type, next: Type, way: Way): Change[] {
    const seen = this.#seen.get(base) ?? new Map<Type, boolean>();
    this.#seen.set(base, seen);
    const isOver = seen.get(next);
    // What leads back to itself changed where it began; what stands in another place too is told there as a whole.
    if (isOver === false || isSame(base, next, this.#judge)) return [];
    const verdict = this.#verdict(base, next);
    if (isOver === true) return [this.#whole(base, next, way, verdict)];
    seen.set(next, false);
    const inner = this.#within(base, next, way);
    seen.set(next, true);
    const isExplained = inner.some((change) => change.class === "breaking");
    if (verdict !== "holds") return isExplained ? inner : [...inner, this.#whole(base, next, way, verdict)];
    // What breaks at one place may be made good at another.
    const mild = inner.filter((change) => change.class !== "breaking");
    return mild.length > 0 ? mild : [this.#whole(base, next, way, verdict)];
  }

  #verdict(base: Type, next: Type): Verdict {
    return this.#judge[this.#subject.use === "give" ? "gives" : "reads"](base, next);
  }

  /** Changes below, where both are one object or one list. */
  #within(base: Type, next: Type, way: Way): Change[] {
    const [[from, ...others], [to, ...more]] = [structures(base), structures(next)];
    this.#pairs += 1;
    if (
      others.length > 0 ||
      more.length > 0 ||
      this.#pairs > MOST_PAIRS ||
      way.length > LONGEST_WAY ||
      !isSame(plainOf(base), plainOf(next), this.#judge)
    )
      return [];
    if (from?.kind === "array" && to?.kind === "array") return this.between(from.items, to.items, [...way, "[]"]);
    return from?.kind === "object" && to?.kind === "object" ? this.#objects(from, to, way) : [];
  }

  #objects(from: ObjectMember, to: ObjectMember, way: Way): Change[] {
    const names = new Set([...from.properties.keys(), ...to.properties.keys()]);
    return [...names]
      .flatMap((name) => {
        const [before, after] = [from.properties.get(name), to.properties.get(name)];
        const inner = [...way, name];
        if (after === undefined) return before === undefined ? [] : [this.#removed(before, to, inner)];
        if (before === undefined) return [this.#added(after, from, inner)];
        return [...this.#required(before, after, inner), ...this.between(before.type, after.type, inner)];
      })
      .concat(this.#index(from, to, way));
  }

  #removed({ type }: Property, to: ObjectMember, way: Way): Change {
    const takesIt = isEmptyObject(to) || (to.index !== undefined && this.#judge.gives(type, to.index) === "holds");
    const isFine = this.#subject.use === "give" && takesIt;
    return this.#change("removed", isFine, `${this.#name(way)} was removed`, way, way.slice(0, -1), "properties");
  }

  #added({ isOptional, type }: Property, from: ObjectMember, way: Way): Change {
    const { who, use } = this.#subject;
    if (use === "give" && !isOptional)
      return this.#change("added", false, `${who} now have to give ${this.#name(way)}`, way);
    const open = from.index && withoutUndefined(from.index);
    const isFine =
      open === undefined ||
      (use === "give" ? this.#judge.gives(open, type) : this.#judge.stands(open, type)) === "holds";
    return this.#change("added", isFine, `${this.#name(way)} was added`, way);
  }

  #required(before: Property, after: Property, way: Way): Change[] {
    if (before.isOptional === after.isOptional) return [];
    const { who, use } = this.#subject;
    if (!after.isOptional && use === "give")
      return [this.#change("required", false, `${who} now have to give ${this.#name(way)}`, way)];
    const how = after.isOptional ? "no longer" : "now";
    return [
      this.#change("required", !after.isOptional || use === "give", `${this.#name(way)} is ${how} required`, way),
    ];
  }

  #index(from: ObjectMember, to: ObjectMember, way: Way): Change[] {
    if (from.index === undefined && to.index === undefined) return [];
    if (from.index !== undefined && to.index !== undefined) return this.between(from.index, to.index, [...way, "*"]);
    const { use } = this.#subject;
    const isFine = from.index === undefined || (use === "give" && isEmptyObject(to));
    const sentence = `${this.#name(way)} ${to.index === undefined ? "no longer has" : "may now have"} other keys`;
    return [this.#change("keys", isFine, sentence, way)];
  }

  /** The change of a type that has no parts, or whose parts do not explain it. */
  #whole(base: Type, next: Type, way: Way, verdict: Verdict): Change {
    const isFine = verdict === "holds";
    const [before, after] = [base, next].map(valuesOf);
    if (before === undefined || after === undefined) {
      const doubt = verdict === "unclear" ? CANNOT_BE_JUDGED : "";
      return this.#change("type", isFine, `the type of ${this.#name(way)} changed${doubt}`, way);
    }
    const isWider = this.#judge.gives(base, next) === "holds";
    const isNarrower = this.#judge.gives(next, base) === "holds";
    const how = isWider ? "has more values" : isNarrower ? "has fewer values" : "has other values";
    return this.#change("type", isFine, `${this.#name(way)} ${how}`, way, way, "enum");
  }

  /** `at` and `rest` are where it stands, where that is elsewhere than `way`. */
  #change(aspect: Aspect, isFine: boolean, sentence: string, way: Way, at: Way = way, ...rest: string[]): Change {
    const { who, place, apart = "" } = this.#subject;
    const { file, path } = place(way);
    const about = JSON.stringify(["type", aspect, apart, file, path]);
    // Callers are spoken of where nothing else is said.
    const told =
      !isFine && who === "maps" && !sentence.startsWith("maps ") ? `${sentence}, which maps ${this.#verb()}` : sentence;
    return { ...(isFine ? compatible : breaking)(told, place(at, ...rest)), about, part: { aspect, way } };
  }

  #verb(): string {
    return this.#subject.use === "give" ? "make" : "read";
  }

  #name(way: Way): string {
    return this.#subject.name(way);
  }
}

/** Whether nobody can tell two types apart. */
export function isSame(a: Type, b: Type, { gives, reads }: TypeJudge): boolean {
  if (a === b) return true;
  return [gives(a, b), gives(b, a), reads(a, b), reads(b, a)].every((verdict) => verdict === "holds");
}

/** The values of a type that is nothing else. */
function valuesOf(type: Type): readonly Member[] | undefined {
  const members = type.members();
  const isPlain = members.every(
    (member) => member.kind === "literal" || (member.kind === "primitive" && member.name === "null"),
  );
  return isPlain && members.some(({ kind }) => kind === "literal") ? members : undefined;
}
