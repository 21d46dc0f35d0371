import type { CircuitOpenError, Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, type Answer, type Context, type World } from "./world.js";

const test = suite("circuit");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** A world whose primary has just tripped, at t = 62000. */
async function tripped(after: Answer | readonly Answer[] = 503, extra: object = {}): Promise<World> {
  const world = createWorld({ answers: { a: [...times(6, 503), ...[after].flat()], b: 200 }, ...extra });
  await world.run();
  world.sent.length = 0;
  world.events.length = 0;
  return world;
}

const transitions = (world: World): string[] => world.eventsOf("circuit").map(({ from, to }) => `${from} → ${to}`);

test("open-skips: 1 ms later only the backup is asked", async () => {
  const world = await tripped();
  await world.clock.advance(1);
  assert.is((await world.run()).provider, "b");
  assert.equal([world.times("a"), world.times("b")], [[], [62_001]]);
});

test("open-until: still the backup 1 ms before openTime, one probe at openTime", async () => {
  const world = await tripped(200);
  await world.clock.advance(29_999);
  assert.is((await world.run()).provider, "b");
  await world.clock.advance(1);
  assert.is((await world.run()).provider, "a");
  assert.equal(world.times("a"), [92_000]);
});

test("probe-closes: after its success the next call goes to the primary", async () => {
  const world = await tripped(200);
  await world.clock.advance(30_000);
  await world.run();
  assert.equal(transitions(world), ["open → half-open", "half-open → closed"]);
  assert.is((await world.run()).provider, "a");
});

test("probe-fails: the same call goes on without a wait; the next probe is due 60000 later, then 120000", async () => {
  const world = await tripped([503, 503, 200]);
  await world.clock.advance(30_000);
  assert.equal(await world.run(), { ok: true, value: 200, provider: "b", attempts: 2 });
  assert.is(world.clock.now(), 92_000);
  await world.clock.advance(59_999);
  await world.run();
  assert.equal(world.times("a"), [92_000]);
  await world.clock.advance(1);
  await world.run();
  assert.equal(world.times("a"), [92_000, 152_000]);
  await world.clock.advance(119_999);
  await world.run();
  await world.clock.advance(1);
  assert.is((await world.run()).provider, "a");
});

