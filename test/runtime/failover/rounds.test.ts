import { FailoverError, type HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Answer, answerWith, createWorld, type MapFunction, networkFailure } from "../policy/world.js";

// Nobody waits while somebody is ready.
const test = suite("rounds");

const refused = networkFailure("ECONNREFUSED");
const limited = (seconds: number): Answer => answerWith(429, { "retry-after": String(seconds) });

/** Down until then, on the clock of its world. */
const downUntil =
  (time: number, answer: Answer = 503): Answer =>
  ({ at }) =>
    at < time ? answer : 200;

const failuresOf = (error: unknown): unknown[] =>
  (error as FailoverError).failures.map(({ provider, attempts, error }) => [provider, attempts, error.message]);

test("one caller, the first refuses connections: the second is asked within 250 ms", async () => {
  const world = createWorld({ answers: { a: refused, b: 200 } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 3 });
  assert.equal([world.times("a"), world.times("b")], [[0, 200], [200]]);
});

test("the quick repeat is within 20 % of 200 ms", async () => {
  for (const [random, at] of [
    [() => 0, 160],
    [() => 1, 240],
  ] as const) {
    const world = createWorld({ answers: { a: 503, b: 200 }, options: { random } });
    await world.run();
    assert.equal(world.times("b").map(Math.round), [at]);
  }
});

test("one caller, the first hangs: the second is asked after one requestTimeout", async () => {
  const world = createWorld({ answers: { a: "hang", b: 200 } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 2 });
  assert.equal([world.times("a"), world.times("b")], [[0], [30_000]]);
});

test("a blip of one request stays with its provider", async () => {
  const world = createWorld({ answers: { a: [503, 200], b: 200 } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "a", attempts: 2 });
  assert.equal(world.times("a"), [0, 200]);
});

test("the second is dead, the first is down for 3 s: nothing is lost", async () => {
  const world = createWorld({ answers: { a: downUntil(3000), b: refused } });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider], [true, "a"]);
  assert.equal(world.times("a"), [0, 200, 2200, 6200]);
});

test("both are down for 10 s: nothing is lost", async () => {
  const world = createWorld({ answers: { a: downUntil(10_000), b: downUntil(10_000, refused) } });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider], [true, "a"]);
  assert.ok(world.clock.now() < 20_000);
});

test("both limit, one for 1 s and one for 6 s: the first again after what it has asked for", async () => {
  const world = createWorld({ answers: { a: [limited(1), 200], b: limited(6) } });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider, world.times("b")], [true, "a", [0]]);
  assert.ok(world.clock.now() >= 1000 && world.clock.now() <= 2000, String(world.clock.now()));
});

test("all fail for ever: each takes part in six rounds, and one entry each tells the sum of its attempts", async () => {
  const world = createWorld({ answers: { a: 503, b: 500 } });
  const outcome = await world.run();
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.equal(
    failuresOf(outcome.error).map((failure) => (failure as unknown[]).slice(0, 2)),
    [
      ["a", world.times("a").length],
      ["b", world.times("b").length],
    ],
  );
  assert.equal([world.times("a").length, world.times("b").length], [7, 7]);
  assert.ok(world.clock.now() < 70_000, String(world.clock.now()));
});

test("the event says to whom, and in which round", async () => {
  const world = createWorld({ answers: { a: downUntil(3000), b: refused } });
  await world.run();
  assert.equal(
    world.eventsOf("failover").map(({ from, to, round }) => [from, to, round]),
    [
      ["a", "b", 1],
      ["b", "a", 1],
      ["a", "b", 2],
      ["b", "a", 2],
    ],
  );
});

const post: MapFunction = async ({ http }) => (await http.post("/x", { json: {} })).status;
const postWithKey: MapFunction = async ({ http }) => (await http.post("/x", { json: {}, idempotencyKey: true })).status;
const actThenRead: MapFunction = async ({ http }) => {
  await http.post("/act", { json: {} });
  return (await http.get("/read")).status;
};

test("a POST with an unknown outcome goes on at once, and its provider is not asked again in this call", async () => {
  const world = createWorld({ answers: { a: 503, b: 500 }, map: post });
  const outcome = await world.run();
  assert.equal([outcome.ok, world.times("a"), world.times("b")], [false, [0], [0, 2000, 6000, 14_000, 30_000, 62_000]]);
});

test("a POST with a key of its own is repeated once in place, and takes part in rounds", async () => {
  const world = createWorld({ answers: { a: downUntil(3000), b: refused }, map: postWithKey });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider, world.times("a")], [true, "a", [0, 200, 2200, 6200]]);
});

test("a POST that was never sent, or was sent away, takes part in rounds", async () => {
  const answers = { refused, 425: 425, "503 with a wait": answerWith(503, { "retry-after": "1" }) };
  for (const [title, answer] of Object.entries(answers)) {
    const world = createWorld({ answers: { a: downUntil(900, answer), b: refused }, map: post });
    const outcome = await world.run();
    assert.equal([outcome.ok, outcome.provider, world.times("a")[0]], [true, "a", 0], title);
    assert.is(world.times("a").length, 2);
  }
});

