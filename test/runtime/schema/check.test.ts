import type { StandardSchemaV1 } from "@standard-schema/spec";
import { check, standardSchema, type Schema } from "@sdkwright/runtime/validate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("check");

/** `pointer keyword` of each problem. */
function told(schema: Schema, value: unknown): string[] {
  return check(schema, value).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

const json = (text: string): unknown => JSON.parse(text);

const CONDITION = json(
  '{ "if": { "type": "string" }, "then": { "minLength": 2 }, "else": { "type": "number" } }',
) as object;

test("a problem has a pointer, a keyword, a message that says what the schema says, and the path", () => {
  const schema = {
    properties: { "a/b": { items: { type: ["string", "null"] } }, n: { maximum: 3 }, p: { pattern: "^a" } },
    required: ["x~y"],
  };
  assert.equal(check(schema, { "a/b": ["ok", 5], n: 4, p: "secret" }), [
    { pointer: "/a~1b/1", keyword: "type", message: "is not of type string or null", path: ["a/b", 1] },
    { pointer: "/n", keyword: "maximum", message: "does not satisfy maximum 3", path: ["n"] },
    { pointer: "/p", keyword: "pattern", message: "does not satisfy pattern", path: ["p"] },
    { pointer: "/x~0y", keyword: "required", message: "is missing", path: ["x~y"] },
  ]);
  assert.equal(check(false, 1), [{ pointer: "", keyword: "false", message: "is not allowed", path: [] }]);
});

test("keys that the schema does not name are data: `*` in pointers, themselves in paths", () => {
  for (const schema of [
    { additionalProperties: { type: "null" } },
    { patternProperties: { "^s": { type: "null" } } },
    { propertyNames: { maxLength: 2 } },
  ]) {
    const [problem] = check(schema, { "secret@mail.example": 1 });
    assert.equal([problem?.pointer, problem?.path], ["/*", ["secret@mail.example"]]);
    assert.not.match(JSON.stringify({ ...problem, path: undefined }), "secret");
  }
});

test("at most ten problems", () => {
  assert.is(check({ items: { type: "string" } }, [...Array(1000).keys()]).length, 10);
});

test("branches are told as one, and what always holds by its parts", () => {
  const branches = [{ required: ["a"] }, { required: ["b"] }];
  assert.equal(told({ anyOf: branches }, {}), [" anyOf"]);
  assert.equal(told({ oneOf: branches }, {}), [" oneOf"]);
  assert.equal(told({ allOf: branches }, {}), ["/a required", "/b required"]);
  assert.equal(told({ not: {} }, 1), [" not"]);
  assert.equal(told(CONDITION, "a"), [" minLength"]);
  assert.equal(told(CONDITION, null), [" type"]);
});

test("unknown properties are tolerated, and what that does below `not`, `if` and `maxContains` refuses nothing sound", () => {
  const closed = { properties: { a: {} }, additionalProperties: false };
  assert.equal(told(closed, { b: 1 }), []);
  assert.equal(told({ ...closed, unevaluatedProperties: false }, { b: 1 }), []);
  assert.equal(told({ oneOf: [{ type: "number" }, { minimum: 3 }] }, 5), []);
  assert.equal(told({ not: closed }, { b: 1 }), []);
  assert.equal(told({ not: closed }, { a: 1 }), [" not"]);
  assert.equal(told({ not: { not: closed } }, { b: 1 }), []);
  assert.equal(told({ not: { unevaluatedProperties: false } }, {}), []);
  assert.equal(told({ ...(json('{ "then": { "required": ["c"] } }') as object), if: closed }, { b: 1 }), []);
  assert.equal(told({ contains: closed, maxContains: 1 }, [{ a: 1 }, { b: 1 }]), []);
});

test("own properties alone: `__proto__`, `constructor` and what is inherited", () => {
  const schema = json(
    '{ "properties": { "__proto__": { "type": "string" }, "constructor": { "type": "string" } } }',
  ) as Schema;
  assert.equal(told(schema, {}), []);
  assert.equal(told(schema, json('{ "__proto__": 1, "constructor": 2 }')), ["/__proto__ type", "/constructor type"]);
  assert.equal(told({ required: ["toString"] }, {}), ["/toString required"]);
  assert.equal(told({ required: ["a"] }, Object.create({ a: 1 })), ["/a required"]);
  assert.equal(told(json('{ "toString": 5, "constructor": {}, "__proto__": { "type": "null" } }') as Schema, 1), []);
  assert.equal(told({ $ref: "#/$defs/toString", $defs: {} }, 1), []);
});

test("a property that is `undefined` is absent; NaN, Infinity, dates, functions and bigints are no JSON", () => {
  assert.equal(told({ required: ["a"], maxProperties: 0, properties: { a: false } }, { a: undefined }), [
    "/a required",
  ]);
  for (const value of [NaN, Infinity, undefined, 5n, () => 1, Symbol("s")]) {
    assert.equal(told({ type: ["number", "string", "object", "array", "null", "boolean"] }, value), [" type"]);
  }
  assert.equal(told({ type: "string", format: "date-time" }, new Date(0)), [" type"]);
  assert.equal(told({ type: "string", format: "date-time" }, "soon"), []);
});

test("numbers in decimals, texts in code points", () => {
  for (const [value, of] of [
    [0.3, 0.1],
    [19.99, 0.01],
    [1e21, 1e-7],
    [0, 5],
    [-0.06, 0.02],
    [4, -2],
    [1, 0],
    [123_456_789_012.34, 0.01],
    [9e307, 5e-324],
  ] as const) {
    assert.equal(told({ multipleOf: of }, value), [], String(value));
  }
  for (const [value, of] of [
    [0.35, 0.1],
    [7.5, 2],
    [1e-7, 1],
    [5, 2],
    [0.30000000001, 0.1],
  ] as const) {
    assert.equal(told({ multipleOf: of }, value), [" multipleOf"], String(value));
  }
  assert.equal(told({ minLength: 2, maxLength: 2 }, "💩💩"), []);
  assert.equal(told({ minLength: 2 }, "💩"), [" minLength"]);
  assert.equal(told({ maxLength: 1 }, "💩💩"), [" maxLength"]);
  assert.equal(told({ type: "integer" }, 1.0), []);
});

test("`pattern` is of texts alone, and one that is no regular expression holds for everything", () => {
  assert.equal(told({ pattern: "^a" }, 5), []);
  assert.equal(told({ pattern: "(" }, "x"), []);
  assert.equal(told({ not: { pattern: "(" } }, "x"), []);
  assert.equal(told({ pattern: "^[\\w\\-]+\\-$" }, "a-"), [], "without the flag u alone");
  assert.equal(told({ patternProperties: { "(": { type: "null" } } }, { a: 1 }), []);
});

test("a reference that leads nowhere, and dialects in which nothing counts beside it", () => {
  assert.equal(told({ $ref: "other.json" }, 1), []);
  assert.equal(told({ $ref: "#/$defs/a", $defs: { a: { type: "string" } }, minimum: 5 }, 1), [" type", " minimum"]);
  const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", $ref: "#/definitions/a", minimum: 5 };
  assert.equal(told({ ...draft7, definitions: { a: { type: "integer" } } }, 1), []);
  assert.equal(told({ type: "string", nullable: true }, null), []);
});

const LIMIT = [
  { pointer: "", keyword: "limit", message: "is nested too deeply, or too large, to be checked", path: [] },
];

test("a pattern is read once for many texts, and what all of them cost is counted", () => {
  const address = "somebody@example.com";
  const pattern = String.raw`^[^@\s]+@[^@\s]+$`;
  assert.equal(check({ items: { pattern } }, Array(10_000).fill(address)), []);
  assert.equal(check({ pattern }, `${"a".repeat(30_000_000)}@b`), LIMIT);
  assert.equal(check({ patternProperties: { [pattern]: false } }, { [`${"a".repeat(30_000_000)}@b`]: 1 }), LIMIT);
});

test("schemas of any depth are read; one that is too deep to be held against a value is a limit", () => {
  const nested = (wrap: (inner: Schema) => Schema): Schema => {
    let schema: Schema = { $anchor: "inner", type: "string" };
    for (let level = 0; level < 20_000; level += 1) schema = wrap(schema);
    return schema;
  };
  for (const deep of [nested((items) => ({ items })), nested((items) => ({ items: [items] }))]) {
    assert.equal(told({ allOf: [{ $ref: "#/definitions/deep" }], definitions: { deep } }, [[1]]), []);
    assert.equal(told({ $ref: "#inner", definitions: { deep } }, 1), [" type"]);
  }
  const ring: { items?: Schema; $anchor: string } = { $anchor: "ring" };
  ring.items = ring;
  assert.equal(told({ items: { $ref: "#ring" }, properties: { ring } }, [[[1]]]), []);
  const within = nested((inner) => ({ allOf: [inner] }));
  for (const schema of [within, { $ref: "#/definitions/within", definitions: { within } }, { not: within }])
    assert.equal(check(schema, 1), LIMIT);
});

test("cyclic and deep values, schemas that refer to themselves, and branches without end stop at a limit", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  assert.equal(check({ items: { $ref: "#" } }, cycle), LIMIT);
  assert.equal(check({ uniqueItems: true }, [cycle, cycle]), LIMIT);
  assert.equal(check({ enum: [[[]]] }, cycle), LIMIT);
  assert.equal(check({ $ref: "#" }, 1), LIMIT);
  assert.equal(check({ anyOf: [{ $ref: "#" }, { type: "string" }] }, 1), LIMIT);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = { n: deep };
  assert.equal(check({ properties: { n: { $ref: "#" } } }, deep), LIMIT);
  assert.equal(check({ properties: { n: { type: "object" } } }, deep), []);
});

