import type { JsonObject } from "../config/definition.js";
import type { Test } from "./patterns.js";
import type { Place } from "./problems.js";

/** How references are followed. */
export interface References {
  /** What the `$ref` of a schema leads to; `undefined` where that is nowhere. */
  readonly find: (from: JsonObject) => unknown;
  /** Whether nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
}

export type Verdicts = Map<JsonObject, Map<unknown, boolean>>;

/** What is left of the work that may be done. */
export interface Budget {
  steps: number;
}

/** What one check goes by. */
export interface Run extends References, Budget {
  /** What of a schema is read, as far as it was needed. */
  readonly rules: Map<JsonObject, readonly Rule[]>;
  /** As far as they were needed; `undefined` for what is no regular expression. */
  readonly patterns: Map<string, Test | undefined>;
  /** What holds for which values, by the schema with the `$ref`: perhaps, and surely. */
  readonly verdicts: readonly [Verdicts, Verdicts];
  /** So far. */
  readonly problems: readonly object[];
  readonly tell: (place: Place | undefined, keyword: string, argument: unknown) => void;
  readonly holds: Holds;
}

/** A value at a place. */
export interface Here {
  readonly run: Run;
  readonly value: unknown;
  readonly place: Place | undefined;
  readonly depth: number;
  /**
   * Whether only what surely holds counts, and unknown properties are not tolerated: below a `not`, whatever is tolerated
   * would be refused.
   */
  readonly isSure: boolean;
  /** Whether nobody is told: other branches may hold. */
  readonly isSilent: boolean;
}

export type Holds = (schema: unknown, here: Here) => boolean;

/** Whether a keyword holds; what its argument is, nobody has looked at. */
export type Keyword = (here: Here, argument: unknown, schema: JsonObject) => boolean;

/** A keyword of a schema that is read. */
export interface Rule {
  readonly name: string;
  readonly keyword: Keyword;
  readonly argument: unknown;
  /** What it costs to go through the argument. */
  readonly size: number;
}

export type Keywords = { readonly [keyword: string]: Keyword };

/** Thrown where a value is too deep or too large. */
export const LIMIT: unique symbol = Symbol("limit");

const MAX_DEPTH = 500;
export const MAX_STEPS = 2_000_000;

/** Counts work; hostile data must not take the time of everybody else. */
export function step(run: Budget, depth: number): void {
  run.steps -= 1;
  if (run.steps < 0 || depth > MAX_DEPTH) throw LIMIT;
}

/** Counts what is gone through one by one: ten entries are as much work as a schema. */
export function spend(run: Budget, size: number): void {
  run.steps -= size / 10;
}

/** Whether a schema holds for the same value, silently. */
export function alsoHolds(
  { run, value, place, depth, isSure }: Here,
  schema: unknown,
  isReallySure: boolean = isSure,
): boolean {
  return run.holds(schema, { run, value, place, depth, isSure: isReallySure, isSilent: true });
}

/** Whether a schema holds for what stands below a key of the value. `isNamed`: the schema itself names the key. */
export function holdsBelow(
  { run, place: outer, depth, isSure, isSilent }: Here,
  schema: unknown,
  key: string | number,
  value: unknown,
  isNamed = false,
): boolean {
  return run.holds(schema, { run, value, place: { outer, key, isNamed }, depth, isSure, isSilent });
}
