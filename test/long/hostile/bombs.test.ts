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

const NAMES = Array.from({ length: 1000 }, (_, at) => `name${at}`);

/** 20 references, one to the next, with so much beside each. */
const chain = (beside: number): object =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, hop) => {
      const keys = Array.from({ length: beside }, (_key, at) => [`x${hop}-${at}`, 1] as const);
      return [`S${hop}`, { ...ref(`S${hop + 1}`), ...Object.fromEntries(keys) }];
    }),
  );

const named = (count: number, schema: (at: number) => object): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema(at)]));

const again = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

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
  "a name that is needed a thousand times, of a long way": [
    { required: again(1000, "a"), properties: { a: ref("S0") } },
    { ...chain(100), S20: { type: "string" } },
  ],
  "properties of a long way": [{ properties: named(500, () => ref("S0")) }, { ...chain(50), S20: { type: "string" } }],
  "properties that are left out, of a long way, again and again": [
    { minItems: 2000, items: { properties: named(500, () => ref("S0")) } },
    { ...chain(1), S20: { type: "string", writeOnly: true } },
  ],
  "choices of a long way, again and again": [
    { minItems: 2000, items: { oneOf: again(500, ref("S0")) } },
    { ...chain(50), S20: { type: "null" } },
  ],
  "names that are needed again and again, again and again": [
    { minItems: 2000, items: { minItems: 2000, items: { required: again(5000, "a") } } },
  ],
  "types again and again": [{ minItems: 2000, items: { minItems: 2000, items: { type: again(5000, "null") } } }],
  "a long mapping, again and again": [
    {
      minItems: 2000,
      items: { oneOf: [ref("A")], discriminator: { propertyName: "a", mapping: named(2000, () => ({})) } },
    },
    { A: {} },
  ],
  "a long way by long names": [
    { minItems: 2000, items: { minItems: 2000, items: ref("n".repeat(20_000)) } },
    { ["n".repeat(20_000)]: { type: "null" } },
  ],
  "texts that are tried all ways": [
    { minItems: 2000, items: { type: "string", pattern: "^(a{0,70}){0,70}$b", minLength: 1000 } },
  ],
  "a thousand patterns of a thousand states": [
    {
      required: Object.keys(named(1500, () => ({}))),
      properties: named(1500, (at) => ({ type: "string", pattern: `^a{4990}${at}$` })),
    },
  ],
  "texts of letters that nobody finds, again and again": [
    {
      minItems: 2000,
      items: { minItems: 2000, items: { type: "string", pattern: "^[\u{1f600}-\u{1f601}][\u4e00]$" } },
    },
  ],
  "texts of nothing again and again": [
    { minItems: 2000, items: { minItems: 2000, items: { type: "string", pattern: "^(?:(?:){100}){100}$" } } },
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

const laughing = (schema: object): readonly [object, object] => [
  ref("L0"),
  { ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`L${at}`, { allOf: [ref(`L${at + 1}`), ref(`L${at + 1}`)] }])), L20: schema }, // prettier-ignore
];

const PLAIN = Array.from({ length: 5000 }, () => ({ b: 1 }));
const LONG = "a".repeat(100_000);

/** What takes long to hold a request against. */
const CHECKS: { readonly [what: string]: readonly [schema: object, schemas: object, body: unknown] } = {
  "names that are needed again and again": [{ items: { required: again(5000, "b") } }, {}, PLAIN],
  "properties that are not there": [{ items: { properties: named(2000, () => ({})) } }, {}, PLAIN],
  "all of the same, of many keys": [...laughing({ minProperties: 1 }), named(1000, () => ({}))],
  "all of the same, of a long text": [...laughing({ maxLength: 100_000, minLength: 60_000 }), LONG],
  "all of the same, of many types": [...laughing({ type: [...again(5000, "null"), "string"] }), LONG],
  "all of the same, of many values": [...laughing({ enum: [...again(5000, "b"), LONG] }), LONG],
  "all of the same, of numbers with many digits": [...laughing({ multipleOf: 1e-300 }), 1e300],
  "a long way by a long name": [{ items: ref("n".repeat(20_000)) }, { ["n".repeat(20_000)]: {} }, PLAIN],
  "texts that are tried all ways": [{ items: { pattern: "^(a{0,70}){0,70}$b" } }, {}, again(1000, "a".repeat(500))],
  "a thousand patterns of a thousand states": [
    { patternProperties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`a{4990}${at}`, {}])) },
    {},
    { b: 1 },
  ],
};

