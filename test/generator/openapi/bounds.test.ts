import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Budget } from "#generator/diagnostics/budget.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Source } from "#generator/diagnostics/source.js";
import { apiOf, type ApiOrIssues } from "#generator/openapi/api-of.js";
import { parseText } from "#generator/openapi/parse-json.js";
import { runs } from "../../effort.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { documentOf, projectWith, readDocument } from "./project.js";

const test = suite("large and broken OpenAPI documents");

/** Reads a text without files. */
async function read(text: string, name: string): Promise<ApiOrIssues> {
  const { json, flaws, placesOf } = await parseText(name, text);
  const source: Source = {
    path: `/${name}`,
    file: name,
    text,
    json,
    kind: "openapi",
    inProject: true,
    flaws,
    placesOf,
  };
  return apiOf({ definition: source, source, neighbours: new Map(), refused: new Map() }, new Budget());
}

const PATHS = runs(1000, 100);

test(`${5 * PATHS} operations over shared parameters and answers`, async () => {
  const operation = {
    parameters: [{ $ref: "#/components/parameters/Page" }],
    responses: { 200: { $ref: "#/components/responses/Ok" }, default: { $ref: "#/components/responses/Wrong" } },
  };
  const paths = Object.fromEntries(
    Array.from({ length: PATHS }, (_, index) => [
      `/things-${index}/{id}`,
      {
        parameters: [{ $ref: "#/components/parameters/Id" }],
        get: operation,
        put: operation,
        post: operation,
        patch: operation,
        delete: operation,
      },
    ]),
  );
  const components = {
    parameters: {
      Id: { name: "id", in: "path", required: true, schema: { type: "string" } },
      Page: { name: "page", in: "query", style: "wrong", schema: {} },
    },
    responses: { Ok: { content: { "application/json": { schema: {} } } } },
  };
  const { api, issues } = await read(JSON.stringify(documentOf(paths, { components })), "a.json");
  assert.is(api?.operations.length, 5 * PATHS);
  assert.is(issues.filter(({ code }) => code === "SW1605").length, 1, "one note about the one parameter");
});

const MANY = runs(100_000, 15_000);

test(`a document with ${MANY} mistakes has as many notes`, async () => {
  const keys = Array.from({ length: MANY }, () => '"a": 1').join(", ");
  const paths = { "/a": { get: { parameters: Array(MANY).fill(5) } } };
  const text = JSON.stringify(documentOf(paths)).replace("{", `{ "x": { ${keys} }, `);
  const { api, issues } = await read(text, "a.json");
  assert.is(api?.operations.length, 1);
  assert.is(issues.length, 2 * MANY - 1);
  assert.ok(locate(issues).every(({ start }) => start !== undefined));
});

for (const name of ["a.json", "a.yaml"]) {
  test(`${name}: ${MANY} parts under one key are read in a moment`, async () => {
    const parameters = Array.from({ length: MANY }, (_, index) => ({ name: `p${index}`, in: "query", schema: {} }));
    const text = JSON.stringify(documentOf({ "/a": { get: { parameters } } }));
    const { api } = await read(name === "a.json" ? text : `# YAML\n${text}`, name);
    assert.is(api?.operations[0]?.parameters.length, MANY);
  });
}

const VALUES: readonly unknown[] = [
  null,
  true,
  7,
  "",
  "x",
  [],
  {},
  [null],
  { $ref: "#" },
  { $ref: "#/paths" },
  { $ref: 5 },
];

/** The same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Puts something else in place of some part. */
function broken(json: unknown, random: (below: number) => number): unknown {
  const copy = structuredClone(json);
  let parent: unknown = copy;
  for (let depth = random(9); depth >= 0; depth -= 1) {
    if (typeof parent !== "object" || parent === null) break;
    const keys = Object.keys(parent);
    const key = keys[random(keys.length)];
    if (key === undefined) break;
    const record = parent as Record<string, unknown>;
    if (depth === 0) record[key] = VALUES[random(VALUES.length)];
    else parent = record[key];
  }
  return copy;
}

