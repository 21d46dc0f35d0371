import type { Random } from "../../long/equivalence/random.js";
import type { Json, Schema } from "./random-schemas.js";

const ANY: readonly Json[] = [
  "a",
  "b",
  "",
  1,
  0,
  2.5,
  true,
  false,
  null,
  {},
  [],
  { a: 1 },
  { b: "a" },
  ["a"],
  [1, "b"],
];

/** A value that the schema probably allows; what it may refer to stands in `root`. */
export function randomValue(random: Random, schema: Json | undefined, root: Schema, depth = 6): Json {
  if (random.chance(0.06) || depth < 0 || !isSchema(schema)) return random.pick(ANY);
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"]);
  const others = partsOf(random, schema, root).map((part) => randomValue(random, part, root, depth - 1));
  const type = Array.isArray(schema["type"]) ? random.pick(schema["type"]) : schema["type"];
  const isSilent = type === undefined && schema["properties"] === undefined && schema["required"] === undefined;
  const own = isSilent ? [] : [ofType(random, type ?? "object", schema, root, depth - 1)];
  const all = [...others, ...own];
  const objects = all.filter(isSchema);
  return objects.length > 1 ? (Object.assign({}, ...objects) as Json) : (all.at(-1) ?? random.pick(ANY));
}

function partsOf(random: Random, schema: Schema, root: Schema): Json[] {
  const { $ref, allOf, anyOf, oneOf } = schema;
  return [
    ...(typeof $ref === "string" ? [target($ref, root)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
    ...[anyOf, oneOf].flatMap((members) => (Array.isArray(members) ? [random.pick(members)] : [])),
  ];
}

function target(reference: string, root: Schema): Json {
  if (reference === "#") return root;
  const definitions = Object.entries(root["$defs"] as Schema);
  const name = decodeURIComponent(reference.replace("#/$defs/", ""));
  return (
    definitions.find(([key, value]) => key === name || (value as Schema)["$anchor"] === name.slice(1))?.[1] ?? true
  );
}

function ofType(random: Random, type: unknown, schema: Schema, root: Schema, depth: number): Json {
  switch (type) {
    case "string":
      return random.pick(["a", "b", "x"]);
    case "integer":
    case "number":
      return random.pick([1, 2, 3]);
    case "boolean":
      return random.chance(0.5);
    case "object":
      return objectOf(random, schema, root, depth);
    case "array":
      return arrayOf(random, schema, root, depth);
    default:
      return null;
  }
}

function objectOf(random: Random, schema: Schema, root: Schema, depth: number): Json {
  const declared = isSchema(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const more = isSchema(schema["patternProperties"]) ? ["x1"] : schema["additionalProperties"] ? ["a", "zz"] : [];
  const names = [...required, ...[...Object.keys(declared), ...more].filter(() => random.chance(0.5))];
  const others = schema["patternProperties"] as Schema | undefined;
  return Object.fromEntries(
    names.map((name) => {
      const inner = declared[name] ?? (name === "x1" ? others?.["^x"] : schema["additionalProperties"]);
      return [name, randomValue(random, inner, root, depth)];
    }),
  );
}

function arrayOf(
  random: Random,
  { prefixItems, items, minItems, maxItems }: Schema,
  root: Schema,
  depth: number,
): Json {
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  const least = typeof minItems === "number" ? minItems : 0;
  const most = typeof maxItems === "number" ? maxItems : first.length + (items === false ? 0 : 2);
  const length = Math.max(least, random.below(most + 1));
  return Array.from({ length }, (_, at) => randomValue(random, first[at] ?? items, root, depth));
}

function isSchema(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
