import {
  AuthenticationError,
  HttpError,
  NetworkError,
  RequestError,
  type RequestOptions,
  type SdkError,
} from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { digest } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type TestServer } from "../../server.js";
import { acme, acmeClient, recordingFetch } from "../acme.js";
import { VirtualClock } from "../policy/virtual-clock.js";
import { world } from "../policy/retries-world.js";

/** What is sent once and repeated with the same key, as a document says it. */
const test = suite("keys that make a repeat harmless");

const HEADER: Partial<ProviderDefinition> = {
  idempotency: { POST: [{ header: "Idempotency-Key", of: ["/charges"] }] },
};
const BODY: Partial<ProviderDefinition> = { idempotency: { POST: [{ body: "/idempotency_key", of: ["/payments"] }] } };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("key-header: the same key in all attempts, another one in the next call", async () => {
  const { send, keys } = world([503, 503, 201, 201], {}, {}, HEADER);
  assert.is(await send("POST", {}, "/charges"), 201);
  await send("POST", {}, "charges");
  assert.is(keys.length, 4);
  assert.is(new Set(keys.slice(0, 3)).size, 1);
  assert.match(keys[0] ?? "", UUID);
  assert.match(keys[3] ?? "", UUID);
  assert.is.not(keys[3], keys[0]);
});

test("key-header: under the name that the document has, and no other", async () => {
  const { fetch, sent } = recordingFetch();
  const parts = { idempotency: { PATCH: [{ header: "X-Idempotency-Key", of: ["/charges/{id}"] }] } };
  const client = acmeClient("https://a.test", { fetch }, parts);
  await client.patch("/charges/{id}", { params: { id: "ch_1" } });
  await client.patch("/charges/{id}", { params: { id: "ch_1" }, idempotencyKey: "mine" });
  await client.patch("/charges/{id}", { params: { id: "ch_1" }, headers: { "idempotency-key": "other" } });
  const [made, mine, other] = sent.map(({ headers }) => headers.get("x-idempotency-key"));
  assert.match(made ?? "", UUID);
  assert.equal([mine, other], ["mine", "other"]);
  assert.equal(
    sent.slice(0, 2).map(({ headers }) => headers.has("idempotency-key")),
    [false, false],
  );
});

const bodies: string[] = [];

/** Sends a payment to a server with these answers, on a virtual clock; the bodies that it got are `bodies`. */
const pay = async (statuses: readonly number[], options: RequestOptions): Promise<unknown> => {
  bodies.length = 0;
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "");
    return Response.json({}, { status: statuses[Math.min(bodies.length, statuses.length) - 1] ?? 200 });
  };
  const clock = new VirtualClock();
  const client = acmeClient("https://a.test", { fetch, clock, retries: 2 }, BODY);
  return clock.finish(
    client.post("/payments", options).then(
      ({ status }) => status,
      (error: unknown) => error,
    ),
  );
};
const keysInBodies = (): unknown[] =>
  bodies.map((body) => (JSON.parse(body) as { idempotency_key?: unknown }).idempotency_key);

test("key-body: in the JSON body, the same in all attempts, and the caller's object is as it was", async () => {
  const json = Object.freeze({ amount: 5, currency: "EUR" });
  assert.is(await pay([503, 503, 201], { json }), 201);
  const [first, ...others] = keysInBodies();
  assert.match(String(first), UUID);
  assert.equal(others, [first, first]);
  assert.equal(JSON.parse(bodies[0] ?? ""), { ...json, idempotency_key: first });
  assert.equal(Object.keys(json), ["amount", "currency"]);
});

test("key-body: a body that has no place for it goes as it is, and its POST is not repeated", async () => {
  for (const options of [{}, { json: [1] }, { body: "text" }] as const) {
    const error = await pay([503], options);
    assert.instance(error, HttpError);
    assert.equal([bodies.length, (error as HttpError).idempotencyKey], [1, undefined]);
    const demanded = await pay([], { ...options, idempotencyKey: "mine" });
    assert.is((demanded as SdkError).code, "no-place-for-key");
  }
});

test("key-body: beside an API key that stands in the body, and in a form", async () => {
  await pay([200], { json: { a: 1 }, security: ["body"], idempotencyKey: "mine" });
  assert.equal(JSON.parse(bodies[0] ?? ""), { a: 1, key: "body-secret", idempotency_key: "mine" });
  await pay([200], { form: { a: 1 }, idempotencyKey: "my own" });
  assert.equal(bodies, ["a=1&idempotency_key=my+own"]);
});

