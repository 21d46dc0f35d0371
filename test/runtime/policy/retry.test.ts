import { AuthenticationError, HttpError, NetworkError, TimeoutError } from "@sdkwright/runtime";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { settle } from "./virtual-clock.js";
import { answerWith, createWorld, networkFailure, type Answer, type Context, type World } from "./world.js";

const test = suite("retry");

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);
const postOnce = ({ http }: Context): unknown => http.post("/x", { json: {}, idempotent: false });

test("none-503: one attempt", async () => {
  const world = createWorld({ answers: { a: 503 }, policies: { a: "none" } });
  const outcome = await world.run();
  assert.is(outcome.ok, false);
  assert.instance(outcome.ok || outcome.error, HttpError);
  assert.equal(world.times("a"), [0]);
});

test("one-retry: 503 then 200 are two attempts, 2000 ms apart", async () => {
  const world = createWorld({ answers: { a: [503, 200] } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "a", attempts: 2 });
  assert.equal(world.times("a"), [0, 2000]);
});

test("last-retry: the sixth attempt answers; the circuit stays closed with no run", async () => {
  const world = createWorld({ answers: { a: [...times(5, 503), 200, ...times(5, 503), 200] } });
  assert.is((await world.run()).ok, true);
  assert.equal(world.times("a"), [0, 2000, 6000, 14_000, 30_000, 62_000]);
  assert.is((await world.run()).ok, true);
  assert.equal(world.eventsOf("circuit"), []);
});

test("exhaust: six attempts, then the last one's error", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const outcome = await world.run();
  assert.equal(world.times("a"), [0, 2000, 6000, 14_000, 30_000, 62_000]);
  assert.is(outcome.attempts, 6);
  assert.is(outcome.ok || outcome.error.name, "HttpError");
  assert.is(world.clock.now(), 62_000);
});

test("max-1, factor-1: as many retries as the policy says, so far apart", async () => {
  const backoff = { kind: "exponential", start: 100, factor: 1 } as const;
  for (const [policy, expected] of [
    [{ maxContiguousRetries: 1 }, [0, 2000]],
    [{ backoff }, [0, 100, 200, 300, 400, 500]],
  ] as const) {
    const world = createWorld({ answers: { a: 503 }, policies: { a: { kind: "circuit-breaker", ...policy } } });
    await world.run();
    assert.equal(world.times("a"), expected);
  }
});

for (const [id, policy] of [
  ["backoff-string", { kind: "circuit-breaker", backoff: "exponential" }],
  ["shorthand", { kind: "circuit-breaker" }],
] as const) {
  test(`${id}: equals the defaults`, async () => {
    const world = createWorld({ answers: { a: [503, 503, 200] }, policies: { a: policy } });
    await world.run();
    assert.equal(world.times("a"), [0, 2000, 6000]);
  });
}

test("shorthand: none equals { kind: none }", async () => {
  for (const policy of ["none", { kind: "none" }] as const) {
    const world = createWorld({ answers: { a: [503, 200] }, policies: { a: policy } });
    assert.is((await world.run()).ok, false);
    assert.equal([world.times("a"), world.eventsOf("circuit")], [[0], []]);
  }
});

test("404: one attempt, no failover, and the run is back to 0", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [...times(5, 503), 404, ...times(5, 503), 404], b: 200 },
  });
  for (let call = 0; call < 2; call += 1) {
    const outcome = await world.run();
    assert.is(outcome.ok || (outcome.error as HttpError).status, 404);
    assert.is(outcome.attempts, 6);
  }
  assert.equal([world.times("b"), world.eventsOf("circuit")], [[], []]);
});

test("post-503: retried; the event says that it may repeat", async () => {
  const world = createWorld({ answers: { a: [503, 200] }, map: ({ http }) => http.post("/x", { json: {} }) });
  assert.is((await world.run()).attempts, 2);
  assert.equal(
    world.eventsOf("retry").map(({ mayRepeat, delay, attempt }) => [mayRepeat, delay, attempt]),
    [[true, 2000, 2]],
  );
});

