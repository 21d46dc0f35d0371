import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { instantiations } from "./instantiations.js";
import { cli, makeEmptyProject, write } from "./workload.js";

const test = suite("type instantiations of operations");

/**
 * For 162 calls to as many operations, beyond an empty program: a sixth of the least that openapi-fetch over
 * openapi-typescript took for calls to a vendor's 162 operations, which was 87 000 to 131 000.
 */
const OF_162_CALLS = 14_500;

/** For 64 named calls, likewise. */
const OF_64_NAMED_CALLS = 11_000;

const RESOURCES = 54;

const project = makeDocumentedProject();

const empty =
  'import type { VendorClient } from "./generated/providers/vendor.js";\nexport type Client = VendorClient;';

test("162 calls to a document of 162 operations keep to theirs", () => {
  const own = instantiations(project, calls()) - instantiations(project, empty);
  assert.ok(own <= OF_162_CALLS, `${own} for 162 calls`);
});

test("39: 64 named calls keep to theirs", () => {
  const own = instantiations(project, namedCalls()) - instantiations(project, empty);
  assert.ok(own <= OF_64_NAMED_CALLS, `${own} for 64 named calls`);
});

/** A list, one of it and a new one, of each resource. */
function calls(): string {
  const lines = Array.from(resources(), (name, index) => [
    `export const list${index} = (await client.get("/${name}", { query: { limit: 1, order: "asc" } }).json())[0]?.id;`,
    `export const one${index} = (await client.get("/${name}/{id}", { params: { id: "1" } }).json()).name;`,
    `export const made${index} = await client.post("/${name}", { json: { name: "n" } }).json();`,
  ]).flat();
  assert.is(lines.length, 162);
  return `import { createVendor } from "./generated/providers/vendor.js";\nconst client = createVendor();\n${lines.join("\n")}`;
}

function namedCalls(): string {
  const lines = Array.from(resources(), (_, index) => [
    `export const list${index} = (await listThings${index}(client, { query: { limit: 1, order: "asc" } }).json())[0]?.id;`,
    `export const one${index} = (await getThings${index}ById(client, { params: { id: "1" } }).json()).name;`,
    `export const made${index} = await makeThings${index}(client, { json: { name: "n" } }).json();`,
  ]).flat();
  const used = lines.slice(0, 64);
  const names = used.map((line) => /(?<=await )\w+/.exec(line)?.[0]);
  return `import { createVendor } from "./generated/providers/vendor.js";
import { ${names.join(", ")} } from "./generated/operations/vendor.calls.js";
const client = createVendor();
${used.join("\n")}`;
}

function resources(): string[] {
  return Array.from({ length: RESOURCES }, (_, index) => `things-${index}`);
}

function makeDocumentedProject(): string {
  const folder = makeEmptyProject("operations");
  write(folder, "client/providers/vendor.json", {
    name: "vendor",
    openapi: "../openapi/vendor.json",
    services: [{ id: "default", baseUrl: "https://vendor.example" }],
    defaultService: "default",
    securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Api-Key" }],
    security: "key",
  });
  write(folder, "client/client.json", { providers: { vendor: { security: [{ id: "key", apikey: "$VENDOR_KEY" }] } } });
  write(folder, "client/openapi/vendor.json", document());
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "generate"], { cwd: folder, encoding: "utf8" });
  assert.is(status, 0, stdout + stderr);
  return folder;
}

function document(): object {
  const problem = { type: "object", properties: { title: { type: "string" } } };
  const schemas = resources().map((_, index) => [`thing_${index}`, thingSchema(`thing_${(index + 1) % RESOURCES}`)]);
  return {
    openapi: "3.1.0",
    info: { title: "Vendor", version: "1" },
    paths: Object.fromEntries(resources().flatMap((name, index) => pathsOf(name, `thing_${index}`))),
    components: { schemas: { problem, ...Object.fromEntries(schemas) } },
  };
}

function thingSchema(next: string): object {
  return {
    type: "object",
    required: ["id", "name", "created"],
    properties: {
      id: { type: "string", readOnly: true },
      name: { type: "string" },
      created: { type: "integer", readOnly: true },
      labels: { type: ["object", "null"], additionalProperties: { type: "string" } },
      next: reference(next),
      parts: { type: "array", items: reference(next) },
    },
  };
}

function pathsOf(name: string, schema: string): [string, object][] {
  const query = { limit: { type: "integer" }, order: { enum: ["asc", "desc"] }, after: { type: "string" } };
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema }));
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const answer = {
    200: { description: "ok", ...json(reference(schema)) },
    default: { description: "no", ...json(reference("problem")) },
  };
  const list = { 200: { description: "ok", ...json({ type: "array", items: reference(schema) }) } };
  const post = { requestBody: { required: true, ...json(reference(schema)) }, responses: answer };
  return [
    [
      `/${name}`,
      {
        get: { operationId: `list_${name}`, parameters, responses: list },
        post: { operationId: `make_${name}`, ...post },
      },
    ],
    [`/${name}/{id}`, { parameters: [id], get: { responses: answer } }],
  ];
}

function json(schema: object): object {
  return { content: { "application/json": { schema } } };
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` };
}

test.run();
