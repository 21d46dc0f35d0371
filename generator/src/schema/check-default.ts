import {
  escapeSegment,
  type Issue,
  type JsonObject,
  type JsonValue,
  own,
  readEnvText,
} from "@sdkwright/runtime/config";
import { dereference, isJsonArray, isJsonObject } from "./schema-part.js";
import { impliedTypes, listed, typesOf } from "./scope.js";

/** The name of a value's type, as `type` of JSON Schema has it; whole numbers are numbers. */
function typeName(value: JsonValue): string {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : typeof value;
}

/** Takes steps from the budget of the run. */
type Spend = (steps: number) => void;

/** How a value is looked at. */
export interface Look {
  /** Whether a call adds to it. */
  readonly isPartial: boolean;
  readonly spend: Spend;
}

/** What is wrong with a value by itself, its type apart; the value is not shown. */
function scalarMistake(schema: JsonObject, value: JsonValue, { isPartial, spend }: Look): string | undefined {
  // What an object will be is not known while parts of it are missing.
  if (isPartial && isJsonObject(value)) return undefined;
  const { const: only, enum: values } = schema;
  if (only !== undefined && !isSame(value, only, spend))
    return `is not ${shown(only)}, the only value that the schema allows`;
  if (isJsonArray(values) && !values.some((each) => isSame(value, each, spend))) {
    return `is not one of the values that the schema allows: ${values.slice(0, 20).map(shown).join(", ")}`;
  }
  if (typeof value === "number") return numberMistake(schema, value);
  if (typeof value === "string") return textMistake(schema, value, spend);
  return isJsonArray(value) ? lengthMistake(value.length, schema["minItems"], schema["maxItems"], "items") : undefined;
}

function numberMistake(schema: JsonObject, value: number): string | undefined {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const types = isJsonArray(type) ? type : [type];
  if (types.includes("integer") && !types.includes("number") && !Number.isInteger(value))
    return "is not a whole number";
  if (typeof minimum === "number" && value < minimum) return `is less than ${minimum}`;
  if (typeof maximum === "number" && value > maximum) return `is more than ${maximum}`;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return `is not more than ${exclusiveMinimum}`;
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return `is not less than ${exclusiveMaximum}`;
  return undefined;
}

function textMistake({ minLength, maxLength, pattern }: JsonObject, value: string, spend: Spend): string | undefined {
  if (typeof minLength === "number" || typeof maxLength === "number") {
    spend(value.length);
    const length = lengthMistake(Array.from(value).length, minLength, maxLength, "characters");
    if (length !== undefined) return length;
  }
  if (typeof pattern !== "string" || isMatching(pattern, value, spend) !== false) return undefined;
  return `does not match \`${pattern}\``;
}

function lengthMistake(
  length: number,
  least: JsonValue | undefined,
  most: JsonValue | undefined,
  what: string,
): string | undefined {
  if (typeof least === "number" && length < least) return `has fewer than ${least} ${what}`;
  return typeof most === "number" && length > most ? `has more than ${most} ${what}` : undefined;
}

/**
 * `undefined` if it is not judged: by a pattern that this engine does not know, or one that could take long, with a
 * repeated group, more than two repetitions, many alternatives, or for a long text. Each repetition tries as many ways as
 * the text is long, for each beginning.
 */
function isMatching(pattern: string, value: string, spend: Spend): boolean | undefined {
  const repetitions = pattern.match(/[*+?{]/g)?.length ?? 0;
  const alternatives = pattern.split("|").length;
  if (/\)[*+?{]/.test(pattern) || repetitions > 2 || alternatives > 8) return undefined;
  const beginnings = pattern.startsWith("^") && alternatives === 1 ? 0 : 1;
  if (value.length > 1000) return undefined;
  spend(value.length ** (repetitions + beginnings) + pattern.length);
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return undefined;
  }
}