test("key-own: the option, the header or the property is the key; the same twice is one, two that differ are an error", async () => {
  const { send, keys } = world([503, 200], {}, {}, HEADER);
  assert.is(await send("POST", { idempotencyKey: "order-17" }, "/charges"), 200);
  assert.is(await send("POST", { headers: { "Idempotency-Key": "order-18" } }, "/charges"), 200);
  const both = { idempotencyKey: "order-19", headers: { "idempotency-key": "order-19" } };
  assert.is(await send("POST", both, "/charges"), 200);
  assert.equal(keys, ["order-17", "order-17", "order-18", "order-19"]);
  const differ = { idempotencyKey: "order-20", headers: { "idempotency-key": "order-21" } };
  const error = await send("POST", differ, "/charges");
  assert.instance(error, RequestError);
  assert.is((error as SdkError).code, "header-clash");

  const json = { idempotency_key: "order-17" };
  assert.is(await pay([503, 200], { json }), 200);
  assert.equal(keysInBodies(), ["order-17", "order-17"]);
  await pay([200], { json, idempotencyKey: "order-17" });
  assert.equal(bodies, ['{"idempotency_key":"order-17"}']);
  assert.is(await pay([503, 200], { json: {}, idempotencyKey: "order-18" }), 200);
  assert.equal(keysInBodies(), ["order-18", "order-18"]);
  const clash = await pay([200], { json, idempotencyKey: "order-18" });
  assert.instance(clash, RequestError);
  assert.equal([(clash as SdkError).code, bodies], ["body-clash", []]);
});

test("key-off: none is sent, and the POST is not repeated", async () => {
  const { send, keys } = world([503], {}, {}, HEADER);
  const error = await send("POST", { idempotencyKey: false }, "/charges");
  assert.equal(keys, [null]);
  assert.is((error as SdkError).idempotencyKey, undefined);
  assert.instance(await pay([503], { json: {}, idempotencyKey: false }), HttpError);
  assert.equal(bodies, ["{}"]);
  const own = { idempotencyKey: false, headers: { "idempotency-key": "k" } };
  assert.is(((await send("POST", own, "/charges")) as SdkError).code, "header-clash");
});

test("key-get: GET, HEAD, PUT and DELETE of the same path have none, unless it is declared of them", async () => {
  const { send, keys } = world([200], {}, {}, HEADER);
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) await send(method, {}, "/charges");
  assert.equal(keys, [null, null, null, null]);
  const rules = {
    GET: [{ header: "Idempotency-Key", of: ["/send"] }],
    PUT: [{ header: "Idempotency-Key", of: ["/**"] }],
  };
  const declared = world([200], {}, {}, { idempotency: rules });
  await declared.send("GET", {}, "/send");
  await declared.send("PUT", {}, "/charges/ch_1");
  await declared.send("GET", {}, "/charges");
  assert.equal(
    declared.keys.map((key) => key !== null),
    [true, true, false],
  );
});

test("declared: the first that has the path counts, as it is written or as it goes out; `false` has none", async () => {
  const idempotency = {
    POST: [
      { of: ["/v1/search"] },
      { header: "Idempotency-Key", of: ["/v1/*", "/v1/charges/*/refunds"] },
      { header: "X-Idempotency-Key", of: ["/v1/**"] },
    ],
  };
  const { fetch, sent } = recordingFetch();
  const client = acmeClient("https://a.test/api", { fetch }, { idempotency });
  for (const path of ["/v1/search", "/v1/charges", "/v1/charges/ch_1/refunds", "/v1/a/b", "/v2/charges"])
    await client.post(path);
  await client.post("/{version}/charges", { params: { version: "v1" } });
  assert.equal(
    sent.map(({ headers }) => ["", "x-"].filter((start) => headers.has(`${start}idempotency-key`))),
    [[], [""], [""], ["x-"], [], [""]],
  );
});

test("key-redirect: 307 to the same origin has the same key; another origin has none", async () => {
  const elsewhere = await startServer();
  const places: { readonly [url: string]: string } = { "/charges": "/other", "/other": `${elsewhere.origin}/away` };
  const server = await startServer(({ url }, response) => {
    response.writeHead(307, { location: places[url] }).end();
  });
  try {
    const options = { crossOriginRedirects: "follow-anonymous" } as const;
    await bindProvider(acme(server.origin, HEADER), {}, options).post("/charges");
    const keysAt = ({ received }: TestServer) => received.map(({ headers }) => headers["idempotency-key"]);
    const [first, second] = keysAt(server);
    assert.match(String(first), UUID);
    assert.is(second, first);
    assert.equal(keysAt(elsewhere), [undefined]);
  } finally {
    await Promise.all([server.close(), elsewhere.close()]);
  }
});

