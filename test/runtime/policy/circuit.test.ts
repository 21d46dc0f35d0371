import type { Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, networkFailure, type Answer, type Context, type World } from "./world.js";

const test = suite("circuit");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
/** With rests of 30 s, as the vectors have them. */
const resting = { kind: "circuit-breaker", openTime: 30_000 } as const;
const policies = { a: resting };

/** A world whose primary's circuit has just opened, at t = 62000. */
async function opened(after: Answer | readonly Answer[] = 503, extra: object = {}): Promise<World> {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [...times(6, 503), ...[after].flat()], b: 200 },
    policies,
    ...extra,
  });
  await world.run();
  world.sent.length = 0;
  world.events.length = 0;
  return world;
}

const transitions = (world: World): string[] => world.eventsOf("circuit").map(({ from, to }) => `${from} → ${to}`);
const rests = (world: World): number[] => world.eventsOf("circuit").flatMap(({ openFor }) => openFor ?? []);

/** Calls without moving time. */
async function callNow(world: World): Promise<Outcome<unknown>> {
  const call = world.send.safe({});
  await world.clock.advance(0);
  return call;
}

test("exhaust: six failures over 62 s open it, and it says for how long and why", async () => {
  const world = createWorld({ answers: { a: 503 }, policies });
  await world.run();
  const [event] = world.eventsOf("circuit");
  assert.equal([event?.from, event?.to, event?.cause, event?.openFor], ["closed", "open", "failures", 30_000]);
  assert.equal([event?.method, event?.path, event?.call], ["GET", "/x", 1]);
});

test("exhaust-backup: the sixth failure goes on to the backup", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, policies });
  assert.is((await world.run()).provider, "b");
  assert.equal([world.times("a").length, world.times("b")], [6, [62_000]]);
});

test("open-skips: 1 ms later only the backup is asked", async () => {
  const world = await opened();
  await world.clock.advance(1);
  assert.is((await world.run()).provider, "b");
  assert.equal([world.times("a"), world.times("b")], [[], [62_001]]);
});

test("open-until: still the backup 1 ms before openTime, one probe at openTime", async () => {
  const world = await opened(200);
  await world.clock.advance(29_999);
  assert.is((await world.run()).provider, "b");
  await world.clock.advance(1);
  assert.is((await world.run()).provider, "a");
  assert.equal(world.times("a"), [92_000]);
});

test("probe-closes: limited from 10/s, and closed when nobody was held back for 5 s", async () => {
  const world = await opened(200);
  await world.clock.advance(30_000);
  assert.is((await callNow(world)).provider, "a");
  assert.equal(transitions(world), ["open → half-open", "half-open → limited"]);
  assert.equal([world.eventsOf("circuit")[1]?.rate, world.eventsOf("circuit")[1]?.cause], [10, "recovery"]);
  await world.clock.advance(100);
  assert.is((await callNow(world)).provider, "a");
  await world.clock.advance(4900);
  assert.is((await callNow(world)).provider, "a");
  assert.equal(transitions(world), ["open → half-open", "half-open → limited", "limited → closed"]);
});

test("a rate limits: what is asked between two slots goes to the backup", async () => {
  const world = await opened(200);
  await world.clock.advance(30_000);
  const providers: (string | undefined)[] = [];
  for (let call = 0; call < 4; call += 1) {
    providers.push((await callNow(world)).provider);
    await world.clock.advance(call === 1 ? 100 : 1);
  }
  assert.equal(providers, ["a", "a", "a", "b"]);
});

test("probe-fails: the same call goes on without a wait; the next probe is due 30000 later", async () => {
  const world = await opened([503, 503, 200]);
  await world.clock.advance(30_000);
  assert.equal(await callNow(world), { ok: true, value: 200, provider: "b", attempts: 2 });
  assert.is(world.clock.now(), 92_000);
  await world.clock.advance(29_999);
  await callNow(world);
  assert.equal(world.times("a"), [92_000]);
  await world.clock.advance(1);
  await callNow(world);
  assert.equal(world.times("a"), [92_000, 122_000]);
});