test("the doubling ends at 300 s, and a success resets it", async () => {
  const world = await tripped(503);
  const gaps: number[] = [];
  for (let probe = 0; probe < 6; probe += 1) {
    const { length } = world.times("a");
    const openedAt = world.clock.now();
    while (world.times("a").length === length) {
      await world.clock.advance(10_000);
      await world.run();
    }
    gaps.push(world.clock.now() - openedAt);
  }
  assert.equal(gaps, [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  world.answer("a", 200, ...times(7, 503));
  await world.clock.advance(300_000);
  assert.is((await world.run()).provider, "a");
  await world.run();
  assert.is(world.eventsOf("circuit").at(-1)?.openFor, 30_000);
});

test("a longer configured openTime stands", async () => {
  const policies = { a: { kind: "circuit-breaker", openTime: 400_000 } } as const;
  const world = await tripped(503, { policies });
  await world.clock.advance(400_000);
  await world.run();
  assert.is(world.eventsOf("circuit").at(-1)?.openFor, 400_000);
});

test("a failed probe with Retry-After: the longer of the two, 300 s at most, and the doubling stays", async () => {
  const world = await tripped([
    answerWith(503, { "retry-after": "100" }),
    answerWith(503, { "retry-after": "5" }),
    answerWith(429, { "retry-after": "900" }),
  ]);
  const openFor: (number | undefined)[] = [];
  for (const wait of [30_000, 100_000, 120_000]) {
    await world.clock.advance(wait);
    await world.run();
    openFor.push(world.eventsOf("circuit").at(-1)?.openFor);
  }
  assert.equal(openFor, [100_000, 120_000, 300_000]);
});

test("probe-single: of 1000 concurrent calls one reaches the primary, 999 the backup at once", async () => {
  const world = await tripped(async () => {
    await world.clock.sleep(50);
    return 200;
  });
  await world.clock.advance(30_000);
  const outcomes = await world.clock.finish(Promise.all(times(1000, undefined).map(() => world.send.safe({}))));
  assert.is(outcomes.filter(({ provider }) => provider === "a").length, 1);
  assert.is(world.times("a").length, 1);
  assert.equal(new Set(world.times("b")), new Set([92_000]));
});

test("probe-hangs: its timeout is a failed probe, and the call goes on", async () => {
  const world = await tripped("hang");
  await world.clock.advance(30_000);
  assert.is((await world.run()).provider, "b");
  assert.is(world.clock.now(), 122_000);
  assert.is(world.eventsOf("circuit").at(-1)?.openFor, 60_000);
});

test("probe-idle: when the lease ends in a map without a request, the next call probes; the late report is ignored", async () => {
  const idle = async ({ http, input }: Context): Promise<unknown> => {
    if (input["idle"] === true) await world.clock.sleep(40_000);
    return (await http.get("/x")).status;
  };
  const world: World = await tripped([200, 200], { map: idle });
  await world.clock.advance(30_000);
  const late = world.send.safe({ idle: true });
  await world.clock.advance(30_999);
  assert.is((await callNow(world)).provider, "b");
  await world.clock.advance(1);
  assert.is((await callNow(world)).provider, "a");
  assert.equal(transitions(world), ["open → half-open", "half-open → closed"]);
  const outcome = await world.clock.finish(late);
  assert.is(outcome.provider, "b");
  assert.equal(transitions(world).length, 2);
});

/** Calls without moving time. */
async function callNow(world: World): Promise<Outcome<unknown>> {
  const call = world.send.safe({});
  await world.clock.advance(0);
  return call;
}

test("a request of the probe renews its lease", async () => {
  const busy = async ({ http, input }: Context): Promise<unknown> => {
    if (input["busy"] !== true) return (await http.get("/x")).status;
    await world.clock.sleep(25_000);
    await http.get("/1");
    await world.clock.sleep(25_000);
    return (await http.get("/2")).status;
  };
  const world: World = await tripped(200, { maps: { a: busy } });
  await world.clock.advance(30_000);
  const probe = world.send.safe({ busy: true });
  await world.clock.advance(45_000);
  assert.is((await callNow(world)).provider, "b");
  assert.is((await world.clock.finish(probe)).provider, "a");
});

test("probe-no-request: the permit is given back, the next call probes", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> =>
    input["quiet"] === true ? "quiet" : (await http.get("/x")).status;
  const world = await tripped(200, { map });
  await world.clock.advance(30_000);
  assert.is((await world.run({ quiet: true })).provider, "a");
  assert.equal(transitions(world), ["open → half-open"]);
  assert.is((await world.run()).provider, "a");
  assert.equal(transitions(world), ["open → half-open", "half-open → closed"]);
});

test("probe-two-requests: the second fails, so the circuit opens", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.get("/1");
    return (await http.get("/2")).status;
  };
  const world = await tripped([200, 503], { maps: { a: map } });
  await world.clock.advance(30_000);
  assert.is((await world.run()).provider, "b");
  assert.equal(transitions(world), ["open → half-open", "half-open → open"]);
});

test("probe-map-throws: its own error after a 200 counts as success", async () => {
  const map = async ({ http }: Context): Promise<never> => {
    await http.get("/1");
    throw new Error("own");
  };
  const world = await tripped(200, { maps: { a: map } });
  world.answer("a", 200);
  await world.clock.advance(30_000);
  const outcome = await world.run();
  assert.is(outcome.ok || outcome.error.message, "own");
  assert.equal(transitions(world), ["open → half-open", "half-open → closed"]);
});

