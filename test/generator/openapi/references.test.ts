import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentOf, operationOf, readDocument } from "./project.js";

const test = suite("references in OpenAPI documents");

test("parameters, bodies, answers, encodings and media types by reference have the place that they are written at", async () => {
  const { api, issues } = await readDocument(
    operationOf(
      {
        parameters: [{ $ref: "#/components/parameters/Page" }],
        requestBody: { $ref: "#/components/requestBodies/Thing" },
        responses: { 200: { $ref: "#/components/responses/Thing" } },
      },
      {
        components: {
          parameters: { Page: { name: "page", in: "query", schema: { $ref: "#/components/schemas/Page" } } },
          requestBodies: { Thing: { content: { "application/json": { schema: {} } } } },
          responses: { Thing: { description: "It", content: { "application/json": { schema: {} } } } },
          schemas: { Page: { type: "integer" } },
        },
      },
    ),
  );
  assert.equal(issues, []);
  const [operation] = api?.operations ?? [];
  const page = operation?.parameters[0];
  assert.is(page?.pointer, "/components/parameters/Page");
  assert.equal(page?.schema?.value, { $ref: "#/components/schemas/Page" });
  assert.is(operation?.bodies[0]?.schema?.pointer, schemaOf("requestBodies"));
  assert.is(operation?.answers[0]?.contents[0]?.schema?.pointer, schemaOf("responses"));
  assert.equal(api?.document.resolve("#/components/schemas/Page"), {
    value: { type: "integer" },
    pointer: "/components/schemas/Page",
  });
});

function schemaOf(kind: string): string {
  return `/components/${kind}/Thing/content/application~1json/schema`;
}

test("a path item by reference, with fields beside it, and an operation by reference", async () => {
  const { api, issues } = await readDocument(
    documentOf(
      {
        "/a": { $ref: "#/components/pathItems/Shared", post: { summary: "own" } },
        "/b": { $ref: "#/paths/~1a" },
        "/c": { get: { $ref: "#/components/pathItems/Shared/get" } },
        "/d": { $ref: "#/components/pathItems/Gone" },
        "/e": { get: { $ref: "#/nothing" }, put: {} },
      },
      { components: { pathItems: { Shared: { get: { summary: "shared" }, post: { summary: "theirs" } } } } },
    ),
  );
  assert.equal(
    api?.operations.map(({ method, path, summary }) => `${method} ${path} ${summary}`),
    ["post /a own", "get /a shared", "post /b own", "get /b shared", "get /c shared", "put /e undefined"],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) \S+ /, "$1 ")),
    [
      'SW1602 /paths/~1d: the $ref "#/components/pathItems/Gone" leads to nothing: this path is left out',
      'SW1602 /paths/~1e/get: the $ref "#/nothing" leads to nothing: this operation is left out',
    ],
  );
});

test("a circle, a URL and an empty pointer", async () => {
  const { api, issues } = await readDocument(
    operationOf(
      {
        parameters: [
          { $ref: "#/components/parameters/A" },
          { $ref: "https://acme.example/parameters.json#/Page" },
          { $ref: "//acme.example/x.json" },
          { $ref: "#" },
        ],
      },
      {
        components: {
          parameters: { A: { $ref: "#/components/parameters/B" }, B: { $ref: "#/components/parameters/A" } },
        },
      },
    ),
  );
  assert.equal(api?.operations[0]?.parameters, []);
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) .*?: /, "$1 ")),
    [
      'SW1605 a parameter without "name" or "in" is left out',
      'SW1602 the $ref "#/components/parameters/A" goes in a circle: this parameter is left out',
      'SW1602 the $ref "https://acme.example/parameters.json#/Page" leads to another place, which is not fetched: this parameter is left out',
      'SW1602 the $ref "//acme.example/x.json" leads to another place, which is not fetched: this parameter is left out',
    ],
  );
});

const LONG = 10_000;

