import { suite } from "uvu";
import * as assert from "uvu/assert";
import { defaultedInput } from "#generator/emit/use-case-model.js";

const test = suite("defaulted input");

const address = { type: "object", properties: { street: {}, zip: {} }, required: ["street", "zip"] };
const input = { type: "object", properties: { to: {}, from: {}, address }, required: ["to", "from", "address"] };

test("a key is optional when every provider has a default for it", () => {
  assert.equal(defaultedInput(input, { from: "a" }, [{}, {}]), { optional: ["from"], nested: [] });
  assert.equal(defaultedInput(input, {}, [{ from: "a" }, { from: "b" }]), { optional: ["from"], nested: [] });
  assert.is(defaultedInput(input, {}, [{ from: "a" }, {}]), undefined);
});

test("below an object, what all defaults share is optional", () => {
  const nested = [{ key: "address", optional: ["zip"], nested: [], isLast: true }];
  assert.equal(defaultedInput(input, { address: { zip: "1" } }, [{}]), { optional: [], nested });
  assert.equal(defaultedInput(input, { address: { zip: "1" } }, [{ address: { street: "s" } }, {}]), {
    optional: [],
    nested,
  });
});

test("an object is optional as a whole when its defaults leave nothing to give", () => {
  const defaults = { address: { street: "s", zip: "1" } };
  const nested = [{ key: "address", optional: ["street", "zip"], nested: [], isLast: true }];
  assert.equal(defaultedInput(input, defaults, [{}]), { optional: ["address"], nested });
});

test("null is a default, and replaces an object", () => {
  const defaulted = defaultedInput(input, {}, [{ address: null }, { address: { street: "s", zip: "1" } }]);
  assert.equal(defaulted, { optional: ["address"], nested: [] });
});

test("keys are found through references and compositions, which may go round", () => {
  const a = { allOf: [{ $ref: "#/definitions/a" }, { properties: { x: {} } }] };
  const schema = { $ref: "#/definitions/a", definitions: { a }, properties: { y: {} } };
  assert.equal(defaultedInput(schema, { x: 1, y: 1 }, [{}])?.optional, ["x"], "what stands beside $ref does not count");
  assert.equal(defaultedInput({ anyOf: [{ properties: { x: {} } }] }, { x: 1 }, [{}])?.optional, ["x"]);
});

test("a default that the schema does not know, or an inherited one, makes nothing optional", () => {
  assert.is(defaultedInput(input, { other: 1 }, [{}]), undefined);
  assert.is(defaultedInput({ properties: { constructor: {} } }, {}, [{}]), undefined);
});

test.run();
