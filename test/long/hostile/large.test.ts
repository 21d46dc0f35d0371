import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../../generator/folder.js";
import { DEFINITION, documentOf, projectWith } from "../../generator/openapi/project.js";
import { sdkwright } from "../../generator/sdkwright.js";

const test = suite("inputs of a size that nobody writes");

/** What takes longer than a minute is ended, and has no status. */
async function generated(files: Files): Promise<string> {
  return withFolder(files, async (folder) => {
    const { status, stderr, stdout } = await sdkwright(folder, ["generate"]);
    assert.is(existsSync(join(folder, "src/generated/index.ts")), status === 0);
    return `${String(status)} ${(stderr || stdout).split("\n")[0] ?? ""}`;
  });
}

function many<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function answering(schema: object, others: object = {}): object {
  const answer = { description: "", content: { "application/json": { schema } } };
  return documentOf({ "/x": { get: { responses: { 200: answer } } } }, others);
}

const SCHEMAS: { readonly [what: string]: object } = {
  "texts of an enum": { enum: many(130_000, (index) => `e${index}`) },
  "parts of an allOf": { allOf: many(130_000, () => ({ type: "object" })) },
  properties: { type: "object", properties: Object.fromEntries(many(130_000, (index) => [`p${index}`, {}])) },
  "names that are required": { type: "object", required: many(130_000, (index) => `p${index}`) },
};

const NEWLINES = `x${"\n".repeat(100_000)}x`;
const USE_CASES: { readonly [what: string]: object } = {
  title: { title: NEWLINES, input: true },
  description: { description: NEWLINES, input: true },
  "schema's description": { input: { type: "object", description: NEWLINES } },
  "property's description": { input: { properties: { a: { description: NEWLINES } } } },
};

for (const [what, useCase] of Object.entries(USE_CASES)) {
  test(`100 000 newlines in a use-case's ${what}`, async () => {
    const usecases = { Send: { result: { type: "object" }, ...useCase } };
    const files = {
      "package.json": "{}",
      "client/client.json": { profiles: { "a/b": "1.0.0" }, providers: {} },
      "client/profiles/a/b@1.0.0.json": { name: "a/b", version: "1.0.0", usecases },
    };
    await withFolder(files, async (folder) => {
      assert.is((await sdkwright(folder, ["generate"])).status, 0);
      const types = readFileSync(join(folder, "src/generated/profiles/a/b.ts"), "utf8");
      assert.not.match(types, /\n *\*?\n *\*?\n/);
    });
  });
}

for (const [what, schema] of Object.entries(SCHEMAS)) {
  test(`130 000 ${what} are not more than the stack holds`, async () => {
    assert.match(await generated(projectWith(answering(schema), {})), /^0 /);
  });
}

test("20 000 schemas whose names meet, each with a note at its place", async () => {
  const names = many(20_000, (index) => `a${"-".repeat(index % 200)}.${"_".repeat(Math.floor(index / 200))}`);
  const schemas = Object.fromEntries(
    names.map((name) => [name, { type: "object", properties: { a: { type: "string" } } }]),
  );
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const document = answering({ type: "object", properties }, { components: { schemas } });
  assert.match(await generated(projectWith(document, {})), /^0 note SW1621 /);
});

test("5000 mistakes on one line of a definition", async () => {
  const parameters = many(5000, (index) => ({ name: `a.${index}` }));
  const project = {
    ...projectWith({}, {}),
    "client/providers/acme.json": JSON.stringify({ ...DEFINITION, parameters }),
  };
  assert.match(await generated(project), /^2 error SW1104 /);
});

test("20 000 schemes whose variables meet", async () => {
  const ids = many(20_000, (index) => `a${"-".repeat(index % 200)}.${"_".repeat(Math.floor(index / 200))}`);
  const security = ids.map((id) => ({ id, token: "abcdefgh" }));
  const securitySchemes = ids.map((id) => ({ id, type: "http", scheme: "bearer" }));
  const project = {
    "package.json": "{}",
    "client/client.json": JSON.stringify({ providers: { acme: { file: "providers/acme.json", security } } }),
    "client/providers/acme.json": { ...DEFINITION, securitySchemes },
  };
  assert.match(await generated(project), /^[02] (?:error|warning) SW\d{4} /);
});