test(`a chain of ${LONG} references is followed, from either end`, async () => {
  const names = Array.from({ length: LONG }, (_, index) => `P${index}`);
  const chain = names.map((name, index) => [name, { $ref: `#/components/parameters/P${index + 1}` }] as const);
  const end = { name: "page", in: "query", schema: { type: "integer" } };
  const { api, issues } = await readDocument(
    operationOf(
      { parameters: [{ $ref: "#/components/parameters/P0" }] },
      { components: { parameters: { ...Object.fromEntries(chain), [`P${LONG}`]: end } } },
    ),
  );
  assert.equal(issues, []);
  assert.is(api?.operations[0]?.parameters[0]?.pointer, `/components/parameters/P${LONG}`);
  for (const name of names)
    assert.is(api?.document.resolve(`#/components/parameters/${name}`)?.pointer, `/components/parameters/P${LONG}`);
});

test("a circle of as many is none that is walked for ever", async () => {
  const names = Array.from({ length: LONG }, (_, index) => `S${index}`);
  const chain = names.map((name, index) => [name, { $ref: `#/components/schemas/S${(index + 1) % LONG}` }] as const);
  const { api } = await readDocument(operationOf({}, { components: { schemas: Object.fromEntries(chain) } }));
  for (const name of names) assert.is(api?.document.resolve(`#/components/schemas/${name}`), undefined);
});

test("keys are decoded: percent, ~1 and ~0; what cannot be decoded is taken as it is", async () => {
  const schemas = {
    "a b": { title: "space" },
    "a/b~c": { title: "signs" },
    "100%": { title: "percent" },
    "%41": { title: "raw" },
  };
  const { api } = await readDocument(operationOf({}, { components: { schemas } }));
  const titleOf = (name: string) => api?.document.resolve(`#/components/schemas/${name}`)?.value;
  assert.equal(titleOf("a%20b"), { title: "space" });
  assert.equal(titleOf("a b"), { title: "space" });
  assert.equal(titleOf("a~1b~0c"), { title: "signs" });
  assert.equal(titleOf("100%"), { title: "percent" });
  assert.equal(titleOf("%41"), { title: "raw" });
  assert.is(titleOf("toString"), undefined);
});

test("anchors and ids name schemas too", async () => {
  const schemas = {
    A: { properties: { inner: { $anchor: "deep", type: "string" } } },
    B: { $id: "https://acme.example/b" },
  };
  const { api } = await readDocument(operationOf({}, { components: { schemas } }));
  assert.is(api?.document.resolve("#deep")?.pointer, "/components/schemas/A/properties/inner");
  assert.is(api?.document.resolve("https://acme.example/b")?.pointer, "/components/schemas/B");
  assert.is(api?.document.resolve("#nowhere"), undefined);
});

for (const [version, expected] of [
  ["3.0.3", "/components/schemas/C"],
  ["3.1.0", "/components/schemas/B"],
] as const) {
  test(`${version}: what a schema says beside its $ref ${expected.endsWith("B") ? "counts" : "is ignored"}`, async () => {
    const schemas = {
      A: { $ref: "#/components/schemas/B", description: "says nothing of the value" },
      B: { $ref: "#/components/schemas/C", required: ["id"] },
      C: { type: "object" },
    };
    const document = { ...operationOf({}, { components: { schemas } }), openapi: version };
    const { api } = await readDocument(document);
    assert.is(api?.document.resolve("#/components/schemas/A")?.pointer, expected);
    assert.is(api?.document.target("#/components/schemas/A")?.pointer, "/components/schemas/A");
  });
}

test("from 3.1 on, a description beside a reference wins", async () => {
  const fields = { responses: { 200: { $ref: "#/components/responses/Ok", description: "own" } } };
  const document = operationOf(fields, { components: { responses: { Ok: { description: "shared" } } } });
  const descriptionIn = async (version: string) =>
    (await readDocument({ ...document, openapi: version })).api?.operations[0]?.answers[0]?.description;
  assert.is(await descriptionIn("3.1.0"), "own");
  assert.is(await descriptionIn("3.0.3"), "shared");
});

test("a schema that contains itself is no circle", async () => {
  const schemas = { Tree: { properties: { children: { items: { $ref: "#/components/schemas/Tree" } } } } };
  const { api, issues } = await readDocument(operationOf({}, { components: { schemas } }));
  assert.equal(issues, []);
  assert.is(api?.document.resolve("#/components/schemas/Tree")?.pointer, "/components/schemas/Tree");
});

test.run();