test("probe-fails: with the defaults the rests are 2, 4, 8, 10 and 10 s, and 2 s again once it was closed", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 } });
  await world.run();
  while (rests(world).length < 5) {
    await world.clock.advance(100);
    await callNow(world);
  }
  assert.equal(rests(world), [2000, 4000, 8000, 10_000, 10_000]);
  world.answer("a", 200);
  while (transitions(world).at(-1) !== "limited → closed") {
    await world.clock.advance(6000);
    await callNow(world);
  }
  await world.clock.advance(20_000);
  world.answer("a", 503);
  await world.run();
  assert.is(rests(world).at(-1), 2000);
});

test("maxOpenTime bounds the rests, and a longer openTime stands", async () => {
  for (const [policy, expected] of [
    [{ openTime: 1000, maxOpenTime: 3000 }, [1000, 2000, 3000, 3000]],
    [{ openTime: 20_000, maxOpenTime: 3000 }, [20_000, 20_000]],
  ] as const) {
    const world = createWorld({
      failoverAfter: "retries",
      answers: { a: 503, b: 200 },
      policies: { a: { kind: "circuit-breaker", ...policy } },
    });
    await world.run();
    while (rests(world).length < expected.length) {
      await world.clock.advance(500);
      await callNow(world);
    }
    assert.equal(rests(world), expected);
  }
});

test("probe-single: of 1000 concurrent calls one reaches the primary, 999 the backup at once", async () => {
  const world = await opened(async () => {
    await world.clock.sleep(50);
    return 200;
  });
  await world.clock.advance(30_000);
  const outcomes = await world.clock.finish(Promise.all(times(1000, undefined).map(() => world.send.safe({}))));
  assert.is(outcomes.filter(({ provider }) => provider === "a").length, 1);
  assert.is(world.times("a").length, 1);
  assert.equal(new Set(world.times("b")), new Set([92_000]));
});

test("probe-hangs: its timeout is a failed probe that rests for 60000, and the call goes on", async () => {
  const world = await opened("hang");
  await world.clock.advance(30_000);
  assert.is((await world.run()).provider, "b");
  assert.equal([world.clock.now(), rests(world)], [122_000, [60_000]]);
});

test("a probe that was refused is repeated when its Retry-After says, 1 s later at least and 300 s at most", async () => {
  const answers = ["100", "0", "900"].map((value) => answerWith(429, { "retry-after": value }));
  const world = await opened([...answers, 429, 503]);
  for (const wait of [30_000, 100_000, 1000, 300_000]) {
    await world.clock.advance(wait);
    await callNow(world);
  }
  assert.equal(rests(world), [100_000, 1000, 300_000, 30_000]);
  assert.equal(
    world.eventsOf("circuit").flatMap(({ to, cause }) => (to === "open" ? cause : [])),
    times(4, "refusals"),
  );
});

test("a probe that says nothing is followed by another at once; one that is denied rests for the cool-down", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> =>
    (await http.get("/x", { security: "key", throwHttpErrors: input["handle"] !== true })).status;
  const world = await opened(["hang", 503, 403, 200], { maps: { a: map } });
  await world.clock.advance(30_000);
  const controller = new AbortController();
  const aborted = world.send.safe({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(5);
  controller.abort("stop");
  assert.is(await aborted, "stop");
  const handled = world.send.safe({ handle: true });
  await world.clock.advance(0);
  assert.is((await handled).provider, "a");
  assert.is((await callNow(world)).provider, "b");
  assert.equal(rests(world), [0, 0, 60_000]);
  await world.clock.advance(59_999);
  assert.is((await callNow(world)).provider, "b");
  await world.clock.advance(1);
  assert.is((await callNow(world)).provider, "a");
});

for (const [count, at] of [
  [16, 16],
  [20, 19],
  [22, 20],
  [30, 28],
] as const) {
  test(`burst: of ${count} calls that fail at once the ${at}th opens it, because those unanswered count`, async () => {
    const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, policies });
    let answered = 0;
    let openedAt = 0;
    world.answer("a", async () => {
      await world.clock.sleep(10 + (answered += 1) / 1000);
      return 503;
    });
    const failures = (): number => world.eventsOf("attempt").filter(({ status }) => status === 503).length;
    const calls = times(count, undefined).map(() => world.send.safe({}));
    while (openedAt === 0) {
      await world.clock.advance(0.001);
      if (world.eventsOf("circuit").length > 0) openedAt = failures();
    }
    const outcomes = await world.clock.finish(Promise.all(calls));
    assert.is(openedAt, at);
    assert.ok(outcomes.every(({ ok }) => ok));
    assert.equal(transitions(world), ["closed → open"]);
  });
}

