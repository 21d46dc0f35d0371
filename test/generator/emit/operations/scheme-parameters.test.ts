import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addIn } from "../../add/adding.js";
import { withFolder } from "../../folder.js";
import { sdkwright } from "../../sdkwright.js";

const test = suite("parameters that schemes set");

const responses = { 200: { description: "ok" } };
const securitySchemes = {
  k: { type: "apiKey", in: "query", name: "token" },
  h: { type: "apiKey", in: "header", name: "X-Key" },
  b: { type: "http", scheme: "basic" },
};
const parameters = [
  { name: "token", in: "query", required: true, schema: { type: "string" } },
  { name: "x-key", in: "header", required: true, schema: { type: "string" } },
];

/** The options of GETs, by path. */
async function optionsOf(operations: { readonly [path: string]: object }, root: object): Promise<readonly string[]> {
  const paths = Object.entries(operations).map(([path, each]) => [path, { get: { responses, parameters, ...each } }]);
  const document = {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    servers: [{ url: "https://a.example" }],
    components: { securitySchemes },
    ...root,
    paths: Object.fromEntries(paths) as object,
  };
  return withFolder({ "package.json": "{}", "acme.json": document }, async (folder) => {
    const { text } = await addIn(folder, "acme.json");
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    const types = text("src/generated/operations/acme.ts").replaceAll(/\s+/g, " ");
    return Array.from(types.matchAll(/ options: (.*?);? answers: /g), ([, options = ""]) =>
      options.replaceAll(/; readonly \[name: string\]: string \| undefined|[{} ]|\| undefined|;+(?=[ }]*$)/g, ""),
    );
  });
}

test("a key is no parameter where its scheme can apply, and one like any other elsewhere", async () => {
  const operations = {
    "/default": {},
    "/none": { security: [] },
    "/other": { security: [{ b: [] }] },
    "/either": { security: [{ b: [] }, { h: [] }] },
  };
  assert.equal(await optionsOf(operations, { security: [{ k: [] }] }), [
    'headers:"x-key":string',
    'query:token:string;headers:"x-key":string',
    'query:token:string;headers:"x-key":string',
    'query:token:string;security:"b"|"h"',
  ]);
});

test("where nothing is asked for, a call names a scheme or gives its key", async () => {
  assert.equal(await optionsOf({ "/a": {}, "/b": { security: [{ b: [] }] } }, { security: [] }), [
    'query?:token?:string;headers?:"x-key"?:string',
    'query:token:string;headers:"x-key":string',
  ]);
});

test.run();
