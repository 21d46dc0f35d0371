import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { locate } from "#generator/diagnostics/locate.js";
import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import { apiOf } from "#generator/openapi/api-of.js";
import { parseText } from "#generator/openapi/parse-text.js";
import { withFolder } from "../folder.js";
import { DEFINITION, loadFolder, operationOf, projectWith } from "./project.js";

const test = suite("lines of OpenAPI documents that diagnostics show");

/** In two pieces, so that no scanner takes it for one. */
const ISSUED = ["sk", "live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_");

async function diagnosticsOf(document: unknown, name: string): Promise<readonly Diagnostic[]> {
  return withFolder(projectWith(document, { name }), async (folder) => locate((await loadFolder(folder)).issues));
}

const YAML = `openapi: 3.1.0
paths:
  /charges/{id}:
    get:
      parameters:
        - { name: page, in: query, style: matrix, example: hunter2, schema: { default: "swordfish" } }
        - { in: query, x-note: ${ISSUED}, schema: {} }
        - { name: id, in: path, style: 'deepObject', schema: {} }
`;

for (const [name, text] of [
  ["openapi.yaml", YAML],
  [
    "openapi.json",
    '{"openapi":"3.1.0","paths":{"/charges/{id}":{"get":{"parameters":[{"style":"matrix","name":"page","in":"query","example":"hunter2","schema":{"default":"swordfish"}}]}}}}',
  ],
] as const) {
  test(`${name}: places and pointers as they are, values given as data masked`, async () => {
    const diagnostics = await diagnosticsOf(text, name);
    const first = diagnostics.find(({ code }) => code === "SW1605");
    assert.is(first?.pointer, "/paths/~1charges~1{id}/get/parameters/0/style");
    const { text: shown = "", start = 0, length = 0 } = first?.frame ?? {};
    assert.is(shown.slice(start, start + length).replaceAll('"', ""), "matrix");
    const all = JSON.stringify(diagnostics);
    assert.not.match(all, /hunter2|swordfish/);
    assert.not.match(all, new RegExp(ISSUED));
  });
}

test("12.9: values given as data are masked whole, whatever they are and wherever their key stands", async () => {
  for (const [name, text] of [
    [
      "openapi.json",
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[\n{"style":"matrix","name":"a","in":"query","example":{"k":"swordfish"}},\n{"style":"matrix","name":"b","in":"query","schema":{"default":["swordfish"]}},\n{"style":"matrix","name":"c","in":"query","ex\\u0061mple":"swordfish"},\n{"example":\n"swordfish", "style":"matrix","name":"d","in":"query"}]}}}}',
    ],
    [
      "openapi.yaml",
      "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters:\n        - { style: matrix, name: a, in: query, example: 'it''s swordfish', x: 1 }\n        - { style: matrix, name: b, in: query, example: { k: swordfish } }\n",
    ],
  ] as const) {
    const diagnostics = await diagnosticsOf(text, name);
    assert.ok(diagnostics.filter(({ code, frame }) => code === "SW1605" && frame !== undefined).length >= 2);
    assert.not.match(JSON.stringify(diagnostics), "swordfish");
  }
});

test("YAML: what was issued is masked, the rest of the line is there", async () => {
  const diagnostics = await diagnosticsOf(YAML, "openapi.yaml");
  const line = diagnostics.find(({ start }) => start?.line === 7)?.frame?.text;
  assert.is(line, '        - { in: query, x-note: "***", schema: {} }');
});

test("ten thousand notes about one line of a megabyte are located, and what is far away is not looked at for each", async () => {
  const parameters = Array.from({ length: 10_000 }, (_, index) => ({
    name: `p${index}`,
    in: "body",
    default: "swordfish",
  }));
  const diagnostics = await diagnosticsOf(JSON.stringify(operationOf({ parameters })), "openapi.json");
  const last = diagnostics.at(-1);
  assert.is(diagnostics.length, 10_000);
  assert.match(last?.frame?.text ?? "", /"p9999","in":"body","default":"\*\*\*"/);
});

test("a word that looks issued and begins a value hides the whole value", async () => {
  const text = `openapi: 3.1.0\npaths: { /a: { get: { parameters: [ { x: 1, default:${ISSUED} swordfish } ] } } }`;
  const diagnostics = await diagnosticsOf(text, "openapi.yaml");
  assert.not.match(JSON.stringify(diagnostics), /swordfish/);
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

for (const [name, text] of [
  ["secrets.yaml", "token: swordfish"],
  ["twice.yaml", "token: swordfish\ntoken: swordfish2"],
  ["env.yaml", "API_KEY=swordfish"],
  ["list.yaml", "- swordfish"],
  ["gcp.json", '{"private_key":"swordfish","__proto__":{"a":"swordfish"},"private_key":"swordfish"}'],
  ["deep.json", `{"token":"swordfish","a":${"[".repeat(250)}${"]".repeat(250)}}`],
  ["broken.json", '{"token":"swordfish",}'],
  ["broken.yaml", "token: swordfish\n  other: [swordfish"],
] as const) {
  test(`${name}: what is no OpenAPI document shows no line, whatever is told of it`, async () => {
    const diagnostics = await diagnosticsOf(text, name);
    assert.ok(diagnostics.some(({ file, start }) => file === `client/${name}` && start !== undefined));
    assert.not.match(JSON.stringify(diagnostics), "swordfish");
    if (!name.startsWith("broken")) assert.ok(diagnostics.every(({ frame }) => frame === undefined));
  });
}

test("a file that a document refers to, and that is a part of one alone, shows no line", async () => {
  const document = { openapi: "3.1.0", paths: { "/a": { $ref: "a.yaml" } } };
  const files = { "a.yaml": "get: { responses: {} }\ntoken: swordfish\ntoken: swordfish\n" };
  await withFolder(projectWith(document, { files }), async (folder) => {
    const told = locate((await loadFolder(folder)).issues);
    assert.ok(told.some(({ file, code }) => file === "client/a.yaml" && code === "SW1603"));
    assert.not.match(JSON.stringify(told), "swordfish");
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

test("names of a document are shown escaped, cut, and not where they look issued", async () => {
  const name = `a\u001b[31m\u202e${"x".repeat(500)}`;
  const parameters = [
    { name, in: "body", schema: {} },
    { name: ISSUED, in: "body", schema: {} },
  ];
  const [first, second] = await diagnosticsOf(operationOf({ parameters }), "openapi.json");
  assert.ok((first?.message.length ?? 0) < 250);
  assert.ok(!first?.message.includes("\u001b"));
  assert.match(second?.message ?? "", /^the parameter "\*\*\*" is in none/);
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
  const { issues } = apiOf({ definition: source, source, neighbours: new Map(), refused: new Map() });
  assert.equal([issues.length, asked], [2, 0]);
  assert.ok(locate(issues).every(({ start }) => start !== undefined));
  assert.ok(asked > 0);
});

test.run();
