import type { JsonObject, JsonValue } from "./definition.js";
import { type Environment } from "./env.js";
import { resolveText } from "./variables.js";
import { toPointer } from "./pointers.js";
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

/** Makes the value that is used of a default that stays; `undefined` leaves it out. */
type Resolve = (value: JsonValue, pointer: string) => unknown;

/**
 * Puts `over` over `base`: plain objects merge deeply, by own properties only; arrays, `null` and primitives replace;
 * `undefined` leaves what is there (rules C15). Neither is changed.
 */
export function mergeDefaults(base: JsonObject, over: JsonObject): JsonObject {
  const levels = [base, over].map((input) => ({ input, pointer: "" }));
  return merge(levels, {}, (value) => value) as JsonObject;
}

/**
 * The input of a call over its defaults, lowest level first. `$NAME` is resolved in the defaults that survive the merge
 * and nowhere else: what the caller gives is never read as a reference (rules C16).
 */
export function mergeInput(levels: readonly DefaultInput[], given: unknown, env: Environment): MergedInput {
  const missing: MissingVariable[] = [];
  const resolve: Resolve = (value, pointer) => resolveValue(value, env, pointer, missing);
  return { input: merge(levels, isPlainObject(given) ? given : {}, resolve), missing };
}

function merge(levels: readonly DefaultInput[], over: Entries, resolve: Resolve): Entries {
  const keys = new Set([...levels.flatMap(({ input }) => Object.keys(input)), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const defaults = levels.map(({ input, pointer }) => ({
        value: own(input, key),
        pointer: pointer + toPointer(key),
      }));
      const value = mergeValue(defaults, own(over, key), resolve);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function mergeValue(
  defaults: readonly { readonly value: JsonValue | undefined; readonly pointer: string }[],
  over: unknown,
  resolve: Resolve,
): unknown {
  if (over !== undefined && !isPlainObject(over)) return over;
  // Objects merge down to the first value that is none, which replaces what is below it.
  const objects: DefaultInput[] = [];
  for (const { value, pointer } of [...defaults].reverse()) {
    if (isPlainObject(value)) objects.unshift({ input: value, pointer });
    else if (value !== undefined) {
      if (objects.length === 0 && over === undefined) return resolve(value, pointer);
      break;
    }
  }
  return objects.length === 0 ? over : merge(objects, over ?? {}, resolve);
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
