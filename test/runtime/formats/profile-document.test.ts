import { parseProfile } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("profile documents");

function issues(schema: unknown): string[] {
  const usecases = { T: { input: schema, result: {} } };
  return parseProfile({ name: "a/b", version: "1.0.0", usecases }).issues.map(
    ({ code, pointer }) => `${code} ${pointer.replace("/usecases/T/input", "")}`,
  );
}

test("a JSON Schema of draft-07 is accepted", () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    required: ["a"],
    properties: { a: { type: ["string", "null"], enum: ["x", null] }, tsType: { $ref: "#/definitions/b c" } },
    definitions: { "b c": { anyOf: [true, { const: { $ref: "data" } }] } },
    default: { $ref: "data" },
    additionalProperties: { $ref: "#" },
  };
  assert.equal(issues(schema), []);
  assert.equal(issues({ $ref: "#/definitions/b%20c", definitions: { "b c": {} } }), []);
});

test("one mistake in a JSON Schema gives one issue", () => {
  assert.equal(issues({ type: "strin" }), ["SW1104 /type"]);
  assert.equal(issues({ type: 5 }), ["SW1104 /type"]);
  assert.equal(issues({ properties: { a: { minLength: -1 } } }), ["SW1104 /properties/a/minLength"]);
  assert.equal(issues({ required: "a" }), ["SW1103 /required"]);
  assert.equal(issues("string"), ["SW1103 "]);
});

test("a wrong item of a list is one issue, whatever a $ref beside it leads to", () => {
  const referring = { properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: {} } };
  assert.equal(issues({ ...referring, required: [null] }), ["SW1103 /required/0"]);
  assert.equal(issues({ ...referring, anyOf: [null, { $ref: "#/$defs/b" }] }), ["SW1103 /anyOf/0"]);
  assert.equal(issues({ ...referring, allOf: [{ $ref: "#/allOf/1" }, null] }), [
    "SW1103 /allOf/1",
    "SW1501 /allOf/0/$ref",
  ]);
});

test("12.15: a schema may be `true` or `false`, and a $ref may name an $anchor", () => {
  assert.equal(issues(true), []);
  assert.equal(issues(false), []);
  assert.equal(issues({ $ref: "#to", $defs: { a: { enum: [{ $anchor: "to" }] }, b: { $anchor: "to" } } }), []);
  assert.equal(issues({ $ref: "#to", definitions: { a: { $id: "#to" } } }), []);
  assert.equal(issues({ $ref: "#to", $defs: { a: { enum: [{ $anchor: "to" }] } } }), ["SW1501 /$ref"]);
  const below = { $id: "b", allOf: [{ $ref: "#/$defs/X" }, { $ref: "#to" }] };
  const $defs = { X: {}, y: { $anchor: "to" }, below };
  assert.equal(issues({ $defs }), ["SW1501 /$defs/below/allOf/0/$ref", "SW1501 /$defs/below/allOf/1/$ref"]);
});

test("hostile-schema: a $ref to a file or address is an error, nested ones too", () => {
  for (const $ref of [
    "other.json",
    "file:///etc/passwd",
    "https://a.example/schema.json",
    "//a.example",
    "",
    "definitions/x",
  ]) {
    assert.equal(issues({ properties: { a: { items: [{ $ref }] } } }), ["SW1501 /properties/a/items/0/$ref"]);
  }
  for (const $ref of ["#/definitions/none", "#name", "#/definitions/constructor", "#/type"]) {
    assert.equal(issues({ type: "object", definitions: {}, $ref }), ["SW1501 /$ref"]);
  }
});

test("a property that is called $ref, tsType or __proto__", () => {
  assert.equal(issues({ properties: { $ref: { type: "string" }, tsType: {} } }), []);
  assert.equal(issues(JSON.parse('{"properties":{"__proto__":{}}}')), ["SW1106 /properties/__proto__"]);
});

test("names, version and shape", () => {
  const codes = (document: unknown): string[] =>
    parseProfile(document).issues.map(({ code, pointer }) => `${code} ${pointer}`);
  assert.equal(
    codes({ name: "A", version: "1", usecases: { "a b": { input: {}, result: {} }, T: { input: {} } } }).sort(),
    ["SW1102 /usecases/T", "SW1104 /name", "SW1104 /version", "SW1105 /usecases/a b"],
  );
  assert.equal(codes([]), ["SW1103 "]);
});

test("a key with half a surrogate pair is an error: no type can have it", () => {
  assert.equal(issues({ properties: { "a\ud800": {} } }), ["SW1111 /properties/a\ud800"]);
});

test.run();