test("late-failures: younger ones in flight go to the backup at once; open-until is not extended", async () => {
  const delays = [...times(16, 10), ...times(4, 100)];
  const slow: Answer = async () => {
    await world.clock.sleep(delays.shift() ?? 0);
    return 503;
  };
  const world: World = createWorld({ failoverAfter: "retries", answers: { a: slow, b: 200 }, policies });
  const calls = times(16, undefined).map(() => world.send.safe({}));
  await world.clock.advance(1);
  calls.push(...times(4, undefined).map(() => world.send.safe({})));
  await world.clock.advanceTo(10);
  assert.equal(transitions(world), ["closed → open"]);
  const outcomes = await world.clock.finish(Promise.all(calls));
  assert.ok(outcomes.every(({ provider }) => provider === "b"));
  assert.is(world.clock.now(), 101);
  assert.equal(transitions(world), ["closed → open"]);
  world.answer("a", 200);
  await world.clock.advanceTo(30_009);
  assert.is((await callNow(world)).provider, "b");
  await world.clock.advanceTo(30_010);
  assert.is((await callNow(world)).provider, "a");
});

test("late-success: its caller gets it, and the circuit stays open", async () => {
  let first = true;
  const answer: Answer = async () => {
    if (!first) return 503;
    first = false;
    await world.clock.sleep(100);
    return 200;
  };
  const world: World = createWorld({ failoverAfter: "retries", answers: { a: answer, b: 200 }, policies });
  const late = world.send.safe({});
  await world.clock.advance(1);
  const calls = times(20, undefined).map(() => world.send.safe({}));
  await world.clock.advance(10);
  assert.equal(transitions(world), ["closed → open"]);
  assert.is((await world.clock.finish(late)).provider, "a");
  await Promise.all(calls);
  assert.is((await world.run()).provider, "b");
});

test("sleepers: calls that wait between attempts go to the backup at the instant in which it leaves closed", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [...times(5, 503), 200, ...times(16, 503)], b: 200 },
    policies,
  });
  const start = (count: number): Promise<Outcome<unknown>>[] => times(count, undefined).map(() => world.send.safe({}));
  const waiting = start(5);
  await world.clock.advance(1);
  const success = start(1);
  await world.clock.advance(1);
  waiting.push(...start(15));
  await world.clock.advance(1);
  assert.equal(transitions(world), []);
  const last = start(1);
  await world.clock.advance(0);
  assert.equal(transitions(world), ["closed → limited"]);
  const outcomes = await Promise.all(waiting);
  assert.ok(outcomes.every(({ provider }) => provider === "b"));
  assert.equal(world.times("b"), times(21, 3));
  assert.equal([(await success[0])?.provider, (await last[0])?.provider], ["a", "b"]);
  assert.is(world.clock.pending, 0);
});

test("run-resets: five failures, one success, five failures: closed", async () => {
  const world = createWorld({ answers: { a: [...times(5, 503), 200, ...times(5, 503), 200] } });
  assert.is((await world.run()).ok, true);
  assert.is((await world.run()).ok, true);
  assert.equal(transitions(world), []);
});

