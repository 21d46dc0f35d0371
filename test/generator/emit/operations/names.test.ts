import { suite } from "uvu";
import * as assert from "uvu/assert";
import { distinctNames } from "#generator/emit/operations/distinct-names.js";
import { documentOf, emit } from "./documents.js";

const test = suite("names of schemas and operations");

/** Names of schemas, each told by its one property, whatever the order in the document is. */
function namesOf(...schemas: readonly string[]): { readonly [schema: string]: string } {
  const found = [schemas, [...schemas].reverse()].map((names) => {
    const objects = names.map((name) => [name, { type: "object", properties: { [`is ${name}`]: { type: "string" } } }]);
    const module = emit(documentOf(Object.fromEntries(objects) as object))?.module ?? "";
    const declared = module.matchAll(/^export interface (\S+) \{\n {2}"is (.*)"\?: /gm);
    const named = Array.from(declared, ([, name = "", schema = ""]) => [schema, name] as const);
    return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  assert.equal(found[0], found[1], "the order matters");
  return found[0] ?? {};
}

test("K9 9a: letters of all scripts stay", () => {
  assert.equal(namesOf("注文", "Größe", "größen_tabelle"), {
    注文: "注文",
    Größe: "Größe",
    größen_tabelle: "GrößenTabelle",
  });
});

test("K9 neighbour: marks and digits of scripts stay; what nobody sees, and what old compilers do not know, does not", () => {
  assert.equal(namesOf("é".normalize("NFD"), "หมายเลข", "०१", "a\u3164b", "x\u{20000}y", "→", "Ab\u202ecd"), {
    ["é".normalize("NFD")]: "É",
    หมายเลข: "หมายเลข",
    "०१": "_०१",
    "a\\u3164b": "Ab",
    "x\u{20000}y": "Xx20000Y",
    "→": "Schema",
    "Ab\\u202ecd": "Abcd",
  });
});

test("K10: an exact name wins, the others go by what they are; another that comes moves none of them", () => {
  const before = namesOf("foo-bar", "FooBar");
  assert.equal(before, { "foo-bar": "FooDashBar", FooBar: "FooBar" });
  const after = namesOf("foo_bar", "foo-bar", "FooBar");
  assert.equal(after, { ...before, foo_bar: "foo_bar" });
});

test("K10 neighbour: where none is exact, where names are reserved, and where a name that is spelled out is taken", () => {
  assert.equal(namesOf("foo bar", "foo.bar"), { "foo bar": "FooSpaceBar", "foo.bar": "FooDotBar" });
  assert.equal(namesOf("Blob", "FormData"), { Blob: "BlobSchema", FormData: "FormDataSchema" });
  assert.equal(namesOf("fooBar", "FooBar", "foo-bar", "FooDashBar"), {
    fooBar: "fooBar",
    FooBar: "FooBar",
    "foo-bar": "FooBarSchema",
    FooDashBar: "FooDashBar",
  });
  assert.equal(namesOf("string", "String", "café", "cafe"), {
    string: "StringSchema",
    String: "String",
    café: "Café",
    cafe: "Cafe",
  });
  const names = Object.values(namesOf("a".padEnd(40, "-"), "a".padEnd(41, "-"), "A", "ASchema"));
  assert.is(new Set(names).size, 4);
});

test("K10 neighbour: a schema goes before what is made for another one, and before an operation", () => {
  const schema = { type: "object", properties: { id: { type: "string", readOnly: true } } };
  const other = { type: "object", properties: { other: { type: "string" } } };
  const content = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  const post = {
    requestBody: { content: content("Charge") },
    responses: {
      200: { description: "", content: content("Charge") },
      400: { description: "", content: content("ChargeRequest") },
    },
  };
  const get = { responses: { 200: { description: "", content: content("GetAB") } } };
  const paths = { "/x": { post }, "/a/b": { get }, "/a-b": { get }, "/a_b": { get } };
  const schemas = { Charge: schema, ChargeRequest: other, GetAB: other };
  const module = emit({ openapi: "3.1.0", paths, components: { schemas } })?.module ?? "";
  const declared = Array.from(module.matchAll(/^export interface (\w+)/gm), ([, name = ""]) => name);
  assert.equal(
    declared.sort((a, b) => (a < b ? -1 : 1)),
    [
      "AcmePayOperations",
      "Charge",
      "ChargeRequest",
      "ChargeRequestForm",
      "GetAB",
      "GetABOperation",
      "GetADashB",
      "GetAUnderscoreB",
      "PostX",
    ],
  );
});

test("K10 neighbour: a body and an answer with the name of a schema", () => {
  const schema = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
  const content = (name: string) => ({ content: { "application/json": { schema: schema(name) } } });
  const components = {
    requestBodies: { Foo: content("sent") },
    responses: { Foo: { description: "", ...content("answered") } },
    schemas: { Foo: { allOf: [schema("named")] } },
  };
  const named = { $ref: "#/components/schemas/Foo" };
  const post = {
    parameters: [{ name: "q", in: "query", schema: named }],
    requestBody: { $ref: "#/components/requestBodies/Foo" },
    responses: { 200: { $ref: "#/components/responses/Foo" } },
  };
  const module = emit({ openapi: "3.1.0", paths: { "/x": { post } }, components })?.module ?? "";
  assert.match(module, "json?: FooBody | undefined");
  assert.match(module, "200: FooAnswer");
  assert.match(module, /^export interface Foo \{$/m);
});

test("one function gives names, and gives none twice", () => {
  const claims = ["a", "b", "c"].map((key) => ({ key, text: key, wanted: "Same", isExact: false, others: ["Other"] }));
  const names = distinctNames(claims, new Set());
  assert.is(new Set(names.values()).size, 3);
  assert.equal(names, distinctNames([...claims].reverse(), new Set()));
});

test.run();
