import { isPlainObject, own } from "./records.js";

/** Makes the error for an option that is unknown or of a wrong kind; it shows names, never a value. */
export type BadOption = (option: string, problem: string) => Error;

/**
 * The options of a door, and what each may be in the words of `typeof`, or the name of a platform's class: `a boolean or
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
  if (kinds === "" || (typeof value === "string" && kinds === `"${value}"`)) return true;
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

/** {@link readOptions}, as it is handed on. */
export type ReadOptions = typeof readOptions;