test("a retry of a GET, or of a POST that was refused or never sent, repeats nothing", async () => {
  const refusals: Answer[] = [429, 425, networkFailure("ECONNREFUSED")];
  const post = createWorld({ answers: { a: [...refusals, 200] }, map: ({ http }) => http.post("/x") });
  await post.run();
  assert.equal(
    post.eventsOf("retry").map(({ mayRepeat }) => mayRepeat),
    [false, false, false],
  );
  const get = createWorld({ answers: { a: [503, 200] } });
  await get.run();
  assert.is(get.eventsOf("retry")[0]?.mayRepeat, false);
});

test("an attempt that may have acted is remembered over a refusal after it", async () => {
  const world = createWorld({ answers: { a: [503, 429, 200] }, map: ({ http }) => http.patch("/x", { json: {} }) });
  await world.run();
  assert.equal(
    world.eventsOf("retry").map(({ mayRepeat }) => mayRepeat),
    [true, true],
  );
});

test("post-unsafe: one attempt, no failover; it counts for the circuit and the error says why", async () => {
  const world = createWorld({ answers: { a: 503, b: 200 }, map: postOnce });
  for (let call = 1; call <= 16; call += 1) {
    const outcome = await world.run();
    assert.is(outcome.attempts, 1);
    if (outcome.ok) assert.unreachable();
    else assert.match(outcome.error.message, /not retried.*idempotent: false.*no other provider was tried/);
    assert.is(world.eventsOf("circuit").length, call === 16 ? 1 : 0);
  }
  assert.equal(world.times("b"), []);
});

test("post-unsafe-refused: retried when it was never sent", async () => {
  const world = createWorld({ answers: { a: [networkFailure("ECONNREFUSED"), 200] }, map: postOnce });
  assert.equal([(await world.run()).ok, world.times("a")], [true, [0, 2000]]);
});

test("post-unsafe-reset: neither retried nor failed over", async () => {
  const world = createWorld({ answers: { a: networkFailure("ECONNRESET"), b: 200 }, map: postOnce });
  const outcome = await world.run();
  assert.instance(outcome.ok || outcome.error, NetworkError);
  assert.equal([world.times("a"), world.times("b")], [[0], []]);
});

test("an unsafe request that was refused with 429 is retried", async () => {
  const world = createWorld({ answers: { a: [429, 200] }, map: postOnce });
  assert.is((await world.run()).attempts, 2);
});

test("idempotency-key: the same on three attempts", async () => {
  const map = ({ http }: Context): unknown => http.post("/x", { idempotencyKey: true });
  const world = createWorld({ answers: { a: [503, 503, 200] }, map });
  await world.run();
  const keys = world.sent.map(({ headers }) => headers.get("idempotency-key"));
  assert.is(keys.length, 3);
  assert.is(new Set(keys).size, 1);
  assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/);
  await world.run();
  assert.is.not(world.sent.at(-1)?.headers.get("idempotency-key"), keys[0]);
});

test("idempotencyKey: a string is sent as given; an empty one or a second header is refused", async () => {
  const send = async (key: string | true, headers = {}): Promise<string> => {
    const map = ({ http }: Context): unknown => http.post("/x", { idempotencyKey: key, headers });
    const world = createWorld({ answers: { a: 200 }, map });
    const outcome = await world.run();
    return outcome.ok ? (world.sent[0]?.headers.get("idempotency-key") ?? "") : outcome.error.name;
  };
  assert.is(await send("order-7"), "order-7");
  assert.is(await send(""), "RequestError");
  assert.is(await send("a\nb"), "RequestError");
  assert.is(await send("x", { "Idempotency-Key": "y" }), "RequestError");
});

test("retry-after: waits that long and 5 % more", async () => {
  const world = createWorld({ answers: { a: [answerWith(429, { "retry-after": "7" }), 200] } });
  await world.run();
  assert.equal(world.times("a"), [0, 7350]);
});

test("retry-after-short: the delay is longer, and holds", async () => {
  const world = createWorld({ answers: { a: [503, answerWith(503, { "retry-after": "1" }), 200] } });
  await world.run();
  assert.equal(world.times("a"), [0, 2000, 6000]);
});

test("retry-after counts on each 5xx", async () => {
  const world = createWorld({ answers: { a: [answerWith(500, { "retry-after": "50" }), 200] } });
  await world.run();
  assert.equal(world.times("a"), [0, 52_500]);
});