test("a success that started before the run does not empty it", async () => {
  let first = true;
  const answer: Answer = async () => {
    if (!first) return 503;
    first = false;
    await world.clock.sleep(1000);
    return 200;
  };
  const world: World = createWorld({ failoverAfter: "retries", answers: { a: answer, b: 200 }, policies });
  const late = world.send.safe({});
  await world.clock.advance(1);
  const calls = times(14, undefined).map(() => world.send.safe({}));
  await world.clock.advance(1000);
  await late;
  calls.push(world.send.safe({}), world.send.safe({}));
  await world.clock.advance(0);
  assert.equal(transitions(world), ["closed → limited"]);
  await world.clock.finish(Promise.all(calls));
});

test("token-then-send: the circuit of the second endpoint opens; later calls skip the provider before its map starts", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: ({ url }) => (url.pathname === "/token" ? 200 : 503), b: 200 },
    policies: { a: { ...resting, maxContiguousRetries: 2, backoff: { kind: "exponential", start: 3000 } } },
    map: async ({ http }) => {
      await http.get("/token");
      return (await http.get("/send")).status;
    },
  });
  assert.is((await world.run()).provider, "b");
  assert.equal(transitions(world), ["closed → open"]);
  assert.is(world.eventsOf("circuit")[0]?.path, "/send");
  world.sent.length = 0;
  assert.equal(await callNow(world), { ok: true, value: 200, provider: "b", attempts: 2 });
  assert.equal(world.times("a"), []);
  world.answer("a", ({ url }) => (url.pathname === "/token" ? 200 : "hang"));
  await world.clock.advance(30_000);
  const probing = world.send.safe({});
  await world.clock.advance(0);
  assert.is(transitions(world).at(-1), "open → half-open");
  const { length } = world.times("a");
  assert.is((await callNow(world)).provider, "b");
  assert.is(world.times("a").length, length, "nor while its probe is out");
  await world.clock.finish(probing);
});

test("two-branches: calls that need the healthy endpoint are served by the primary", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> => (await http.get(String(input["path"]))).status;
  const answers = { a: ({ url }: { url: URL }) => (url.pathname === "/dead" ? 503 : 200), b: 200 };
  const world = createWorld({ failoverAfter: "retries", answers, map, policies });
  await world.run({ path: "/dead" });
  assert.equal(transitions(world), ["closed → open"]);
  const call = async (path: string): Promise<string | undefined> => {
    const outcome = world.send.safe({ path });
    await world.clock.advance(0);
    return (await outcome).provider;
  };
  assert.is(await call("/dead"), "b");
  // It may be the endpoint that has ended calls that this one needs, too.
  assert.is(await call("/fine"), "b");
  await world.clock.advance(30_000);
  assert.is(await call("/fine"), "a");
  assert.is(await call("/dead"), "b");
  assert.is(await call("/fine"), "a");
  assert.is(await call("/dead"), "b");
});

test("handled-status: the map gets the response; no retry, no failover, the circuit unchanged", async () => {
  const map = async ({ http }: Context): Promise<unknown> =>
    (await http.get("/x", { throwHttpErrors: (status) => status !== 503 })).status;
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, map });
  for (let call = 0; call < 40; call += 1) {
    assert.equal(await callNow(world), { ok: true, value: 503, provider: "a", attempts: 1 });
  }
  assert.equal(transitions(world), []);
});

test("guard-30: 70 successes and 30 failures with 400 in flight: not tripped", async () => {
  let number = 0;
  const answer: Answer = async () => {
    number += 1;
    const mine = number;
    await world.clock.sleep(mine <= 70 ? 1 : mine <= 100 ? 2 : 1000);
    return mine > 70 && mine <= 100 ? 503 : 200;
  };
  const world: World = createWorld({ answers: { a: answer } });
  const calls = times(500, undefined).map(() => world.send.safe({}));
  await world.clock.advance(5);
  assert.equal(transitions(world), []);
  await world.clock.finish(Promise.all(calls));
  assert.equal(transitions(world), []);
});

