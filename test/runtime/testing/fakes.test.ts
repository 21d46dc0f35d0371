import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError, HttpError } from "@sdkwright/runtime";
import { fakeProviders, type FakeProviders } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";

const test = suite("fakes");

const BASE = "https://api.acme.example/v1";

function start(): { readonly fake: FakeProviders<"acme">; readonly client: ReturnType<typeof acmeClient> } {
  const fake = fakeProviders({ acme: BASE });
  return { fake, client: acmeClient(BASE, fake.options) };
}

test("a method and a path get the status, body and headers that were set up", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("POST", "/charges").reply(201, { id: "ch_1" }, { "x-request-id": "r1" });
  const answer = await client.post("/charges", { json: { amount: 100 } });
  assert.is(answer.status, 201);
  assert.is(answer.headers.get("x-request-id"), "r1");
  assert.equal(await answer.json(), { id: "ch_1" });
});

test("nothing global is replaced", async () => {
  const { fetch, setTimeout, Date: date } = globalThis;
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").reply(200);
  await client.get("/x");
  assert.ok(globalThis.fetch === fetch && globalThis.setTimeout === setTimeout && globalThis.Date === date);
});

test("text, bytes, forms, streams and responses are bodies too", async () => {
  const { fake, client } = start();
  const bodies: readonly (readonly [unknown, string])[] = [
    ["hello", "hello"],
    [new Uint8Array([104, 105]), "hi"],
    [new Uint8Array([104, 105]).buffer, "hi"],
    [new URLSearchParams({ a: "1" }), "a=1"],
    [new Blob(["blob"]), "blob"],
    [new Response("stream").body, "stream"],
    [["list"], '["list"]'],
    [null, "null"],
    [undefined, ""],
  ];
  for (const [body, text] of bodies) {
    fake.providers.acme.on("GET", "/x").reply(200, body);
    assert.is(await client.get("/x").text(), text);
  }
  fake.providers.acme.on("GET", "/x").reply(new Response("whole", { status: 203 }));
  assert.is((await client.get("/x")).status, 203);
  assert.is(await client.get("/x").text(), "whole");
});

test("sequences are given in order, and the last stays", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").reply(200, "one").reply(200, "two").times(2).reply(200, "three");
  const given: string[] = [];
  for (let count = 0; count < 5; count += 1) given.push(await client.get("/x").text());
  assert.equal(given, ["one", "two", "two", "three", "three"]);
});

test("what is given once is used up, and then what was set up before answers", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").replyOnce(200, "first");
  assert.is(await client.get("/x").text(), "first");
  const { message } = await rejection(client.get("/x"), ConfigurationError);
  assert.match(message, "GET /x (used up)");
  fake.providers.acme.on("GET", "/x").reply(200, "always");
  fake.providers.acme.on("GET", "/x").replyOnce(200, "now");
  assert.is(await client.get("/x").text(), "now");
  assert.is(await client.get("/x").text(), "always");
});

test("functions of the request make bodies and whole answers; names of the path are decoded", async () => {
  const { fake, client } = start();
  const { acme } = fake.providers;
  acme.on("GET", "/charges/{id}").reply(200, ({ params, query }) => ({ ...params, ...query }));
  acme.on("POST", "/sum").reply(({ body }) => ({ status: 202, body: { sum: (body as { a: number }).a + 1 } }));
  acme.on("GET", "/files/*").reply(async ({ params }) => new Response(params["*"]));
  const read = client.get("/charges/{id}", { params: { id: "a/b c" }, query: { page: 2, tag: ["x", "y"] } });
  assert.equal(await read.json(), { id: "a/b c", page: "2", tag: ["x", "y"] });
  assert.equal(await client.post("/sum", { json: { a: 1 } }).json(), { sum: 2 });
  assert.is(await client.get("/files/a/b.txt").text(), "a/b.txt");
});

test("a query in the path has to be there; any method and any path can be meant", async () => {
  const { fake, client } = start();
  const { acme } = fake.providers;
  acme.on("*", "*").reply(200, "any");
  acme.on("GET", "/items?page=2").reply(200, "second page");
  assert.is(await client.get("/items", { query: { page: 2, more: 1 } }).text(), "second page");
  assert.is(await client.get("/items", { query: { page: 3 } }).text(), "any");
  assert.is(await client.put("/whatever", { json: 1 }).text(), "any");
});

test("a request that nothing was set up for fails at once, with what there is and what is near", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("POST", "/charges").reply(201);
  fake.providers.acme.on("GET", "/charges/{id}").reply(200);
  const { message, provider } = await rejection(
    client.post("/charge", { json: {}, retryPolicy: "circuit-breaker", idempotent: true }),
    ConfigurationError,
  );
  assert.is(provider, "acme");
  assert.is(
    message,
    "fake acme: nothing answers POST /charge. Did you mean POST /charges? Also set up: GET /charges/{id}. " +
      'To answer it: on("POST", "/charge").reply(200, {})',
  );
  assert.is(fake.requests.length, 1);
  assert.throws(() => fake.verify(), /nothing answers POST \/charge/);
});

