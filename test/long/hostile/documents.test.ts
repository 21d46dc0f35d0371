import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../../generator/folder.js";
import { sdkwright } from "../../generator/sdkwright.js";

const test = suite("documents that are small, and made to take long to add");

/** What takes longer than a minute is ended, and has no status. */
async function added(document: object, others: Files = {}): Promise<string> {
  const files = { "package.json": "{}", "acme.json": JSON.stringify(document), ...others };
  return withFolder(files, async (folder) => {
    const { status, stderr, stdout } = await sdkwright(folder, ["add", "acme.json", "--name", "acme"]);
    const definition = join(folder, "client/providers/acme.json");
    assert.is(existsSync(definition), status === 0);
    const written = status === 0 ? JSON.stringify(JSON.parse(readFileSync(definition, "utf8"))) : "";
    return `${String(status)} ${stderr}${stdout}${written}`;
  });
}

const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at));

const record = <T>(count: number, entry: (index: number) => readonly [string, T]): { [key: string]: T } =>
  Object.fromEntries(many(count, entry));

function documentWith(parts: object): object {
  const servers = [{ url: "https://api.acme.example" }];
  return { openapi: "3.0.3", info: { title: "Acme", version: "1" }, servers, paths: {}, ...parts };
}

test("two thousand servers that describe themselves alike, or name one variable with other defaults", async () => {
  const servers = many(2000, (index) => ({
    url: `https://{a}.x${index}.example`,
    description: "Same",
    variables: { a: { default: `v${index}` } },
  }));
  assert.match(await added(documentWith({ servers })), /^0 [^]*"id":"same-1999"/);
});

test("a server with more than 20 variables is left out; as the first, a base URL has to be given", async () => {
  const names = many(3000, (index) => `a${index}`);
  const variables = Object.fromEntries(names.map((name) => [name, { default: "/?" }]));
  const url = `https://x.example/${names.map((name) => `{${name}}`).join("")}`;
  assert.match(await added(documentWith({ servers: [{ url, variables }] })), /^3 .*its URL has more than 20 variables/);
  const servers = [{ url: "https://a.example" }, { url, variables }];
  assert.match(
    await added(documentWith({ servers })),
    /^0 [^]*a server is left out: its URL has more than 20 variables/,
  );
});

test("Swagger 2.0: answers are written for each media type, and not a million times", async () => {
  const swagger = (count: number): object => ({
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    host: "api.acme.example",
    schemes: ["https"],
    produces: many(count, (index) => `application/x${index}+json`),
    paths: record(count, (index) => [`/p${index}`, { get: { responses: { 200: { description: "", schema: {} } } } }]),
  });
  assert.match(await added(swagger(1000)), /^2 error SW0703 {2}this Swagger 2.0 document is too large to be converted/);
  assert.match(await added(swagger(50)), /^0 /);
});

test("a text of four million escapes", async () => {
  const info = { title: "Acme", version: "1", description: "\n".repeat(4_000_000) };
  assert.match(await added(documentWith({ info })), /^0 /);
});

test("a part of another file that is put in many places does not make a document that nobody reads", async () => {
  const paths = record(4000, (index) => [`/p${index}`, { $ref: "b.json#/x" }]);
  const other = { x: { get: { responses: { 200: { description: "y".repeat(20_000) } } } } };
  const told = await added(documentWith({ paths }), { "b.json": JSON.stringify(other) });
  assert.match(
    told,
    /^2 error SW0703 {2}the document, with the parts of other files that it refers to, has more than 64 MiB/,
  );
});

test("thousands of schemes, and of constant headers, of which some cannot be carried over", async () => {
  const securitySchemes = record(4000, (index) => {
    const name = index % 2 === 0 ? "X-Key" : "no header";
    return [`s${index}`, { type: "apiKey", in: "header", name }];
  });
  const schemes = await added(documentWith({ components: { securitySchemes } }));
  assert.match(schemes, /^0 [^]*the security scheme "s1" is left out/);
  assert.match(schemes, '{"id":"s3998",');
  assert.not.match(schemes, '{"id":"s3999",');
  const header = (name: string) => ({ in: "header", name, required: true, schema: { type: "string", enum: ["a"] } });
  const parameters = many(4000, (index) => header(index % 2 === 0 ? `X-${index}` : `Proxy-${index}`));
  const responses = { 200: { description: "" } };
  const headers = await added(documentWith({ paths: { "/a": { parameters, get: { responses } } } }));
  assert.match(headers, /^0 [^]*"X-3998":"a"/);
});

test("a key of millions of letters is an error, which shows none of them", async () => {
  const content = { [`application/json${";a=b".repeat(3_000_000)}`]: {} };
  const paths = { [`/${"a".repeat(9_000_000)}`]: { get: {} }, "/b": { get: { responses: { 200: { content } } } } };
  assert.match(
    await added(documentWith({ paths })),
    /^2 error SW\d+ .*the keys that lead to a value here have more than 8000 characters/,
  );
});

test("a thousand choices by a discriminator, each between two of the next", async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const choice = (index: number) => ({
    discriminator: { propertyName: "kind" },
    oneOf: [ref(`A${index + 1}`), ref(`B${index + 1}`)],
  });
  const last = { type: "object", properties: { kind: { type: "string" } } };
  const schemas = Object.fromEntries(
    many(1000, (index) => ["A", "B"].map((letter) => [`${letter}${index}`, index < 999 ? choice(index) : last])).flat(),
  );
  const responses = { 200: { description: "", content: { "application/json": { schema: ref("A0") } } } };
  const document = documentWith({ paths: { "/a": { get: { responses } } }, components: { schemas } });
  const files = { "package.json": "{}", "client/openapi/acme.json": JSON.stringify(document) };
  const services = [{ id: "default", baseUrl: "https://api.acme.example" }];
  const definition = { name: "acme", services, defaultService: "default", openapi: "../openapi/acme.json" };
  const others = { "client/client.json": { providers: { acme: {} } }, "client/providers/acme.json": definition };
  await withFolder({ ...files, ...others }, async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["generate"]);
    assert.ok(status === 0 || /SW0303/.test(stderr), stderr);
  });
});

test.run();
