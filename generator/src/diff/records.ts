import type { Change } from "./change.js";

type Entries<T> = { readonly [name: string]: T };

/** What is said about the entries of two records. */
export interface RecordRules<T> {
  readonly removed: (name: string, value: T) => readonly Change[];
  readonly added: (name: string, value: T) => readonly Change[];
  readonly kept: (name: string, base: T, next: T) => readonly Change[];
  /** Said instead of a removal and an addition, where one entry left and an equal one came. */
  readonly renamed?: (from: string, to: string, next: T) => readonly Change[];
  /** What has to be equal for that. */
  readonly identity?: (value: T) => unknown;
}

/** Compares records by own keys; their order says nothing. */
export function compareRecords<T>(base: Entries<T>, next: Entries<T>, rules: RecordRules<T>): Change[] {
  const removed = Object.entries(base).filter(([name]) => !Object.hasOwn(next, name));
  const added = Object.entries(next).filter(([name]) => !Object.hasOwn(base, name));
  const kept = Object.entries(next).filter(([name]) => Object.hasOwn(base, name));
  return [
    ...(renaming(removed, added, rules) ?? [
      ...removed.flatMap(([name, value]) => rules.removed(name, value)),
      ...added.flatMap(([name, value]) => rules.added(name, value)),
    ]),
    ...kept.flatMap(([name, value]) => rules.kept(name, base[name] as T, value)),
  ];
}

function renaming<T>(
  [removed, ...otherRemoved]: readonly (readonly [string, T])[],
  [added, ...otherAdded]: readonly (readonly [string, T])[],
  { renamed, identity = (value) => value }: RecordRules<T>,
): readonly Change[] | undefined {
  const isOneEach = otherRemoved.length === 0 && otherAdded.length === 0;
  if (renamed === undefined || removed === undefined || added === undefined || !isOneEach) return undefined;
  return isEqual(identity(removed[1]), identity(added[1])) ? renamed(removed[0], added[0], added[1]) : undefined;
}

/** Whether two JSON values are equal; the order of keys says nothing, and absent is not the same as null. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => isEqual(entry, b[index]));
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [entries, others] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isEqual(value, others.get(key)))
  );
}

/** What is in one of them only has been told as added or removed. */
export function isInBothOrNeither(name: string, base: object, next: object): boolean {
  return Object.hasOwn(base, name) === Object.hasOwn(next, name);
}
