import {
  type JsonObject,
  mergeDefaults,
  mergeInput,
  readEnvText,
  resolveText,
  resolveValue,
} from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("env");

test("env-set: $X is the variable's value", () => {
  assert.equal(readEnvText("$X"), { kind: "reference", name: "X" });
  assert.equal(resolveText("$X", { X: "secret" }), { value: "secret" });
});

test("env-unset: unset and empty are missing, by name", () => {
  assert.equal(resolveText("$X", {}), { missing: "X" });
  assert.equal(resolveText("$X", { X: "" }), { missing: "X" });
});

test("env-inside: a reference is the whole string", () => {
  assert.equal(resolveText("Token $X", { X: "secret" }), { value: "Token $X" });
  assert.equal(readEnvText("$X\n").kind, "malformed");
});

test("env-array: arrays stay arrays", () => {
  assert.equal(resolveValue(["$X", 2], { X: "secret" }, "", []), ["secret", 2]);
});

test("env-escape: $$ stands for one $", () => {
  assert.equal(resolveText("$$5", {}), { value: "$5" });
  assert.equal(resolveText("$$$X", { X: "secret" }), { value: "$$X" });
});

test("env-braces: other text that starts with $ is malformed, and literal in inputs", () => {
  for (const text of ["${X}", "$", "$1", "$a-b"]) {
    assert.equal(readEnvText(text), { kind: "malformed" });
    assert.is(resolveValue(text, { X: "secret" }, "", []), text);
  }
});

test("env-once: a value is not resolved again", () => {
  assert.equal(resolveText("$A", { A: "$B", B: "secret" }), { value: "$B" });
});

test("env-proto: inherited properties are no variables", () => {
  assert.equal(resolveText("$__proto__", {}), { missing: "__proto__" });
  assert.equal(resolveText("$constructor", {}), { missing: "constructor" });
});

test("defaults-merge: plain objects merge deeply, the rest replaces", () => {
  const base = { a: 1, b: { x: 1, y: true } };
  assert.equal(mergeDefaults(base, { a: 12, b: { x: {} }, c: { hello: 17 } }), {
    a: 12,
    b: { x: {}, y: true },
    c: { hello: 17 },
  });
  assert.equal(base, { a: 1, b: { x: 1, y: true } });
});

test("defaults-array: arrays replace", () => {
  assert.equal(mergeDefaults({ l: [1, 2] }, { l: [3] }), { l: [3] });
});

test("mergeInput resolves defaults that survive, and nothing that the caller gave", () => {
  const levels = [
    { input: { a: "$A", b: { c: "$C", d: "$D" }, e: "$E" }, pointer: "/base" },
    { input: { b: { c: "$C2" } }, pointer: "/over" },
  ];
  const merged = mergeInput(levels, { a: "$HOME", e: null, f: undefined }, { D: "d" });
  assert.equal(merged.input, { a: "$HOME", b: { d: "d" }, e: null });
  assert.equal(merged.missing, [{ name: "C2", pointer: "/over/b/c" }]);
});

test("mergeInput: undefined leaves a default, instances replace", () => {
  const date = new Date(0);
  const merged = mergeInput([{ input: { a: 1, b: { c: 1 } }, pointer: "" }], { a: undefined, b: date }, {});
  assert.is(merged.input["a"], 1);
  assert.is(merged.input["b"], date);
});

test("a merge reads own properties only: no default is replaced by what every object inherits", () => {
  const inputs: JsonObject[] = [{ constructor: "a", toString: "b" }, { isPrototypeOf: "c" }];
  const levels = inputs.map((input) => ({ input, pointer: "" }));
  assert.equal({ ...mergeInput(levels, {}, {}).input }, { constructor: "a", toString: "b", isPrototypeOf: "c" });
});

test("a merge pollutes no prototype", () => {
  const hostile = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ) as JsonObject;
  mergeDefaults({}, hostile);
  mergeInput([{ input: { constructor: { a: 1 } }, pointer: "" }], hostile, {});
  assert.is(({} as { polluted?: boolean }).polluted, undefined);
});

test.run();
