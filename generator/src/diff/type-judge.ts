import { Relation, type Verdict } from "./assignable.js";
import type { Known } from "./type-pairs.js";
import type { Effort } from "./effort.js";
import { Reading } from "./readable.js";
import type { Type } from "./type-members.js";

/** Relations of types; `next` comes after `base`. */
export interface TypeJudge {
  /** Whether every literal of `base` is one of `next`. */
  readonly gives: (base: Type, next: Type) => Verdict;
  /** Whether code that reads `base` can read `next`. */
  readonly reads: (base: Type, next: Type) => Verdict;
  /** Whether a value of `next` can stand where `base` is asked for. */
  readonly stands: (base: Type, next: Type) => Verdict;
}

/** A judge remembers what it has found out, for as long as it is used; what all of them may take is one effort. */
export function judgeWith(effort: Effort, known?: Known): TypeJudge {
  const [literals, values] = [new Relation("literal", effort, known), new Relation("value", effort, known)];
  const reading = new Reading(new Relation("value", effort, known), effort, known);
  return {
    gives: (base, next) => literals.verdict(base, next),
    reads: (base, next) => reading.verdict(base, next),
    stands: (base, next) => values.verdict(next, base),
  };
}