function isSame(value: JsonValue, other: JsonValue, spend: Spend): boolean {
  spend(1);
  if (isJsonArray(value) && isJsonArray(other)) {
    return value.length === other.length && value.every((item, index) => isSame(item, other[index] ?? null, spend));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value === other;
  const keys = Object.keys(value);
  spend(keys.length);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(value[key] ?? null, other[key] ?? null, spend));
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** A value, where it stands in client.json, and how it is called there. */
interface Checked {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly subject: string;
  /** Whether a call adds to it: an object among the defaults, but not one in an array, which is replaced as a whole. */
  readonly isPartial: boolean;
}

/** What one input's check shares. */
interface Search {
  readonly root: JsonObject;
  readonly spend: Spend;
}

/**
 * What is wrong with a default input by its schema (rules C15). What a call may still add is not missed. Of `$NAME` it is
 * known only that it will be text. Keywords that depend on the rest of the input (`not`, `if`) are not judged.
 */
export function checkDefault(root: JsonObject, input: JsonObject, pointer: string, spend: Spend): readonly Issue[] {
  const search = { root, spend };
  const found = check(search, root, { value: input, pointer, subject: "the default input", isPartial: true }, []);
  // Several ways may lead to one part of the schema.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function check(
  search: Search,
  schema: JsonValue | undefined,
  checked: Checked,
  outer: readonly JsonValue[],
): readonly Issue[] {
  if (schema === false) return [issue(checked, "the schema allows no value")];
  if (!isJsonObject(schema) || outer.includes(schema)) return [];
  search.spend(100 + outer.length);
  if (schema["nullable"] === true && checked.value === null) return [];
  const around = [...outer, schema];
  const { $ref, allOf } = schema;
  const target = typeof $ref === "string" ? dereference(search.root, schema) : undefined;
  const all = [...(target === undefined ? [] : [target]), ...(isJsonArray(allOf) ? allOf : [])];
  const own = ownMistake(schema, checked, search.spend);
  if (own !== undefined) return [issue(checked, own)];
  return [
    ...inner(search, schema, checked),
    ...all.flatMap((part) => check(search, part, checked, around)),
    ...["anyOf", "oneOf"].flatMap((keyword) => checkChoice(search, schema[keyword], checked, around)),
  ];
}

/** One of several schemas has to allow the value. Where one allows its type, what that one says is told. */
function checkChoice(
  search: Search,
  members: JsonValue | undefined,
  checked: Checked,
  outer: readonly JsonValue[],
): readonly Issue[] {
  if (!isJsonArray(members) || members.length === 0) return [];
  const issues = members.map((member) => check(search, member, checked, outer));
  if (issues.some((found) => found.length === 0)) return [];
  const deeper = issues.filter((found) => found.every(({ pointer }) => pointer !== checked.pointer));
  if (deeper.length === 1) return deeper[0] ?? [];
  const first = issues[0] ?? [];
  return members.length === 1 ? first : [issue(checked, `none of the ${members.length} alternatives allows it`)];
}

function ownMistake(schema: JsonObject, { value, isPartial }: Checked, spend: Spend): string | undefined {
  const types = typesOf(schema) ?? typesAround(schema);
  const text = typeof value === "string" ? readEnvText(value) : undefined;
  if (text?.kind === "reference") return variableMistake(schema, types, text.name);
  const literal = text?.kind === "literal" ? text.text : value;
  if (types !== undefined && !types.includes(typeName(literal))) {
    return `is ${A[typeName(literal)] ?? "?"}, but the schema requires ${types.map((type) => A[type] ?? type).join(" or ")}`;
  }
  return scalarMistake(schema, literal, { isPartial, spend });
}

/** Keywords for objects mean an object, where nothing else is said. */
function typesAround(schema: JsonObject): readonly string[] | undefined {
  const implied = impliedTypes(schema);
  return implied.length === 0 || schema["enum"] !== undefined || schema["const"] !== undefined ? undefined : implied;
}

/** What a variable holds is not known before the call. */
function variableMistake(schema: JsonObject, types: readonly string[] | undefined, name: string): string | undefined {
  const values = isJsonArray(schema["enum"]) ? schema["enum"] : schema["const"] === undefined ? [] : [schema["const"]];
  const allowed = values.length > 0 ? values.map(typeName) : types;
  if (allowed === undefined || allowed.includes("string")) return undefined;
  const wanted = [...new Set(allowed)].map((type) => A[type] ?? type).join(" or ");
  return `is text, read from the environment variable ${name}, but the schema requires ${wanted}`;
}

const A: { readonly [type: string]: string | undefined } = {
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "a string",
  object: "an object",
  array: "an array",
};

/** What stands in an object or an array. */
function inner(search: Search, schema: JsonObject, checked: Checked): readonly Issue[] {
  const { value } = checked;
  if (isJsonArray(value)) return checkItems(search, schema, value, checked);
  return isJsonObject(value) ? checkProperties(search, schema, value, checked) : [];
}

function checkItems(
  search: Search,
  schema: JsonObject,
  value: readonly JsonValue[],
  { pointer, subject }: Checked,
): readonly Issue[] {
  const { prefixItems, items, additionalItems } = schema;
  const first = isJsonArray(prefixItems) ? prefixItems : isJsonArray(items) ? items : [];
  const rest = isJsonArray(items) ? additionalItems : items;
  return value.flatMap((item, index) => {
    const name = `item ${index + 1} of ${subject}`;
    const checked = { value: item, pointer: `${pointer}/${index}`, subject: name, isPartial: false };
    return check(search, index < first.length ? first[index] : rest, checked, []);
  });
}

function checkProperties(
  search: Search,
  schema: JsonObject,
  value: JsonObject,
  { pointer, subject, isPartial }: Checked,
): readonly Issue[] {
  const required = isPartial ? [] : listed(schema["required"]);
  search.spend(required.length);
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const wrong = Object.entries(value).flatMap(([name, item]) => {
    const place = `${pointer}/${escapeSegment(name)}`;
    const checked = { value: item, pointer: place, subject: JSON.stringify(name), isPartial };
    return schemasFor(search, schema, name).flatMap((part) => check(search, part, checked, []));
  });
  return [
    ...missing.map((name) => issue({ pointer, subject }, `has no ${JSON.stringify(name)}, and arrays are not merged`)),
    ...wrong,
  ];
}

/** The schemas of a property: by its name, by patterns, else that of all others. */
function schemasFor({ spend }: Search, schema: JsonObject, name: string): readonly JsonValue[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const named = isJsonObject(properties) ? own(properties, name) : undefined;
  const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
  const verdicts = patterns.map(([pattern]) => isMatching(pattern, name, spend));
  const matching = patterns.flatMap(([, part], index) => (verdicts[index] === true ? [part] : []));
  const found = [...(named === undefined ? [] : [named]), ...matching];
  const isOther = found.length === 0 && !verdicts.includes(undefined);
  return isOther && isJsonObject(additionalProperties) ? [additionalProperties] : found;
}

function issue({ pointer, subject }: Pick<Checked, "pointer" | "subject">, what: string): Issue {
  const message = /^(?:is|has|does)\b/.test(what)
    ? `${subject} ${what}`
    : `${subject} does not fit the schema: ${what}`;
  const hint = what.startsWith("is text, read") ? "write the value itself, or pass it in code" : undefined;
  return { code: "SW1320", severity: "error", pointer, message, hint };
}
