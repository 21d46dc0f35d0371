import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { loadFolder, operationOf, projectWith, readDocument, readFolder, type ReadDocument } from "./project.js";

const test = suite("files beside an OpenAPI document");

function schemaIn({ api }: ReadDocument): string {
  const value = api?.operations[0]?.answers[0]?.contents[0]?.schema?.value;
  return (value as { readonly $ref: string }).$ref;
}

function answering(reference: string, others: object = {}): object {
  const content = { "application/json": { schema: { $ref: reference } } };
  return operationOf({ responses: { 200: { content } } }, others);
}

test("a schema of another file is one of the document, under the file's name", async () => {
  const read = await readDocument(answering("./schemas/thing.yaml"), {
    files: {
      "schemas/thing.yaml": "type: object\nproperties:\n  owner: { $ref: 'owner.json#/Owner' }\n",
      "schemas/owner.json": { Owner: { type: "string" } },
    },
  });
  assert.equal(read.issues, []);
  const thing = read.api?.document.resolve(schemaIn(read));
  assert.is(thing?.pointer, "/x-files/schemas/thing");
  const { properties } = (thing?.value ?? {}) as {
    readonly properties?: { readonly owner?: { readonly $ref?: string } };
  };
  assert.equal(read.api?.document.resolve(properties?.owner?.$ref ?? ""), {
    value: { type: "string" },
    pointer: "/x-files/schemas/owner/Owner",
  });
});

test("files refer to themselves, to each other in a circle, and back to the document", async () => {
  const read = await readDocument(
    answering("a.json#/defs/A", { components: { schemas: { Home: { type: "integer" } } } }),
    {
      files: {
        "a.json": { defs: { A: { $ref: "#/defs/B" }, B: { $ref: "b.json" } } },
        "b.json": { properties: { a: { $ref: "a.json" }, home: { $ref: "openapi.json#/components/schemas/Home" } } },
      },
    },
  );
  assert.equal(read.issues, []);
  const b = read.api?.document.resolve(schemaIn(read));
  assert.is(b?.pointer, "/x-files/./b");
  assert.equal(b?.value, { properties: { a: { $ref: "#/x-files/./a" }, home: { $ref: "#/components/schemas/Home" } } });
});

test("a document may name itself by its file", async () => {
  const read = await readDocument(
    answering("openapi.json#/components/schemas/A", { components: { schemas: { A: {} } } }),
  );
  assert.equal(read.issues, []);
  assert.is(read.api?.document.resolve(schemaIn(read))?.pointer, "/components/schemas/A");
});

test("paths, parameters and mappings of discriminators lead to files too", async () => {
  const document = {
    openapi: "3.0.3",
    paths: { "/things": { $ref: "paths/things.yaml" } },
    components: {
      schemas: { Pet: { discriminator: { propertyName: "kind", mapping: { cat: "schemas/cat.json", dog: "Dog" } } } },
    },
  };
  const { api, issues } = await readDocument(document, {
    files: {
      "paths/things.yaml": "get:\n  parameters:\n    - $ref: ../parameters.yaml#/page\n",
      "parameters.yaml": "page: { name: page, in: query, schema: { type: integer } }\n",
      "schemas/cat.json": { type: "object" },
    },
  });
  assert.equal(issues, []);
  assert.is(api?.operations[0]?.pointer, "/x-files/paths/things/get");
  assert.is(api?.operations[0]?.parameters[0]?.pointer, "/x-files/./parameters/page");
  assert.equal(api?.document.resolve("#/components/schemas/Pet")?.value, {
    discriminator: { propertyName: "kind", mapping: { cat: "#/x-files/schemas/cat", dog: "Dog" } },
  });
});

test("names with spaces and signs, two files of one name, and a document that has the key itself", async () => {
  const document = operationOf(
    { parameters: [{ $ref: "my%20files/p%231.json" }, { $ref: "my files/p.yaml" }, { $ref: "my files/p.json" }] },
    { "x-files": "taken" },
  );
  const parameter = (name: string) => ({ name, in: "query", schema: {} });
  const { api, issues } = await readDocument(document, {
    files: {
      "my files/p#1.json": parameter("a"),
      "my files/p.yaml": JSON.stringify(parameter("b")),
      "my files/p.json": parameter("c"),
    },
  });
  assert.equal(issues, []);
  assert.equal(
    api?.operations[0]?.parameters.map(({ name, pointer }) => [name, pointer]),
    [
      ["a", "/x-files-/my files/p#1"],
      ["b", "/x-files-/my files/p"],
      ["c", "/x-files-/my files/p.json"],
    ],
  );
});

test("a note about a file has its place in that file", async () => {
  const { issues } = await readDocument(operationOf({ parameters: [{ $ref: "shared/parameters.yaml#/page" }] }), {
    files: { "shared/parameters.yaml": "page:\n  name: page\n  in: query\n  style: matrix\n  schema: {}\n" },
  });
  assert.is(issues.length, 1);
  assert.match(issues[0] ?? "", /^SW1605 client\/shared\/parameters\.yaml:4:10 \/page\/style: /);
});