test("a wait in any form is heard by a policy too, and by one that has a next provider", async () => {
  for (const [status, headers, wait] of [
    [429, { "retry-after-ms": "3000" }, 3150],
    [529, { "retry-after": "3" }, 3150],
    [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3" }, 3150],
    [403, { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "3" }, undefined],
    [404, { "retry-after": "3" }, undefined],
  ] as const) {
    const alone = createWorld({ answers: { a: [answerWith(status, headers), 200] } });
    await alone.run();
    assert.equal(alone.times("a"), wait === undefined ? [0] : [0, wait], `${status} ${JSON.stringify(headers)}`);
  }
  const two = createWorld({ answers: { a: answerWith(529, { "retry-after": "3" }), b: 200 } });
  assert.ok((await two.run()).ok);
  assert.equal([two.times("a"), two.times("b")], [[0], [0]]);
});

test("a 403 that says when to come back is a refusal: the provider rests as long as it asked, and is used again", async () => {
  const refused = () => answerWith(403, { "retry-after": "2", "x-ratelimit-remaining": "0" });
  const world = createWorld({ answers: { a: [...Array.from({ length: 8 }, refused), 200], b: 200 } });
  for (let call = 0; call < 8; call += 1) await world.run();
  assert.equal(
    world.client
      .circuits()
      .slice(0, 1)
      .map(({ state, cause }) => [state, cause]),
    [["open", "refusals"]],
  );
  await world.run();
  assert.is(world.times("a").length, 8);
  await world.clock.advance(2000);
  await world.run();
  assert.is(world.times("a").length, 9);
});

test("retry-after-forms: dates against the response's Date", async () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  for (const value of ["Sunday, 06-Nov-94 08:49:57 GMT", "Sun Nov  6 08:49:57 1994"]) {
    const world = createWorld({ answers: { a: [answerWith(503, { date, "retry-after": value }), 200] } });
    await world.run();
    assert.equal(world.times("a"), [0, 21_000]);
  }
});

test("retry-after: 60 s are waited for, a second more is not", async () => {
  const world = createWorld({ answers: { a: [answerWith(503, { "retry-after": "60" }), 200] } });
  await world.run();
  assert.equal(world.times("a"), [0, 63_000]);
  const longer = createWorld({ answers: { a: [answerWith(503, { "retry-after": "61" }), 200] } });
  await longer.run();
  assert.equal(longer.times("a"), [0]);
});

test("retry-after-long: the backup at once; the next call goes to the primary", async () => {
  const world = createWorld({ answers: { a: [answerWith(503, { "retry-after": "120" }), 200], b: 200 } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 2 });
  assert.is(world.clock.now(), 0);
  assert.is((await world.run()).provider, "a");
});

test("retry-after-long-alone: the error at once, with retryAfter; nobody else is held back", async () => {
  const world = createWorld({ answers: { a: [answerWith(429, { "retry-after": "120" }), 200] } });
  const outcome = await world.run();
  assert.is(outcome.ok || (outcome.error as HttpError).retryAfter, 120_000);
  assert.is(world.clock.now(), 0);
  assert.is((await world.run()).ok, true);
});

test("maxRetryAfter moves the limit", async () => {
  const answers = { a: [answerWith(503, { "retry-after": "7" }), 200] };
  const strict = createWorld({ answers, options: { maxRetryAfter: 6999 } });
  assert.is((await strict.run()).ok, false);
  const world = createWorld({ answers, options: { maxRetryAfter: 7000 } });
  assert.is((await world.run()).ok, true);
});

test("with none, Retry-After is only reported", async () => {
  const world = createWorld({ answers: { a: answerWith(503, { "retry-after": "120" }) }, policies: { a: "none" } });
  for (let call = 0; call < 2; call += 1) {
    const outcome = await world.run();
    assert.is(outcome.ok || (outcome.error as HttpError).retryAfter, 120_000);
  }
  assert.equal(world.times("a"), [0, 0]);
});

test("stall: a body that stalls times out with its attempt and is retried", async () => {
  const stalled: Answer = ({ signal }) =>
    new Response(
      new ReadableStream({
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason), { once: true }),
      }),
    );
  const world = createWorld({ answers: { a: [stalled, 200] } });
  assert.is((await world.run()).attempts, 2);
  assert.equal(world.times("a"), [0, 32_000]);
});

