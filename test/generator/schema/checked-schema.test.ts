import { checkedSchema } from "#generator/schema/checked-schema.js";
import { uncheckedParts } from "#generator/schema/read-schema.js";
import { check } from "@sdkwright/runtime/validate";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("schemas as they are emitted");

test("what says nothing of values is left out, names that look like it are not", () => {
  const schema = {
    title: "T",
    description: "D",
    type: "object",
    properties: { title: { type: "string", format: "date", "x-own": 1, readOnly: true }, default: { examples: [1] } },
    required: ["title"],
    default: {},
  };
  assert.equal(checkedSchema(schema), {
    type: "object",
    properties: { title: { type: "string" }, default: {} },
    required: ["title"],
  });
  assert.equal(checkedSchema({ const: { description: "data" }, enum: [{ title: 1 }] }), {
    const: { description: "data" },
    enum: [{ title: 1 }],
  });
});

test("definitions that are referred to, wherever they stand, are under `$defs`; the others are left out", () => {
  const schema = {
    definitions: { a: { $ref: "#/definitions/b" }, b: { items: { $ref: "#/definitions/a" } }, unused: {} },
    "x-shared": { a: { type: "string" }, "odd/name": { type: "null" } },
    properties: {
      one: { $ref: "#/definitions/a" },
      two: { $ref: "#/x-shared/a" },
      three: { $ref: "#/x-shared/odd~1name" },
      four: { $ref: "#/properties/one" },
      five: { $ref: "#" },
    },
  };
  assert.equal(checkedSchema(schema), {
    properties: {
      one: { $ref: "#/$defs/a" },
      two: { $ref: "#/$defs/a-2" },
      three: { $ref: "#/$defs/schema" },
      four: { $ref: "#/$defs/one" },
      five: { $ref: "#" },
    },
    $defs: {
      a: { $ref: "#/$defs/b" },
      "a-2": { type: "string" },
      schema: { type: "null" },
      one: { $ref: "#/$defs/a" },
      b: { items: { $ref: "#/$defs/a" } },
    },
  });
});

test("anchors, an `$id` around a reference, and drafts in which nothing counts beside it", () => {
  const anchors = { $ref: "#page", $defs: { p: { $anchor: "page", type: "object" } } };
  assert.equal(checkedSchema(anchors), { $ref: "#/$defs/p", $defs: { p: { type: "object" } } });
  const inner = { $id: "https://x.example/inner", items: { $ref: "#/$defs/n" }, $defs: { n: { type: "number" } } };
  const within = checkedSchema({ properties: { list: inner }, $defs: { n: { type: "string" } } });
  assert.equal(within["$defs"], { n: { type: "number" } });
  const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", $ref: "#/definitions/a", minimum: 5 };
  assert.equal(checkedSchema({ ...draft7, definitions: { a: { type: "integer" } } }), {
    $ref: "#/$defs/a",
    $defs: { a: { type: "integer" } },
  });
});

test("names that records trip over", () => {
  const schema = JSON.parse(
    '{ "properties": { "__proto__": { "$ref": "#/$defs/__proto__" } }, "$defs": { "__proto__": { "type": "string" } } }',
  ) as never;
  const emitted = checkedSchema(schema);
  const value: unknown = JSON.parse('{ "__proto__": 5 }');
  assert.equal(
    check(emitted, value).map(({ pointer }) => pointer),
    ["/__proto__"],
  );
  assert.equal(Object.keys(emitted["$defs"] as object), ["schema"]);
});

test("parts that are not read are noted where they stand", () => {
  const schema = {
    pattern: "(",
    patternProperties: { "[": {}, "^a": { unevaluatedItems: false } },
    properties: { pattern: { type: "string", pattern: "^a" }, deep: { $dynamicRef: "#x" } },
    allOf: [{ unevaluatedProperties: { type: "string" } }, { unevaluatedProperties: false }],
    examples: [{ pattern: "(" }],
  };
  assert.equal(
    uncheckedParts(schema, "/input").map(({ code, severity, pointer }) => `${code} ${severity} ${pointer}`),
    [
      "/input/pattern",
      "/input/patternProperties/[",
      "/input/patternProperties/^a/unevaluatedItems",
      "/input/properties/deep/$dynamicRef",
      "/input/allOf/0/unevaluatedProperties",
    ].map((pointer) => `SW1504 note ${pointer}`),
  );
});

test.run();