test("a probe that is aborted, rejected with 401 or handles a 503 gives its permit back", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> =>
    (await http.get("/x", { security: "key", throwHttpErrors: input["handle"] !== true })).status;
  const world = await tripped(["hang", 401, 503, 200], { maps: { a: map } });
  await world.clock.advance(30_000);
  const controller = new AbortController();
  const aborted = world.send.safe({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(5);
  controller.abort("stop");
  assert.is(await aborted, "stop");
  assert.is((await world.run()).provider, "b");
  assert.is((await world.run({ handle: true })).provider, "a");
  assert.is((await world.run()).provider, "a");
  assert.equal(transitions(world), ["open → half-open", "half-open → closed"]);
});

test("a probe whose map swallows the failure opens the circuit, and its value counts", async () => {
  const map = async ({ http }: Context): Promise<unknown> =>
    http.get("/x").then(
      ({ status }) => status,
      () => "none",
    );
  const world = await tripped(503, { maps: { a: map } });
  await world.clock.advance(30_000);
  assert.equal(await world.run(), { ok: true, value: "none", provider: "a", attempts: 1 });
  assert.equal(transitions(world), ["open → half-open", "half-open → open"]);
});

test("a request by a performance whose lease has ended is refused with CircuitOpenError", async () => {
  let refusal: unknown;
  const slow = async ({ http, input }: Context): Promise<unknown> => {
    if (input["slow"] !== true) return (await http.get("/x")).status;
    await world.clock.sleep(40_000);
    return http.get("/late").catch((error: unknown) => Promise.reject((refusal = error)));
  };
  const hanging: Answer = async () => {
    await world.clock.sleep(20_000);
    return 200;
  };
  const world: World = await tripped([hanging, 200], { maps: { a: slow } });
  await world.clock.advance(30_000);
  const lost = world.send.safe({ slow: true });
  await world.clock.advance(31_000);
  const probe = world.send.safe({});
  await world.clock.advance(9000);
  assert.is((refusal as CircuitOpenError).name, "CircuitOpenError");
  assert.is((await lost).provider, "b");
  assert.is((await world.clock.finish(probe)).provider, "a");
  assert.not(world.sent.some(({ url }) => url.pathname === "/late" && url.hostname === "a.example"));
});

test("when the next probe has closed the circuit by then, the refusal does not blame the provider", async () => {
  let refusal: unknown;
  const slow = async ({ http, input }: Context): Promise<unknown> => {
    if (input["slow"] === true) await world.clock.sleep(40_000);
    return http.get("/x").catch((error: unknown) => Promise.reject((refusal = error)));
  };
  const world: World = await tripped(200, { maps: { a: slow } });
  await world.clock.advance(30_000);
  const lost = world.send.safe({ slow: true });
  await world.clock.advance(31_000);
  assert.is((await callNow(world)).provider, "a");
  assert.is((await world.clock.finish(lost)).provider, "b");
  const { message, retryAfter } = refusal as CircuitOpenError;
  assert.match(message, /circuit of a is closed: this call was its probe, took too long/);
  assert.is(retryAfter, 0);
});

test("burst: six calls fail at once with nothing else in flight: trips at the sixth", async () => {
  const world = createWorld({ answers: { a: 503, b: 200 } });
  const outcomes = await world.clock.finish(Promise.all(times(6, undefined).map(() => world.send.safe({}))));
  assert.equal(new Set(outcomes.map(({ provider }) => provider)), new Set(["b"]));
  assert.is(world.times("a").length, 6);
  assert.is(world.clock.now(), 0);
  assert.equal(transitions(world), ["closed → open"]);
});

test("late-failures: younger ones in flight fail to the backup at once; open-until is not extended", async () => {
  const delays = [...times(6, 10), ...times(4, 100)];
  const slow: Answer = async () => {
    await world.clock.sleep(delays.shift() ?? 0);
    return 503;
  };
  const world: World = createWorld({ answers: { a: slow, b: 200 } });
  const calls = times(6, undefined).map(() => world.send.safe({}));
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
  assert.is((await world.run()).provider, "b");
  await world.clock.advanceTo(30_010);
  assert.is((await world.run()).provider, "a");
});

test("late-success: its caller gets it, and the circuit stays open", async () => {
  let first = true;
  const answer: Answer = async () => {
    if (!first) return 503;
    first = false;
    await world.clock.sleep(100);
    return 200;
  };
  const world: World = createWorld({ answers: { a: answer, b: 200 } });
  const late = world.send.safe({});
  await world.clock.advance(1);
  const calls = times(6, undefined).map(() => world.send.safe({}));
  await world.clock.advance(10);
  assert.equal(transitions(world), ["closed → open"]);
  assert.is((await world.clock.finish(late)).provider, "a");
  await Promise.all(calls);
  assert.is((await world.run()).provider, "b");
});

test("sleepers: calls that wait between attempts go to the backup at the instant of the trip", async () => {
  const world = createWorld({ answers: { a: [...times(5, 503), 200, ...times(6, 503)], b: 200 } });
  const start = (count: number): Promise<Outcome<unknown>>[] => times(count, undefined).map(() => world.send.safe({}));
  const waiting = start(5);
  await world.clock.advance(1);
  const success = start(1);
  await world.clock.advance(1);
  waiting.push(...start(5));
  await world.clock.advance(1);
  assert.equal(transitions(world), []);
  const last = start(1);
  await world.clock.advance(0);
  assert.equal(transitions(world), ["closed → open"]);
  const outcomes = await Promise.all(waiting);
  assert.ok(outcomes.every(({ provider }) => provider === "b"));
  assert.equal(world.times("b"), times(11, 3));
  assert.equal([(await success[0])?.provider, (await last[0])?.provider], ["a", "b"]);
  assert.is(world.clock.pending, 0);
});

test("run-resets: five failures, one success, five failures: closed", async () => {
  const world = createWorld({ answers: { a: [...times(5, 503), 200, ...times(5, 503), 200] } });
  assert.is((await world.run()).ok, true);
  assert.is((await world.run()).ok, true);
  assert.equal(transitions(world), []);
});

test("token-then-send: successes of the first request do not reset the run", async () => {
  const world = createWorld({
    answers: { a: ({ url }) => (url.pathname === "/token" ? 200 : 503), b: 200 },
    policies: { a: { kind: "circuit-breaker", maxContiguousRetries: 2 } },
    map: async ({ http }) => {
      await http.get("/token");
      return (await http.get("/send")).status;
    },
  });
  await world.run();
  assert.equal(transitions(world), ["closed → open"]);
});

test("handled-status: the map gets the response; no retry, no failover, the circuit unchanged", async () => {
  const map = async ({ http }: Context): Promise<unknown> =>
    (await http.get("/x", { throwHttpErrors: (status) => status !== 503 })).status;
  const world = createWorld({ answers: { a: 503, b: 200 }, map });
  for (let call = 0; call < 10; call += 1) {
    assert.equal(await world.run(), { ok: true, value: 503, provider: "a", attempts: 1 });
  }
  assert.equal(transitions(world), []);
});

test("guard-30: 70 successes and 30 failures with 400 in flight do not trip", async () => {
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

test("guard-cold: run 6 with 494 of the same age in flight does not trip", async () => {
  let number = 0;
  const answer: Answer = async () => {
    number += 1;
    if (number <= 6) return 503;
    await world.clock.sleep(100);
    return 200;
  };
  const world: World = createWorld({ answers: { a: answer } });
  const calls = times(500, undefined).map(() => world.send.safe({}));
  await world.clock.advance(50);
  assert.equal(transitions(world), []);
  const outcomes = await world.clock.finish(Promise.all(calls));
  assert.ok(outcomes.every(({ ok }) => ok));
});

test("a brown-out in which the oldest attempt is the last to fail: the run is compared with the age of its youngest", async () => {
  let number = 0;
  const answer: Answer = async () => {
    number += 1;
    const mine = number;
    if (mine === 1) await world.clock.sleep(30);
    else await world.clock.sleep(mine <= 20 ? 1 : 60);
    return mine <= 20 ? 503 : 200;
  };
  const world: World = createWorld({ answers: { a: answer } });
  const calls: Promise<Outcome<unknown>>[] = [];
  for (const delay of [0, ...times(60, 0.01)]) {
    await world.clock.advance(delay);
    calls.push(world.send.safe({}));
    if (calls.length === 2) calls.push(...times(40, undefined).map(() => world.send.safe({})));
  }
  await world.clock.advance(55);
  assert.equal(transitions(world), []);
  await world.clock.finish(Promise.all(calls));
  assert.equal(transitions(world), []);
});

test("low-traffic: one call every 10 s, or 2 concurrent callers: opens after 6 failures, not before", async () => {
  const slow = createWorld({ answers: { a: 503 } });
  const calls: Promise<unknown>[] = [];
  while (transitions(slow).length === 0) {
    calls.push(slow.send.safe({}));
    await slow.clock.advance(10_000);
  }
  assert.is(slow.times("a").length, 6);
  await slow.clock.finish(Promise.all(calls));
  const two = createWorld({ answers: { a: 503 } });
  const outcomes = await two.clock.finish(Promise.all([two.send.safe({}), two.send.safe({})]));
  assert.ok(outcomes.every(({ ok }) => !ok));
  assert.is(two.times("a").length, 6);
});

test("a circuit belongs to one use-case and provider of one client", async () => {
  const world = await tripped();
  const other = createWorld({ answers: { a: 200, b: 200 } });
  assert.is((await other.run()).provider, "a");
  assert.is((await world.run()).provider, "b");
});

test.run();
