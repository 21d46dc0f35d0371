import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf, documentOf, emit } from "./documents.js";

const test = suite("types of schemas");

const text = { type: "string" };
const number = { type: "number" };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = { type: "object", properties: { name: text } };

/** Asserts what each schema `T` becomes in an answer. */
function assertTypes(cases: readonly (readonly [schema: unknown, type: string])[], version?: string): void {
  for (const [schema, type] of cases) {
    const emitted = emit(documentOf({ T: schema, Named: closed, Flag: { enum: ["a", "b"] } }, version));
    assert.is(declarationOf(emitted?.module ?? "", "T"), type, JSON.stringify(schema));
  }
}

const of = (...properties: readonly string[]) => `{ ${properties.join("; ")} }`;

test("null: nullable, lists of types, null among alternatives and values", () => {
  assertTypes([
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: ["integer", "boolean"] }, "number | boolean"],
    [{ oneOf: [named("Named"), { type: "null" }] }, "Named | null"],
    [{ anyOf: [text, { type: "null" }] }, "string | null"],
    [{ enum: ["x", null] }, '"x" | null'],
  ]);
  assertTypes(
    [
      [{ type: "string", nullable: true }, "string | null"],
      [{ type: "string", enum: ["x"], nullable: true }, '"x" | null'],
      [{ nullable: true, allOf: [named("Named")] }, "Named | null"],
    ],
    "3.0.3",
  );
});

test("values: enum and const are literals, whatever type stands beside them", () => {
  assertTypes([
    [{ const: "a" }, '"a"'],
    [{ enum: ["a", 1, true] }, '"a" | 1 | true'],
    [{ type: "object", enum: ["a"] }, '"a"'],
    [{ type: "string", enum: [] }, "string"],
    [{ enum: [-1, 1e21, 1e-7] }, "-1 | 1e21 | 1e-7"],
    [{ enum: ['"', "'", "\u202e"] }, '\'"\' | "\'" | "\\u202e"'],
    [{ const: { a: [1] } }, of("a: [1]")],
  ]);
});

test("a number that no computer has is any number", () => {
  const text = JSON.stringify(documentOf({ T: { enum: [1, 7, "a"] } })).replace("7", "1e400");
  assert.is(declarationOf(emit(text)?.module ?? "", "T"), '1 | number | "a"');
});

test("objects: what is required, and what other keys may be", () => {
  assertTypes([
    [
      { type: "object", properties: { a: text, b: number }, required: ["a"] },
      of("a: string", "b?: number | undefined"),
    ],
    [{ type: "object" }, of("[key: string]: unknown")],
    [{ type: "object", properties: { a: text } }, of("a?: string | undefined")],
    [
      { type: "object", properties: { a: text }, additionalProperties: true },
      of("a?: string | undefined", "[key: string]: unknown"),
    ],
    [{ type: "object", additionalProperties: number }, of("[key: string]: number")],
    [{ type: "object", additionalProperties: false }, of("[key: string]: never")],
    [
      { type: "object", properties: { a: number }, additionalProperties: number },
      of("a?: number | undefined", "[key: string]: number | undefined"),
    ],
    [
      { type: "object", required: ["a"], properties: { a: text }, additionalProperties: number },
      of("a: string", "[key: string]: unknown"),
    ],
    [{ type: "object", patternProperties: { "^x-": text }, additionalProperties: false }, of("[key: string]: string")],
    [{ type: "object", required: ["a"] }, of("a: unknown")],
    [{ properties: { a: text } }, of("a?: string | undefined")],
  ]);
});

