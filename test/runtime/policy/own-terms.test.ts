import type { DeadlineError, HttpError, RequestError, RequestOptions } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, type Answer, type Context, type MapFunction, type World } from "./world.js";

// What a request of a map says for itself: its retries, its deadline, its signal, whether it may be repeated.
const test = suite("requests on terms of their own");

const none = { a: "none" } as const;
const send =
  (options: RequestOptions): MapFunction =>
  async ({ http }) =>
    (await http.get("/x", options)).status;
const byPath =
  (answers: { readonly [path: string]: Answer }): Answer =>
  ({ url }) =>
    answers[url.pathname] ?? 200;

test("where the use-case has none, a request that asks for retries gets them, and the circuit of its endpoint", async () => {
  const map = send({ retryPolicy: "circuit-breaker" });
  const world = createWorld({ answers: { a: 503 }, policies: none, map });
  assert.is((await world.run()).attempts, 6);
  assert.equal(world.times("a"), [0, 2000, 6000, 14_000, 30_000, 62_000]);
  assert.equal(
    world.eventsOf("circuit").map(({ to, path }) => [to, path]),
    [["open", "/x"]],
  );
});

test("circuit-off: retries with their waits, and no circuit at all", async () => {
  const retryPolicy = { kind: "circuit-breaker", circuit: false } as const;
  for (const world of [
    createWorld({ answers: { a: 503 }, policies: none, map: send({ retryPolicy }) }),
    createWorld({ answers: { a: 503 }, policies: { a: retryPolicy } }),
  ]) {
    for (let call = 0; call < 3; call += 1) assert.is((await world.run()).attempts, 6);
    assert.equal(world.times("a").slice(0, 6), [0, 2000, 6000, 14_000, 30_000, 62_000]);
    assert.equal(world.eventsOf("circuit"), []);
  }
});

test("without a circuit, too, a Retry-After that is too long is not waited for, and one that is not is", async () => {
  const map = send({ retryPolicy: "circuit-breaker" });
  const answers = { a: [answerWith(503, { "retry-after": "60" }), answerWith(503, { "retry-after": "61" }), 200] };
  const world = createWorld({ answers, policies: none, map });
  const outcome = await world.run();
  assert.is(outcome.ok || (outcome.error as HttpError).retryAfter, 61_000);
  assert.equal([world.times("a"), world.clock.now()], [[0, 63_000], 63_000]);
});

test("backoff: the name of its kind is enough, and another kind is refused", async () => {
  const world = createWorld({
    answers: { a: [503, 200] },
    policies: none,
    map: send({ retryPolicy: { kind: "circuit-breaker", backoff: "exponential" } }),
  });
  assert.is((await world.run()).attempts, 2);
  assert.equal(world.times("a"), [0, 2000]);
  for (const backoff of ["linear", { kind: "linear" }, {}]) {
    const retryPolicy = { kind: "circuit-breaker", backoff: backoff as "exponential" } as const;
    const wrong = createWorld({ answers: { a: 200 }, policies: none, map: send({ retryPolicy }) });
    const outcome = await wrong.run();
    assert.is(outcome.ok || (outcome.error as RequestError).code, "bad-option", JSON.stringify(backoff));
    assert.equal(wrong.sent, []);
  }
});

test("a policy of a request has the options of its kind, and times that are more than nothing", async () => {
  const code = async (retryPolicy: object): Promise<unknown> => {
    const outcome = await createWorld({ answers: { a: 200 }, map: send({ retryPolicy } as RequestOptions) }).run();
    return outcome.ok || (outcome.error as RequestError).code;
  };
  assert.is(await code({ kind: "none", requestTimeout: 1000 }), true);
  for (const option of ["maxContiguousRetries", "openTime", "backoff"])
    assert.is(await code({ kind: "none", [option]: 5 }), "bad-option", option);
  for (const option of ["openTime", "maxOpenTime", "patience", "authCoolDown", "maxContiguousRetries"]) {
    assert.is(await code({ kind: "circuit-breaker", [option]: 1 }), true, option);
    for (const value of [0, -1, NaN])
      assert.is(await code({ kind: "circuit-breaker", [option]: value }), "bad-option", `${option} ${value}`);
  }
});

test("where the use-case retries, a request that wants none has one attempt, and the map goes on", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    const first = await http.get("/1", { retryPolicy: "none" }).catch((error: HttpError) => error.status);
    return [first, (await http.get("/2")).status];
  };
  const world = createWorld({ answers: { a: byPath({ "/1": 503 }) }, map });
  assert.equal(await world.run(), { ok: true, value: [503, 200], provider: "a", attempts: 2 });
});

