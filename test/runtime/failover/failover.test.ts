import { FailoverError, HttpError, type CircuitOpenError, type ClientEvent } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, networkFailure, type Answer, type Context } from "../policy/world.js";

const test = suite("failover");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test("none-failover: the backup once, and one failover event", async () => {
  const world = createWorld({ answers: { a: 503, b: 200 }, policies: { a: "none", b: "none" } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 2 });
  const [event, ...others] = world.eventsOf("failover");
  assert.equal([event?.from, event?.to, event?.mayRepeat, others.length], ["a", "b", false, 0]);
  assert.is((event?.error as HttpError | undefined)?.status, 503);
});

test("all-fail: FailoverError names both, in order, with their attempts", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 500 }, policies: { b: "none" } });
  const outcome = await world.run();
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.equal(
    outcome.error.failures.map(({ provider, attempts, error }) => [provider, attempts, (error as HttpError).status]),
    [
      ["a", 6, 503],
      ["b", 1, 500],
    ],
  );
  assert.equal([outcome.provider, outcome.attempts], ["b", 7]);
  assert.match(outcome.error.message, /a \(attempts: 6\).*503.*b \(attempts: 1\).*500/);
});

test("a FailoverError says when the first of its providers is to be asked again", async () => {
  const wait = (status: number, seconds: number) => answerWith(status, { "retry-after": String(seconds) });
  for (const [a, b, retryAfter] of [
    [wait(429, 90), wait(503, 70), 70_000],
    [wait(429, 90), 500, 90_000],
    [wait(402, 5), wait(403, 80), 80_000],
    [503, 503, undefined],
  ] as const) {
    const world = createWorld({ answers: { a, b }, policies: { a: "none", b: "none" } });
    const outcome = await world.run();
    if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
    assert.is(outcome.error.retryAfter, retryAfter);
  }
});

test("a provider whose circuit is open stands in the FailoverError with 0 attempts", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 500 }, policies: { b: "none" } });
  await world.run();
  const outcome = await world.run();
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.equal(
    outcome.error.failures.map(({ provider, attempts, error }) => [provider, attempts, error.name]),
    [
      ["a", 0, "CircuitOpenError"],
      ["b", 1, "HttpError"],
    ],
  );
});

test("all circuits open: CircuitOpenError with the smallest retryAfter, and the failure that opened it", async () => {
  const policy = { kind: "circuit-breaker", openTime: 100_000, patience: 1 } as const;
  const policies = { a: policy, b: { ...policy, openTime: 200_000 } };
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 503 }, policies });
  await world.run();
  await world.clock.advance(10_000);
  const outcome = await world.run();
  if (outcome.ok) return assert.unreachable();
  const error = outcome.error as CircuitOpenError;
  assert.equal(
    [error.name, error.provider, error.retryAfter, (error.lastError as HttpError).status],
    ["CircuitOpenError", "a", 28_000, 503],
  );
  assert.equal(outcome.attempts, 0);
});

test("all circuits open: the smallest retryAfter, wherever in the list that provider stands", async () => {
  const refusing = (seconds: number): Answer => answerWith(503, { "retry-after": String(seconds) });
  const world = createWorld({ answers: { a: refusing(190), b: refusing(170), c: refusing(180) } });
  for (let call = 0; call < 8; call += 1) await world.run();
  const outcome = await world.run();
  const error = (outcome.ok ? undefined : outcome.error) as CircuitOpenError;
  assert.equal([error.name, error.provider, error.retryAfter], ["CircuitOpenError", "b", 170_000]);
  assert.match(error.message, /^b is not .*; c is not .*; a is not /);
});

test("explicit: a provider that the caller names has no backup, but its circuit", async () => {
  const policies = { a: { kind: "circuit-breaker", openTime: 30_000, patience: 1 } } as const;
  const world = createWorld({ answers: { a: 503, b: 200 }, policies });
  const first = await world.run({}, { provider: "a" });
  assert.equal([first.ok, first.attempts, first.ok || first.error.name], [false, 6, "HttpError"]);
  const second = await world.run({}, { provider: "a" });
  assert.is(second.ok || second.error.name, "CircuitOpenError");
  assert.is((await world.run({}, { provider: "b" })).provider, "b");
  const unknown = await world.run({}, { provider: "constructor" });
  assert.is(unknown.ok || unknown.error.name, "RequestError");
});

test("failover-off: only the first of the priority takes part", async () => {
  const world = createWorld({ answers: { a: 503, b: 200 }, failover: false });
  const outcome = await world.run();
  assert.equal([outcome.ok, world.times("b")], [false, []]);
  assert.is(outcome.ok || outcome.error.name, "HttpError");
});

