import * as fc from "fast-check";

/** A JSON Schema as ajv and we read it. */
export type RandomSchema = { [keyword: string]: unknown } | boolean;

/** Without `__proto__`, which ajv passes over, and what its comparison of objects trips over. */
const NAMES = ["a", "b", "ab", "c", "isPrototypeOf"];

/** Values of JSON that schemas here say something about. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -0, 1, 2, 2.5, 0.3, -7, 1e21, "", "a", "ab", "💩", "💩💩", "abc"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const count = fc.integer({ min: 0, max: 3 });
const limit = fc.constantFrom(-1, 0, 0.3, 1, 2.5, 3);
const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
const patterns = fc.constantFrom("^a", "b$", ".", "^.$", "[ab]{2}", "\\p{L}");
const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 });

type Part = fc.Arbitrary<unknown>;

/** Keywords that both drafts have, by what their values are. */
const shared = (schema: Part): { [keyword: string]: Part } => ({
  type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 2 })),
  enum: fc.uniqueArray(values, {
    minLength: 1,
    maxLength: 3,
    comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  }),
  const: values,
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: fc.constantFrom(0.1, 0.5, 1, 2),
  minLength: count,
  maxLength: count,
  pattern: patterns,
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  contains: schema,
  minProperties: count,
  maxProperties: count,
  required: names,
  properties: fc.dictionary(fc.constantFrom(...NAMES), schema, { maxKeys: 3, noNullPrototype: true }),
  patternProperties: fc.dictionary(patterns, schema, { maxKeys: 2, noNullPrototype: true }),
  additionalProperties: schema,
  propertyNames: schema,
  allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
  anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
  oneOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
  not: schema,
  if: schema,
  // As an entry: a linter takes it for a promise's.
  ...Object.fromEntries(["then", "else"].map((name) => [name, schema])),
});

const byName = (part: Part): Part =>
  fc.dictionary(fc.constantFrom(...NAMES), part, { maxKeys: 2, noNullPrototype: true });
const tuple = (schema: Part): Part => fc.array(schema, { minLength: 1, maxLength: 2 });

const draft7 = (schema: Part): { [keyword: string]: Part } => ({
  ...shared(schema),
  items: fc.oneof(schema, tuple(schema)),
  additionalItems: schema,
  dependencies: byName(fc.oneof(names, schema)),
});
const draft2020 = (schema: Part): { [keyword: string]: Part } => ({
  ...shared(schema),
  items: schema,
  prefixItems: tuple(schema),
  minContains: count,
  maxContains: count,
  dependentRequired: byName(names),
  dependentSchemas: byName(schema),
});

/** Schemas of a draft, with references to a definition and, below a property, to the root. */
export function schemasOf(draft: "draft-07" | "2020-12"): fc.Arbitrary<RandomSchema> {
  const keywords = draft === "draft-07" ? draft7 : draft2020;
  const place = draft === "draft-07" ? "definitions" : "$defs";
  const { plain } = fc.letrec<{ plain: RandomSchema }>((tie) => ({ plain: oneLevel(keywords(tie("plain"))) }));
  const { whole } = fc.letrec<{ whole: RandomSchema }>((tie) => ({
    whole: fc.oneof({ depthSize: "small" }, oneLevel(keywords(tie("whole"))), references(place)),
  }));
  return fc.tuple(whole, plain).map(([schema, definition]) => {
    return typeof schema === "boolean" ? schema : { ...schema, [place]: { d: definition } };
  });
}

function references(place: string): fc.Arbitrary<RandomSchema> {
  return fc.constantFrom({ $ref: `#/${place}/d` }, { properties: { a: { $ref: "#" } } }, { items: { $ref: "#" } });
}

/** At most four of the keywords. ajv 8 forgets `contains` of an empty array beside items by place, so these do not meet. */
function oneLevel(keywords: { [keyword: string]: Part }): fc.Arbitrary<RandomSchema> {
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 4 }).chain((chosen) => {
    const met = chosen.includes("contains") ? chosen.filter((name) => !/^(?:prefixItems|items)$/.test(name)) : chosen;
    const parts = met.map((name) => [name, keywords[name] ?? fc.constant(true)]);
    return fc.record(Object.fromEntries(parts) as { [keyword: string]: Part }, { noNullPrototype: true });
  });
  return fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.boolean(), some as fc.Arbitrary<RandomSchema>);
}
