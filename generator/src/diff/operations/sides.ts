import type { OperationsModel, SchemaEntry } from "../../operations/operations-model.js";
import type { Effort } from "../effort.js";
import { judgeWith, type TypeJudge } from "../type-judge.js";
import type { Type } from "../type-members.js";
import { Side, textOf, type Syntaxes } from "./side.js";

/** Both sides of a comparison, and which schemas it has to look at. */
export interface Sides {
  readonly base: Side;
  readonly next: Side;
  /** The schemas of both sides that are declared otherwise. */
  readonly differing: readonly string[];
  /** Whether a type may have changed with what it names. */
  readonly isTouched: (text: string) => boolean;
  /**
   * The schemas that are declared otherwise and that a type names, by whatever way; `undefined` where enough was looked
   * at: each of many operations may lead to all schemas.
   */
  readonly changedIn: (base: string, next: string) => readonly string[] | undefined;
  /** Judges types with all that they name. */
  readonly whole: TypeJudge;
  /** Judges what is written here, as if names that stand on both sides meant the same. */
  readonly here: TypeJudge;
}

export function sidesOf(base: OperationsModel, next: OperationsModel, effort: Effort): Sides {
  const differing = differingNames(base.schemas, next.schemas);
  const touched = new Set<string>();
  const isStable = (name: string) => !touched.has(name);
  const syntaxes: Syntaxes = new Map();
  const room = { left: MOST_NAMES };
  const [before, after] = [new Side(base, isStable, syntaxes), new Side(next, isStable, syntaxes)];
  for (const side of [before, after]) for (const name of side.leadingTo(differing)) touched.add(name);
  return {
    base: before,
    next: after,
    differing: [...differing].filter((name) => [base, next].every(({ schemas }) => Object.hasOwn(schemas, name))),
    isTouched: (text) => [before, after].some((side) => side.names(text).some((name) => touched.has(name))),
    changedIn: (from, to) => {
      const [former, later] = [reached(before, from, touched, room), reached(after, to, touched, room)];
      if (room.left < 0) return undefined;
      return [...former].filter((name) => differing.has(name) && later.has(name));
    },
    whole: judgeWith(effort, { isOne: areStable, isNamed: isStable }),
    here: judgeWith(effort, { isOne: areWrittenAlike, isNamed: () => true }),
  };
}

/** So many names are gone through for all operations. */
const MOST_NAMES = 20_000_000;

type Schemas = { readonly [name: string]: SchemaEntry };

/** Names that are declared otherwise, or on one side only. */
function differingNames(base: Schemas, next: Schemas): ReadonlySet<string> {
  const names = new Set([...Object.keys(base), ...Object.keys(next)]);
  return new Set([...names].filter((name) => !isDeclaredAlike(entryOf(base, name), entryOf(next, name))));
}

export function isDeclaredAlike(a: SchemaEntry | undefined, b: SchemaEntry | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return textOf(a) === textOf(b) && (a.interface === undefined) === (b.interface === undefined);
}

function entryOf(schemas: Schemas, name: string): SchemaEntry | undefined {
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

/** The schemas that a type leads to, as far as they are among those that are touched. */
function reached(side: Side, text: string, touched: ReadonlySet<string>, room: { left: number }): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...side.names(text)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name) || !touched.has(name)) continue;
    seen.add(name);
    const names = side.namesOf(name);
    room.left -= names.length + 1;
    if (room.left < 0) break;
    for (const other of names) waiting.push(other);
  }
  return seen;
}

function areWrittenAlike({ written: a }: Type, { written: b }: Type): boolean {
  return a !== undefined && b !== undefined && a.text() === b.text();
}

function areStable(a: Type, b: Type): boolean {
  return areWrittenAlike(a, b) && a.written?.isStable() === true && b.written?.isStable() === true;
}