test("credentials-rejected: no retry, the backup answers, the event says why, the run is unchanged", async () => {
  const map = ({ http }: Context): unknown => http.get("/x", { security: "key" });
  for (const status of [401, 402, 403]) {
    const world = createWorld({ answers: { a: status, b: 200 }, map });
    for (let call = 0; call < 7; call += 1) assert.is((await world.run()).provider, "b");
    assert.is(world.times("a").length, 7);
    assert.is((world.eventsOf("failover")[0]?.error as HttpError | undefined)?.status, status);
    assert.equal(world.eventsOf("circuit"), []);
  }
});

test("map-restarts: the backup's map starts afresh with its own base URL and credentials", async () => {
  const world = createWorld({
    answers: { a: ({ url }) => (url.pathname === "/1" ? 200 : 501), b: 200 },
    map: async ({ http, input }) => {
      input["step"] = Number(input["step"] ?? 0) + 1;
      await http.get("/1", { security: "key" });
      await http.get("/2", { security: "key", headers: { "x-step": String(input["step"]) } });
      return input["step"];
    },
  });
  const input = {};
  assert.is((await world.run(input)).ok, true);
  assert.equal(input, {});
  assert.equal(
    world.sent.map(({ url, headers }) => [
      url.href,
      headers.get("x-a-key"),
      headers.get("x-b-key"),
      headers.get("x-step"),
    ]),
    [
      ["https://a.example/1", "key-of-a", null, null],
      ["https://a.example/2", "key-of-a", null, "1"],
      ["https://b.example/1", null, "key-of-b", null],
      ["https://b.example/2", null, "key-of-b", "1"],
    ],
  );
});

const twoRequests =
  (idempotent?: boolean) =>
  async ({ http }: Context): Promise<unknown> => {
    await http.post("/first", { idempotent });
    return (await http.get("/second")).status;
  };
const firstWorks: Answer = ({ url }) => (url.pathname === "/first" ? 201 : 503);

test("partial-map: after an answered POST the backup's map runs, and the event says mayRepeat", async () => {
  const world = createWorld({ answers: { a: firstWorks, b: 200 }, map: twoRequests() });
  assert.is((await world.run()).provider, "b");
  assert.is(world.eventsOf("failover")[0]?.mayRepeat, true);
  assert.is(world.eventsOf("retry")[0]?.mayRepeat, false);
});

test("partial-map: a POST marked idempotent: false that was answered allows no failover, and the error says why", async () => {
  const world = createWorld({ answers: { a: firstWorks, b: 200 }, map: twoRequests(false) });
  const outcome = await world.run();
  assert.equal([outcome.ok, world.times("b")], [false, []]);
  if (!outcome.ok) assert.match(outcome.error.message, /no other provider was tried.*idempotent: false/);
});

test("where there is no other provider, the error does not speak of one", async () => {
  const world = createWorld({ answers: { a: firstWorks }, map: twoRequests(false) });
  const outcome = await world.run();
  assert.is(outcome.ok, false);
  if (!outcome.ok) assert.not.match(outcome.error.message, /other provider/);
});

test("a POST that was refused, or rejected with 4xx, repeats nothing and forbids nothing", async () => {
  for (const status of [429, 403]) {
    const map = async ({ http }: Context): Promise<unknown> => {
      await http.post("/first", { idempotent: false }).catch(() => {});
      return (await http.get("/second")).status;
    };
    const answers = { a: ({ url }: { url: URL }) => (url.pathname === "/first" ? status : 501), b: 200 };
    const world = createWorld({ answers, map, policies: { a: "none" } });
    assert.is((await world.run()).provider, "b");
    assert.is(world.eventsOf("failover")[0]?.mayRepeat, false);
  }
});

test("an unsafe request that is still under way when the map fails forbids failover", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    void http.post("/slow", { idempotent: false });
    return http.get("/x");
  };
  const answers = { a: ({ url }: { url: URL }): Answer => (url.pathname === "/slow" ? "hang" : 501), b: 200 };
  const world = createWorld({ answers, map });
  assert.is((await world.run()).ok, false);
  assert.equal(world.times("b"), []);
});

test("swallowed: a value after a caught failure is a success of the call", async () => {
  const map = ({ http }: Context): unknown => http.get("/x").catch(() => "fallback");
  const alone = createWorld({ answers: { a: 503 }, map });
  assert.equal(await alone.run(), { ok: true, value: "fallback", provider: "a", attempts: 6 });
  const world = createWorld({ answers: { a: 503, b: 200 }, map, policies: { a: "none" } });
  assert.equal(await world.run(), { ok: true, value: "fallback", provider: "a", attempts: 1 });
});

