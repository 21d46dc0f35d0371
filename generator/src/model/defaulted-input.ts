import { mergeDefaults, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { dereference, isJsonArray, isJsonObject } from "../json-schema/schema-part.js";

/** Keys of an object that every provider has a default for, deeply. */
export interface DefaultedKeys {
  readonly optional: readonly string[];
  /** Keys below which only some have defaults. */
  readonly nested: readonly NestedKeys[];
}

export interface NestedKeys extends DefaultedKeys {
  readonly key: string;
  readonly isLast: boolean;
}

/**
 * Compares an input's schema with the defaults of each provider in the list, which go over those of the profile (rules C15).
 * `undefined` where callers have to give everything.
 */
export function defaultedInput(
  schema: JsonObject,
  base: JsonObject,
  providers: readonly JsonObject[],
): DefaultedKeys | undefined {
  const defaults = providers.map((input) => mergeDefaults(base, input));
  const keys = compare(schema, dereference(schema, schema) ?? schema, defaults);
  return isFilled(keys) ? keys : undefined;
}

function compare(root: JsonObject, schema: JsonObject, defaults: readonly JsonObject[]): DefaultedKeys {
  const optional: string[] = [];
  const nested: Omit<NestedKeys, "isLast">[] = [];
  for (const [key, property] of propertiesOf(root, schema)) {
    const values = defaults.flatMap((input) => (Object.hasOwn(input, key) ? [input[key] ?? null] : []));
    if (values.length < defaults.length) continue;
    const below = compareBelow(root, dereference(root, property), values);
    if (below.isComplete) optional.push(key);
    if (isFilled(below)) nested.push({ key, optional: below.optional, nested: below.nested });
  }
  return { optional, nested: nested.map((keys, index) => ({ ...keys, isLast: index === nested.length - 1 })) };
}

/** Below a key: what the defaults share where its schema is an object, and whether they leave nothing to give. */
function compareBelow(
  root: JsonObject,
  schema: JsonObject | undefined,
  values: readonly JsonValue[],
): DefaultedKeys & { readonly isComplete: boolean } {
  const objects = values.filter(isJsonObject);
  if (schema === undefined || objects.length === 0) return { ...NO_KEYS, isComplete: true };
  const shared = compare(root, schema, objects);
  const isComplete = requiredOf(root, schema).every((key) => shared.optional.some((optional) => optional === key));
  return { ...(objects.length === values.length ? shared : NO_KEYS), isComplete };
}

const NO_KEYS: DefaultedKeys = { optional: [], nested: [] };

/** Properties of an object schema by name, in its order. */
function propertiesOf(root: JsonObject, schema: JsonObject): ReadonlyMap<string, JsonValue> {
  const parts = partsOf(root, schema).map((part) => part["properties"]);
  return new Map(parts.filter(isJsonObject).flatMap((properties) => Object.entries(properties)));
}

function requiredOf(root: JsonObject, schema: JsonObject): readonly JsonValue[] {
  return partsOf(root, schema).flatMap((part) => (isJsonArray(part["required"]) ? part["required"] : []));
}

/** The schema, and what comes to it through `allOf`, `anyOf` and `oneOf`. */
function partsOf(root: JsonObject, schema: JsonObject, parts: Set<JsonObject> = new Set()): readonly JsonObject[] {
  if (parts.has(schema)) return [];
  parts.add(schema);
  for (const branches of [schema["allOf"], schema["anyOf"], schema["oneOf"]]) {
    for (const branch of isJsonArray(branches) ? branches : []) {
      const part = dereference(root, branch);
      if (part !== undefined) partsOf(root, part, parts);
    }
  }
  return [...parts];
}

function isFilled({ optional, nested }: DefaultedKeys): boolean {
  return optional.length > 0 || nested.length > 0;
}
