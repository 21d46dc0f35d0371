// Each keyword by itself: values that it holds for and values that it refuses. What it says nothing about holds.
import { check } from "@sdkwright/runtime/validate";
import { KEYWORDS } from "#runtime/schema/check.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("keywords");

interface Case {
  /** JSON, because linters take an object with `then` for a promise. */
  readonly schema: string;
  readonly holds: readonly unknown[];
  readonly refused: readonly unknown[];
}

const DRAFT_07 = '"$schema": "http://json-schema.org/draft-07/schema#"';

const CASES: { readonly [keyword: string]: readonly Case[] } = {
  type: [
    { schema: '{ "type": "integer" }', holds: [3, -4.0], refused: [3.5, "3", null] },
    { schema: '{ "type": ["array", "null"] }', holds: [[], null], refused: [{}, false] },
  ],
  enum: [
    { schema: '{ "enum": ["eur", 7, { "a": [1], "b": 2 }] }', holds: ["eur", { b: 2, a: [1] }], refused: ["7", 8] },
  ],
  const: [{ schema: '{ "const": [0, false] }', holds: [[0, false]], refused: [[false, 0], 0] }],
  minimum: [{ schema: '{ "minimum": 1.5 }', holds: [1.5, "1"], refused: [1.4] }],
  maximum: [{ schema: '{ "maximum": -2 }', holds: [-2, null], refused: [-1.9] }],
  exclusiveMinimum: [{ schema: '{ "exclusiveMinimum": 0 }', holds: [0.001, []], refused: [0] }],
  exclusiveMaximum: [{ schema: '{ "exclusiveMaximum": 100 }', holds: [99, "100"], refused: [100] }],
  multipleOf: [{ schema: '{ "multipleOf": 0.05 }', holds: [0.15, 3, "x"], refused: [0.17] }],
  minLength: [{ schema: '{ "minLength": 3 }', holds: ["iban", 1], refused: ["no", "🏦🏦"] }],
  maxLength: [{ schema: '{ "maxLength": 2 }', holds: ["de", "🏦🏦", [1, 2, 3]], refused: ["deu"] }],
  pattern: [{ schema: '{ "pattern": "[0-9]{4}" }', holds: ["card 4242", 42], refused: ["card 424"] }],
  items: [
    { schema: '{ "items": { "type": "number" } }', holds: [[], [1, 2], { 0: "a" }], refused: [[1, "a"]] },
    { schema: `{ ${DRAFT_07}, "items": [{ "const": "a" }, false] }`, holds: [["a"], []], refused: [["b"], ["a", 1]] },
  ],
  prefixItems: [
    { schema: '{ "prefixItems": [{ "type": "string" }] }', holds: [["a", 1], [], "a"], refused: [[1, "a"]] },
    {
      schema: '{ "prefixItems": [true], "items": { "type": "boolean" } }',
      holds: [["any", true]],
      refused: [[true, "any"]],
    },
  ],
  additionalItems: [
    {
      schema: `{ ${DRAFT_07}, "items": [true], "additionalItems": { "minimum": 5 } }`,
      holds: [[1, 5]],
      refused: [[5, 1]],
    },
    { schema: `{ ${DRAFT_07}, "items": {}, "additionalItems": false }`, holds: [[1, 2]], refused: [] },
  ],
  contains: [
    { schema: '{ "contains": { "const": "primary" } }', holds: [["x", "primary"], "x"], refused: [[], ["x"]] },
  ],
  minContains: [
    { schema: '{ "contains": { "type": "null" }, "minContains": 2 }', holds: [[null, 1, null]], refused: [[null, 1]] },
    { schema: '{ "contains": { "type": "null" }, "minContains": 0 }', holds: [[], [1]], refused: [] },
  ],
  maxContains: [
    { schema: '{ "contains": { "type": "null" }, "maxContains": 1 }', holds: [[1, null]], refused: [[null, null], []] },
    { schema: '{ "maxContains": 0 }', holds: [[1, 2]], refused: [] },
  ],
  minItems: [{ schema: '{ "minItems": 1 }', holds: [[0], ""], refused: [[]] }],
  maxItems: [{ schema: '{ "maxItems": 1 }', holds: [[0], { length: 2 }], refused: [[0, 0]] }],
  uniqueItems: [
    {
      schema: '{ "uniqueItems": true }',
      holds: [[1, "1", true, [1]], "aa"],
      refused: [
        [2, 1, 2.0],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    },
    { schema: '{ "uniqueItems": false }', holds: [[1, 1]], refused: [] },
  ],
  required: [{ schema: '{ "required": ["id"] }', holds: [{ id: null }, []], refused: [{ ID: 1 }] }],
  properties: [
    { schema: '{ "properties": { "id": { "type": "string" } } }', holds: [{}, { id: "" }, 1], refused: [{ id: 1 }] },
  ],
  patternProperties: [
    {
      schema: '{ "patternProperties": { "_at$": { "type": "string" } } }',
      holds: [{ at: 1, paid_at: "" }],
      refused: [{ paid_at: 1 }],
    },
  ],
  additionalProperties: [
    {
      schema:
        '{ "properties": { "a": {} }, "patternProperties": { "^x-": {} }, "additionalProperties": { "type": "string" } }',
      holds: [{ a: 1, "x-b": 2, c: "3" }],
      refused: [{ c: 3 }],
    },
    { schema: '{ "additionalProperties": false }', holds: [{ later: 1 }], refused: [] },
  ],
  propertyNames: [
    { schema: '{ "propertyNames": { "pattern": "^[a-z]+$" } }', holds: [{ a: 1 }, "A"], refused: [{ A: 1 }] },
  ],
  minProperties: [{ schema: '{ "minProperties": 1 }', holds: [{ a: 0 }, []], refused: [{}] }],
  maxProperties: [{ schema: '{ "maxProperties": 1 }', holds: [{ a: 0 }, [1, 2]], refused: [{ a: 0, b: 0 }] }],
  dependencies: [
    {
      schema: `{ ${DRAFT_07}, "dependencies": { "card": ["cvc"], "iban": { "maxProperties": 1 } } }`,
      holds: [{ cvc: 1 }, { card: 1, cvc: 1 }, { iban: 1 }],
      refused: [{ card: 1 }, { iban: 1, cvc: 1 }],
    },
  ],
  dependentRequired: [
    {
      schema: '{ "dependentRequired": { "card": ["cvc"] } }',
      holds: [{}, { card: 1, cvc: 1 }, "card"],
      refused: [{ card: 1 }],
    },
  ],
  dependentSchemas: [
    {
      schema: '{ "dependentSchemas": { "card": { "properties": { "cvc": { "type": "string" } } } } }',
      holds: [{ cvc: 1 }, { card: 1 }],
      refused: [{ card: 1, cvc: 1 }],
    },
  ],
  allOf: [{ schema: '{ "allOf": [{ "minimum": 1 }, { "multipleOf": 2 }] }', holds: [2], refused: [1, 0] }],
  anyOf: [{ schema: '{ "anyOf": [{ "type": "string" }, { "minimum": 5 }] }', holds: ["", 5], refused: [4] }],
  oneOf: [
    { schema: '{ "oneOf": [{ "type": "string" }, { "minimum": 5 }] }', holds: [9], refused: [4] },
    { schema: '{ "not": { "oneOf": [{ "multipleOf": 2 }, { "multipleOf": 3 }] } }', holds: [6, 5], refused: [4] },
  ],
  not: [{ schema: '{ "not": { "type": ["string", "null"] } }', holds: [0], refused: ["", null] }],
  if: [
    { schema: '{ "if": { "type": "string" } }', holds: ["", 1], refused: [] },
    {
      schema: '{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }',
      holds: [{}, { a: 1, b: 1 }],
      refused: [{ a: 1 }],
    },
    { schema: '{ "if": { "minimum": 10 }, "else": { "const": 0 } }', holds: [11, 0], refused: [9] },
    { schema: '{ "then": false, "else": false }', holds: [1], refused: [] },
  ],
  $ref: [
    {
      schema: '{ "items": { "$ref": "#/$defs/a~1b" }, "$defs": { "a/b": { "type": "null" } } }',
      holds: [[null]],
      refused: [[1]],
    },
    {
      schema: '{ "properties": { "next": { "$ref": "#" } }, "required": ["id"] }',
      holds: [{ id: 1, next: { id: 2 } }],
      refused: [{ id: 1, next: {} }],
    },
    {
      schema: '{ "$ref": "#money", "$defs": { "m": { "$anchor": "money", "type": "integer" } } }',
      holds: [1],
      refused: ["1"],
    },
  ],
  $dynamicRef: [{ schema: '{ "$dynamicRef": "#node", "$defs": { "n": false } }', holds: [1], refused: [] }],
  $recursiveRef: [
    { schema: '{ "items": { "$recursiveRef": "#" }, "maxItems": 1 }', holds: [[[1, 2]]], refused: [[1, 2]] },
  ],
  unevaluatedItems: [{ schema: '{ "prefixItems": [true], "unevaluatedItems": false }', holds: [[1, 2]], refused: [] }],
  unevaluatedProperties: [
    { schema: '{ "properties": { "a": {} }, "unevaluatedProperties": false }', holds: [{ b: 1 }], refused: [] },
  ],
  format: [{ schema: '{ "format": "email" }', holds: ["nobody"], refused: [] }],
};

for (const [keyword, cases] of Object.entries(CASES)) {
  test(keyword, () => {
    for (const { schema, holds, refused } of cases) {
      const holdsFor = (value: unknown) => check(JSON.parse(schema) as object, value).length === 0;
      assert.equal([...holds, ...refused].filter(holdsFor), holds, schema);
    }
  });
}

test("there are cases of every keyword that is read", () => {
  const keywords = Object.keys(KEYWORDS);
  assert.equal(
    keywords.filter((keyword) => !Object.hasOwn(CASES, keyword)),
    [],
  );
});

test.run();
