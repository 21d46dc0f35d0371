import type { JsonObject } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printDeclarations, schemaTypeNames, schemaTypes } from "#generator/emit/schema-types.js";

const test = suite("schema types");

const types = (schema: object, typeName = "SendInput") =>
  printDeclarations(schemaTypes(schema as JsonObject, typeName, "Input."));

test("hostile-schema: keywords that tools read as code are gone, properties of their names stay", () => {
  const property = { type: "string" };
  const schema = {
    type: "object",
    tsType: "any",
    tsEnumNames: ["A"],
    title: "Other",
    $id: "Other",
    extends: "Other",
    properties: { tsType: property, $ref: property, hasOwnProperty: property, constructor: property },
    required: ["hasOwnProperty"],
  };
  const members = [
    "tsType?: string | undefined;",
    "$ref?: string | undefined;",
    "hasOwnProperty: string;",
    "constructor?: string | undefined;",
  ];
  const comment = "/**\n * Input.\n *\n * Other\n */";
  assert.is(types(schema), `${comment}\nexport interface SendInput {\n  ${members.join("\n  ")}\n}`);
});

test("what a reference points to is named after the type and its place", () => {
  const schema = {
    properties: { a: { $ref: "#/definitions/post-code" }, b: { $ref: "#/properties/c" }, c: { type: "object" } },
    definitions: { "post-code": { type: "object", properties: { up: { $ref: "#" } } } },
  };
  assert.equal(Object.fromEntries(schemaTypeNames(schema, "SendInput")), {
    "/definitions/post-code": "SendInputPostCode",
    "/properties/c": "SendInputC",
    "": "SendInput",
  });
  const code = types(schema);
  for (const line of [
    "a?: SendInputPostCode | undefined",
    "b?: SendInputC | undefined",
    "up?: SendInput | undefined",
  ]) {
    assert.match(code, line);
  }
});

test("a schema that says nothing is unknown, and data is never followed", () => {
  assert.match(types({}), "export type SendInput = unknown;");
  assert.match(types({ const: { $ref: "file:///etc/passwd" } }), '$ref: "file:///etc/passwd"');
  assert.match(types({ enum: ["a", null, 1] }), 'export type SendInput = "a" | null | 1');
});

test("objects are closed where nothing is said, and arrays are plain", () => {
  const code = types({
    properties: {
      open: { type: "object", additionalProperties: true },
      list: { type: "array", minItems: 1, maxItems: 2 },
    },
  });
  assert.is(code.match(/\[k: string\]: unknown/g)?.length, 1);
  assert.match(code, "list?: unknown[] | undefined");
});

/** The members of the one type that a schema makes, as they are laid out. */
function membersOf(schema: object): string {
  const code = `${types(schema)}\n`;
  return code
    .replace(/^[^]*?\{\n/, "")
    .replace(/\n\}\n$/, "")
    .replaceAll(/^ {2}/gm, "");
}

/** The comment of one property. */
function commentOf(schema: object): string {
  const members = membersOf({ required: ["key"], properties: { key: schema } });
  return members.replaceAll(/^\/\*\*\n| \*\/$|^ \* ?|^\/\*\* /gm, "").replace(/\n?key: .*;$/, "");
}

test("what need not be given may be undefined, and no union holds another", () => {
  const properties = {
    plain: { type: "string" },
    choice: { enum: ["a", null] },
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    list: { type: ["string", "null"] },
    small: { type: "object", properties: { a: { type: "string" } } },
    any: {},
    none: false,
    open: { anyOf: [{ type: "string" }, true] },
  };
  const expected = [
    "plain?: string | undefined;",
    'choice?: "a" | null | undefined;',
    "either?: string | number | undefined;",
    "list?: string | null | undefined;",
    "small?: { a?: string | undefined } | undefined;",
    "any?: unknown;",
    "none?: undefined;",
    "open?: unknown;",
  ];
  assert.is(membersOf({ properties }), expected.join("\n"));
});

test("an object of which nothing is said may have any properties, and one that is closed has none", () => {
  const bare = { type: "object" };
  const cases: readonly (readonly [schema: object, type: string])[] = [
    [bare, "{ [k: string]: unknown }"],
    [{ properties: {} }, "{ [k: string]: unknown }"],
    [{ ...bare, additionalProperties: false }, "{ [k: string]: never }"],
    [{ type: ["object", "null"] }, "{ [k: string]: unknown } | null"],
    [{ type: "array", items: bare }, "{ [k: string]: unknown }[]"],
    [{ allOf: [bare, { properties: { a: { type: "string" } }, required: ["a"] }] }, "{ a: string }"],
  ];
  for (const [schema, type] of cases) {
    assert.is(membersOf({ required: ["key"], properties: { key: schema } }), `key: ${type};`);
  }
});

test("constraints, defaults and examples of a schema stand in its comment", () => {
  const cases: readonly (readonly [schema: object, comment: string])[] = [
    [{ type: "string", minLength: 1, maxLength: 5 }, "1 to 5 characters."],
    [{ type: "string", minLength: 1 }, "At least 1 character."],
    [{ type: "string", minLength: 2, maxLength: 2 }, "Exactly 2 characters."],
    [{ type: "string", pattern: "^a*/$", format: "uri" }, "Matches `^a*\\/$`, format `uri`."],
    [{ type: "number", minimum: 0, maximum: 1 }, "0 to 1."],
    [
      { type: "number", exclusiveMinimum: 0, maximum: 1, multipleOf: 0.5 },
      "More than 0, at most 1, a multiple of 0.5.",
    ],
    [
      { type: "array", maxItems: 3, uniqueItems: true, items: { maxLength: 9 } },
      "At most 3 items, all different, each at most 9 characters.",
    ],
    [{ type: "object", minProperties: 1, additionalProperties: true }, "At least 1 property."],
    [{ description: "D.", minLength: 1, default: "x" }, 'D.\n\nAt least 1 character.\n\n@defaultValue `"x"`\n'],
    [{ default: { a: ["@x"] }, examples: [1, "*/"] }, '@defaultValue `{"a":["\\@x"]}`\n@example 1\n@example "*\\/"\n'],
    [{ description: "Old.", deprecated: true }, "Old.\n\n@deprecated\n"],
  ];
  for (const [schema, comment] of cases) assert.is(commentOf(schema), comment, JSON.stringify(schema));
});

test("a title that says no more than the name is left out; a description goes before our sentence", () => {
  assert.is(commentOf({ title: "Key" }), "");
  assert.is(commentOf({ title: "Key of the account" }), "Key of the account");
  assert.match(types({ type: "object", title: "Send Input" }), "/** Input. */\nexport interface SendInput");
  assert.match(types({ type: "object", description: "What to send." }), "/** What to send. */\nexport interface");
  assert.match(types({ type: "object", title: "A message" }), / \* Input\.\n \* ?\n \* A message\n/);
});

/** Each level allows what its pattern, or the level below, allows. */
function nested(levels: number): JsonObject {
  const below = levels === 0 ? {} : { additionalProperties: nested(levels - 1) };
  return { type: "object", patternProperties: { "^x-": { type: "string" } }, ...below };
}

test("hostile-schema: patterns nested deeply are converted once each", () => {
  assert.is(types(nested(60)).match(/\[k: string\]:/g)?.length, 61);
});

test.run();