test("arrays and tuples", () => {
  assertTypes([
    [{ type: "array", items: text }, "string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "array" }, "unknown[]"],
    [{ prefixItems: [text, number], items: false, minItems: 2 }, "[string, number]"],
    [{ prefixItems: [text, number], items: { type: "boolean" }, minItems: 1 }, "[string, number?, ...boolean[]]"],
  ]);
});

test("allOf: an intersection, or one interface where that is the same", () => {
  assertTypes([
    [
      { allOf: [named("Named"), { type: "object", properties: { a: text } }] },
      `Named & ${of("a?: string | undefined")}`,
    ],
    [
      { allOf: [{ properties: { a: text } }, { properties: { b: text } }, { required: ["a"] }] },
      of("a: string", "b?: string | undefined"),
    ],
    [{ allOf: [named("Named"), { required: ["name"] }] }, `Named & ${of("name: string")}`],
    [{ allOf: [named("Named")] }, "Named"],
    [{ type: "object", allOf: [named("Named")] }, "Named"],
    [
      { allOf: [{ properties: { a: text } }, { properties: { a: { const: "x" } } }] },
      `${of("a?: string | undefined")} & ${of('a?: "x" | undefined')}`,
    ],
  ]);
});

test("references: by name, with what stands beside them in 3.1, without in 3.0", () => {
  const siblings = { ...named("Named"), required: ["name"], properties: { more: number } };
  assertTypes([
    [named("Named"), "Named"],
    [siblings, `Named & ${of("more?: number | undefined", "name: string")}`],
    [{ ...named("Named"), description: "Nothing more." }, "Named"],
    [{ type: "object", properties: { t: named("T") } }, of("t?: T | undefined")],
    [{ anyOf: [named("T"), text] }, "string"],
    [{ type: "array", items: { $ref: "#/components/schemas/Named/properties/name" } }, "string[]"],
  ]);
  assertTypes([[siblings, "Named"]], "3.0.3");
});

test("what is missing, empty or not understood is unknown, with a note at its place", () => {
  const cases: readonly (readonly [schema: unknown, pointer: string, code: string])[] = [
    [{}, "/components/schemas/T", "SW1620"],
    [{ description: "Anything." }, "/components/schemas/T", "SW1620"],
    [{ type: "money" }, "/components/schemas/T/type", "SW1620"],
    [named("Nowhere"), "/components/schemas/T/$ref", "SW1602"],
    [{ $ref: "https://elsewhere.example/a.json" }, "/components/schemas/T/$ref", "SW1602"],
    [{ not: text }, "/components/schemas/T/not", "SW1620"],
    [{ $dynamicRef: "#x" }, "/components/schemas/T/$dynamicRef", "SW1620"],
    [{ properties: { a: "string" } }, "/components/schemas/T/properties/a", "SW1620"],
    [{ properties: { a: null } }, "/components/schemas/T/properties/a", "SW1620"],
    [{ properties: { a: true } }, "/components/schemas/T/properties/a", "SW1620"],
    [{ type: "object", properties: [{ a: text }] }, "/components/schemas/T/properties", "SW1620"],
    [{ type: "object", properties: { a: text }, required: true }, "/components/schemas/T/required", "SW1620"],
    [{ type: "object", required: ["a"] }, "/components/schemas/T/required/0", "SW1620"],
    [{ type: "object", oneOf: {} }, "/components/schemas/T/oneOf", "SW1620"],
  ];
  for (const [schema, pointer, code] of cases) {
    const emitted = emit(documentOf({ T: schema }));
    const [issue, ...others] = emitted?.issues ?? [];
    assert.equal(
      [issue?.pointer, issue?.code, issue?.severity, others.length],
      [pointer, code, "note", 0],
      JSON.stringify(schema),
    );
    assert.match(emitted?.module ?? "", /T\?: (?:T \| undefined|unknown)[; ]|type T = unknown;/);
  }
  assert.equal(emit(documentOf({ T: { type: "object", additionalProperties: {} } }))?.issues, []);
});

const cat = { type: "object", required: ["kind"], properties: { kind: text } };

test("a note says what is wrong with a part, and a body without a schema is one of any kind", () => {
  const told = (schema: object) => emit(documentOf({ T: schema }))?.issues.map(({ message }) => message);
  assert.equal(told({ type: "object", properties: [] }), ['"properties" is no object, and is left out']);
  assert.equal(told({ required: ["a"] }), ['"a" is required, and declared nowhere: it is unknown']);
  assert.equal(told({ allOf: [7, closed] }), ["this says nothing of a type: it is unknown"]);
  assert.equal(told({ required: ["a"], additionalProperties: number }), []);
  assert.equal(told({ allOf: [{ required: ["a"] }, { properties: { a: text } }] }), []);
  const content = { "application/json": {}, "multipart/form-data": {}, "text/plain": {} };
  const emitted = emit({ openapi: "3.1.0", paths: { "/x": { post: { requestBody: { content }, responses: {} } } } });
  assert.equal(
    emitted?.issues.map(({ message }) => message),
    ["a JSON body without a schema may be anything", "a body without a schema may be anything"],
  );
});

test("discriminators: each member has its values, so that a switch narrows", () => {
  const pets = (discriminator: object, dog: object = cat) => ({
    T: { oneOf: [named("Cat"), named("Dog")], discriminator: { propertyName: "kind", ...discriminator } },
    Cat: cat,
    Dog: dog,
  });
  const unionOf = (schemas: object) => declarationOf(emit(documentOf(schemas))?.module ?? "", "T");
  const tag = (values: string) => `{ kind: ${values} }`;
  assert.is(unionOf(pets({})), `(Cat & ${tag('"Cat"')}) | (Dog & ${tag('"Dog"')})`);
  const mapping = { c: "#/components/schemas/Cat", d: "Dog", dog: "Dog" };
  assert.is(unionOf(pets({ mapping })), `(Cat & ${tag('"c"')}) | (Dog & ${tag('"d" | "dog"')})`);
  const own = (kind: object) => ({ type: "object", required: ["kind"], properties: { kind } });
  assert.is(
    unionOf(pets({ mapping }, own({ enum: ["d", "dog"] }))),
    `(Cat & ${tag('"c"')}) | Dog`,
    "it says so itself",
  );
  assert.is(unionOf(pets({ mapping }, own({ const: "other" }))), `(Cat & ${tag('"c"')}) | Dog`, "its own word counts");
  const orNull = { anyOf: [{ const: "other" }, { type: "null" }] };
  assert.is(unionOf(pets({ mapping }, own(orNull))), `(Cat & ${tag('"c"')}) | Dog`, "also where it may be null");
  assert.is(
    unionOf(pets({ mapping }, own({ enum: ["d", "c"] }))),
    `(Cat & ${tag('"c"')}) | (Dog & ${tag('"d" | "dog"')})`,
    "narrower than it says itself",
  );
});

test("circles are named types; what is nothing but itself is unknown", () => {
  const emitted = emit(
    documentOf({
      A: named("B"),
      B: named("A"),
      C: { allOf: [named("C"), closed] },
      D: { type: "array", items: named("D") },
    }),
  );
  assert.is(declarationOf(emitted?.module ?? "", "C"), of("name?: string | undefined"));
  assert.is(declarationOf(emitted?.module ?? "", "D"), "D[]");
  assert.is(declarationOf(emitted?.module ?? "", "A"), "unknown");
  assert.is(declarationOf(emitted?.module ?? "", "B"), "unknown");
});

test.run();
