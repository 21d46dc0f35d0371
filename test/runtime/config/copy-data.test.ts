import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyData } from "#runtime/config/copy-data.js";

const test = suite("copies of data");

test("a list keeps its length, holes included", () => {
  const list: unknown[] = [];
  list.length = 3;
  assert.equal(copyData({ list }), { list: [undefined, undefined, undefined] });
});

test("a key `__proto__` stays a key, and what it holds is copied", () => {
  const input = JSON.parse('{ "__proto__": { "deep": {} } }') as object;
  const copy = copyData(input);
  assert.is(JSON.stringify(copy), JSON.stringify(input));
  assert.is(Object.getPrototypeOf(copy), Object.prototype);
  assert.is.not(Reflect.get(copy, "__proto__"), Reflect.get(input, "__proto__"));
});

test("what is frozen can be changed in the copy; a getter is read once; a circle stays one", () => {
  let read = 0;
  const input = {
    list: Object.freeze([Object.freeze({ n: 1 })]),
    get once() {
      return { read: (read += 1) };
    },
    self: {} as object,
  };
  input.self = input;
  const copy = copyData(input) as { list: { n: number }[]; once: object; self: object };
  copy.list.push({ n: 2 });
  assert.equal([copy.list, copy.once, copy.once], [[{ n: 1 }, { n: 2 }], { read: 1 }, { read: 1 }]);
  assert.is(copy.self, copy);
});

test("one that is nested as deep as it likes is copied", () => {
  let input: unknown[] = [];
  for (let depth = 0; depth < 100_000; depth += 1) input = [input];
  let levels = 0;
  for (let inner: unknown = copyData(input); Array.isArray(inner); [inner] = inner as unknown[]) levels += 1;
  assert.is(levels, 100_001);
});

test("one without an end is given up", () => {
  const endless = (): object => new Proxy({}, { ownKeys: () => ["in"], get: endless, getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) }); // prettier-ignore
  assert.throws(() => copyData(endless(), 1000), RangeError);
});

test.run();
