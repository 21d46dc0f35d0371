import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../acme.js";

const test = suite("12: documents that ask for more than anybody waits for");

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** What a fake answers by a document with this schema. */
async function answerBy(schema: object, schemas: object = {}): Promise<Response> {
  const content = { "application/json": { schema } };
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.document({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/x": { get: { responses: { 200: { description: "d", content } } } } },
    components: { schemas },
  });
  return fake.fetch("https://a.test/x");
}

const both = (name: string): object => ({ required: ["a", "b"], properties: { a: ref(name), b: ref(name) } });
const laughs = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`L${at}`, both(`L${at + 1}`)]));

const NAMES = Array.from({ length: 1000 }, (_, at) => `name${at}`);

const BOMBS: { readonly [what: string]: readonly [schema: object, schemas?: object] } = {
  "two of two of two": [ref("L0"), { ...laughs, L40: { type: "string" } }],
  "itself and itself": [ref("A"), { A: { allOf: [ref("A"), ref("A")] } }],
  "one of itself and itself": [ref("A"), { A: { oneOf: [ref("A")], anyOf: [ref("A")] } }],
  "lists of lists": [{ minItems: 2000, items: { minItems: 2000, items: { minItems: 2000, items: { type: "null" } } } }],
  "a thousand million items": [{ type: "array", minItems: 1e9 }],
  "a thousand million properties": [{ type: "object", minProperties: 1e9 }],
  "a thousand million characters": [{ type: "string", minLength: 1e9 }],
  "lists of long texts": [{ minItems: 2000, items: { minItems: 2000, items: { type: "string", minLength: 1e9 } } }],
  "a thousand of a thousand of a thousand": [{ type: "string", pattern: "^(?:(?:b{1000}){1000}){1000}c$" }],
  "stars of stars": [{ type: "string", pattern: `^${"(".repeat(17)}a${"*)".repeat(17)}b$` }],
  "a pattern that tries all ways": [{ type: "string", pattern: "^(a+)+$", minLength: 5000 }],
  "groups in groups": [{ type: "string", pattern: "(".repeat(20_000) + ")".repeat(20_000) }],
  "all of one, again and again": [
    { allOf: Array.from({ length: 15_000 }, () => ref("Wide")) },
    { Wide: { required: NAMES, properties: Object.fromEntries(NAMES.map((name) => [name, {}])) } },
  ],
  "a long example, again and again": [
    { minItems: 2000, items: { minItems: 2000, items: { example: "x".repeat(1e5) } } },
  ],
};

for (const [what, [schema, schemas]] of Object.entries(BOMBS)) {
  test(`12: ${what}: there is an answer, soon and bounded`, async () => {
    const begin = process.cpuUsage().user;
    const text = await (await answerBy(schema, schemas)).text();
    assert.ok(process.cpuUsage().user - begin < 5_000_000 && text.length < 5_000_000, String(text.length));
  });
}

test("12: nesting without end is told, and is no RangeError", async () => {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < 5000; depth += 1) schema = { items: schema };
  const error = await rejection(answerBy(schema), ConfigurationError);
  assert.is(error.message, "the document is nested more than 500 levels deep");
});

test("12: nor is an example", async () => {
  const example = JSON.parse("[".repeat(5000) + "]".repeat(5000)) as object;
  const error = await rejection(answerBy({ example }), ConfigurationError);
  assert.is(error.message, "an example in the document is nested more than 500 levels deep");
});

test("12: a request is held against a pattern in bounded time, and one that looks around judges nothing", async () => {
  const parameter = (name: string, pattern: string): object => ({
    name,
    in: "query",
    schema: { type: "string", pattern },
  });
  const parameters = [parameter("ways", "^(a+)+$"), parameter("around", "^(?!b)(a+)+$")];
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.document({ openapi: "3.1.0", paths: { "/x": { get: { parameters, responses: { 200: {} } } } } });
  const long = `${"a".repeat(100)}!`;
  await fake.fetch(`https://a.test/x?around=${long}`);
  const error = await rejection(fake.fetch(`https://a.test/x?ways=${long}`), ConfigurationError);
  assert.match(error.message, /query parameter "ways" does not satisfy pattern/);
});

test("12: a base URL of many places is bounded too", async () => {
  const fake = fakeProviders({ a: `https://a.test/${"{A}a".repeat(30)}!` });
  await rejection(fake.fetch(`https://a.test/${"a".repeat(2000)}`), ConfigurationError);
});

test("12: a request nested without end is told", async () => {
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.on("POST", "/x").reply(200);
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "[".repeat(5000) + "]".repeat(5000),
  };
  const error = await rejection(fake.fetch("https://a.test/x", init), ConfigurationError);
  assert.is(error.message, "a body is nested more than 500 levels deep");
});

test.run();
