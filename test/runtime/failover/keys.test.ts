import { createHash } from "node:crypto";
import { HttpError, RequestError, type SdkError } from "@sdkwright/runtime";
import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Answer, createWorld, type MapFunction, networkFailure, type World } from "../policy/world.js";

const test = suite("keys of a use-case call");

// The platform's takes real time, in which the virtual clock would find nothing to wait for.
test.before(() => {
  crypto.subtle.digest = async (algorithm, data) => {
    assert.is(algorithm, "SHA-256");
    return new Uint8Array(
      createHash("sha256")
        .update(data as Uint8Array)
        .digest(),
    ).buffer;
  };
});
test.after(() => {
  Reflect.deleteProperty(crypto.subtle, "digest");
});

const definition: Partial<ProviderDefinition> = {
  idempotency: {
    POST: [
      { header: "Idempotency-Key", of: ["/messages"] },
      { header: "Idempotency-Key", form: "uuid", of: ["/labels"] },
    ],
  },
};
const postTwice: MapFunction = async ({ http }) => {
  await http.post("/messages", { json: { part: 1 } });
  return (await http.post("/messages", { json: { part: 2 } })).status;
};
const post: MapFunction = async ({ http }) => (await http.post("/messages", { json: {} })).status;

const keysOf = ({ sent }: World, provider: string): (string | null)[] =>
  sent.filter((request) => request.provider === provider).map(({ headers }) => headers.get("idempotency-key"));
const distinct = (keys: readonly unknown[]): unknown[] => [...new Set(keys)];

test("key-failover: all attempts of a provider have one key, and the next provider another", async () => {
  for (const options of [{}, { idempotencyKey: "m-1" }]) {
    const world = createWorld({ answers: { a: 503, b: 200 }, map: post, definition, failoverAfter: "retries" });
    assert.equal((await world.run({}, options)).provider, "b");
    const [ofA, ofB] = [keysOf(world, "a"), keysOf(world, "b")];
    assert.ok(ofA.length > 2, String(ofA.length));
    assert.equal([distinct(ofA).length, ofB.length, ofA.includes(ofB[0] ?? "")], [1, 1, false]);
  }
});

test("key-use-case: each request has the same key in both processes, and no other request has it", async () => {
  const [first, second] = [1, 2].map(() => createWorld({ answers: { a: 200 }, map: postTwice, definition }));
  for (const world of [first, second]) await world?.run({}, { idempotencyKey: "m-1" });
  const keys = keysOf(first as World, "a");
  assert.equal(keysOf(second as World, "a"), keys);
  const expected = [1, 2].map((number) =>
    createHash("sha256")
      .update(JSON.stringify(["m-1", "a", "POST", "/messages", number]))
      .digest("base64url")
      .slice(0, 32),
  );
  assert.equal(keys, expected);
  await second?.run({}, { idempotencyKey: "m-2" });
  assert.is(distinct(keysOf(second as World, "a")).length, 4);
});

test("key-use-case: a vendor who wants UUIDs gets those", async () => {
  const map: MapFunction = async ({ http }) => (await http.post("/labels", { json: {} })).status;
  const world = createWorld({ answers: { a: 200 }, map, definition });
  for (const key of ["m-1", "m-1", "m-2"]) await world.run({}, { idempotencyKey: key });
  const [first, second, other] = keysOf(world, "a");
  assert.match(first ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal([second === first, other === first], [true, false]);
});

test("without a key of its own, a call has a random one for each request, also if a map is run again", async () => {
  const downUntil: Answer = ({ at }) => (at < 3000 ? 503 : 200);
  const world = createWorld({
    answers: { a: downUntil, b: networkFailure("ECONNREFUSED") },
    map: postTwice,
    definition,
  });
  assert.is((await world.run()).ok, true);
  const keys = keysOf(world, "a");
  assert.ok(keys.length > 3, String(keys.length));
  assert.is(distinct(keys).length, 2);
  assert.is(distinct(keys.slice(0, -1)).length, 1);
  await world.run();
  assert.is(distinct(keysOf(world, "a")).length, 4);
});

test("a later round that finds its own request at work waits for it", async () => {
  const answers: Answer[] = [500, 500, 409, 200];
  const world = createWorld({ answers: { a: answers, b: networkFailure("ECONNREFUSED") }, map: post, definition });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "a", attempts: 6 });
  assert.is(distinct(keysOf(world, "a")).length, 1);
});

test("a request that is repeated quickly and found at work is waited for, though another could be asked", async () => {
  const world = createWorld({ answers: { a: [500, 409, 200], b: 200 }, map: post, definition });
  assert.equal([(await world.run()).provider, world.times("b")], ["a", []]);
  const first = createWorld({ answers: { a: 409, b: 200 }, map: post, definition });
  const outcome = await first.run();
  assert.instance(outcome.ok || outcome.error, HttpError);
  assert.equal([first.times("a").length, first.times("b").length], [1, 0]);
});

test("`idempotent: false`: it is sent again to the provider that honours its key, and to no other", async () => {
  const map: MapFunction = async ({ http }) => (await http.post("/messages", { idempotent: false })).status;
  const reset = networkFailure("ECONNRESET");
  const world = createWorld({ answers: { a: [reset, 200], b: 200 }, map, definition });
  assert.equal([(await world.run()).provider, world.times("b")], ["a", []]);
  const lasting = createWorld({ answers: { a: reset, b: 200 }, map, definition });
  assert.is((await lasting.run()).ok, false);
  assert.equal([distinct(keysOf(lasting, "a")).length, lasting.times("b")], [1, []]);
});

test("the call's key goes with every POST and PATCH, and makes none harmless that is not documented", async () => {
  const map: MapFunction = async ({ http }) => {
    await http.get("/other");
    await http.patch("/other", { json: {} });
    await http.post("/own", { json: {}, idempotencyKey: "mine" });
    return (await http.post("/other", { json: {} })).status;
  };
  const world = createWorld({ answers: { a: [200, 200, 200, 500, 200] }, map, policies: { a: null } });
  assert.is((await world.run({}, { idempotencyKey: "m-1" })).ok, false);
  const [ofGet, ofPatch, own, ofPost, ...others] = keysOf(world, "a");
  assert.equal([ofGet, own, others], [null, "mine", []]);
  for (const key of [ofPatch, ofPost]) assert.match(key ?? "", /^[\w-]{32}$/);
});

test("an empty key, and one that is no text, are refused", async () => {
  const world = createWorld({ answers: { a: 200 }, map: post, definition });
  const empty = await world.run({}, { idempotencyKey: "" });
  assert.instance(empty.ok || empty.error, RequestError);
  const wrong = await world.run({}, { idempotencyKey: true });
  assert.instance(wrong.ok || wrong.error, RequestError);
  assert.equal(world.sent, []);
});

test("the error of a call has the key that its last provider knows", async () => {
  const world = createWorld({ answers: { a: 400 }, map: post, definition });
  const outcome = await world.run({}, { idempotencyKey: "m-1" });
  assert.is(outcome.ok ? "" : (outcome.error as SdkError).idempotencyKey, keysOf(world, "a")[0]);
});

test.run();