test("cut: a body that ends before its length is a failure of the network, and retried", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-length": world.sent.length === 1 ? 100 : 10 }).write("0123456789");
    if (world.sent.length === 1) setImmediate(() => response.destroy());
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const world: World = createWorld({ answers: { a: () => fetch(`http://127.0.0.1:${port}`) } });
  const call = world.send.safe({});
  while (world.eventsOf("retry").length === 0 && world.eventsOf("success").length === 0) await settle();
  assert.equal(
    world.eventsOf("retry").map(({ error, delay }) => [error.name, delay]),
    [["NetworkError", 2000]],
  );
  await world.clock.advance(2000);
  assert.is((await call).attempts, 2);
  server.closeAllConnections();
  server.close();
});

test("none-timeout: the one attempt ends at requestTimeout", async () => {
  for (const [policy, end] of [
    [{ kind: "none", requestTimeout: 100 }, 100],
    ["none", 30_000],
  ] as const) {
    const world = createWorld({ answers: { a: "hang" }, policies: { a: policy } });
    const outcome = await world.run();
    assert.instance(outcome.ok || outcome.error, TimeoutError);
    assert.is(world.clock.now(), end);
    assert.is(world.sent.length, 1);
  }
});

test("bad-json: no retry, no effect on the circuit", async () => {
  const answers = { a: () => new Response("<html>") };
  const world = createWorld({ answers, map: ({ http }) => http.get("/x").json() });
  for (let call = 0; call < 8; call += 1) {
    const outcome = await world.run();
    assert.is(outcome.ok || outcome.error.name, "BodyError");
    assert.is(outcome.attempts, 1);
  }
  assert.equal(world.eventsOf("circuit"), []);
});

test("stream: a body that is a stream is not retried and the error says so; as a function it is", async () => {
  const stream = (): ReadableStream<Uint8Array> => new Blob(["abc"]).stream();
  const once = createWorld({ answers: { a: 503 }, map: ({ http }) => http.put("/x", { body: stream() }) });
  const outcome = await once.run();
  assert.is(outcome.attempts, 1);
  if (outcome.ok) assert.unreachable();
  else assert.match(outcome.error.message, /not retried.*stream/);
  let opened = 0;
  const body = (): ReadableStream<Uint8Array> => {
    opened += 1;
    return stream();
  };
  const world = createWorld({ answers: { a: [503, 200] }, map: ({ http }) => http.put("/x", { body }) });
  assert.is((await world.run()).ok, true);
  assert.is(opened, 2);
});

test("401: AuthenticationError at once", async () => {
  const world = createWorld({ answers: { a: 401 }, map: ({ http }) => http.get("/x", { security: "key" }) });
  const outcome = await world.run();
  assert.instance(outcome.ok || outcome.error, AuthenticationError);
  assert.is(outcome.ok || (outcome.error as HttpError).status, 401);
  assert.equal(world.times("a"), [0]);
});

test("TLS errors, malformed answers, 501, 505 and 511 are not retried and go to the backup", async () => {
  const answers: Answer[] = [networkFailure("CERT_HAS_EXPIRED"), networkFailure("HPE_INVALID_CONSTANT"), 501, 505, 511];
  for (const answer of answers) {
    const world = createWorld({ answers: { a: answer, b: 200 } });
    assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 2 });
  }
});

test("delay-clamp: a delay that no timer can hold never fires at once", async () => {
  const backoff = { kind: "exponential", start: 2_147_483_647, factor: 10 } as const;
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 50, backoff } } as const;
  const world = createWorld({ answers: { a: [503, 503, 200] }, policies });
  await world.run();
  assert.equal(world.times("a"), [0, 2_147_483_647, 2 * 2_147_483_647]);
});

test("idempotent: what is not a boolean is refused, because it would be taken for true", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const options = { retryPolicy: "circuit-breaker", idempotent: "no" as never } as const;
  const sent = world.providers["a"]?.post("/x", options).catch((error: { code?: string }) => error.code);
  assert.is(await sent, "bad-option");
  assert.equal(world.sent, []);
});

test.run();