test("documents that are broken at random places are read, and every note has a place", async () => {
  const random = randomFrom(17);
  const paths = {
    "/a/{id}": {
      parameters: [{ name: "id", in: "path" }],
      post: { requestBody: { content: {} }, security: [{}], responses: { 200: {} } },
    },
  };
  const original = documentOf(paths);
  for (let round = 0; round < runs(200, 100); round += 1) {
    let json: unknown = original;
    for (let times = random(4); times >= 0; times -= 1) json = broken(json, random);
    const { api, issues } = await read(JSON.stringify(json, undefined, 1), "a.json");
    const diagnostics = locate(issues);
    if (api === undefined) assert.ok(diagnostics.some(({ code }) => code === "SW1601"));
    for (const { start } of diagnostics) assert.ok(start);
  }
});

test("texts that are cut or stirred are read, or are one error", async () => {
  const random = randomFrom(23);
  const yaml =
    "openapi: 3.1.0\npaths:\n  /a: &a\n    get: { parameters: [ { name: 'x', in: query, schema: &s { type: !!str string } } ] }\n  /b: *a\n  /c: { <<: *a, put: {} }\n";
  const json = JSON.stringify(
    documentOf({ "/a": { get: { parameters: [{ name: "x", in: "query" }] } } }),
    undefined,
    1,
  );
  const signs = "{}[]:,-\"'&*!|>#%@`\n \t?~0a\\";
  for (let round = 0; round < runs(600, 200); round += 1) {
    const [name, text] = round % 2 === 0 ? (["a.yaml", yaml] as const) : (["a.json", json] as const);
    const at = random(text.length);
    const until = at + random(3) * random(20);
    const stirred = text.slice(0, at) + signs.charAt(random(signs.length)) + text.slice(until);
    const { api, issues } = await read(stirred, name);
    const errors = locate(issues).filter(({ severity }) => severity === "error");
    assert.is(errors.length, api === undefined ? 1 : 0, stirred);
  }
});

test("what references lead to may be read many times, and not without end", async () => {
  const paths = (count: number): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`/p${index}`, { $ref: "#/components/pathItems/P" }]),
    );
  const security = Array.from({ length: 2000 }, (_, index) => ({ [`s${index}`]: [] }));
  const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, { type: "string" }]));
  const longNames = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`${"n".repeat(4000)}${index}`, { description: "d".repeat(4000) }]),
  );
  const responses = (schema: object) => ({ 200: { description: "", content: { "application/json": { schema } } } });
  // What is emitted of a schema is emitted for each.
  for (const get of [
    { security, responses: { 200: { description: "" } } },
    { responses: responses({ properties }) },
    { responses: responses({ properties: longNames }) },
  ]) {
    const components = { pathItems: { P: { get } } };
    const referring = (count: number) => ({ openapi: "3.1.0", paths: paths(count), components });
    assert.is((await readDocument(referring(30))).api?.operations.length, 30);
    const { api, issues } = await readDocument(referring(4000));
    assert.ok(api === undefined);
    assert.match(
      issues.join(),
      /^SW0303 client\/openapi\.json\S* \S+: references make this document many times longer/,
    );
  }
});

test("a run of a document that is too large, deep, or a bomb ends in one error, without a stack", async () => {
  const referring = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`/p${at}`, { $ref: "#/x" }]));
  const x = { get: { parameters: Array.from({ length: 1000 }, (_, at) => ({ name: `p${at}`, in: "query" })) } };
  const aliases = Array.from(
    { length: 30 },
    (_, at) => `a${at}: &a${at} [${at === 0 ? 1 : `*a${at - 1}, *a${at - 1}`}]`,
  );
  for (const [name, document, code] of [
    ["large.json", `{"openapi":"3.1.0","x":[${"1,".repeat(2_000_000)}1]}`, "SW0105"],
    ["deep.json", `{"openapi":"3.1.0","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "SW0103"],
    ["bomb.yaml", ["openapi: 3.1.0", ...aliases].join("\n"), "SW0105"],
    ["wide.json", documentOf(referring, { x }), "SW0303"],
  ] as const) {
    await withFolder(projectWith(document, { name }), async (folder) => {
      const { status, stderr } = await sdkwright(folder, ["generate"]);
      assert.is(status, 2, name);
      assert.equal(stderr.match(/SW\d{4}/g), [code], stderr);
      assert.not.match(stderr, /^ +at /m);
    });
  }
});

test.run();