test("what was probably meant is named once", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("POST", "/charges").reply(201);
  const near = await rejection(client.post("/charge", { json: {} }), ConfigurationError);
  assert.match(near.message, "POST /charge. Did you mean POST /charges? To answer it:");
  const far = await rejection(client.get("/x"), ConfigurationError);
  assert.match(far.message, "GET /x. Set up: POST /charges. To answer it:");
});

test("a request to somewhere else names the fakes", async () => {
  const { fake } = start();
  const elsewhere = acmeClient("https://api.acme.example/v2", fake.options);
  const { message } = await rejection(elsewhere.get("/x"), ConfigurationError);
  assert.is(
    message,
    "no fake provider is at https://api.acme.example/v2/x; known: acme (https://api.acme.example). Give its base URL to fakeProviders",
  );
  const key = `T0/${"b1".repeat(12)}`;
  const hook = await rejection(
    acmeClient(`https://hooks.example/${key}`, fake.options).get("/x?q=1"),
    ConfigurationError,
  );
  assert.match(hook.message, "no fake provider is at https://hooks.example/T0/***/x; known");
  const plain = await rejection(fake.fetch("https://hooks.example/T0/x?q=1"), ConfigurationError);
  assert.match(plain.message, "no fake provider is at https://hooks.example; known");
});

test("`verify` says nothing where all was answered, and `reset` forgets", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").reply(404);
  await rejection(client.get("/x"), HttpError);
  fake.verify();
  await rejection(client.get("/y"), ConfigurationError);
  fake.reset();
  fake.verify();
  assert.equal(fake.requests, []);
  await rejection(client.get("/x"), ConfigurationError);
});

test("a function that throws is a mistake of the test: the caller gets it at once", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").reply(200, () => {
    throw new TypeError("undefined is not a function");
  });
  const { message } = await rejection(client.get("/x", { retryPolicy: "circuit-breaker" }), ConfigurationError);
  assert.is(message, "the function that answers a GET threw: undefined is not a function");
  assert.is(fake.requests.length, 1);
  assert.throws(() => fake.verify(), /undefined is not a function/);
});

test("the longest base URL wins; definitions are read with all their services and parameters", async () => {
  const services = [{ id: "default", baseUrl: "https://{REGION}.many.example/v{VERSION}" }, { id: "files", baseUrl: "https://files.many.example/" }]; // prettier-ignore
  const fake = fakeProviders({ outer: "https://one.example", inner: "https://one.example/inner", many: { name: "many", services } }); // prettier-ignore
  fake.providers.outer.on("GET", "/inner/x").reply(200, "outer");
  fake.providers.inner.on("GET", "/x").reply(200, "inner");
  fake.providers.many.on("GET", "/x").reply(200, "many");
  const texts = ["https://one.example/inner", "https://eu.many.example/v1", "https://files.many.example"].map((base) =>
    acmeClient(base, fake.options).get("/x").text(),
  );
  assert.equal(await Promise.all(texts), ["inner", "many", "many"]);
  assert.equal(
    fake.requests.map(({ provider }) => provider),
    ["inner", "many", "many"],
  );
});

test("wrong use is refused with what is wrong", () => {
  assert.throws(() => fakeProviders({ acme: "api.acme.example" }), /base URL of "acme" is not a URL/);
  assert.throws(() => fakeProviders({ acme: { name: "acme" } }), /"acme" has no base URL/);
  const { acme } = start().fake.providers;
  assert.throws(() => acme.on("GET", "x"), /a path starts with a slash/);
  assert.throws(
    () => acme.on("GET", "/x").fail("explosion" as "reset"),
    /"explosion" is not a kind of failure; known: dns,/,
  );
  assert.throws(
    () => acme.on("GET", "/x").fail(429, { retry: 5 } as object),
    /fail: `retry` is unknown; known: retryAfter/,
  );
  assert.throws(() => fakeProviders({}, { sed: 1 } as object), /fakeProviders: `sed` is unknown/);
  assert.throws(() => acme.on("GET", "/x").digest({ user: "u" } as never), /digest: `user` is unknown/);
  assert.throws(() => acme.on("GET", "/x").reply(200).delay(Infinity), /takes ms/);
  assert.throws(() => acme.on("GET", "/x").reply(200).times(0), /takes a whole number/);
  assert.throws(() => acme.on("GET", "/x").delay(5), /call `reply` or `fail` first/);
});

test("an answer that cannot be made says so", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/x").reply(204, { not: "empty" });
  const { message } = await rejection(client.get("/x"), ConfigurationError);
  assert.match(message, "an answer of status 204 cannot be made: it has no body");
  fake.providers.acme.on("GET", "/x").reply(200, new Response("once").body);
  assert.is(await client.get("/x").text(), "once");
  const again = await rejection(client.get("/x"), ConfigurationError);
  assert.match(again.message, "a stream is read once");
});

test("redirects are followed as those of servers", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/old").reply(301, undefined, { location: "/v1/new" });
  fake.providers.acme.on("GET", "/new").reply(200, "new");
  assert.is(await client.get("/old").text(), "new");
});

test.run();
