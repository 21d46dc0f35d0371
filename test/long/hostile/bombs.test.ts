import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../runtime/acme.js";

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

const BOMBS: { readonly [what: string]: readonly [schema: object, schemas?: object] } = {
  "two of two of two": [ref("L0"), { ...laughs, L40: { type: "string" } }],
  "itself and itself": [ref("A"), { A: { allOf: [ref("A"), ref("A")] } }],
  "one of itself and itself": [ref("A"), { A: { oneOf: [ref("A")], anyOf: [ref("A")] } }],
  "lists of lists": [{ minItems: 2000, items: { minItems: 2000, items: { minItems: 2000, items: { type: "null" } } } }],
  "a thousand million items": [{ type: "array", minItems: 1e9 }],
  "a thousand million properties": [{ type: "object", minProperties: 1e9 }],
  "a thousand million characters": [{ type: "string", minLength: 1e9 }],
  "a thousand of a thousand of a thousand": [{ type: "string", pattern: "^(?:(?:b{1000}){1000}){1000}c$" }],
  "a pattern that tries all ways": [{ type: "string", pattern: "^(a+)+$", minLength: 5000 }],
};

for (const [what, [schema, schemas]] of Object.entries(BOMBS)) {
  test(`12: ${what}: there is a bounded answer`, async () => {
    const text = await (await answerBy(schema, schemas)).text();
    assert.ok(text.length < 5_000_000, String(text.length));
  });
}

const DEEP = "[".repeat(5000) + "]".repeat(5000);

test("12: nesting without end is told, and is no RangeError: of a schema, an example, a request", async () => {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < 5000; depth += 1) schema = { items: schema };
  for (const deep of [schema, { example: JSON.parse(DEEP) as unknown }]) {
    const error = await rejection(answerBy(deep), ConfigurationError);
    assert.is(error.message, "the document is nested more than 500 levels deep");
  }
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.on("POST", "/x").reply(200);
  const headers = { "content-type": "application/json" };
  const error = await rejection(fake.fetch("https://a.test/x", { method: "POST", headers, body: DEEP }), ConfigurationError); // prettier-ignore
  assert.is(error.message, "a body is nested more than 500 levels deep");
});

test("12: a request is held against a pattern in bounded time", async () => {
  const parameters = [{ name: "ways", in: "query", schema: { type: "string", pattern: "^(a+)+$" } }];
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.document({ openapi: "3.1.0", paths: { "/x": { get: { parameters, responses: { 200: {} } } } } });
  const error = await rejection(fake.fetch(`https://a.test/x?ways=${"a".repeat(100)}!`), ConfigurationError);
  assert.match(error.message, 'query parameter "ways" does not satisfy pattern');
});

test.run();
