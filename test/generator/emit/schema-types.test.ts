import type { JsonObject } from "@sdkwright/runtime/config";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isPlainIdentifier, pascalCase } from "#generator/emit/names.js";
import { portableSchema, schemaTypeNames, schemaTypes } from "#generator/emit/schema-types.js";
import { format } from "#generator/emit/render.js";
import { runs } from "../../effort.js";

const test = suite("schema types");

const types = (schema: object, typeName = "SendInput") =>
  schemaTypes({ typeName, schema: schema as Parameters<typeof portableSchema>[0], description: "Input." });

test("hostile-schema: keywords that would become code are gone, properties of their names stay", () => {
  const property = { type: "string" };
  const optional = { anyOf: [property, { tsType: "undefined" }] };
  const schema = {
    type: "object",
    tsType: "any",
    tsEnumNames: ["A"],
    title: "Other",
    $id: "Other",
    extends: "Other",
    properties: { tsType: property, title: property, $id: property, $ref: property },
  };
  assert.equal(portableSchema(schema, "SendInput", "Input."), {
    description: "Input.\n\nOther",
    type: "object",
    properties: { tsType: optional, title: optional, $id: optional, $ref: optional },
    definitions: {},
  });
});

test("a property called hasOwnProperty, which the library asks records for, and names that look like its mark", async () => {
  const names = ["hasOwnProperty", "\u{E000}hasOwnProperty", "\u{E000}\u{E000}hasOwnProperty", "constructor"];
  const schema = {
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names.slice(0, 2),
    additionalProperties: { enum: ["\u{E000}hasOwnProperty", { hasOwnProperty: 1 }] },
  };
  const code = await types(schema);
  assert.match(code, /^hasOwnProperty: string$/m);
  assert.match(code, /^"\u{E000}hasOwnProperty": string$/mu);
  assert.match(code, /^"\u{E000}\u{E000}hasOwnProperty"\?: \(string \| undefined\)$/mu);
  assert.match(code, /^constructor\?: /m);
});

test("the type keeps its name, whatever the library makes of names", async () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  await fc.assert(
    fc.asyncProperty(name, async (useCase) => {
      const typeName = `${pascalCase(useCase)}Input`;
      assert.ok(isPlainIdentifier(typeName));
      assert.match(await types({ type: "object", properties: { a: {} } }, typeName), `export interface ${typeName} {`);
    }),
    { numRuns: runs(50) },
  );
});

test("what a reference points to is named after the type and its place", async () => {
  const schema = {
    properties: { a: { $ref: "#/definitions/post-code" }, b: { $ref: "#/properties/c" }, c: { type: "object" } },
    definitions: { "post-code": { type: "object", properties: { up: { $ref: "#" } } } },
  };
  assert.equal(Object.fromEntries(schemaTypeNames(schema, "SendInput")), {
    "/definitions/post-code": "SendInputPostCode",
    "/properties/c": "SendInputC",
    "": "SendInput",
  });
  const code = await types(schema);
  for (const line of [
    "a?: (SendInputPostCode | undefined)",
    "b?: (SendInputC | undefined)",
    "up?: (SendInput | undefined)",
  ]) {
    assert.match(code, line);
  }
});

test("a schema that says nothing is unknown, and data is never followed", async () => {
  assert.match(await types({}), "export type SendInput = unknown;");
  assert.match(await types({ const: { $ref: "file:///etc/passwd" } }), '$ref: "file:///etc/passwd"');
  assert.match(await types({ enum: ["a", null, 1] }), 'export type SendInput = ("a" | null | 1)');
});

test("objects are closed where nothing is said, and arrays are plain", async () => {
  const code = await types({
    properties: {
      open: { type: "object", additionalProperties: true },
      list: { type: "array", minItems: 1, maxItems: 2 },
    },
  });
  assert.is(code.match(/\[k: string\]: unknown/g)?.length, 1);
  assert.match(code, "list?: (unknown[] | undefined)");
});

/** The members of the one type that a schema makes, as they are laid out. */
async function membersOf(schema: object): Promise<string> {
  const code = await format(await types(schema));
  return code
    .replace(/^[^]*?\{\n/, "")
    .replace(/\n\}\n$/, "")
    .replaceAll(/^ {2}/gm, "");
}

/** The comment of one property. */
async function commentOf(schema: object): Promise<string> {
  const members = await membersOf({ required: ["key"], properties: { key: schema } });
  return members.replaceAll(/^\/\*\*\n| \*\/$|^ \* ?|^\/\*\* /gm, "").replace(/\n?key: .*;$/, "");
}

test("what need not be given may be undefined, and no union holds another", async () => {
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
  assert.is(await membersOf({ properties }), expected.join("\n"));
});

test("an object of which nothing is said may have any properties, and one that is closed has none", async () => {
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
    assert.is(await membersOf({ required: ["key"], properties: { key: schema } }), `key: ${type};`);
  }
});

test("constraints, defaults and examples of a schema stand in its comment", async () => {
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
  for (const [schema, comment] of cases) assert.is(await commentOf(schema), comment, JSON.stringify(schema));
});

test("a title that says no more than the name is left out; a description goes before our sentence", async () => {
  assert.is(await commentOf({ title: "Key" }), "");
  assert.is(await commentOf({ title: "Key of the account" }), "Key of the account");
  assert.match(await types({ type: "object", title: "Send Input" }), "/** Input. */\nexport interface SendInput");
  assert.match(await types({ type: "object", description: "What to send." }), "/** What to send. */\nexport interface");
  assert.match(await types({ type: "object", title: "A message" }), / \* Input\.\n \* ?\n \* A message\n/);
});

/** Each level allows what its pattern, or the level below, allows. */
function nested(levels: number): JsonObject {
  const below = levels === 0 ? {} : { additionalProperties: nested(levels - 1) };
  return { type: "object", patternProperties: { "^x-": { type: "string" } }, ...below };
}

test("hostile-schema: patterns nested deeply are converted once each", () => {
  let schema = portableSchema(nested(60), "T", "");
  let levels = 0;
  for (; Array.isArray((schema["additionalProperties"] as JsonObject)["anyOf"]); levels += 1) {
    const below = ((schema["additionalProperties"] as JsonObject)["anyOf"] as JsonObject[])[1];
    if (below === undefined) break;
    schema = below;
  }
  assert.is(levels, 60);
});

test.run();
