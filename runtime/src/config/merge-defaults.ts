import type { JsonObject, JsonValue } from "./definition.js";
import { type Environment, resolveText, toPointer } from "./env.js";
import { isArray, isPlainObject, own } from "./options.js";

/** A variable that an input default needs and the environment lacks. */
export interface MissingVariable {
  readonly name: string;
  /** JSON pointer of the string that refers to it. */
  readonly pointer: string;
}

/** Defaults of one level of client.json, and where they stand. */
export interface DefaultInput {
  readonly input: JsonObject;
  /** JSON pointer into client.json, for messages. */
  readonly pointer: string;
}

/** The input of a call with its defaults, and the variables that defaults need and that are unset or empty. */
export interface MergedInput {
  readonly input: { readonly [key: string]: unknown };
  readonly missing: readonly MissingVariable[];
}

interface Entries {
  readonly [key: string]: unknown;
}

/**
 * Puts `over` over `base`: plain objects merge deeply, by own properties only; arrays, `null` and primitives replace;
 * `undefined` leaves what is there (rules C15). Neither is changed.
 */
export function mergeDefaults(base: JsonObject, over: JsonObject): JsonObject {
  return merge(base, over, (value) => value) as JsonObject;
}

/**
 * The input of a call over its defaults, lowest level first. `$NAME` is resolved in the defaults that survive the merge
 * and nowhere else: what the caller gives is never read as a reference (rules C16).
 */
export function mergeInput(levels: readonly DefaultInput[], given: unknown, env: Environment): MergedInput {
  const defaults = levels.reduce<JsonObject>((merged, level) => mergeDefaults(merged, level.input), {});
  const missing: MissingVariable[] = [];
  const resolve: Survivor = (value, path) => resolveFrom(levels, value, path, env, missing);
  return { input: merge(defaults, isPlainObject(given) ? given : {}, resolve), missing };
}

/** What becomes of a default that stays, by its path; `undefined` leaves it out. */
type Survivor = (value: JsonValue, path: readonly string[]) => unknown;

function merge(base: JsonObject, over: Entries, survivor: Survivor, path: readonly string[] = []): Entries {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = mergeValue(own(base, key), own(over, key), survivor, [...path, key]);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function mergeValue(base: JsonValue | undefined, over: unknown, survivor: Survivor, path: readonly string[]): unknown {
  if (base === undefined) return over;
  if (isPlainObject(base) && (over === undefined || isPlainObject(over)))
    return merge(base, over ?? {}, survivor, path);
  return over === undefined ? survivor(base, path) : over;
}

function resolveFrom(
  levels: readonly DefaultInput[],
  value: JsonValue,
  path: readonly string[],
  env: Environment,
  missing: MissingVariable[],
): unknown {
  const level = [...levels].reverse().find(({ input }) => hasPath(input, path));
  return resolveValue(value, env, `${level?.pointer ?? ""}${toPointer(...path)}`, missing);
}

function hasPath(value: JsonValue, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  return isPlainObject(value) && Object.hasOwn(value, key) && hasPath(value[key] ?? null, rest);
}

/** Resolves every string below a value of client.json; a variable that is missing is reported, and left out. */
export function resolveValue(
  value: JsonValue,
  env: Environment,
  pointer: string,
  missing: MissingVariable[],
): JsonValue | undefined {
  if (typeof value === "string") {
    const resolved = resolveText(value, env);
    if ("value" in resolved) return resolved.value;
    missing.push({ name: resolved.missing, pointer });
    return undefined;
  }
  if (isArray(value))
    return value.map((item, index) => resolveValue(item, env, `${pointer}/${index}`, missing) ?? null);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const resolved = resolveValue(item, env, pointer + toPointer(key), missing);
      return resolved === undefined ? [] : [[key, resolved] as const];
    }),
  );
}
