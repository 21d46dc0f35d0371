import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf, documentOf, emit } from "./documents.js";

const test = suite("documents without bounds");

const text = { type: "string" };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `S0` refers to `S1`, which refers to `S2` …; the last is a text. */
function chain(length: number, link: (reference: object) => object): object {
  const names = Array.from({ length }, (_, at) => `S${at}`);
  return Object.fromEntries(names.map((name, at) => [name, at + 1 < length ? link(named(`S${at + 1}`)) : text]));
}

test("10,000 references in a row: aliases that no compiler has to follow far", () => {
  const module = emit(documentOf(chain(10_000, (reference) => reference)))?.module ?? "";
  assert.is(declarationOf(module, "S0"), "S9999");
  assert.is(declarationOf(module, "S9998"), "S9999");
  assert.is(declarationOf(module, "S9999"), "string");
});

test("10,000 schemas each within the next", () => {
  const module = emit(documentOf(chain(10_000, (next) => ({ type: "object", properties: { next } }))))?.module ?? "";
  assert.is(declarationOf(module, "S0"), "{ next?: S1 | undefined }");
  const combined = emit(documentOf(chain(10_000, (next) => ({ allOf: [next] }))))?.module ?? "";
  assert.ok(combined.length > 0);
});

test("a circle of 10,000 schemas that are nothing but the next is unknown", () => {
  const schemas = { ...chain(10_000, (reference) => ({ anyOf: [reference] })), S9999: { anyOf: [named("S0")] } };
  assert.is(declarationOf(emit(documentOf(schemas))?.module ?? "", "S0"), "unknown");
});

test("200 objects within each other are laid out", () => {
  let schema: object = text;
  for (let depth = 0; depth < 90; depth += 1)
    schema = { type: "object", properties: { inner: { type: "array", items: schema } } };
  assert.match(emit(documentOf({ T: schema }))?.module ?? "", /inner/);
});

test("5000 operations with a name each, numbered where they meet", () => {
  const responses = { 204: { description: "" } };
  const paths = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`/a/${"-".repeat(at)}`, { get: { responses } }]),
  );
  const emitted = emit({ openapi: "3.1.0", paths });
  assert.match(emitted?.module ?? "", "interface GetA5000 {");
  assert.is(emitted?.issues.filter(({ code }) => code === "SW1621").length, 4999);
});

test("an enum of 10,000 values, a union of 2000 schemas", () => {
  const values = Array.from({ length: 10_000 }, (_, at) => `value-${at}`);
  const many = Array.from({ length: 2000 }, (_, at) => `M${at}`);
  const members = Object.fromEntries(
    many.map((name) => [name, { type: "object", properties: { kind: { const: name } } }]),
  );
  const union = { oneOf: many.map(named), discriminator: { propertyName: "kind" } };
  const module = emit(documentOf({ Values: { enum: values }, Union: union, ...members }))?.module ?? "";
  assert.match(module, '\n  | "value-9999";');
  assert.match(module, "\n  | M1999;");
});

test.run();
