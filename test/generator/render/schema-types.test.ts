import type { JsonObject } from "@sdkwright/runtime/config";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isPlainIdentifier, pascalCase } from "#generator/names/identifiers.js";
import { schemaTypeNames } from "#generator/names/schema-names.js";
import { portableSchema } from "#generator/render/portable-schema.js";
import { schemaTypes } from "#generator/render/schema-types.js";

const test = suite("schema types");

const types = (schema: object, typeName = "SendInput") =>
  schemaTypes({ typeName, schema: schema as Parameters<typeof portableSchema>[0], description: "Input." });

test("hostile-schema: keywords that would become code are gone, properties of their names stay", () => {
  const property = { type: "string" };
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
    description: "Other",
    type: "object",
    properties: { tsType: property, title: property, $id: property, $ref: property },
    definitions: {},
  });
});

test("the type keeps its name, whatever the library makes of names", async () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  await fc.assert(
    fc.asyncProperty(name, async (useCase) => {
      const typeName = `${pascalCase(useCase)}Input`;
      assert.ok(isPlainIdentifier(typeName));
      assert.match(await types({ type: "object", properties: { a: {} } }, typeName), `export interface ${typeName} {`);
    }),
    { numRuns: 50 },
  );
});

test("what a reference points to is named after the type and its place", async () => {
  const schema = {
    properties: { a: { $ref: "#/definitions/post-code" }, b: { $ref: "#/properties/c" }, c: { type: "object" } },
    definitions: { "post-code": { type: "object", properties: { up: { $ref: "#" } } } },
  };
  assert.equal(Object.fromEntries(schemaTypeNames(schema, "SendInput")), {
    "#/definitions/post-code": "SendInputPostCode",
    "#/properties/c": "SendInputC",
    "#": "SendInput",
  });
  const code = await types(schema);
  for (const line of ["a?: SendInputPostCode", "b?: SendInputC", "up?: SendInput"]) assert.match(code, line);
});

test("a schema that says nothing is unknown, and data is never followed", async () => {
  assert.match(await types({}), "export type SendInput = unknown;");
  assert.match(await types({ const: { $ref: "file:///etc/passwd" } }), "export type SendInput = unknown;");
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
  assert.match(code, "list?: unknown[]");
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