/** Whatever a document asks for, a run ends in an error or a result (docs/security.md). */
const refOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const chain = (length: number, link: (next: object) => object): object => ({
  components: {
    schemas: Object.fromEntries(many(length, (at) => [`S${at}`, at + 1 < length ? link(refOf(`S${at + 1}`)) : {}])),
  },
});

const DOCUMENTS: { readonly [what: string]: readonly [document: object | string, told: RegExp] } = {
  "more than 2 million values": [`{"openapi":"3.1.0","x":[${"1,".repeat(2_000_000)}1]}`, /^2 error SW0105 /],
  "30 million values": [`{"openapi":"3.1.0","x":[${"1,".repeat(30_000_000)}1]}`, /^2 error SW0105 /],
  "100 000 levels": [`{"openapi":"3.1.0","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /^2 error SW0103 /],
  "a key of a million letters": [answering({ properties: { ["k".repeat(1e6)]: {} } }), /^2 error SW0105 /],
  "a chain of 100 000 schemas": [
    answering(
      refOf("S0"),
      chain(1e5, (next) => next),
    ),
    /^[02] /,
  ],
  "a chain of 100 000 sums": [
    answering(
      refOf("S0"),
      chain(1e5, (next) => ({ allOf: [next, {}] })),
    ),
    /^[02] /,
  ],
  "a chain of 100 000 properties": [
    answering(
      refOf("S0"),
      chain(1e5, (next) => ({ properties: { next } })),
    ),
    /^0 /,
  ],
  "40 times two of the next": [
    answering(
      refOf("S0"),
      chain(40, (next) => ({ allOf: [next, next] })),
    ),
    /^[02] /,
  ],
  "products of choices": [
    answering({
      allOf: many(40, (part) => ({ oneOf: many(40, (at) => ({ properties: { [`k${part}-${at}`]: {} } })) })),
    }),
    /^0 /,
  ],
  "one path of many operations, by many names": [
    documentOf(Object.fromEntries(many(20_000, (at) => [`/p${at}`, { $ref: "#/x" }])), {
      x: { get: { parameters: many(1000, (at) => ({ name: `p${at}`, in: "query", schema: {} })) } },
    }),
    /^2 error SW0303 {2}references make this document many times longer/,
  ],
};

for (const [what, [document, told]] of Object.entries(DOCUMENTS)) {
  test(`an OpenAPI document with ${what}`, async () => {
    assert.match(await generated(projectWith(document, {})), told);
  });
}

test("YAML of aliases of aliases", async () => {
  const levels = many(40, (at) => `l${at}: &l${at} [${at === 0 ? "x" : `*l${at - 1}, *l${at - 1}`}]`);
  const files = projectWith(["openapi: 3.1.0", ...levels].join("\n"), { name: "openapi.yaml" });
  assert.match(await generated(files), /^2 error SW0105 /);
});

function withProfile(usecases: object): Files {
  return {
    "package.json": "{}",
    "client/client.json": { profiles: { p: { file: "profiles/p.json" } }, providers: {} },
    "client/profiles/p.json": JSON.stringify({ name: "p", version: "1.0.0", usecases }),
  };
}

test("profile documents: many values, long chains, many use-cases", async () => {
  const properties = Object.fromEntries(many(30_000, (index) => [`p${index}`, {}]));
  assert.match(await generated(withProfile({ Go: { input: { type: "object", properties }, result: {} } })), /^[02] /);
  const $defs = Object.fromEntries(many(20_000, (at) => [`d${at}`, { allOf: [{ $ref: `#/$defs/d${at + 1}` }] }]));
  assert.match(await generated(withProfile({ Go: { input: { $ref: "#/$defs/d0", $defs }, result: {} } })), /^[02] /);
  const of = Object.fromEntries(many(2000, (index) => [`U${index}`, { input: {}, result: {} }]));
  assert.match(await generated(withProfile(of)), /^0 /);
});

test("20 000 patterns of many stars on 20 000 paths are given up, with a message", async () => {
  const include = many(20_000, (index) => `/${"*a".repeat(20)}${index}`);
  const paths = Object.fromEntries(
    many(20_000, (index) => [`/${"a".repeat(60)}${index}b`, { get: { responses: {} } }]),
  );
  const openapi = { file: "../openapi.json", include };
  assert.match(await generated(projectWith(documentOf(paths), { openapi })), /^2 error SW0303 /);
});

test.run();
