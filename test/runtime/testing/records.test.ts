import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";

const test = suite("records of fakes");

const BASE = "https://api.acme.example/v1";

test("method, path, query, headers and body are kept, with the time and what was answered", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("POST", "/charges/{id}").reply(201).delay(1500);
  const client = acmeClient(BASE, fake.options);
  await client.post("/charges/{id}", {
    params: { id: "a b" },
    query: { expand: "customer" },
    headers: { "x-trace": "t1", "idempotency-key": "key-1" },
    json: { amount: 100, list: [1, "two", null] },
  });
  const [request] = fake.requests;
  assert.ok(request);
  const { headers, ...rest } = request;
  assert.equal(rest, {
    provider: "acme",
    method: "POST",
    path: "/charges/a%20b",
    params: { id: "a b" },
    query: { expand: "customer" },
    body: { amount: 100, list: [1, "two", null] },
    at: 0,
    answer: 201,
  });
  assert.is(headers["content-type"], "application/json");
  assert.is(headers["x-trace"], "t1");
  assert.is(headers["idempotency-key"], "key-1");
  assert.is(fake.clock.now(), 1500);
});

test("forms, parts and bytes are read", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("POST", "/x").reply(204);
  const client = acmeClient(BASE, fake.options);
  await client.post("/x", { form: { a: "1", b: ["2", "3"] } });
  const file = new File(["content"], "a.txt", { type: "text/plain" });
  await client.post("/x", { multipart: { name: "n", file } });
  await client.post("/x", { body: new Uint8Array([255, 254]) });
  await client.post("/x", { body: new Response("streamed").body ?? "" });
  assert.equal(
    fake.requests.map(({ body }) => body),
    [
      { a: "1", b: ["2", "3"] },
      { name: "n", file: { filename: "a.txt", type: "text/plain", content: "content" } },
      new Uint8Array([255, 254]),
      "streamed",
    ],
  );
});

/** Schemes of acme that need no challenge, each with where its credential goes. */
const SCHEMES = {
  header: { "x-api-key": "***" },
  query: { key: "***" },
  body: { key: "***" },
  nested: { a: { b: { c: "***" } } },
  basic: { authorization: "***" },
  bearer: { authorization: "***" },
};

for (const [scheme, masked] of Object.entries(SCHEMES)) {
  test(`a credential of the scheme "${scheme}" is masked in its place`, async () => {
    const fake = fakeProviders({ acme: BASE });
    fake.providers.acme.on("POST", "/x").reply(200);
    await acmeClient(BASE, fake.options).post("/x", { security: scheme, json: { amount: 1 } });
    const [request] = fake.requests;
    const all = { ...request?.headers, ...request?.query, ...(request?.body as object) };
    for (const [name, value] of Object.entries(masked)) assert.equal((all as Record<string, unknown>)[name], value);
    assert.not.match(inspect(fake.requests, { depth: 9 }), /-secret/);
  });
}

test("so is a key in the path, and in what fills a name", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/bot{token}/{method}").reply(200);
  await acmeClient(BASE, fake.options).get("/bot{token}/getMe", { security: "path" });
  const [request] = fake.requests;
  assert.is(request?.path, "/bot***/getMe");
  assert.equal(request?.params, { token: "***", method: "getMe" });
});

test("so are short ones, numbers, encoded ones, and what the caller sends under a telling name", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("POST", "/x/{id}").reply(200);
  const credentials = { body: { apikey: "1234" }, header: { apikey: "ab" }, query: { apikey: "k&/1" } };
  await acmeClient(BASE, { ...fake.options, credentials }).post("/x/{id}", {
    security: ["header", "query", "body"],
    params: { id: "canary-own" },
    query: { access_token: "canary-own", also: "canary-own" },
    headers: { cookie: "sid=canary-cookie", "x-note": "see canary-cookie" },
    json: { password: "canary-password", note: "canary-password", nested: { secrets: ["canary-list"] }, max_tokens: 5 },
  });
  const text = inspect(fake.requests, { depth: 9 });
  assert.not.match(text, /canary|1234|k&|k%26/);
  assert.equal(fake.requests[0]?.headers["x-api-key"], "***");
  assert.equal(fake.requests[0]?.body, {
    password: "***",
    note: "***",
    nested: { secrets: ["***"] },
    max_tokens: 5,
    key: "***",
  });
});

test("so is what fills a telling name of a path", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/reset/{token}").reply(200);
  await acmeClient(BASE, fake.options).get("/reset/canary%2F1");
  assert.is(fake.requests[0]?.path, "/reset/***");
  assert.not.match(inspect(fake.requests), /canary/);
});

test("a function of the request sees what a server sees", async () => {
  const fake = fakeProviders({ acme: BASE });
  let seen = "";
  fake.providers.acme.on("GET", "/x").reply(({ headers }) => ((seen = headers["x-api-key"] ?? ""), {}));
  await acmeClient(BASE, fake.options).get("/x", { security: "header" });
  assert.is(seen, "header-secret");
});

test("errors about a request show no credential either", async () => {
  const fake = fakeProviders({ acme: BASE });
  const error = await acmeClient(BASE, fake.options)
    .get("/bot{token}/{id}", { security: "path", params: { id: "i" } })
    .catch((thrown: unknown) => thrown);
  assert.match(String(error), "nothing answers GET /bot***/i");
  assert.not.match(inspect(error), /-secret/);
});

test("12: a secret that a path has across segments is in no record and no message", async () => {
  const fake = fakeProviders({ acme: "https://a.test" });
  fake.providers.acme.on("GET", "/other").reply(200);
  const token = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYz7";
  const wire = { "GET /share/{+token}/more": { params: { token: { allowReserved: true } } } } as const;
  const definition = { operations: wire };
  const error = await rejection(
    acmeClient("https://a.test", fake.options, definition).get("/share/{+token}/more", { params: { token } }),
    Error,
  );
  assert.equal(fake.requests[0]?.path, "/share/***/more");
  assert.not.match(inspect([error, fake.requests], { depth: 9 }), "K7MDENG");
});

test.run();