test("guard-cold: a run of 6, or of 40, with the others of the same age in flight: not tripped", async () => {
  for (const run of [6, 40]) {
    let number = 0;
    const answer: Answer = async () => {
      number += 1;
      if (number <= run) return 503;
      await world.clock.sleep(100);
      return 200;
    };
    const world: World = createWorld({ answers: { a: answer } });
    const calls = times(500, undefined).map(() => world.send.safe({}));
    await world.clock.advance(50);
    assert.equal(transitions(world), []);
    const outcomes = await world.clock.finish(Promise.all(calls));
    assert.ok(outcomes.every(({ ok }) => ok));
  }
});

test("low-traffic: one call every 10 s, or 2 concurrent callers: opens after 6 failures, not before", async () => {
  const slow = createWorld({ answers: { a: 503 }, policies });
  const calls: Promise<unknown>[] = [];
  while (transitions(slow).length === 0) {
    calls.push(slow.send.safe({}));
    await slow.clock.advance(10_000);
  }
  assert.is(slow.times("a").length, 6);
  await slow.clock.finish(Promise.all(calls));
  const two = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, policies });
  await two.clock.finish(Promise.all([two.send.safe({}), two.send.safe({})]));
  assert.is(two.times("a").length, 6);
});

test("max-1: three failures that span less than 5 s leave it closed, the third at 5 s opens it", async () => {
  const policy = { ...resting, maxContiguousRetries: 1 };
  for (const [wait, states] of [
    [2999, []],
    [3000, ["closed → open"]],
  ] as const) {
    const world = createWorld({ answers: { a: 503 }, policies: { a: policy } });
    await world.run();
    assert.equal([world.times("a"), transitions(world)], [[0, 2000], []]);
    await world.clock.advance(wait);
    void world.send.safe({});
    await world.clock.advance(0);
    assert.equal(transitions(world), states);
  }
});

test("factor-1: six failures within half a second leave it closed", async () => {
  const backoff = { kind: "exponential", start: 100, factor: 1 } as const;
  const world = createWorld({ answers: { a: 503 }, policies: { a: { kind: "circuit-breaker", backoff } } });
  await world.run();
  assert.equal([world.times("a"), transitions(world)], [[0, 100, 200, 300, 400, 500], []]);
});

test("stale-retry-after: one 429 with Retry-After 300, successes, later 8 with Retry-After 1: open for 1 s", async () => {
  const refuse = (seconds: string): Answer => answerWith(429, { "retry-after": seconds });
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [refuse("300"), 200, 200, refuse("1")], b: 200 },
  });
  for (let call = 0; call < 3; call += 1) await callNow(world);
  // Nothing of it may be accepted lately: then the rate would be limited.
  await world.clock.advance(20_000);
  for (let call = 0; call < 8; call += 1) await callNow(world);
  assert.equal([transitions(world), rests(world)], [["closed → open"], [1000]]);
});

test("retry-after-huge: no wait, nobody else is held back; 8 such answers in a row: open for 300 s at most", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: answerWith(503, { "retry-after": "1000000000" }), b: 200 },
  });
  for (let call = 0; call < 8; call += 1) {
    assert.equal([(await callNow(world)).provider, world.clock.now(), world.times("a").length], ["b", 0, call + 1]);
  }
  assert.equal(rests(world), [300_000]);
  await world.clock.advance(299_999);
  await callNow(world);
  assert.is(world.times("a").length, 8);
  await world.clock.advance(1);
  await callNow(world);
  assert.is(world.times("a").length, 9);
});

test("TLS errors and 501 count as failures, though they are not retried", async () => {
  for (const answer of [networkFailure("CERT_HAS_EXPIRED"), 501]) {
    const world = createWorld({ failoverAfter: "retries", answers: { a: answer, b: 200 } });
    for (let call = 0; call < 16; call += 1) await callNow(world);
    assert.equal(transitions(world), ["closed → open"]);
  }
});

test("a circuit belongs to one use-case and provider of one client", async () => {
  const world = await opened();
  const other = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  assert.is((await other.run()).provider, "a");
  assert.is((await callNow(world)).provider, "b");
});

test.run();
