import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { check } from "@sdkwright/runtime/validate";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";
import { root } from "../../tree.js";
import { BASE, DOCUMENT, documented } from "./document.js";

const test = suite("fakes with an OpenAPI document");

const list = { query: { limit: 5 }, headers: { "acme-desk": "7" } };

test("examples of the document are answers, those behind references too", async () => {
  const { client } = documented();
  assert.equal(await client.get("/charges/{id}", { params: { id: "7" } }).json(), { id: "ch_1", amount: 5 });
  assert.is(await client.get("/charges/newest").json(), "the newest");
});

test("what has none is sampled from its schema, as answers have it", async () => {
  const { client } = documented();
  const answer = await client.post("/charges", { json: { amount: 1, note: null } });
  assert.is(answer.status, 201);
  const charge = await answer.json<Record<string, unknown>>();
  assert.equal(check({ ...DOCUMENT.components.schemas.Charge, components: DOCUMENT.components }, charge), []);
  assert.equal(Object.keys(charge), ["id", "amount", "note", "at"]);
  assert.match(String(charge["at"]), /^2026-01-\d\dT/);
  assert.ok(Number(charge["amount"]) > 0);
  assert.is((await client.delete("/charges/{id}", { params: { id: "7" } })).status, 204);
  assert.match(await client.post("/login", { form: { user: "u", age: "5" } }).text(), /^2026-01-\d\d$/);
});

test("the same seed gives the same answers, whatever was asked before; another seed others", async () => {
  const ask = async (seed: number, before: number): Promise<unknown> => {
    const { client } = documented({ seed });
    for (let count = 0; count < before; count += 1) await client.get("/charges", list);
    return client.post("/charges", { json: { amount: 1, note: null } }).json();
  };
  assert.equal(await ask(1, 0), await ask(1, 3));
  assert.not.equal(await ask(1, 0), await ask(2, 0));
});

test("what is set up wins over the document", async () => {
  const { fake, client } = documented();
  fake.providers.acme.on("GET", "/charges/newest").replyOnce(503);
  assert.is((await client.get("/charges/newest", { throwHttpErrors: false })).status, 503);
  assert.is(await client.get("/charges/newest").json(), "the newest");
});

type Ask = (client: ReturnType<typeof acmeClient>) => Promise<unknown>;

const REFUSED: readonly (readonly [name: string, ask: Ask, problem: string])[] = [
  ["a path that is not there", (client) => client.get("/charge"), "GET /charge does not fit its document: there is no such operation"],
  ["another method", (client) => client.put("/charges"), "there is no such operation"],
  ["a name that is near", (client) => client.post("/chargse", { json: {} }), "did you mean POST /charges?"],
  ["a parameter in the path", (client) => client.get("/charges/{id}", { params: { id: "seven" } }), 'path parameter "id" is not of type integer'],
  ["a query that is missing", (client) => client.get("/charges", { headers: list.headers }), 'query parameter "limit" is missing'],
  ["a query that is no number", (client) => client.get("/charges", { ...list, query: { limit: "many" } }), 'query parameter "limit" is not of type integer'],
  ["a limit", (client) => client.get("/charges", { ...list, query: { limit: 101 } }), 'query parameter "limit"'],
  ["a header that is missing", (client) => client.get("/charges", { query: list.query }), 'header parameter "Acme-Desk" is missing'],
  ["a list", (client) => client.get("/charges/{id}", { params: { id: "1" }, query: { expand: ["customer", "x"] } }), 'query parameter "expand" at /1'],
  ["a cookie", (client) => client.get("/charges", { ...list, headers: { ...list.headers, cookie: "sid=maybe" } }), 'cookie parameter "sid" is not of type boolean'],
  ["no body", (client) => client.post("/charges"), "a body is missing"],
  ["another type of body", (client) => client.post("/charges", { form: { amount: "1" } }), "the body is application/x-www-form-urlencoded, not application/json"],
  ["a property that is missing", (client) => client.post("/charges", { json: { amount: 1 } }), "the body at /note is missing"],
  ["an exclusive limit of OpenAPI 3.0", (client) => client.post("/charges", { json: { amount: 0, note: null } }), "the body at /amount"],
  ["a schema behind a reference", (client) => client.post("/charges", { json: { amount: 1, note: "", parent: { amount: 1, note: 5 } } }), "the body at /parent/note is not of type string"],
  ["a field of a form", (client) => client.post("/login", { form: { age: "5" } }), "the body at /user is missing"],
]; // prettier-ignore

for (const [name, ask, problem] of REFUSED) {
  test(`a request that the document does not allow is refused: ${name}`, async () => {
    const { fake, client } = documented();
    fake.providers.acme.on("*", "*").reply(200);
    const { message } = await rejection(ask(client), ConfigurationError);
    assert.match(message, problem);
    assert.throws(() => fake.verify(), /fake acme/);
  });
}

test("what the document allows is not refused: unknown properties, null, types of forms", async () => {
  const { fake, client } = documented();
  await client.post("/charges", { json: { amount: 1, note: null, more: true }, security: "body" });
  await client.get("/charges", { ...list, query: { limit: 5, more: 1 } });
  await client.get("/charges/{id}", { params: { id: "1" }, query: { expand: "customer" } });
  await client.post("/login", { form: { user: "u", age: "5" } });
  fake.verify();
});

test("problems show no value", async () => {
  const { client } = documented();
  const { message } = await rejection(
    client.post("/charges", { json: { amount: "canary", note: null }, security: ["header", "body"] }),
    ConfigurationError,
  );
  assert.not.match(message, /canary|-secret/);
});

test("OpenAPI 3.1 is read too; of an older version and YAML it says what to do", async () => {
  const fake = fakeProviders({ acme: BASE });
  const types = { type: ["string", "null"], const: "a" };
  const paths = { "/x": { get: { responses: { 200: { content: { "application/json": { schema: types } } } } } } };
  fake.providers.acme.document({ openapi: "3.1.0", paths });
  assert.is(await acmeClient(BASE, fake.options).get("/x").json(), "a");
  assert.throws(() => fake.providers.acme.document({ swagger: "2.0", paths }), /sdkwright add/);
  assert.throws(() => fake.providers.acme.document("openapi: 3.0.0" as unknown as object), /parsed JSON/);
});

test("the document of the documentation's project is answered whole", async () => {
  const file = join(root, "test", "docs", "project", "client", "openapi", "parcel-post.json");
  const fake = fakeProviders({ post: "https://api.parcel-post.example/v1" });
  fake.providers.post.document(JSON.parse(readFileSync(file, "utf8")) as object);
  const client = acmeClient("https://api.parcel-post.example/v1", fake.options);
  const parcels = await client.get("/parcels", { query: { limit: 5 } }).json<unknown[]>();
  assert.is(parcels.length, 1);
});

test.run();
