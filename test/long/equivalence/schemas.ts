import type { Random } from "./random.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [keyword: string]: Json };

/** Names of properties; edits take from them too, so that they meet. */
export const PROPERTIES = ["id", "note", "kind", "amount", "currency", "tags", "address", "city", "first-name", "paid"];
export const VALUES = ["EUR", "USD", "CZK", "low", "high", "x y"];

/** A schema of an object, as inputs and results have. */
export function randomRoot(random: Random): Schema {
  if (random.chance(0.03)) return withItself(random);
  const schema = random.chance(0.15) ? composed(random) : random.chance(0.12) ? tagged(random, 1) : object(random, 2);
  return random.chance(0.35) ? withDefinition(random, schema) : schema;
}

/** Any schema, at most `depth` objects and arrays deep. */
export function randomSchema(random: Random, depth: number): Schema {
  const simple = [scalar, scalar, scalar, enumeration, enumeration, nullable, constant, choice];
  const deep = [
    object,
    object,
    object,
    list,
    list,
    tagged,
    pair,
    keyed,
    optionalObject,
    untagged,
    composed,
    patterned,
    anything,
  ];
  return depth <= 0 || random.chance(0.6) ? random.pick(simple)(random) : random.pick(deep)(random, depth - 1);
}

function scalar(random: Random): Schema {
  return { type: random.pick(["string", "integer", "number", "boolean"]) };
}

function enumeration(random: Random): Schema {
  if (random.chance(0.15)) return { enum: random.some([1, 2, 3, 5], 2) };
  const values: Json[] = random.some(VALUES, 1 + random.below(3));
  return { ...(random.chance(0.5) ? { type: "string" } : {}), enum: values };
}

function nullable(random: Random): Schema {
  return random.chance(0.3)
    ? { enum: [...random.some(VALUES, 2), null] }
    : { type: [random.pick(["string", "integer"]), "null"] };
}

function constant(random: Random): Schema {
  return { const: random.pick<Json>(["EUR", 1, true]) };
}

function choice(random: Random): Schema {
  return { [random.pick(["anyOf", "oneOf"])]: [{ type: "string" }, scalar(random), { enum: ["EUR"] }] };
}

export function object(random: Random, depth: number): Schema {
  const names = random.some(PROPERTIES, 1 + random.below(4));
  const properties = Object.fromEntries(names.map((name) => [name, randomSchema(random, depth)]));
  const required = names.filter(() => random.chance(0.6));
  const open: Schema = random.chance(0.12)
    ? { additionalProperties: true }
    : random.chance(0.3)
      ? { additionalProperties: false }
      : {};
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), ...open };
}

function list(random: Random, depth: number): Schema {
  return { type: "array", items: randomSchema(random, depth) };
}

function pair(random: Random): Schema {
  return {
    type: "array",
    items: [scalar(random), scalar(random)],
    ...(random.chance(0.5) ? { additionalItems: false } : {}),
  };
}

function keyed(random: Random, depth: number): Schema {
  return { type: "object", additionalProperties: randomSchema(random, depth - 1) };
}

/** Objects that a constant tells apart. */
export function tagged(random: Random, depth: number): Schema {
  const kinds = random.some(VALUES, 2 + random.below(2));
  const member = (kind: string): Schema => {
    const { properties, required = [] } = object(random, depth);
    const tag: Schema = random.chance(0.5) ? { const: kind } : { enum: [kind] };
    return {
      type: "object",
      required: ["kind", ...(required as string[]).filter((name) => name !== "kind")],
      properties: { ...(properties as Schema), kind: tag },
    };
  };
  return { oneOf: kinds.map(member) };
}

/** Objects that nothing tells apart. */
function untagged(random: Random, depth: number): Schema {
  return { anyOf: [object(random, depth), object(random, depth)] };
}

function optionalObject(random: Random, depth: number): Schema {
  return { ...object(random, depth), type: ["object", "null"] };
}

function patterned(random: Random): Schema {
  return { type: "object", patternProperties: { "^x-": scalar(random) }, additionalProperties: false };
}

/** What says little or nothing. */
function anything(random: Random): Schema {
  return random.pick<Schema>([
    {},
    { type: "object" },
    { type: "array" },
    { enum: [{ a: 1 }, "x"] },
    { type: "object", properties: {} },
  ]);
}

function composed(random: Random): Schema {
  return { allOf: [object(random, 1), object(random, 1)].map((part, index) => distinct(part, index)) };
}

/** Two parts of an `allOf` share no names: a property that is two things at once is for nobody. */
function distinct(part: Schema, index: number): Schema {
  const own = new Set(PROPERTIES.filter((_, position) => position % 2 === index));
  const properties = Object.entries(part["properties"] as Schema).filter(([name]) => own.has(name));
  const required = ((part["required"] ?? []) as string[]).filter((name) => own.has(name));
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** A tree: the root refers to itself. */
function withItself(random: Random): Schema {
  const { properties, ...schema } = object(random, 1);
  const below = random.pick<Schema>([{ $ref: "#" }, { type: "array", items: { $ref: "#" } }]);
  const { required = [] } = schema;
  return {
    ...schema,
    required: (required as string[]).filter((name) => name !== "tags"),
    properties: { ...(properties as Schema), tags: below },
  };
}

/** Puts one property under a definition that it refers to; sometimes one that refers to itself. */
function withDefinition(random: Random, schema: Schema): Schema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const part = object(random, 1);
  if (random.chance(0.3)) (part["properties"] as Schema)["note"] = { $ref: "#/definitions/part" };
  if (Array.isArray(part["required"])) part["required"] = part["required"].filter((name) => name !== "note");
  const name = random.pick(PROPERTIES);
  const used = random.chance(0.4)
    ? { type: "array", items: { $ref: "#/definitions/part" } }
    : { $ref: "#/definitions/part" };
  return { ...schema, properties: { ...(properties as Schema), [name]: used }, definitions: { part } };
}

/** Every schema within a schema, itself first. */
export function schemasIn(schema: Json): Schema[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const records = ["properties", "definitions", "$defs"].flatMap((key) => Object.values((schema[key] ?? {}) as Schema));
  const items = Array.isArray(schema["items"]) ? schema["items"] : [schema["items"] ?? null];
  return [schema, ...[...lists, ...records, ...items, schema["additionalProperties"] ?? null].flatMap(schemasIn)];
}
