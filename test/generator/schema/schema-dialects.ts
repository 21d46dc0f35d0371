import type { Json, Schema } from "./random-schemas.js";

const BY_NAME = new Set(["properties", "patternProperties", "$defs"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const ONE = new Set(["items", "additionalProperties"]);
/** Below these stands another value; below the rest, more about the same. */
const OWN_VALUES = new Set(["properties", "patternProperties", "prefixItems", "items", "additionalProperties"]);

type Change = (schema: Schema, isValue: boolean) => Schema;

/** Changes every schema in a schema; names and data stay. */
function changed(schema: Json, change: Change, isValue = true): Json {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const below = (item: Json) => changed(item, change, OWN_VALUES.has(keyword));
    if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(below)];
    if (ONE.has(keyword)) return [keyword, below(value)];
    if (!BY_NAME.has(keyword)) return [keyword, value];
    return [keyword, Object.fromEntries(Object.entries(value as Schema).map(([name, item]) => [name, below(item)]))];
  });
  return change(Object.fromEntries(entries), isValue);
}

/**
 * As it is documented to be read: where nothing is said of other properties and items there are none, an object of which
 * nothing at all is said may have any, and what is required is there.
 */
export function asRead(schema: Schema): Schema {
  return changed(schema, (each, isValue) => {
    const { required, properties, patternProperties } = each;
    const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
    const declared = {
      ...Object.fromEntries(names.map((name) => [name, true])),
      ...(properties as Schema | undefined),
    };
    const isComposed = ["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => each[keyword] !== undefined);
    const isBare = properties === undefined && patternProperties === undefined && names.length === 0 && !isComposed;
    const open = isBare && each["additionalProperties"] === undefined ? { additionalProperties: true } : {};
    const closed = isValue
      ? { unevaluatedProperties: false, ...(isListed(each) ? { unevaluatedItems: false } : {}) }
      : {};
    return {
      ...each,
      ...(names.length > 0 && each["additionalProperties"] === undefined ? { properties: declared } : {}),
      ...(isValue ? open : {}),
      ...closed,
    };
  }) as Schema;
}

function isListed(schema: Schema): boolean {
  return (
    schema["prefixItems"] !== undefined || ["$ref", "allOf", "anyOf", "oneOf"].some((key) => schema[key] !== undefined)
  );
}

/** The same in the words of draft-07; `null` among types in those of OpenAPI 3.0. */
export function asDraft07(schema: Schema): Schema {
  const text = JSON.stringify(
    changed(schema, (each) => {
      const { prefixItems, items, $defs, $anchor, type, ...rest } = each;
      const isNullable =
        Array.isArray(type) && type.length === 2 && type.includes("null") && rest["enum"] === undefined;
      return {
        ...rest,
        ...(type === undefined ? {} : isNullable ? { type: type[0] ?? "null", nullable: true } : { type }),
        ...(prefixItems === undefined ? {} : { items: prefixItems }),
        ...(items === undefined ? {} : prefixItems === undefined ? { items } : { additionalItems: items }),
        ...($defs === undefined ? {} : { definitions: $defs }),
        ...($anchor === undefined ? {} : { $id: `#${$anchor as string}` }),
      };
    }),
  );
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/definitions/')) as Schema;
}
