import { MAX_DEPTH, MAX_NODES } from "#generator/io/read-file.js";
import { readJson, tooDeepAt } from "#generator/io/json.js";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("read-json");

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test("json: what JSON.parse accepts without a duplicate key is accepted, whatever stands in its strings", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.boolean(), (value, isSpaced) => {
      const text = isSpaced
        ? JSON.stringify(value, undefined, "\t").replaceAll('":', '"\r\n :')
        : JSON.stringify(value);
      assert.equal(readJson(text), { json: JSON.parse(text) as unknown });
    }),
  );
});

test("json: one key more than the value has is a duplicate", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`);
      assert.equal(readJson(`[{${[...members, members[0]].join(",")}}]`), { flaw: "duplicate key" });
    }),
  );
});

test("json: a key written with escapes is the same key", () => {
  assert.equal(readJson('{"a":1,"\\u0061":2}'), { flaw: "duplicate key" });
  assert.equal(readJson('{"__proto__":1,"__proto__":2}'), { flaw: "duplicate key" });
});

test("json: equal keys in different objects are none", () => {
  const text = '{"a":{"a":[{"a":1},{"a":"\\\\\\"a\\":"}]}}';
  assert.equal(readJson(text), { json: JSON.parse(text) as unknown });
});

test("json: nesting is bounded, in JSON and in what is not", () => {
  assert.ok("json" in readJson(nested(MAX_DEPTH)));
  assert.equal(readJson(nested(MAX_DEPTH + 1)), { flaw: "depth" });
  assert.equal(readJson(nested(20_000)), { flaw: "depth" });
  assert.equal(readJson("[".repeat(20_000)), { flaw: "depth" });
  assert.equal(readJson(`["${"[".repeat(20_000)}"]`), { json: ["[".repeat(20_000)] });
  assert.is(tooDeepAt(` ${nested(MAX_DEPTH + 1)}`), MAX_DEPTH + 1);
});

test("json: so is the number of values, and how long the keys are that lead to one", () => {
  const list = (count: number) => `[${"1,".repeat(count - 2)}1]`;
  assert.ok("json" in readJson(list(MAX_NODES)));
  assert.equal(readJson(list(MAX_NODES + 1)), { flaw: "nodes" });
  const [half, more] = ["k".repeat(4000), "k".repeat(4001)];
  assert.ok("json" in readJson(JSON.stringify({ [half]: { [half]: 1 }, [more]: 1 })));
  assert.equal(readJson(JSON.stringify({ [half]: { [more]: 1 } })), { flaw: "keys" });
});

test("json: comments, trailing commas and the rest of what JSON is not", () => {
  for (const text of ["", "{", "{'a':1}", "[1,]", '{"a":1,}', "// x\n{}", "[1] 2", '"\t"', "NaN"]) {
    assert.equal(readJson(text), { flaw: "syntax" }, text);
  }
});

test.run();