test("key-digest: the challenge and its answer have the same key", async () => {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers);
    keys.push(headers.get("idempotency-key"));
    const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' };
    return headers.has("authorization") ? Response.json({}) : new Response(null, { status: 401, headers: challenge });
  };
  const credentials = { staff: { username: "alice", password: "secret" } };
  const client = bindProvider(acme("https://a.test", HEADER), {}, { fetch, credentials }, { digest });
  await client.post("/charges", { security: ["staff"] });
  assert.is(keys.length, 2);
  assert.match(keys[0] ?? "", UUID);
  assert.is(keys[1], keys[0]);
});

test("key-409: a later attempt whose key is still at work is made again, and ends with the error; the first is one at once", async () => {
  const passing = world([500, 409, 200], {}, {}, HEADER);
  assert.is(await passing.send("POST", {}, "/charges"), 200);
  assert.equal(passing.times, [0, 500, 1500]);
  assert.is(new Set(passing.keys).size, 1);
  const lasting = world([500, 409], {}, {}, HEADER);
  const error = await lasting.send("POST", {}, "/charges");
  assert.instance(error, HttpError);
  assert.equal([(error as HttpError).status, lasting.times.length], [409, 3]);
  for (const [answers, options, sends] of [
    [[409], {}, 1],
    [[422], {}, 1],
    [[500, 422], {}, 2],
    [[500, 409], { idempotencyKey: false, idempotent: true }, 2],
    // Nothing of the first was begun.
    [[429, 409], {}, 2],
  ] as const) {
    const { send, times } = world(answers, {}, {}, HEADER);
    assert.instance(await send("POST", options, "/charges"), HttpError);
    assert.is(times.length, sends, JSON.stringify([answers, options]));
  }
});

test("key-lost: sent again although `idempotent: false`, if the operation honours keys, and else not", async () => {
  const lost = world(["reset", 200], {}, {}, HEADER);
  assert.is(await lost.send("POST", { idempotent: false }, "/charges"), 200);
  assert.equal([lost.keys.length, new Set(lost.keys).size], [2, 1]);
  const ofClient = world(["reset", 200], { idempotent: false }, {}, HEADER);
  assert.is(await ofClient.send("POST", {}, "/charges"), 200);
  for (const options of [{}, { idempotencyKey: "mine" }, { idempotencyKey: true }] as const) {
    const other = world(["reset", 200], {}, {}, HEADER);
    const error = await other.send("POST", { ...options, idempotent: false }, "/undocumented");
    assert.instance(error, NetworkError);
    assert.is(other.times.length, 1);
  }
});

test("an operation whose keys have another form gets none by itself, and honours the caller's", async () => {
  const parts = { idempotency: { POST: [{ header: "Idempotency-Key", form: "own", of: ["/charges"] }] } } as const;
  const { send, keys } = world(["reset", 200], {}, {}, parts);
  assert.instance(await send("POST", {}, "/charges"), NetworkError);
  assert.is(await send("POST", { idempotencyKey: "short", idempotent: false }, "/charges"), 200);
  assert.equal(keys, [null, "short"]);
});

test("a client that gives a key to all requests gives none where it is declared so", async () => {
  const parts = { idempotency: { POST: [{ of: ["/search"] }] } };
  const { send, keys } = world([200], { idempotencyKey: true }, {}, parts);
  await send("POST", {}, "/search");
  await send("POST", {}, "/other");
  assert.equal(
    keys.map((key) => key !== null),
    [false, true],
  );
});

test("the key stands in errors, in `toJSON()` too", async () => {
  const { send, keys } = world([400], {}, {}, HEADER);
  const error = (await send("POST", {}, "/charges")) as SdkError;
  assert.is(error.idempotencyKey, keys[0]);
  assert.is((error.toJSON() as { idempotencyKey?: unknown }).idempotencyKey, keys[0]);
  const late = world([500], {}, {}, HEADER);
  const deadline = (await late.send("POST", { deadline: 700 }, "/charges")) as SdkError;
  assert.equal([deadline.name, deadline.idempotencyKey], ["DeadlineError", late.keys[0]]);
  const inBody = await pay([401], { json: { idempotency_key: "mine" }, security: ["bearer"] });
  assert.instance(inBody, AuthenticationError);
  assert.is((inBody as SdkError).idempotencyKey, "mine");
});

test.run();
