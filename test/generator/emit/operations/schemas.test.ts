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
  assert.equal(told({ type: "object", properties: [] }), ['"properties" is not an object, and is left out']);
  assert.equal(told({ required: ["a"] }), ['"a" is required but not declared, so it is unknown']);
  assert.equal(told({ allOf: [7, closed] }), ["this says nothing about the type, so it is unknown"]);
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

const flag = named("Flag");

test("K3 3a: nullable beside a reference is meant, in 3.0 too", () => {
  const schemas = {
    T: { type: "object", properties: { a4: { ...flag, nullable: true } } },
    Flag: { enum: ["a", "b"] },
  };
  for (const version of ["3.0.3", "3.1.0"]) {
    const module = emit(documentOf(schemas, version))?.module ?? "";
    assert.is(declarationOf(module, "T"), of("a4?: Flag | null | undefined"), version);
  }
});

test("K3 neighbour: in lists, as other keys, as a schema of its own, and required", () => {
  assertTypes(
    [
      [{ type: "array", items: { ...flag, nullable: true } }, "(Flag | null)[]"],
      [{ type: "object", additionalProperties: { ...flag, nullable: true } }, of("[key: string]: Flag | null")],
      [{ ...flag, nullable: true }, "Flag | null"],
      [{ ...flag, nullable: false }, "Flag"],
      [{ properties: { a: { ...flag, nullable: true } }, required: ["a"] }, of("a: Flag | null")],
      [{ anyOf: [{ ...flag, nullable: true }, number] }, "Flag | null | number"],
    ],
    "3.0.3",
  );
});

test("K11 11a: values of an enum are of the type that is said, with one note", () => {
  const schema = { type: "string", enum: [1, 2] };
  assertTypes([[schema, '"1" | "2"']]);
  const issues = emit(documentOf({ T: schema }))?.issues ?? [];
  assert.equal(
    issues.map(({ code, pointer }) => [code, pointer]),
    [["SW1620", "/components/schemas/T/enum"]],
  );
  assert.match(issues[0]?.message ?? "", /another type/);
});

test("K11 neighbour: booleans as texts, texts as numbers and booleans, null as it is, and what is no such value", () => {
  assertTypes([
    [{ type: "string", enum: [true, "off", null] }, '"true" | "off" | null'],
    [{ type: "integer", enum: ["1", "2"] }, "1 | 2"],
    [{ type: "boolean", enum: ["true"] }, "true"],
    [{ type: "number", enum: ["1e3", "0x1", "01"] }, '"1e3" | "0x1" | "01"'],
    [{ type: ["string", "number"], enum: ["1", 2] }, '"1" | 2'],
    [{ type: "string", enum: [1], nullable: true }, '"1" | null'],
  ]);
});

test("K12 12a: a text beside some that are known leaves these to be completed", () => {
  assertTypes([[{ anyOf: [text, { type: "string", enum: ["gpt-4", "gpt-3"] }] }, '"gpt-4" | "gpt-3" | (string & {})']]);
});

test("K12 neighbour: by reference, by const, beside null and lists, in lists, and as the text of headers", () => {
  assertTypes([
    [{ anyOf: [text, flag] }, "Flag | (string & {})"],
    [{ oneOf: [{ const: "auto" }, text, { type: "null" }] }, '"auto" | (string & {}) | null'],
    [{ anyOf: [text, flag, { type: "array", items: text }] }, "Flag | (string & {}) | string[]"],
    [{ type: "array", items: { anyOf: [{ const: "a" }, text] } }, '("a" | (string & {}))[]'],
    [{ anyOf: [text, { const: 1 }] }, "string | 1"],
    [{ anyOf: [text, number] }, "string | number"],
  ]);
  const parameters = [{ name: "Model", in: "header", schema: { anyOf: [text, { const: "a" }] } }];
  const module = emit({ openapi: "3.1.0", paths: { "/x": { get: { parameters, responses: {} } } } })?.module;
  assert.match(module ?? "", /readonly \[name: string\]: string \| undefined/);
});

test("FastAPI: a tuple that may be null ends where its maxItems say", () => {
  const pair = { type: "array", prefixItems: [number, number], minItems: 2, maxItems: 2 };
  assertTypes([
    [{ anyOf: [pair, { type: "null" }] }, "[number, number] | null"],
    [{ oneOf: [pair, text] }, "[number, number] | string"],
  ]);
});

test("FastAPI neighbour: without maxItems as outside of a choice; beside what else holds it may go on", () => {
  const pair = { type: "array", prefixItems: [number, number], minItems: 2 };
  assertTypes([
    [pair, "[number, number]"],
    [{ anyOf: [pair, { type: "null" }] }, "[number, number] | null"],
    [{ anyOf: [{ anyOf: [pair, text] }, { type: "null" }] }, "[number, number] | string | null"],
    [{ allOf: [pair, { maxItems: 2 }] }, "[number, number, ...unknown[]]"],
    [{ allOf: [{ ...pair, maxItems: 2 }, { description: "A pair." }] }, "[number, number]"],
  ]);
});

test("Directus, Slack: items without a type are unknown with a note, and several of them one of these before 3.1", () => {
  assertTypes([[{ items: text }, "unknown"]]);
  const [note, ...others] = emit(documentOf({ T: { items: text } }))?.issues ?? [];
  assert.equal([note?.pointer, others.length], ["/components/schemas/T/items", 0]);
  assert.match(note?.message ?? "", /nothing says that it is a list/);
  assertTypes([[{ items: [closed, text] }, `${of("name?: string | undefined")} | string`]], "3.0.3");
});

test("items neighbour: a list where another part says so, and where prefixItems do", () => {
  assertTypes([
    [{ allOf: [{ type: "array" }, { items: text }] }, "unknown[] & string[]"],
    [{ type: ["array", "null"], items: text }, "string[] | null"],
    [{ prefixItems: [text], items: number }, "[string?, ...number[]]"],
    [{ properties: { items: { items: text } } }, of("items?: unknown")],
  ]);
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