/** `{ n: { n: … } }`, or `[[…]]`. */
function nested(levels: number, around: (value: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = around(value);
  return value;
}

test("branches that come back to themselves look at each value once: the work grows with the value, not with the ways to it", () => {
  const n = { properties: { n: { $ref: "#" } } };
  const [deep, lists] = [nested(100, (value) => ({ n: value })), nested(60, (value) => [value])];
  const both = { allOf: [n, { ...n, minProperties: 0 }] };
  assert.equal(
    told(
      {
        anyOf: [
          { ...n, required: ["y"] },
          { ...n, required: ["z"] },
        ],
      },
      deep,
    ),
    [" anyOf"],
  );
  assert.equal(told({ oneOf: [n, { ...n, minProperties: 0 }], not: { oneOf: [n, n] } }, deep), []);
  assert.equal(told(both, deep), []);
  assert.equal(told({ ...both, properties: { x: { type: "null" } } }, { n: { x: 1, n: deep } }), [
    "/n/x type",
    "/n/x type",
  ]);
  const part = '{ "properties": { "n": { "$ref": "#" } } }';
  assert.equal(told(json(`{ "if": { "allOf": [${part}], "required": ["q"] }, "else": ${part} }`) as Schema, deep), []);
  assert.equal(told({ contains: { $ref: "#" }, items: { $ref: "#" }, maxContains: 1 }, lists), []);
});

test("a value at two places is told at both", () => {
  const shared = { id: 1 };
  const schema = {
    properties: { a: { $ref: "#/$defs/t" }, b: { $ref: "#/$defs/t" } },
    $defs: { t: { required: ["x"] } },
  };
  assert.equal(told({ ...schema, anyOf: [schema, {}] }, { a: shared, b: shared }), ["/a/x required", "/b/x required"]);
});

test("a large list of unique objects is no quadratic work", () => {
  const list = Array.from({ length: runs(100_000, 20_000) }, (_, index) => ({ id: index, name: `n${index}` }));
  assert.equal(check({ uniqueItems: true, items: { required: ["id"] } }, list), []);
  assert.equal(told({ uniqueItems: true }, [...list, { name: "n0", id: 0 }]), [" uniqueItems"]);
});

test("what is no schema holds for everything", () => {
  for (const schema of [
    { properties: 5 },
    { items: null },
    { anyOf: [5] },
    { type: "file" },
    { allOf: 3 },
    { enum: 1 },
    { minLength: "2" },
  ]) {
    assert.equal(told(schema, "x"), []);
  }
});

test("Standard Schema: the value as it came, or issues with paths", () => {
  const schema: StandardSchemaV1<{ id: string }> = standardSchema<{ id: string }>({ required: ["id"] });
  const { version, vendor, validate } = schema["~standard"];
  const value = { id: "1" };
  const good = validate(value);
  assert.ok(!(good instanceof Promise) && good.issues === undefined && good.value === value);
  assert.equal([version, vendor], [1, "sdkwright"]);
  const bad = validate({});
  const issues = bad instanceof Promise ? undefined : bad.issues;
  assert.equal([issues?.length, issues?.[0]?.message, issues?.[0]?.path], [1, "is missing", ["id"]]);
  const typed: StandardSchemaV1.InferOutput<typeof schema> = value;
  assert.is(typed, value);
});

test("values are compared by texts that count by their length, and the value's is made once for all of an enum", () => {
  const nested = (value: unknown, levels: number): unknown => (levels === 0 ? value : [nested(value, levels - 1)]);
  const tree = { $defs: { a: { uniqueItems: true, items: { $ref: "#/$defs/a" } } }, $ref: "#/$defs/a" };
  const large = "x".repeat(4_000_000);
  assert.equal(told(tree, nested(large, 1)), []);
  assert.equal(told(tree, nested(large, 100)), [" limit"]);
  assert.equal(told({ uniqueItems: true }, nested(large, 400)), [" limit"]);
  assert.equal(told({ uniqueItems: true }, nested({ [large]: 1 }, 400)), [" limit"]);
  const objects = Array.from({ length: 200 }, (_, k) => ({ k }));
  let reads = 0;
  const value = { a: large, get k() { return (reads += 1); } }; // prettier-ignore
  assert.equal(told({ enum: objects }, value), [" enum"]);
  assert.ok(reads <= 4, String(reads));
  assert.equal(told({ oneOf: objects.map((one) => ({ const: one })) }, { a: large }), [" limit"]);
  assert.equal(told({ enum: [null, 1, ...objects] }, { k: 199 }), []);
  assert.equal(told({ enum: objects }, null), [" enum"]);
});

test("names and patterns that are no text ask for nothing", () => {
  const lists = Array.from({ length: 3 }, () => ["a", "b"]);
  assert.equal(told({ required: lists, dependentRequired: { a: lists }, pattern: lists }, { a: 1 }), []);
  assert.equal(told({ pattern: lists }, "text"), []);
});

test.run();
