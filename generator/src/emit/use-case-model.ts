import {
  type FailoverAfter,
  type JsonObject,
  type JsonValue,
  mergeDefaults,
  own,
  type ProfileConfig,
  type RetryPolicy,
  type UseCaseJson,
  type Validate,
} from "@sdkwright/runtime/config";
import { dereference, isJsonArray, isJsonObject, schemaObject } from "../schema/schema-part.js";
import { type UseCaseNames, useCaseNames } from "./names.js";

/** Keys of an object that every provider has a default for, deeply. */
export interface DefaultedKeys {
  readonly optional: readonly string[];
  /** Keys below which only some have defaults. */
  readonly nested: readonly NestedKeys[];
}

interface NestedKeys extends DefaultedKeys {
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

/** One use-case as it is emitted. */
export interface UseCaseModel {
  readonly name: string;
  /** Title and description; empty where there are none. */
  readonly description: string;
  readonly names: UseCaseNames;
  /** Absent without a profile document: then the input is open, result and error are unknown (rules C4). */
  readonly schemas?:
    { readonly input: JsonObject; readonly result: JsonObject; readonly error?: JsonObject | undefined } | undefined;
  /** Absent where no key of the input is defaulted. */
  readonly defaulted?: DefaultedKeys | undefined;
  readonly providerFailover: boolean;
  /** Empty where client.json does not say it. */
  readonly failoverAfter: FailoverAfter | "";
  /** Empty where only a call says whether it validates. */
  readonly validate: Validate | "";
  /** Defaults for every provider. */
  readonly input: JsonObject;
  /** What client.json says about each provider's part in it. */
  readonly providers: readonly {
    readonly name: string;
    readonly input: JsonObject;
    /** `false` where client.json writes none. */
    readonly retryPolicy: RetryPolicy | false;
    readonly failoverOn: readonly number[];
  }[];
}

/** One of a use-case's schemas. */
export interface UseCaseSchema {
  readonly typeName: string;
  readonly schema: JsonObject;
  readonly role: "input" | "result" | "error";
}

/** A use-case's schemas, each with the name of its type. */
export function schemasOf({ names, schemas }: Pick<UseCaseModel, "names" | "schemas">): readonly UseCaseSchema[] {
  if (schemas === undefined) return [];
  const { input, result, error } = schemas;
  return [
    { typeName: names.input, schema: input, role: "input" },
    { typeName: names.result, schema: result, role: "result" },
    ...(error === undefined ? [] : [{ typeName: names.error, schema: error, role: "error" as const }]),
  ];
}

/** Merges a use-case with what client.json says about it, for each provider of the profile. */
export function useCaseModel(
  name: string,
  document: UseCaseJson | undefined,
  config: ProfileConfig,
  providers: readonly string[],
): UseCaseModel {
  const schemas = document && {
    input: schemaObject(document.input),
    result: schemaObject(document.result),
    error: document.error === undefined ? undefined : schemaObject(document.error),
  };
  const base = own(config.defaults, name);
  const input = base?.input ?? {};
  const entries = providers.map((provider) => {
    const defaults = own(own(config.providers, provider)?.defaults ?? {}, name);
    const { input = {}, retryPolicy = false as const, failoverOn = [] } = defaults ?? {};
    return { name: provider, input, retryPolicy, failoverOn };
  });
  const listed = entries.filter((entry) => config.priority.includes(entry.name));
  const inputs = listed.length === 0 ? [{}] : listed.map((entry) => entry.input);
  return {
    name,
    description: [document?.title, document?.description].filter((text) => text !== undefined).join("\n\n"),
    names: useCaseNames(name),
    schemas,
    defaulted: schemas && defaultedInput(schemas.input, input, inputs),
    providerFailover: base?.providerFailover ?? false,
    failoverAfter: base?.failoverAfter ?? "",
    validate: base?.validate ?? "",
    input,
    providers: entries,
  };
}