test("a map that has acted stays: its later request is repeated in place before the next provider", async () => {
  const fails = (count: number): Answer => {
    let number = 0;
    return ({ method }) => (method === "GET" && (number += 1) <= count ? 503 : 200);
  };
  const stays = createWorld({ answers: { a: fails(3), b: 200 }, map: actThenRead });
  assert.equal(await stays.run(), { ok: true, value: 200, provider: "a", attempts: 5 });
  assert.equal(stays.times("a"), [0, 0, 2000, 6000, 14_000]);
  const goes = createWorld({ answers: { a: fails(99), b: 200 }, map: actThenRead });
  const outcome = await goes.run();
  assert.equal([outcome.ok, outcome.provider, goes.times("b")], [true, "b", [62_000, 62_000]]);
  assert.equal(
    goes.eventsOf("failover").map(({ mayRepeat }) => mayRepeat),
    [true],
  );
  assert.is(goes.sent.filter(({ method, provider }) => method === "POST" && provider === "a").length, 1);
});

test("`none` takes part once: no repeat, and the next at once", async () => {
  const world = createWorld({ answers: { a: 503, b: refused }, policies: { a: "none", b: "none" } });
  assert.not((await world.run()).ok);
  assert.equal([world.times("a"), world.times("b")], [[0], [0]]);
});

test("a denial, a missing method or a broken certificate is not asked again in the call", async () => {
  for (const answer of [403, 501, networkFailure("CERT_HAS_EXPIRED")]) {
    const world = createWorld({ answers: { a: answer, b: downUntil(3000) } });
    const outcome = await world.run();
    assert.equal([outcome.ok, outcome.provider, world.times("a")], [true, "b", [0]], String(answer));
    assert.equal(world.times("b"), [0, 2000, 6000]);
  }
});

test("a map may catch what is left after the quick repeat", async () => {
  const map: MapFunction = async ({ http }) => {
    const optional = await http.get("/optional").catch((error: unknown) => (error as HttpError).status);
    return [optional, (await http.get("/x")).status];
  };
  const answer: Answer = ({ url }) => (url.pathname === "/optional" ? 503 : 200);
  const world = createWorld({ answers: { a: answer, b: 200 }, map });
  assert.equal(await world.run(), { ok: true, value: [503, 200], provider: "a", attempts: 3 });
  assert.is(world.clock.now(), 200);
});

test("a deadline is shared by those of a round that were not asked yet", async () => {
  const world = createWorld({ answers: { a: "hang", b: "hang" } });
  const outcome = await world.run({}, { deadline: 10_000 });
  assert.equal([outcome.ok, world.times("a"), world.times("b"), world.clock.now()], [false, [0], [5000], 10_000]);
});

test("a wait that would outlast the deadline is not begun", async () => {
  const world = createWorld({ answers: { a: 503, b: 503 } });
  const outcome = await world.run({}, { deadline: 5000 });
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.equal([world.times("a").length, world.clock.now() < 5000], [3, true]);
});

test('failoverAfter: "retries" makes all retries of one provider before the next is asked', async () => {
  const world = createWorld({ answers: { a: 503, b: 200 }, failoverAfter: "retries" });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 7 });
  assert.equal(world.times("b"), [62_000]);
});

test("failoverOn: an answer with such a status goes on, once, and is a success for the circuit", async () => {
  const world = createWorld({ answers: { a: 404, b: 200 }, failoverOn: { a: [404, 413] } });
  for (let call = 0; call < 20; call += 1) assert.is((await world.run()).provider, "b");
  assert.equal([world.times("a").length, world.client.circuits()[0]?.state], [20, "closed"]);
  const others = createWorld({ answers: { a: 400, b: 200 }, failoverOn: { a: [404] } });
  assert.is(((await others.run()) as { error?: HttpError }).error?.status, 400);
});

test("failoverOn goes on from no act that must not have its effect twice", async () => {
  const map: MapFunction = async ({ http }) => {
    await http.post("/act", { idempotent: false });
    return (await http.get("/x")).status;
  };
  const answer: Answer = ({ method }) => (method === "GET" ? 404 : 200);
  const world = createWorld({ answers: { a: answer, b: 200 }, map, failoverOn: { a: [404] } });
  const outcome = await world.run();
  assert.match(outcome.ok ? "" : (outcome.error as Error).message, "no other provider was tried");
});

test("both circuits rest: the call waits for the one that admits first, and is asked there", async () => {
  const policy = { kind: "circuit-breaker", openTime: 30_000, maxOpenTime: 30_000 } as const;
  const world = createWorld({ answers: { a: 503, b: 503 }, policies: { a: policy, b: policy } });
  const controller = new AbortController();
  const calls = Array.from({ length: 40 }, () => world.send.safe({}, { signal: controller.signal }).catch(() => {}));
  await world.clock.advance(500);
  controller.abort();
  await Promise.all(calls);
  const opened = world.client.circuits().map(({ state, until = 0 }) => [state, until]);
  assert.equal(opened, [
    ["open", 30_000],
    ["open", 30_000],
  ]);
  world.answer("a", 200);
  world.answer("b", 200);
  world.sent.length = 0;
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider, world.sent.map(({ at }) => at)], [true, "a", [30_000]]);
});

