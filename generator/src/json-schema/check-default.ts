import {
  escapeSegment,
  own,
  readEnvText,
  type Issue,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import { isMatching, scalarMistake, typeName, type Spend } from "./check-scalar.js";
import { dereference, isJsonArray, isJsonObject } from "./schema-part.js";
import { impliedTypes, listed, typesOf } from "./scope.js";

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
    return `is ${A[typeName(literal)] ?? "?"}, and the schema wants ${types.map((type) => A[type] ?? type).join(" or ")}`;
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
  return `is text, read from the environment variable ${name}, and the schema wants ${wanted}`;
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
    ...missing.map((name) => issue({ pointer, subject }, `has no ${JSON.stringify(name)}, and an array is not merged`)),
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
    : `${subject} is not what the schema allows: ${what}`;
  const hint = what.startsWith("is text, read") ? "write the value itself, or give it in code" : undefined;
  return { code: "SW1320", severity: "error", pointer, message, hint };
}
