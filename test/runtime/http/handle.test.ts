import { inspect } from "node:util";
import { HttpError, RequestError, type ProviderClient } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, recordingFetch, rejection } from "../acme.js";

const test = suite("handle, and other names of a client");

/** A client of a server that answers every request with a status. */
function answering(status: number) {
  const body = status === 204 ? null : '{"title":"no"}';
  return acmeClient("https://a.test", { fetch: async () => new Response(body, { status }) });
}

test("handle: a status that it names resolves, any other rejects", async () => {
  const response = await answering(404).get("/x", { handle: [404, 409] });
  assert.is(response.status, 404);
  assert.equal(
    await answering(409)
      .get("/x", { handle: [404, 409] })
      .json(),
    { title: "no" },
  );
  assert.is((await rejection(answering(410).get("/x", { handle: [404, 409] }), HttpError)).status, 410);
  assert.is((await rejection(answering(404).get("/x", { handle: [] }), HttpError)).status, 404);
});

test("handle: success needs no naming, and naming it changes nothing", async () => {
  assert.is((await answering(200).get("/x", { handle: [404] })).status, 200);
  assert.is((await answering(204).get("/x", { handle: [204] })).status, 204);
  await rejection(answering(500).get("/x", { handle: [200] }), HttpError);
});

test("handle: a redirect that it names is an answer, and is not followed", async () => {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    sent.push(`${method} ${new URL(url).pathname}`);
    return sent.length > 1 ? new Response("{}") : new Response("", { status: 303, headers: { location: "/confirm" } });
  };
  const client = acmeClient("https://a.test", { fetch });
  const response = await client.post("/order", { json: {}, idempotent: false, handle: [303] });
  assert.equal([response.status, response.headers.get("location")], [303, "/confirm"]);
  assert.equal(sent, ["POST /order"]);
  for (const options of [{ handle: [302] }, { throwHttpErrors: false }, { throwHttpErrors: () => false }]) {
    sent.length = 0;
    assert.is((await client.post("/order", { json: {}, ...options })).status, 200);
    assert.equal(sent, ["POST /order", "GET /confirm"]);
  }
});

test("12.1: throwHttpErrors: a function that returns nothing handles nothing", async () => {
  const throwHttpErrors = (() => undefined) as unknown as () => boolean;
  assert.is((await rejection(answering(401).get("/x", { throwHttpErrors }), HttpError)).status, 401);
});

test("handle: it is read in the call", async () => {
  const handle = [404];
  const call = answering(404).get("/x", { handle });
  handle.length = 0;
  assert.is((await call).status, 404);
});

test("handle: beside throwHttpErrors it is a RequestError, whichever that says", async () => {
  for (const throwHttpErrors of [true, false, () => true]) {
    const { fetch, sent } = recordingFetch();
    const client = acmeClient("https://a.test", { fetch });
    const error = await rejection(client.get("/x", { handle: [404], throwHttpErrors }), RequestError);
    assert.is(error.code, "bad-option");
    assert.match(error.message, "`handle` and `throwHttpErrors` exclude each other: use one of them");
    assert.is(sent.length, 0);
  }
});

test("handle: what is no list of statuses is a RequestError, before anything is sent", async () => {
  const { fetch, sent } = recordingFetch();
  const client = acmeClient("https://a.test", { fetch });
  for (const handle of [404, "404", ["404"], [99], [1000], [404.5], [Number.NaN], [[404]], { 404: true }, null]) {
    const error = await rejection(client.get("/x", { handle: handle as number[] }), RequestError);
    assert.is(error.code, "bad-option");
    assert.match(error.message, "`handle`");
  }
  assert.is(sent.length, 0);
});

test("options: sends OPTIONS", async () => {
  const { fetch, sent } = recordingFetch();
  await acmeClient("https://a.test", { fetch }).options("/x", { security: "header" });
  assert.equal([sent[0]?.method, sent[0]?.headers.get("x-api-key")], ["OPTIONS", "header-secret"]);
});

test("untyped: the same client, and neither JSON nor a list of its keys goes in circles", () => {
  const client = acmeClient("https://a.test");
  const { untyped } = client as typeof client & { readonly untyped: ProviderClient };
  assert.ok(Object.is(untyped, client));
  assert.is(JSON.stringify(client), '{"name":"acme"}');
  assert.not.ok(Object.keys(client).includes("untyped"));
  assert.not.match(inspect(client), "Circular");
});

test.run();
