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
  const [removed, added] = [onlyIn(base, next), onlyIn(next, base)];
  const kept = Object.entries(next).filter(([name]) => Object.hasOwn(base, name));
  const renamed = rules.renamed === undefined ? undefined : renaming(base, next, rules.identity);
  return [
    ...(renamed !== undefined && rules.renamed !== undefined
      ? rules.renamed(renamed.from, renamed.to, renamed.next)
      : [
          ...removed.flatMap(([name, value]) => rules.removed(name, value)),
          ...added.flatMap(([name, value]) => rules.added(name, value)),
        ]),
    ...kept.flatMap(([name, value]) => rules.kept(name, base[name] as T, value)),
  ];
}

/** An entry that left and one that came, where they are the only ones and equal but for their names. */
export function renaming<T>(
  base: Entries<T>,
  next: Entries<T>,
  identity: (value: T) => unknown = (value) => value,
): { readonly from: string; readonly to: string; readonly next: T } | undefined {
  const [[removed, ...otherRemoved], [added, ...otherAdded]] = [onlyIn(base, next), onlyIn(next, base)];
  if (removed === undefined || added === undefined || otherRemoved.length + otherAdded.length > 0) return undefined;
  if (!isEqual(identity(removed[1]), identity(added[1]))) return undefined;
  return { from: removed[0], to: added[0], next: added[1] };
}

function onlyIn<T>(record: Entries<T>, other: Entries<T>): readonly (readonly [string, T])[] {
  return Object.entries(record).filter(([name]) => !Object.hasOwn(other, name));
}

/** Whether two JSON values are equal; the order of keys says nothing, and absent is not the same as null. */
export function isEqual(a: unknown, b: unknown): boolean {
  // `-0` is emitted as `0`.
  if (a === b || Object.is(a, b)) return true;
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
