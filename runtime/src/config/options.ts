import { MAX_DELAY } from "../clock.js";
import type { JsonObject, JsonValue } from "./definition.js";

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Tells whether a value is an object of JSON: not an array, not `null`, not an instance of a class. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` of any realm; by its name it would be that of this one only.
  return prototype === null || Object.hasOwn(prototype as object, "isPrototypeOf");
}

/** A copy of a plain object: what it owns, enumerable or not, each read once, so that it throws no more. */
export function copied(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Reflect.ownKeys(value).map((name) => [name, value[name as string]]));
}

/**
 * The own property of a record. Names come from outside (an id may be `constructor`), so a look-up never reaches a
 * prototype.
 */
export function own<T>(record: { readonly [key: string]: T } | null | undefined, key: string): T | undefined;
export function own(record: object | null | undefined, key: string): unknown;
export function own(record: object | null | undefined, key: string): unknown {
  return record !== undefined && record !== null && Object.hasOwn(record, key)
    ? (record as Record<string, unknown>)[key]
    : undefined;
}

/** `in` for own properties only: what somebody put on `Object.prototype` does not tell which of its forms a result has. */
export function has<T extends object, Key extends string>(
  record: T,
  key: Key,
): record is Extract<T, { readonly [_ in Key]: unknown }> {
  return Object.hasOwn(record, key);
}

/** A copy that does not take what somebody put on `Object.prototype` for what the record leaves out. */
export function withoutPrototype<T extends object>(record: T): T {
  return Object.assign(Object.create(null) as T, record);
}

/** The same of data with all records within it. */
export function withoutPrototypes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutPrototypes) as T;
  return isPlainObject(value) ? (withoutPrototype(mapValues(value, withoutPrototypes)) as T) : value;
}

/** A record with the same keys, in the same order, and changed values. */
export function mapValues<From, To>(
  record: { readonly [key: string]: From },
  change: (value: From, key: string) => To,
): { readonly [key: string]: To } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** Makes the error for an option that is unknown or of a wrong kind; it shows names, never a value. */
export type BadOption = (option: string, problem: string) => Error;

/**
 * The options of an entry point, and what each may be in the words of `typeof`, or the name of a platform's class: `a boolean or
 * a function`; or a text itself, in quotes. Empty where only the code that uses the value can tell.
 */
export interface OptionTable {
  readonly [name: string]: string;
}

/** The table of an interface, whole: an option that has no line here would be refused. */
export type TableOf<Options> = { readonly [Name in keyof Options]-?: string };

/**
 * A copy of what a caller gives, by own properties and without a prototype: nothing that somebody puts on
 * `Object.prototype` is taken for an option. `undefined` is absent. What the table does not have is refused, because
 * nobody would look at it.
 */
export function readOptions<Options extends object>(
  given: Options | undefined,
  where: string,
  table: OptionTable,
  bad: BadOption,
): Options {
  const read = Object.create(null) as { [name: string]: unknown };
  if (given === undefined) return read as Options;
  const known = Object.keys(table).join(", ") || "none";
  for (const [name, value] of entriesOf(given, where || "options", bad, known)) {
    const option = `\`${where && `${where}.`}${name}\``;
    const kinds = own(table, name);
    if (kinds === undefined) throw bad(option, `is unknown; known: ${known}`);
    if (!isOf(kinds, value)) throw bad(option, `is not ${kinds}`);
    read[name] = value;
  }
  return read as Options;
}

/**
 * Own names and values of a plain object. An instance of a class (`Map`, `Headers`, one with getters) may have none:
 * taken for an object it would be dropped in silence.
 */
export function entriesOf(record: unknown, option: string, bad: BadOption, known = ""): [string, unknown][] {
  if (!isPlainObject(record)) throw bad(`\`${option}\``, `is not a plain object${known && ` of: ${known}`}`);
  const names = Object.getOwnPropertyNames(record);
  return names.map((name): [string, unknown] => [name, record[name]]).filter(([, value]) => value !== undefined);
}

/** A table in which all have the same kinds. */
export function allOf(names: readonly string[], kinds = ""): OptionTable {
  return Object.fromEntries(names.map((name) => [name, kinds]));
}

function isOf(kinds: string, value: unknown): boolean {
  if (kinds === "" || (/string|boolean/.test(typeof value) && kinds === JSON.stringify(value))) return true;
  const kind = value === null ? "null" : typeof value;
  if (kinds.includes("AbortSignal")) return isSignal(value);
  const className = Object.prototype.toString.call(value).slice(8, -1);
  return kinds.includes(` ${kind}`) || kinds.includes(` ${className}`);
}

/** By what is needed of it: that of Workers before 2024-10 has no name of its class, and React Native's is another one. */
function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  return typeof aborted === "boolean" && typeof addEventListener === "function";
}

interface Parts {
  [key: string]: unknown;
}

/**
 * A copy of the objects and arrays that a value is made of, so that nobody who changes one changes the other. Instances
 * (`Date`, `Blob`, …) are shared. Without recursion, because what is given may be as deep as it likes. Throws where it has
 * more than `most` of them.
 */
export function copyData<Data>(root: Data, most: number = Infinity): Data {
  const copies = new Map<unknown, Parts>();
  const copyOf = (value: unknown): unknown => {
    if (!isList(value) && !isPlainObject(value)) return value;
    const copy = copies.get(value) ?? shallow(value);
    copies.set(value, copy);
    return copy;
  };
  const copy = copyOf(root);
  // The parts of each are added while it is gone through.
  for (const each of copies.values()) {
    if (copies.size > most) throw new RangeError();
    for (const key of Object.keys(each)) each[key] = copyOf(each[key]);
  }
  return copy as Data;
}

/** An array of any realm. One of a class, or that says itself how it is written, is an instance like others. */
export function isList(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    Object.hasOwn(Object(Object.getPrototypeOf(value)) as object, "concat") &&
    !Object.hasOwn(value, "toJSON")
  );
}

/** Own from the start: what is assigned to it later, under `__proto__` too, is a property and nothing more. */
function shallow(value: object): Parts {
  return (isList(value) ? Array.from(value) : copied(value)) as Parts;
}

/**
 * The property of a record, or of an instance of a class, whatever somebody put on `Object.prototype`. Apart from records: it
 * is loaded late, and they are at the start of a bundle.
 */
export function member(record: object, key: string): unknown {
  let owner: object | null = record;
  // That of any realm has this property.
  while (owner !== null && !Object.hasOwn(owner, "isPrototypeOf")) {
    if (Object.hasOwn(owner, key)) return (record as Record<string, unknown>)[key];
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return undefined;
}

/** Tells whether a value is a whole number from 1 to `limit`, as times, sizes and counts have to be. */
export function isPositive(value: unknown, limit: number = MAX_DELAY): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= limit;
}

/** Throws what `invalid` makes of the first value, by option name, that is given and not {@link isPositive}. */
export function requirePositive(
  values: { readonly [option: string]: unknown },
  invalid: (option: string, problem: string) => Error,
  limit: number = MAX_DELAY,
): void {
  for (const [option, value] of Object.entries(values)) {
    if (value === undefined || isPositive(value, limit)) continue;
    throw invalid(`\`${option}\``, `is not a positive integer up to ${limit}`);
  }
}