test("the caller's abort ends a wait between rounds, and leaves no timer", async () => {
  const world = createWorld({ answers: { a: 503, b: refused } });
  const controller = new AbortController();
  const call = world.send.safe({}, { signal: controller.signal }).catch((error: unknown) => (error as Error).name);
  await world.clock.advance(1000);
  controller.abort();
  assert.is(await call, "AbortError");
  assert.is(world.clock.pending, 0);
});

const nextMap =
  (options?: { readonly failure?: boolean }): MapFunction =>
  async ({ http, next }) => {
    const answer = await http.get("/x").json<{ readonly error?: string }>();
    if (answer.error !== undefined) throw next("the context is too long", options);
    return "done";
  };
const withError: Answer = () => Response.json({ error: "context_length_exceeded" });

test("F1: next() goes on to the next provider, is told in the event, and says nothing to the circuit", async () => {
  const world = createWorld({ answers: { a: withError, b: () => Response.json({}) }, map: nextMap() });
  for (let call = 0; call < 30; call += 1) assert.is((await world.run()).provider, "b");
  const [event] = world.eventsOf("failover");
  assert.equal(
    [event?.error.name, event?.error.code, event?.error.message],
    ["NextError", "next", "a: the context is too long"],
  );
  assert.equal([world.times("a").length, world.client.circuits()[0]?.state], [30, "closed"]);
});

test("F1: next(reason, { failure: true }) counts against the circuit of the map's last request", async () => {
  const world = createWorld({ answers: { a: withError, b: () => Response.json({}) }, map: nextMap({ failure: true }) });
  for (let call = 0; call < 60; call += 1) {
    assert.is((await world.run()).provider, "b");
    await world.clock.advance(10);
  }
  assert.ok(world.times("a").length < 20, String(world.times("a").length));
  assert.is(world.client.circuits()[0]?.cause, "failures");
});

test("F1: where every provider says next(), the error has each one's reason", async () => {
  const outcome = await createWorld({ answers: { a: withError, b: withError }, map: nextMap() }).run();
  assert.match(outcome.ok ? "" : (outcome.error as Error).message, /a: the context is too long; b .*b: the context/);
  const alone = await createWorld({ answers: { a: withError }, map: nextMap() }).run();
  assert.is(alone.ok || (alone.error as { code?: string }).code, "next");
});

test("next() after an act that must not have its effect twice ends the call", async () => {
  const map: MapFunction = async ({ http, next }) => {
    await http.post("/act", { idempotent: false });
    throw next("too late");
  };
  const world = createWorld({ answers: { a: 200, b: 200 }, map });
  const outcome = await world.run();
  assert.equal([outcome.ok, world.times("b")], [false, []]);
});

const read: MapFunction = ({ http }) => http.get("/x").json();
const page: Answer = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
const unreadable = {
  "200 text/html": page,
  "302 to another host": answerWith(302, { location: "https://other.example/" }),
  "200, empty": () => new Response(""),
} as const;

for (const [title, answer] of Object.entries(unreadable)) {
  test(`F3 ${title}: a GET goes on to the next provider, and no probe succeeds by it`, async () => {
    const world = createWorld({ answers: { a: 503, b: () => Response.json({}) }, map: read });
    for (let call = 0; call < 20; call += 1) await world.run();
    world.answer("a", answer);
    for (let call = 0; call < 50; call += 1) {
      assert.is((await world.run()).provider, "b");
      await world.clock.advance(10);
    }
    await world.clock.advance(60_000);
    for (let call = 0; call < 50; call += 1) assert.is((await world.run()).provider, "b");
    assert.is(world.client.circuits()[0]?.state, "open");
  });
}

test("F3 neighbour: a POST whose answer cannot be read has acted, and ends the call", async () => {
  const map: MapFunction = ({ http }) => http.post("/x", { json: {} }).json();
  const world = createWorld({ answers: { a: page, b: 200 }, map });
  const outcome = await world.run();
  assert.equal([outcome.ok || outcome.error.name, world.times("b")], ["BodyError", []]);
});

test("F3 404: a probe that is answered so leaves the circuit open, and one call loses at most per rest", async () => {
  const world = createWorld({ answers: { a: 503, b: () => Response.json({}) }, map: read });
  for (let call = 0; call < 20; call += 1) await world.run();
  world.answer("a", 404);
  let lost = 0;
  for (let call = 0; call < 50; call += 1) {
    if (!(await world.run()).ok) lost += 1;
    await world.clock.advance(10);
  }
  assert.ok(lost <= 1, String(lost));
  await world.clock.advance(60_000);
  assert.not((await world.run()).ok);
  assert.is(world.client.circuits()[0]?.state, "open");
  world.answer("a", () => Response.json({}));
  await world.clock.advance(60_000);
  assert.is((await world.run()).provider, "a");
});

test.run();
