import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Budget } from "#generator/diagnostics/budget.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import { apiOf } from "#generator/openapi/api-of.js";
import { parseText } from "#generator/openapi/parse-json.js";
import { withFolder } from "../folder.js";
import { DEFINITION, loadFolder, operationOf, projectWith } from "./project.js";

const test = suite("lines of OpenAPI documents that diagnostics show");

async function diagnosticsOf(document: unknown, name: string): Promise<readonly Diagnostic[]> {
  return withFolder(projectWith(document, { name }), async (folder) => locate((await loadFolder(folder)).issues));
}

for (const [name, text] of [
  [
    "openapi.yaml",
    "openapi: 3.1.0\npaths:\n  /charges/{id}:\n    get:\n      parameters:\n        - { name: page, in: query, style: matrix, schema: { default: a } }\n",
  ],
  [
    "openapi.json",
    '{"openapi":"3.1.0","paths":{"/charges/{id}":{"get":{"parameters":[{"style":"matrix","name":"page","in":"query","schema":{"default":"a"}}]}}}}',
  ],
] as const) {
  test(`${name}: places, pointers and lines as they are`, async () => {
    const diagnostics = await diagnosticsOf(text, name);
    const first = diagnostics.find(({ code }) => code === "SW1605");
    assert.is(first?.pointer, "/paths/~1charges~1{id}/get/parameters/0/style");
    const { text: shown = "", start = 0, length = 0 } = first?.frame ?? {};
    assert.is(shown.slice(start, start + length).replaceAll('"', ""), "matrix");
    assert.match(shown, /default"?: ?"?a/);
  });
}

test("ten thousand notes about one line of a megabyte are located, and what is far away is not looked at for each", async () => {
  const parameters = Array.from({ length: 10_000 }, (_, index) => ({
    name: `p${index}`,
    in: "body",
    default: "a",
  }));
  const diagnostics = await diagnosticsOf(JSON.stringify(operationOf({ parameters })), "openapi.json");
  const last = diagnostics.at(-1);
  assert.is(diagnostics.length, 10_000);
  assert.match(last?.frame?.text ?? "", /"p9999","in":"body","default":"a"/);
});

test("the path of a document, and patterns of operations, are shown where the definition has them", async () => {
  const openapi = { file: "../openapi.json", include: ["GET /gone/{id}"] };
  await withFolder(projectWith(operationOf({}), { openapi }), async (folder) => {
    const unused = locate((await loadFolder(folder)).issues).find(({ code }) => code === "SW1608");
    assert.match(unused?.frame?.text ?? "", /"GET \/gone\/\{id\}"/);
  });
  const [missing] = await diagnosticsOf("x", "openapi.txt");
  assert.is(missing?.code, "SW1601");
  await withFolder(projectWith("", { openapi: "../gone.json" }), async (folder) => {
    const [diagnostic] = locate((await loadFolder(folder)).issues);
    assert.match(diagnostic?.frame?.text ?? "", /"openapi": "\.\.\/gone\.json"/);
  });
});

test("of a document outside the project the place is told, and no line", async () => {
  const document = operationOf({ parameters: [5] });
  const definition = { ...DEFINITION, openapi: "../../../elsewhere/openapi.json" };
  const files = {
    "elsewhere/openapi.json": document,
    "project/package.json": "{}",
    "project/client/client.json": { providers: { acme: {} } },
    "project/client/providers/acme.json": definition,
  };
  await withFolder(files, async (folder) => {
    const { issues } = await loadFolder(join(folder, "project"));
    const [diagnostic] = locate(issues);
    assert.is(diagnostic?.file, "../elsewhere/openapi.json");
    assert.ok(diagnostic?.start);
    assert.is(diagnostic?.frame, undefined);
  });
});

test("names of a document are shown escaped, and cut", async () => {
  const name = `a\u001b[31m\u202e${"x".repeat(500)}`;
  const [first] = await diagnosticsOf(operationOf({ parameters: [{ name, in: "body", schema: {} }] }), "openapi.json");
  assert.ok((first?.message.length ?? 0) < 250);
  assert.ok(!first?.message.includes("\u001b"));
});

test("where a note stands is looked for when it is told, and not before", async () => {
  const text = JSON.stringify(operationOf({ parameters: [{}, { $ref: "#/nowhere" }] }));
  const parsed = await parseText("/api.json", text);
  let asked = 0;
  const placesOf: typeof parsed.placesOf = (pointers) => {
    asked += 1;
    return parsed.placesOf(pointers);
  };
  const source = {
    ...parsed,
    json: parsed.json,
    placesOf,
    path: "/api.json",
    file: "api.json",
    text,
    kind: "openapi",
    inProject: true,
  } as const;
  const { issues } = apiOf({ definition: source, source, neighbours: new Map(), refused: new Map() }, new Budget());
  assert.equal([issues.length, asked], [2, 0]);
  assert.ok(locate(issues).every(({ start }) => start !== undefined));
  assert.ok(asked > 0);
});

test.run();