const REFUSED: readonly (readonly [reference: string, why: RegExp])[] = [
  ["../outside.json", /leads out of the document's folder, so it is not followed/],
  ["a/../../outside.json#/x", /leads out of the document's folder/],
  ["/etc/passwd", /leads out of the document's folder/],
  ["%2e%2e/outside.json", /leads out of the document's folder/],
  ["link.json", /leads out of the document's folder/],
  ["linked/outside.json", /leads out of the document's folder/],
  ["file:///etc/passwd", /leads to another place, which is not fetched/],
  ["HTTPS://acme.example/a.json", /leads to another place/],
  ["gone.json", /leads to a file that does not exist/],
  ["folder.json", /leads to a file that is a folder/],
  ["hidden", /leads to a file that is not read: it is hidden, or does not end in \.json, \.yaml or \.yml/],
  [".hidden/a.json", /leads to a file that is not read: it is hidden/],
  ["renamed.json", /leads to a file that is not read: it is hidden/],
  ["settings.json", /leads to a file that is not part of OpenAPI/],
  ["client.json", /leads to a file that is not part of OpenAPI/],
  ["stage/client.json", /leads to a file that is not part of OpenAPI/],
  ["flawed.json#/providers/acme", /leads to a file that is not part of OpenAPI/],
  ["broken.json#/a", /leads to a file that cannot be read: not JSON: /],
  ["empty.yaml", /leads to a file that cannot be read: not YAML: the file is empty/],
  ["whole.json#/nothing", /"client\/whole\.json#\/nothing" leads to nothing/],
];

for (const [reference, why] of REFUSED) {
  test(`${reference} is a note, and what stands elsewhere is not read`, async () => {
    const files = projectWith(operationOf({ parameters: [{ $ref: reference }, { $ref: "whole.json" }] }), {
      files: {
        "whole.json": { name: "page", in: "query", schema: {} },
        "broken.json": "{ a",
        "empty.yaml": "",
        "folder.json/x": "",
        hidden: "{}",
        ".hidden/a.json": "{}",
        "settings.json": { token: "x", type: "module" },
        "stage/client.json": {
          $schema: "x",
          providers: {},
          profiles: { a: { defaults: { B: { input: { type: "string" } } } } },
        },
        "flawed.json": { title: "x", providers: { acme: { security: [{ id: "key", apikey: "k" }] } } },
      },
    });
    await withFolder({ "outside.json": { name: "secret", in: "query", schema: {} }, ...files }, async (folder) => {
      symlinkSync(join(folder, "outside.json"), join(folder, "client/link.json"));
      symlinkSync(folder, join(folder, "client/linked"));
      symlinkSync(join(folder, "client/hidden"), join(folder, "client/renamed.json"));
      const { api, issues } = await readFolder(folder);
      assert.equal(
        api?.operations[0]?.parameters.map(({ name }) => name),
        ["page"],
      );
      assert.is(issues.length, 1);
      assert.match(issues[0] ?? "", /^SW1602 client\/openapi\.json:\d+:\d+ \/paths\/~1things\/post\/parameters\/0: /);
      assert.match(issues[0] ?? "", why);
    });
  });
}

test("two definitions with one document, and one whose neighbour is another's document", async () => {
  const definition = (openapi: unknown, name: string) => ({
    name,
    services: [{ id: "default", baseUrl: "https://acme.example" }],
    defaultService: "default",
    openapi,
  });
  const files = projectWith(answering("other.json#/components/schemas/X"), {
    files: {
      "client.json": { providers: { acme: {}, bell: {}, coda: {} } },
      "providers/bell.json": definition("../openapi.json", "bell"),
      "providers/coda.json": definition("../other.json", "coda"),
      "other.json": answering("#/components/schemas/X", { components: { schemas: { X: { type: "string" } } } }),
    },
  });
  await withFolder(files, async (folder) => {
    const { project, issues } = await loadFolder(folder);
    assert.equal(issues, []);
    const targets = project?.providers.map(({ api }) => {
      const reference = schemaIn({ api, issues: [] });
      return [reference, api?.document.resolve(reference)?.value];
    });
    const inFile = ["#/x-files/./other/components/schemas/X", { type: "string" }];
    assert.equal(targets, [inFile, inFile, ["#/components/schemas/X", { type: "string" }]]);
  });
});

test("notes about one document are told once, however many definitions name it", async () => {
  const files = projectWith(operationOf({ parameters: 5 }), {
    files: {
      "client.json": { providers: { acme: {}, bell: {} } },
      "providers/bell.json": {
        name: "bell",
        services: [{ id: "default", baseUrl: "https://bell.example" }],
        defaultService: "default",
        openapi: "../openapi.json",
      },
    },
  });
  await withFolder(files, async (folder) => assert.is((await readFolder(folder)).issues.length, 1));
});

test("a thousand files are read once each", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `s/${index}.json`,
      { properties: { a: { $ref: `${(index + 1) % 1000}.json` }, b: { $ref: "0.json" } } },
    ]),
  );
  await withFolder(projectWith(answering("s/0.json"), {}), async (folder) => {
    writeFiles(join(folder, "client"), files);
    const { project, issues, sources } = await loadFolder(folder);
    assert.equal(issues, []);
    assert.is(sources.documents[0]?.neighbours.size, 1000);
    const { $ref } = { $ref: "#/x-files/s/999" };
    assert.is(project?.providers[0]?.api?.document.resolve($ref)?.pointer, "/x-files/s/999");
  });
});

test.run();