for (const [what, [schema, schemas, body]] of Object.entries(CHECKS)) {
  test(`12: ${what}: a request is held against it, soon`, async () => {
    const fake = fakeProviders({ a: "https://a.test" });
    const requestBody = { content: { "application/json": { schema } } };
    const paths = { "/x": { post: { requestBody, responses: { 204: {} } } } };
    fake.providers.a.document({ openapi: "3.1.0", paths, components: { schemas } });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const begin = process.cpuUsage().user;
    await fake.fetch("https://a.test/x", init).catch(() => undefined);
    const took = process.cpuUsage().user - begin;
    assert.ok(took < 5_000_000, String(took));
  });
}

test("12: paths, parameters and bodies of a long way", async () => {
  const parameters = Array.from({ length: 500 }, () => ({ $ref: "#/x/S0" }));
  const paths = Object.fromEntries(again(500, 0).map((_, at) => [`/p${at}`, { $ref: "#/x/S0" }]));
  const item = {
    post: { parameters, requestBody: { $ref: "#/x/S0" }, responses: { 204: {} } },
    name: "a",
    in: "query",
  };
  const x = {
    ...(JSON.parse(JSON.stringify(chain(100)).replaceAll("#/components/schemas/", "#/x/")) as object),
    S20: item,
  };
  const fake = fakeProviders({ a: "https://a.test" });
  const begin = process.cpuUsage().user;
  fake.providers.a.document({ openapi: "3.1.0", paths, x });
  await fake.fetch("https://a.test/p499?a=1", { method: "POST", body: "x" }).catch(() => undefined);
  assert.ok(process.cpuUsage().user - begin < 2_000_000, String(process.cpuUsage().user - begin));
});

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

test("12: a request is held against a pattern in bounded time, and one that refers to a group judges nothing", async () => {
  const parameter = (name: string, pattern: string): object => ({
    name,
    in: "query",
    schema: { type: "string", pattern },
  });
  const parameters = [
    parameter("ways", "^(a+)+$"),
    parameter("around", "^(?!b)(a+)+$"),
    parameter("group", "^(b?)(a+)+\\1$"),
  ];
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.document({ openapi: "3.1.0", paths: { "/x": { get: { parameters, responses: { 200: {} } } } } });
  const long = `${"a".repeat(100)}!`;
  await fake.fetch(`https://a.test/x?group=${long}`);
  for (const name of ["ways", "around"]) {
    const error = await rejection(fake.fetch(`https://a.test/x?${name}=${long}`), ConfigurationError);
    assert.match(error.message, `query parameter "${name}" does not satisfy pattern`);
  }
});

test("12: a header that a document declares in many spellings is one parameter", async () => {
  const spellings = Array.from({ length: 512 }, (_, bits) =>
    Array.from("x-api-key", (letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)).join(""),
  );
  const schema = { allOf: again(4, { pattern: "^(?:a{999}){46}" }) };
  const parameters = spellings.map((name) => ({ name, in: "header", schema }));
  const fake = fakeProviders({ a: "https://a.test" });
  fake.providers.a.document({ openapi: "3.1.0", paths: { "/x": { get: { parameters, responses: { 204: {} } } } } });
  const begin = process.cpuUsage().user;
  await fake.fetch("https://a.test/x", { headers: { "x-api-key": "a".repeat(999) } }).catch(() => undefined);
  assert.ok(process.cpuUsage().user - begin < 5_000_000, String(process.cpuUsage().user - begin));
});

test("12: a base URL of many places is bounded too", async () => {
  const fake = fakeProviders({ a: `https://a.test/${"{A}a".repeat(30)}!` });
  await rejection(fake.fetch(`https://a.test/${"a".repeat(2000)}`), ConfigurationError);
});

test("12: a path of a document with very many places takes time that grows with it", async () => {
  const fake = fakeProviders({ a: "https://a.test" });
  const begin = process.cpuUsage().user;
  fake.providers.a.document({
    openapi: "3.1.0",
    paths: { [`/${"*".repeat(100_000)}`]: { get: { responses: { 204: {} } } } },
  });
  await fake.fetch(`https://a.test/${"a".repeat(20)}`);
  assert.ok(process.cpuUsage().user - begin < 4_000_000, String(process.cpuUsage().user - begin));
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
