import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../../effort.js";
import { declarationOf, documentOf, emit } from "./documents.js";

const test = suite("documents without bounds");

/** How many schemas or parts a document has here. */
const MANY = 600;

const text = { type: "string" };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `S0` refers to `S1`, which refers to `S2` …; the last is a text. */
function chain(length: number, link: (reference: object) => object): object {
  const names = Array.from({ length }, (_, at) => `S${at}`);
  return Object.fromEntries(names.map((name, at) => [name, at + 1 < length ? link(named(`S${at + 1}`)) : text]));
}

test(`${MANY} references in a row are as many aliases`, () => {
  const module = emit(documentOf(chain(MANY, (reference) => reference)))?.module ?? "";
  assert.is(declarationOf(module, "S0"), "S1");
  assert.is(declarationOf(module, `S${MANY - 1}`), "string");
});

test(`${MANY} schemas each within the next`, () => {
  const module = emit(documentOf(chain(MANY, (next) => ({ type: "object", properties: { next } }))))?.module ?? "";
  assert.is(declarationOf(module, "S0"), "{ next?: S1 | undefined }");
  const combined = emit(documentOf(chain(MANY, (next) => ({ allOf: [next] }))))?.module ?? "";
  assert.ok(combined.length > 0);
});

const LADDER = 300;

test(`${LADDER} schemas, each made of the next two`, () => {
  const object = { type: "object", properties: { end: text } };
  for (const kind of ["allOf", "anyOf"]) {
    const entries = Array.from({ length: LADDER }, (_, at) => {
      return [`S${at}`, at > LADDER - 3 ? object : { [kind]: [named(`S${at + 1}`), named(`S${at + 2}`)] }] as const;
    });
    const emitted = emit(documentOf(Object.fromEntries(entries)));
    assert.ok((emitted?.module ?? "").length > 0, kind);
  }
});

test(`a circle of ${MANY} schemas that are nothing but the next is unknown`, () => {
  const schemas = {
    ...chain(MANY, (reference) => ({ anyOf: [reference] })),
    [`S${MANY - 1}`]: { anyOf: [named("S0")] },
  };
  assert.is(declarationOf(emit(documentOf(schemas))?.module ?? "", "S0"), "unknown");
});

test("200 objects within each other are laid out", () => {
  let schema: object = text;
  for (let depth = 0; depth < 90; depth += 1)
    schema = { type: "object", properties: { inner: { type: "array", items: schema } } };
  assert.match(emit(documentOf({ T: schema }))?.module ?? "", /inner/);
});

const MEETING = runs(5000, 500);

test(`${MEETING} operations with a name each, where they meet`, () => {
  const responses = { 204: { description: "" } };
  const paths = Object.fromEntries(
    Array.from({ length: MEETING }, (_, at) => [`/a/${"-".repeat(at)}`, { get: { responses } }]),
  );
  const emitted = emit({ openapi: "3.1.0", paths });
  const names = emitted?.module.match(/(?<=^export interface )GetA\w*/gm);
  assert.is(new Set(names).size, MEETING);
  assert.ok(names?.every((name) => name.length < 60));
  assert.is(emitted?.issues.filter(({ code }) => code === "SW1621").length, MEETING - 1);
});

test(`an enum of ${MANY} values, a union of ${LADDER} schemas`, () => {
  const values = Array.from({ length: MANY }, (_, at) => `value-${at}`);
  const many = Array.from({ length: LADDER }, (_, at) => `M${at}`);
  const members = Object.fromEntries(
    many.map((name) => [name, { type: "object", properties: { kind: { const: name } } }]),
  );
  const union = { oneOf: many.map(named), discriminator: { propertyName: "kind" } };
  const module = emit(documentOf({ Values: { enum: values }, Union: union, ...members }))?.module ?? "";
  assert.match(module, `\n  | "value-${MANY - 1}";`);
  assert.match(module, `\n  | M${LADDER - 1};`);
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);

const PARTS = runs(20_000, 600);

test(`${PARTS} parts that hold together are one interface, and each finds what the others declare`, () => {
  const names = numbered(PARTS);
  const LAST = `p${PARTS - 1}`;
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const Apart = { allOf: names.map((name) => ({ type: "object", properties: { id: text, [name]: text } })) };
  const Together = { allOf: names.map((name) => ({ type: "object", properties: { [name]: text } })) };
  const Demanding = { type: "object", properties, allOf: names.map((name) => ({ required: [name] })) };
  const Choice = { type: "object", properties, required: names, oneOf: names.map((name) => ({ required: [name] })) };
  const module = emit(documentOf({ Apart, Together, Demanding, Choice }))?.module ?? "";
  assert.match(
    declarationOf(module, "Together"),
    new RegExp(`^\\{ p0\\?: string \\| undefined; .* ${LAST}\\?: string \\| undefined \\}$`),
  );
  assert.match(declarationOf(module, "Demanding"), new RegExp(`p0: string; .* ${LAST}: string`));
  assert.match(declarationOf(module, "Choice"), `${LAST}: string`);
  assert.match(
    declarationOf(module, "Apart"),
    new RegExp(`& \\{ id\\?: string \\| undefined; ${LAST}\\?: string \\| undefined \\}$`),
  );
});

test("choices with more than 10,000 combinations are unknown, with a note; fewer are said", () => {
  const choice = (part: number) => ({
    oneOf: Array.from({ length: 10 }, (_, at) => ({ type: "object", properties: { [`k${part}_${at}`]: text } })),
  });
  const together = (count: number) => ({ allOf: Array.from({ length: count }, (_, part) => choice(part)) });
  const B = { allOf: Array.from({ length: 5 }, (_, part) => named(`C${part}`)) };
  const choices = Object.fromEntries(Array.from({ length: 5 }, (_, part) => [`C${part}`, choice(part)]));
  const Inner = { type: "object", properties: { a: together(5) } };
  const emitted = emit(documentOf({ A: together(5), B, Inner, Few: together(4), ...choices }));
  assert.is(declarationOf(emitted?.module ?? "", "A"), "unknown");
  assert.is(declarationOf(emitted?.module ?? "", "B"), "unknown");
  assert.is(declarationOf(emitted?.module ?? "", "Inner"), "{ a?: unknown }");
  assert.match(declarationOf(emitted?.module ?? "", "Few"), /^\( ?\| /);
  const notes = emitted?.notes.filter(({ message }) => message.includes("choices with more than 10000")) ?? [];
  assert.equal(notes.map(({ pointer }) => pointer).sort(), [
    "/components/schemas/A",
    "/components/schemas/B",
    "/components/schemas/Inner/properties/a",
  ]);
});

test("a path with 3000 names that no parameter declares", () => {
  const path = `/${numbered(3000)
    .map((name) => `{${name}}`)
    .join("/")}{?p2999,p3000}`;
  const emitted = emit({ openapi: "3.1.0", paths: { [path]: { get: { responses: { 204: {} } } } } });
  const undeclared = emitted?.api.issues.filter(({ code }) => code === "SW1607") ?? [];
  assert.is(undeclared.length, 3001);
  assert.match(emitted?.module ?? "", /p2999: string;\s+p3000\?: string \| undefined;/);
});

test.run();
