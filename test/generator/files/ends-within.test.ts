import { suite } from "uvu";
import * as assert from "uvu/assert";
import { endsWithin } from "#generator/files/ends-within.js";
import { MapReader } from "#generator/maps/read-map.js";

const test = suite("work that may have no end");

test("what it comes to, and what it throws, come back; work without end is ended", () => {
  assert.equal(
    endsWithin(1000, () => [1]),
    { value: [1] },
  );
  assert.equal(
    endsWithin(1000, () => undefined),
    { value: undefined },
  );
  const error = new RangeError("no");
  assert.throws(
    () =>
      endsWithin(1000, () => {
        throw error;
      }),
    (thrown: unknown) => thrown === error,
  );
  let count = 0;
  assert.is(
    endsWithin(20, () => {
      for (;;) count += 1;
    }),
    undefined,
  );
  assert.ok(count > 0);
});

/** Three times as many tries for each. */
const ENDLESS = `const a=${"f<{[".repeat(30)}1${"]:1}>x".repeat(30)};`;
const MAP = "export default { Send: () => 1 };";

test("a map that TypeScript reads for ever is a mistake, and others are read after it", () => {
  const reader = new MapReader(300);
  assert.is(reader.read("a.ts", MAP).kind, "object");
  const late = { kind: "syntax", span: { offset: 0, length: 0 }, reason: "TypeScript came to no end with it in 0.3 s" };
  assert.equal(reader.read("b.ts", ENDLESS), late);
  assert.is(reader.read("c.ts", MAP).kind, "object");
  for (const file of ["d.ts", "e.ts"]) assert.equal(reader.read(file, ENDLESS), late);
  assert.is(reader.read("f.ts", ENDLESS).kind, "opaque");
});

test.run();
