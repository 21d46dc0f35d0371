import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders, type Recording } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";
import { drawer, open } from "./tapes.js";

const test = suite("recordings and documents that strangers wrote");

const ORIGIN = "https://api.acme.example";
const URL_OF_X = `${ORIGIN}/x`;

/** Begins a line that the runner of a pipeline would obey, and turns the text round. */
const COMMAND = "\n::error file=x::pwn\r\n##[add-mask]x##vso[x]\u202e\u001b[2J";

function tapeWith(exchanges: readonly unknown[]): Recording {
  const files = drawer();
  files.texts.set("pay.json", JSON.stringify({ recording: 1, exchanges }));
  return open(files);
}

function exchange(request: object, response: object = { status: 200, headers: {} }): object {
  return { request: { method: "GET", url: URL_OF_X, query: {}, ...request }, response };
}

const REFUSED: readonly (readonly [what: string, exchange: unknown])[] = [
  ["a method that is no text", exchange({ method: { toString: 1 } })],
  ["a URL that is no text", exchange({ url: { toString: "x" } })],
  ["no status", exchange({}, { headers: {} })],
  ["a status of four digits", exchange({}, { status: 1000, headers: {} })],
  ["half a status", exchange({}, { status: 200.5, headers: {} })],
  ["a name of a header that is none", exchange({}, { status: 200, headers: { "a b": "c" } })],
  ["a value of a header with a line break", exchange({}, { status: 200, headers: { a: "c\nd" } })],
  ["base64 that is no text", exchange({}, { status: 200, headers: {}, base64: 5 })],
  ["base64 that is none", exchange({}, { status: 200, headers: {}, base64: "%%%" })],
  ["a failure that is none", { request: { method: "GET", url: URL_OF_X, query: {} }, failure: "__proto__" }],
  ["neither an answer nor a failure", { request: { method: "GET", url: URL_OF_X, query: {} } }],
];

for (const [what, wrong] of REFUSED) {
  test(`refused where it is read: ${what}`, () => {
    assert.throws(
      () => tapeWith([exchange({}), wrong]),
      (error: Error) =>
        error instanceof ConfigurationError &&
        error.message ===
          "pay.json is not a recording that this version can read (exchange 2 of 2); delete it to record again",
    );
  });
}

test("any status that a server may send is replayed, and what has no body has none", async () => {
  for (const status of [101, 204, 304, 299, 600, 999]) {
    const tape = tapeWith([exchange({}, { status, headers: { "x-a": "1" }, body: "text" })]);
    const answer = await acmeClient(ORIGIN, tape.options).get("/x", { throwHttpErrors: false });
    assert.is(answer.status, status);
    assert.is(answer.headers.get("x-a"), "1");
    await tape.done();
  }
});

/** What a tape says of requests of `/x`, where they are made and at the end. */
async function toldOf(tape: Recording, json?: object): Promise<readonly string[]> {
  const client = acmeClient(ORIGIN, tape.options);
  const asked = await rejection(
    json === undefined ? client.get("/x") : client.post("/x", { json }),
    ConfigurationError,
  );
  return [asked.message, (await rejection(tape.done(), ConfigurationError)).message];
}

function isHarmless(message: string): void {
  assert.not.match(message, /^::|##\[|[^\P{C}\n]/mu);
  assert.ok(message.length < 10_000, `${message.length} characters`);
}

test("lines of its own, control characters and endless texts of a recording are not in messages", async () => {
  const tapes = [
    tapeWith([exchange({ url: URL_OF_X + COMMAND })]),
    tapeWith([exchange({ url: URL_OF_X + "x".repeat(100_000) })]),
    tapeWith(Array.from({ length: 3000 }, (_, index) => exchange({ url: `${URL_OF_X}/${index}${"a".repeat(100)}` }))),
  ];
  for (const tape of tapes) (await toldOf(tape)).forEach(isHarmless);
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}${COMMAND}`, COMMAND]));
  const differing = exchange({ method: "POST", type: "application/json", body: many });
  const told = await toldOf(tapeWith([differing]), { amount: 1 });
  told.forEach(isHarmless);
  // Its lines stay lines.
  assert.match(told[0] ?? "", /^pay.json: POST https:.* is not what was recorded\n- body\/f0/);
  assert.match(told[0] ?? "", /\nand \d+ more$/);
});

test("what was recorded but not requested is told in part", async () => {
  const tape = tapeWith(
    Array.from({ length: 3000 }, (_, index) => exchange({ url: `${URL_OF_X}/${index}${COMMAND}` })),
  );
  const { message } = await rejection(tape.done(), ConfigurationError);
  isHarmless(message);
  assert.match(message, /\nand 2980 more$/);
});

const schema = {
  type: "object",
  required: [`a${COMMAND}`],
  properties: { b: { enum: [`z${COMMAND}`] }, [`a${COMMAND}`]: {} },
};
const DOCUMENTS: readonly (readonly [what: string, item: object])[] = [
  ["names of fields", { post: { requestBody: { content: { "application/json": { schema } } } } }],
  ["names of parameters", { post: { parameters: [{ name: `q${COMMAND}`, in: "query", required: true }] } }],
  ["media types", { post: { requestBody: { content: { [`text/plain${COMMAND}`]: {} } } } }],
  ["methods that are near", { get: {} }],
  ["long names", { post: { parameters: [{ name: "q".repeat(100_000), in: "query", required: true }] } }],
  ["many names", { post: { parameters: Array.from({ length: 3000 }, (_, index) => ({ name: `q${index}`, in: "query", required: true })) } }],
]; // prettier-ignore

for (const [what, item] of DOCUMENTS) {
  test(`nor such of a vendor's document: ${what}`, async () => {
    const fake = fakeProviders({ acme: ORIGIN });
    fake.providers.acme.document({ openapi: "3.1.0", paths: { "/x": item, [`/x${COMMAND}`]: item } });
    const client = acmeClient(ORIGIN, fake.options);
    const { message } = await rejection(client.post("/x", { json: { b: "c" } }), ConfigurationError);
    isHarmless(message);
    assert.not.match(message, "\n");
    assert.throws(
      () => fake.verify(),
      (error: Error) => (isHarmless(error.message), true),
    );
  });
}

test("the lines of an assertion in a function that answers stay lines", async () => {
  const fake = fakeProviders({ acme: ORIGIN });
  fake.providers.acme.on("GET", "/x").reply(() => {
    throw new Error("expected:\n  1\nactual:\n  2");
  });
  const { message } = await rejection(acmeClient(ORIGIN, fake.options).get("/x"), ConfigurationError);
  assert.match(message, "threw: expected:\n  1\nactual:\n  2");
});

test.run();
