import type { Random } from "../../long/equivalence/random.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [keyword: string]: Json };

/** Names that properties and definitions have; keywords among them, which are no keywords there. */
const NAMES = ["a", "b", "c", "type", "$ref", "items", "const", "definitions", "первый", "x y"];
const DEFINITIONS = ["one", "two-b", "три"];

/** A schema of 2020-12 with a few definitions, which may refer to each other and to the root. */
export function randomSchema(random: Random): Schema {
  const definitions = Object.fromEntries(
    DEFINITIONS.map((name, at) => [name, { ...valueSchema(random, 2, at), $anchor: `n${at}` }]),
  );
  return { ...valueSchema(random, 3, DEFINITIONS.length), $defs: definitions };
}

/**
 * A schema of a value of its own. Beside others, only definitions after `from` are referred to: what is defined by
 * itself alone has no values that a validator could judge.
 */
function valueSchema(random: Random, depth: number, from: number): Schema {
  const kinds = [scalar, scalar, literal, nullable];
  const deep = [object, object, object, array, tuple, tuple, composed, composed, chosen, referring, dictionary];
  const make = depth <= 0 || random.chance(0.35) ? random.pick(kinds) : random.pick(deep);
  return make(random, depth - 1, from);
}

function scalar(random: Random): Schema {
  return random.pick<Schema>([
    { type: "string" },
    { type: "integer" },
    { type: "number", minimum: 1 },
    { type: "boolean" },
    { type: "null" },
    { type: ["string", "number"] },
    {},
    { type: "string", minLength: 1 },
  ]);
}

function literal(random: Random): Schema {
  const value = random.pick<Json>(["a", 1, true, null, { a: 1, $ref: "b" }, [1, ["a"]], {}, []]);
  return random.chance(0.5) ? { const: value } : { enum: ["b", value] };
}

function nullable(random: Random): Schema {
  return { type: [random.pick(["string", "number", "boolean"]), "null"] };
}

function object(random: Random, depth: number): Schema {
  const names = random.some(NAMES, random.below(4));
  const required = [...names.filter(() => random.chance(0.4)), ...(random.chance(0.15) ? [random.pick(NAMES)] : [])];
  return {
    type: random.chance(0.2) ? ["object", "null"] : "object",
    ...(names.length > 0 ? { properties: properties(random, names, depth) } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(random.chance(0.15) ? { patternProperties: { "^x": valueSchema(random, depth - 1, -1) } } : {}),
    ...(random.chance(0.2) ? { additionalProperties: random.pick<Json>([true, false, { type: "string" }]) } : {}),
  };
}

function properties(random: Random, names: readonly string[], depth: number): Schema {
  return Object.fromEntries(names.map((name) => [name, valueSchema(random, depth, -1)]));
}

function dictionary(random: Random, depth: number): Schema {
  return { type: "object", additionalProperties: valueSchema(random, depth, -1) };
}

function array(random: Random, depth: number): Schema {
  return random.chance(0.2) ? { type: "array" } : { type: "array", items: valueSchema(random, depth, -1) };
}

function tuple(random: Random, depth: number): Schema {
  const prefixItems = Array.from({ length: 1 + random.below(3) }, () => valueSchema(random, depth - 1, -1));
  return {
    type: "array",
    prefixItems,
    ...(random.chance(0.5) ? { items: random.pick<Json>([false, true, { type: "number" }]) } : {}),
    ...(random.chance(0.4) ? { minItems: random.below(4) } : {}),
    ...(random.chance(0.2) ? { maxItems: 1 + random.below(3) } : {}),
  };
}

/** Parts that hold together, with and without types of their own. */
function composed(random: Random, depth: number, from: number): Schema {
  const base = object(random, depth);
  const names = random.some(NAMES, 2);
  const parts: Schema[] = [
    { required: names.slice(0, 1) },
    { properties: properties(random, names, depth - 1) },
    { ...object(random, depth - 1), type: "object" },
    { anyOf: names.map((name) => ({ required: [name] })) },
    { oneOf: names.map((name) => ({ properties: { [name]: scalar(random) }, required: [name] })) },
    ...(from >= 0 && from < DEFINITIONS.length - 1 ? [reference(random, from + 1)] : []),
  ];
  const keyword = random.pick(["allOf", "allOf", "anyOf", "oneOf"]);
  return { ...base, [keyword]: random.some(parts, 1 + random.below(3)) };
}

function chosen(random: Random, depth: number, from: number): Schema {
  const members = [valueSchema(random, depth, from), valueSchema(random, depth, from), scalar(random)];
  return { [random.pick(["anyOf", "oneOf"])]: members };
}

/** Behind a property or an item (`from` is -1) everything can be referred to. */
function referring(random: Random, _: number, from: number): Schema {
  if (from >= DEFINITIONS.length - 1 || (from < 0 && random.chance(0.2))) {
    return from < 0 ? { $ref: "#" } : scalar(random);
  }
  return {
    ...reference(random, from + 1),
    ...(random.chance(0.15) ? { required: [random.pick(NAMES)], type: "object" } : {}),
  };
}

function reference(random: Random, least: number): Schema {
  const at = least + random.below(DEFINITIONS.length - least);
  const name = DEFINITIONS[at] ?? "";
  return { $ref: random.pick([`#/$defs/${name}`, `#/$defs/${encodeURIComponent(name)}`, `#n${at}`]) };
}