test("a map that fails itself has done without nothing: what failed in it is not tolerated", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> => {
    await http.get("/optional").catch(() => {});
    if (input["fails"] === true) throw new Error("its own mistake");
    return (await http.get("/x")).status;
  };
  const answer: Answer = ({ url }) => (url.pathname === "/optional" ? 503 : 200);
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
  const world = createWorld({ answers: { a: answer }, map, policies });
  assert.equal([(await world.run({ fails: true })).ok, (await world.run()).attempts], [false, 3]);
  assert.is((await world.run()).attempts, 2, "now it is");
});

test("wrapped: our failure as a cause is handled as that failure, however deep", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    try {
      return (await http.get("/x")).status;
    } catch (error) {
      const wrapped = new Error("more words", { cause: error });
      // oxlint-disable-next-line preserve-caught-error -- two causes deep on purpose
      throw new Error("own words", { cause: wrapped });
    }
  };
  const world = createWorld({ answers: { a: 503, b: 200 }, map, policies: { a: "none" } });
  assert.is((await world.run()).provider, "b");
  const alone = createWorld({ answers: { a: 404, b: 200 }, map });
  const outcome = await alone.run();
  assert.instance(outcome.ok || outcome.error, HttpError);
});

test("a cause that refers to itself is the map's own error", async () => {
  const circular = new Error("round");
  circular.cause = circular;
  const world = createWorld({ answers: { a: 200, b: 200 }, map: () => Promise.reject(circular) });
  const outcome = await world.run();
  assert.is(outcome.ok || outcome.error, circular);
});

test("a primary that comes back is used as soon as its circuit closes; no provider is remembered", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: [...times(6, 503), 200], b: 200 } });
  await world.run();
  await world.clock.advance(30_000);
  assert.equal([(await world.run()).provider, (await world.run()).provider], ["a", "a"]);
});

test("three providers: each at most once, in order", async () => {
  const world = createWorld({ answers: { a: 501, b: networkFailure("ENOTFOUND"), c: 200 }, policies: { b: "none" } });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "c", attempts: 3 });
  assert.equal(
    world.eventsOf("failover").map(({ from, to }) => `${from}${to}`),
    ["ab", "bc"],
  );
});

test("a client error of the backup is its answer, and not a FailoverError", async () => {
  const world = createWorld({ answers: { a: 501, b: 404 } });
  const outcome = await world.run();
  assert.equal([outcome.ok || outcome.error.name, outcome.provider], ["HttpError", "b"]);
});

test("isolation-credentials: two clients with different keys for one provider, interleaved", async () => {
  const map = ({ http, input }: Context): unknown =>
    http.get("/{n}", { security: "key", params: { n: String(input["n"]) } });
  const worlds = ["one", "two"].map((key) =>
    createWorld({ answers: { a: 200 }, map, options: { credentials: { a: { key: { apikey: key } } } } }),
  );
  const calls = worlds.flatMap((world) => times(20, world)).map((world, n) => world.send.safe({ n }));
  await Promise.all(calls);
  assert.equal(
    worlds.map(({ sent }) => [...new Set(sent.map(({ headers }) => headers.get("x-a-key")))]),
    [["one"], ["two"]],
  );
});

test("safe-result: resolves with the failure for every way to fail, and the plain form rejects with the same", async () => {
  const failures: readonly [Answer, string][] = [
    [503, "FailoverError"],
    [404, "HttpError"],
    [networkFailure("ECONNRESET"), "FailoverError"],
    ["hang", "FailoverError"],
    [answerWith(302, { location: "https://elsewhere.example/" }), "RedirectError"],
  ];
  for (const [answer, name] of failures) {
    const world = createWorld({ answers: { a: answer, b: answer }, policies: { a: "none", b: "none" } });
    const outcome = await world.run();
    assert.equal(Object.keys(outcome).sort(), ["attempts", "error", "ok", "provider"]);
    assert.is(outcome.ok || outcome.error.name, name);
    const thrown = await world.clock.finish(world.send({})).catch((error: unknown) => error);
    assert.is((thrown as Error).name, name);
  }
});

test("abort by a listener of the failover event: no further provider, and the call rejects with the reason", async () => {
  const controller = new AbortController();
  const on = ({ type }: ClientEvent): void => {
    if (type === "failover") controller.abort("enough");
  };
  const world = createWorld({ answers: { a: 503, b: 200 }, policies: { a: "none" }, options: { on } });
  const reason = await world.run({}, { signal: controller.signal }).catch((thrown: unknown) => thrown);
  assert.equal([reason, world.times("b")], ["enough", []]);
});

test("abort by the map before it first waits: the call rejects with the reason, nothing is sent", async () => {
  const controller = new AbortController();
  const map = ({ http }: Context): unknown => {
    controller.abort("enough");
    return http.get("/x");
  };
  const world = createWorld({ answers: { a: 200 }, map });
  const reason = await world.run({}, { signal: controller.signal }).catch((thrown: unknown) => thrown);
  assert.equal([reason, world.sent.length], ["enough", 0]);
});

test.run();
