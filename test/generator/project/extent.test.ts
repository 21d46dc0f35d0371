import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Files } from "../folder.js";
import { diagnosticsOf } from "../sdkwright.js";

const test = suite("more than a run does");

const named = (index: number): string =>
  `p${index.toString(26).replaceAll(/\d/g, (digit) => "qrstuvwxyz"[+digit] ?? "")}`;
const indices = (count: number) => Array.from({ length: count }, (_, index) => index);
const definition = (name: string, more: object = {}): object => ({
  name,
  services: [{ id: "default", baseUrl: `https://${name}.example` }],
  defaultService: "default",
  securitySchemes: [],
  ...more,
});

function project(providers: number, profiles: { readonly [name: string]: object }): Files {
  const names = indices(providers).map(named);
  return {
    "client/client.json": { profiles, providers: Object.fromEntries(names.map((name) => [name, {}])) },
    ...Object.fromEntries(names.map((name) => [`client/providers/${name}.json`, definition(name)])),
  };
}

const codes = async (files: Files): Promise<readonly string[]> =>
  (await diagnosticsOf(files)).flatMap(({ code, severity, message }) => (severity === "error" ? [code, message] : []));

test("use-cases by providers, over all profiles: a small file that comes to too much", async () => {
  const defaults = Object.fromEntries(indices(502).map((index) => [`U${index}`, {}]));
  const profile = { version: "1.0.0", defaults };
  const message = "the profiles have too many use-cases and providers together, so it was not finished";
  assert.equal(await codes(project(20, Object.fromEntries(indices(10).map((at) => [`of/${named(at)}`, profile])))), [
    "SW0303",
    message,
  ]);
  assert.equal(await codes(project(20, Object.fromEntries(indices(9).map((at) => [`of/${named(at)}`, profile])))), []);
});

test("one definition that is long, for each of many profiles", async () => {
  const own = { version: "1.0.0", defaults: { A: {} }, providers: { [named(0)]: { file: "own.json" } } };
  const files = (profiles: number): Files => ({
    ...project(1, Object.fromEntries(indices(profiles).map((at) => [`of/u${named(at)}`, own]))),
    "client/own.json": definition(named(0), { parameters: [{ name: "x", description: "long ".repeat(20_000) }] }),
  });
  assert.is((await codes(files(101)))[0], "SW0303");
  assert.equal(await codes(files(90)), []);
});

test("one document that is long, for each of many providers", async () => {
  const description = "long ".repeat(400_000);
  const document = { openapi: "3.1.0", info: { title: "A", version: "1", description }, paths: {} };
  const files = (providers: number): Files => ({
    ...project(providers, {}),
    "client/api.json": document,
    ...Object.fromEntries(
      indices(providers).map((at) => [
        `client/providers/${named(at)}.json`,
        definition(named(at), { openapi: "../api.json" }),
      ]),
    ),
  });
  assert.is((await codes(files(101)))[0], "SW0303");
  assert.equal(await codes(files(99)), []);
});

test("12: one answer of long content types, under every status, for several providers", async () => {
  const content = Object.fromEntries(indices(60).map((at) => [`text/${"x".repeat(4000)}${at}`, {}]));
  const responses = Object.fromEntries(indices(400).map((at) => [at + 200, { $ref: "#/components/responses/R" }]));
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { responses } } },
    components: { responses: { R: { description: "R", content } } },
  };
  const providers = indices(3).map(named);
  const definitions = providers.map((name) => [`client/providers/${name}.json`, definition(name, { openapi: "../api.json" })]); // prettier-ignore
  const files = { ...project(3, {}), "client/api.json": document, ...Object.fromEntries(definitions) } as Files;
  assert.is((await codes(files))[0], "SW0303");
});

test.run();