test("a failure that has used up its retries says nothing about why there is no other", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const outcome = await world.run();
  const errors = [outcome.ok ? undefined : outcome.error, ...world.eventsOf("retry").map(({ error }) => error)];
  assert.equal(errors.length, 6);
  for (const error of errors) assert.not.match(error?.message ?? "", /;|undefined|not retried/);
});

test("any method that is marked idempotent: false is not repeated, and no other provider is asked", async () => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    const map = ({ http }: Context): unknown => http.request("/x", { method, idempotent: false });
    const world = createWorld({ answers: { a: 503, b: 200 }, map });
    const outcome = await world.run();
    assert.equal([outcome.ok, outcome.attempts, world.times("b")], [false, 1, []], method);
  }
});

test("a request that its own signal ends rejects with that reason, and the rest is up to the map", async () => {
  for (const answer of ["hang", 503] as const) {
    const controller = new AbortController();
    const map = async ({ http }: Context): Promise<unknown> => {
      const reason: unknown = await http.get("/1", { signal: controller.signal }).catch((error: unknown) => error);
      return [reason, (await http.get("/2")).status];
    };
    const world = createWorld({ answers: { a: byPath({ "/1": answer }) }, map });
    const outcome = world.send.safe({});
    await world.clock.advance(10);
    controller.abort("enough");
    assert.equal(await world.clock.finish(outcome), { ok: true, value: ["enough", 200], provider: "a", attempts: 2 });
    assert.is(world.clock.now(), 10);
  }
});

test("a request whose own signal has aborted before is not sent", async () => {
  const world = createWorld({ answers: { a: 200 }, map: send({ signal: AbortSignal.abort("early") }) });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.attempts, world.sent.length], [false, 0, 0]);
});

test("an unsafe request that its map has aborted may have taken effect: no other provider is asked", async () => {
  for (const [idempotent, provider] of [
    [false, "a"],
    [undefined, "b"],
  ] as const) {
    const map = async ({ http }: Context): Promise<unknown> => {
      const controller = new AbortController();
      const slow = http.post("/slow", { signal: controller.signal, idempotent }).catch(() => {});
      await http.get("/fast");
      controller.abort("enough");
      await slow;
      return http.get("/failing");
    };
    const world = createWorld({
      answers: { a: byPath({ "/slow": "hang", "/failing": 501 }), b: byPath({ "/slow": "hang" }) },
      map,
    });
    assert.is((await world.run()).provider, provider);
    assert.equal(
      world.eventsOf("failover").map(({ mayRepeat }) => mayRepeat),
      provider === "b" ? [true] : [],
    );
  }
});

test("a request's own deadline that has passed sends nothing", async () => {
  for (const deadline of [0, -1]) {
    const world = createWorld({ answers: { a: 200 }, map: send({ deadline }) });
    const outcome = await world.run();
    assert.equal([outcome.ok || outcome.error.name, world.sent.length], ["DeadlineError", 0]);
  }
});

test("a request that its own deadline cuts ends in a DeadlineError, whether it would be retried or not", async () => {
  for (const retryPolicy of ["none", "circuit-breaker"] as const) {
    const world = createWorld({ answers: { a: "hang" }, map: send({ deadline: 700, retryPolicy }) });
    const outcome = await world.run();
    const error = (outcome.ok ? undefined : outcome.error) as DeadlineError;
    assert.equal([error.name, error.lastError?.name, world.clock.now()], ["DeadlineError", "TimeoutError", 700]);
  }
});

test("a wait that would end together with the deadline is not begun", async () => {
  for (const [deadline, end] of [
    [2000, 0],
    [2001, 2000],
  ] as const) {
    const world = createWorld({ answers: { a: 503 } });
    await world.run({}, { deadline });
    assert.is(world.clock.now(), end);
  }
});

test("a DeadlineError names the latest failure, also after requests that were answered or aborted", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    const controller = new AbortController();
    await http.get("/failing").catch(() => {});
    await http.get("/fine");
    const hanging = http.get("/hang", { signal: controller.signal }).catch(() => {});
    await world.clock.sleep(10);
    controller.abort("enough");
    await hanging;
    return new Promise(() => {});
  };
  const world: World = createWorld({ answers: { a: byPath({ "/failing": 501, "/hang": "hang" }) }, map });
  const outcome = await world.run({}, { deadline: 5000 });
  const error = (outcome.ok ? undefined : outcome.error) as DeadlineError;
  assert.equal([error.name, (error.lastError as HttpError).status], ["DeadlineError", 501]);
});

test("swallowed: a failure that was not to be retried leaves the map as it is", async () => {
  const map = ({ http }: Context): unknown => http.get("/x").catch(() => "fallback");
  const world = createWorld({ answers: { a: 503, b: 200 }, policies: none, map });
  assert.equal(await world.run(), { ok: true, value: "fallback", provider: "a", attempts: 1 });
});

test.run();
