import type { CircuitOpenError, Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, type Answer, type Context, type MapFunction, type World } from "./world.js";

// Who goes, who goes on to the next provider, who waits and for how long.
const test = suite("who is held back");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const resting = { a: { kind: "circuit-breaker", openTime: 30_000 } } as const;
const byPath: MapFunction = async ({ http, input }) => (await http.get(String(input["path"]))).status;
const toPath =
  (special: string, answer: Answer, others: Answer = 200): Answer =>
  ({ url }) =>
    url.pathname === special ? answer : others;
const refusing = (seconds: string): Answer => answerWith(429, { "retry-after": seconds });

function start(world: World, count: number, options: object = {}): Promise<Outcome<unknown>>[] {
  return times(count, undefined).map(() => world.send.safe({}, options));
}

/** Moves time a little while; calls that are under way go on. */
async function callNow(world: World, input: Record<string, unknown> = {}, options = {}): Promise<Outcome<unknown>> {
  const call = world.send.safe(input, options);
  await world.clock.advance(0);
  return call;
}

const states = (world: World): string[] => world.eventsOf("circuit").map(({ to, cause }) => `${to} ${cause}`);

/** Alone, and just opened at t = 0 by sixteen failures, whose calls were given up. */
async function openedAlone(
  after: Answer | readonly Answer[],
  policies: object = resting,
  map?: MapFunction,
): Promise<World> {
  const world = createWorld({ answers: { a: 503 }, policies: policies as typeof resting, ...(map && { map }) });
  const controller = new AbortController();
  const calls = times(16, undefined).map(() => world.send.safe({}, { signal: controller.signal }).catch(() => {}));
  await world.clock.advance(0);
  controller.abort();
  await Promise.all(calls);
  assert.equal(states(world), ["open failures"]);
  world.answer("a", ...[after].flat());
  world.sent.length = 0;
  return world;
}

test("alone-waits: a new call waits, and is sent when the circuit admits it", async () => {
  const world = await openedAlone(200);
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.attempts, world.times("a")], [true, 1, [30_000]]);
});

test("alone-waits: with a patience of 1 ms it fails at once, and says when to come back", async () => {
  const world = await openedAlone(200, { a: { ...resting.a, patience: 1 } });
  await world.clock.advance(10_000);
  const outcome = await callNow(world);
  const error = (outcome.ok ? undefined : outcome.error) as CircuitOpenError;
  assert.equal([error.name, error.retryAfter, error.lastError?.name], ["CircuitOpenError", 20_000, "HttpError"]);
  assert.match(error.message, "its circuit is open, because of failures");
  assert.equal([outcome.attempts, world.times("a")], [0, []]);
});

test("alone, a map may catch the refusal like any failure", async () => {
  const world = createWorld({
    answers: { a: 503 },
    policies: { a: { ...resting.a, patience: 1 } },
    map: ({ http }) => http.get("/x").catch((error: Error) => error.name),
  });
  const calls = start(world, 16);
  await world.clock.advance(0);
  const outcome = await callNow(world);
  assert.equal(outcome.ok && outcome.value, "CircuitOpenError");
  await world.clock.finish(Promise.all(calls));
});

test("waits-in-order: whose time ends first goes first, without deadlines oldest first, none earlier than its slot", async () => {
  const done: string[] = [];
  const world = await openedAlone(200);
  const call = (name: string, options: object): Promise<void> =>
    world.send.safe({}, options).then(() => void done.push(name));
  const calls = [call("first", {}), call("second", {})];
  await world.clock.advance(10);
  calls.push(call("hurried", { deadline: 40_000 }), call("third", {}), call("most hurried", { deadline: 35_000 }));
  await world.clock.finish(Promise.all(calls));
  assert.equal(done, ["most hurried", "hurried", "first", "second", "third"]);
  const [probe = 0, ...others] = world.times("a");
  assert.is(probe, 30_000);
  others.forEach((time, index) => assert.ok(time - probe >= index * 50, `${time}`));
  assert.is(world.clock.pending, 0);
});

test("limited-deadline: a call whose deadline leaves no time for an answer fails at once instead of taking a slot", async () => {
  const slow: Answer = async () => {
    await world.clock.sleep(400);
    return 200;
  };
  const world: World = await openedAlone(slow);
  await world.clock.advance(30_000);
  // The usual time of an answer is 400: one that has less than 1.5 times that cannot be in time.
  const busy = start(world, 40);
  await world.clock.advance(800);
  const { length } = world.sent;
  const outcome = await callNow(world, {}, { deadline: 500 });
  assert.is(outcome.ok || outcome.error.name, "CircuitOpenError");
  assert.is(world.sent.length, length);
  await world.clock.finish(Promise.all(busy));
});

test("refusal-goes-on: a 429 sends the call to the backup at once; the primary is used at the rate that it accepts", async () => {
  let tokens = 50;
  const bucket: Answer = () => {
    if (tokens < 1) return 429;
    tokens -= 1;
    return 200;
  };
  const world = createWorld({ answers: { a: bucket, b: 200 } });
  const providers: (string | undefined)[] = [];
  for (let tick = 0; tick < 600; tick += 1) {
    // 50 per second are accepted, 100 are asked for.
    tokens = Math.min(50, tokens + 0.5);
    providers.push((await callNow(world)).provider);
    await world.clock.advance(10);
  }
  assert.is(providers.filter((provider) => provider === undefined).length, 0);
  const byPrimary = providers.slice(200).filter((provider) => provider === "a").length;
  assert.ok(byPrimary >= 160, `${byPrimary} of 200`);
  assert.is(world.eventsOf("retry").length, 0);
  assert.ok(
    states(world).every((state) => state === "limited refusals"),
    states(world).join(),
  );
});

test("denial-rests: eight times 403 and the primary rests 60 s; alone nobody is held back", async () => {
  const world = createWorld({ answers: { a: 403, b: 200 } });
  for (let call = 0; call < 10; call += 1) assert.is((await callNow(world)).provider, "b");
  assert.equal([world.times("a").length, states(world)], [8, ["open denials"]]);
  assert.is(world.eventsOf("circuit")[0]?.openFor, 60_000);
  await world.clock.advance(60_000);
  await callNow(world);
  assert.equal([world.times("a").length, world.eventsOf("circuit").at(-1)?.openFor], [9, 120_000]);
  const alone = createWorld({ answers: { a: [...times(10, 403), 200] } });
  for (let call = 0; call < 11; call += 1) await callNow(alone);
  assert.is(alone.times("a").length, 11);
  assert.equal(
    alone.eventsOf("circuit").map(({ to }) => to),
    ["open", "closed"],
  );
});

test("authCoolDown is how long", async () => {
  const world = createWorld({
    answers: { a: 403, b: 200 },
    policies: { a: { kind: "circuit-breaker", authCoolDown: 400_000 } },
  });
  for (let call = 0; call < 8; call += 1) await callNow(world);
  await world.clock.advance(400_000);
  await callNow(world);
  assert.equal(
    world.eventsOf("circuit").flatMap(({ openFor }) => openFor ?? []),
    [400_000, 400_000],
  );
});

test("silence: sixteen attempts unanswered for 5 s, and later calls go to the backup at once; a late success frees it", async () => {
  const late: Answer = async () => {
    await world.clock.sleep(8000);
    return 200;
  };
  const world: World = createWorld({ answers: { a: late, b: 200 } });
  const calls = start(world, 16);
  await world.clock.advance(4999);
  calls.push(...start(world, 1));
  await world.clock.advance(1);
  assert.equal(states(world), []);
  assert.is((await callNow(world)).provider, "b");
  assert.equal(states(world), ["open silence"]);
  await world.clock.advanceTo(8000);
  assert.equal(states(world), ["open silence", "closed undefined"]);
  const outcomes = await world.clock.finish(Promise.all(calls));
  assert.ok(outcomes.every(({ provider }) => provider === "a"));
});

test("silence-idle: 100 calls at once after a minute of rest: all to the primary", async () => {
  const healthy: Answer = async () => {
    await world.clock.sleep(50);
    return 200;
  };
  const world: World = createWorld({ answers: { a: healthy, b: 200 } });
  for (let round = 0; round < 2; round += 1) {
    const outcomes = await world.clock.finish(Promise.all(start(world, 100)));
    assert.ok(outcomes.every(({ provider }) => provider === "a"));
    await world.clock.advance(60_000);
  }
});

test("an attempt that its caller aborts is no answer: it ends no silence", async () => {
  const world = createWorld({ answers: { a: "hang", b: 200 } });
  const calls = start(world, 16);
  const controller = new AbortController();
  const aborted = world.send.safe({}, { signal: controller.signal }).catch(() => {});
  await world.clock.advance(4000);
  controller.abort();
  await aborted;
  await world.clock.advance(1000);
  assert.is((await callNow(world)).provider, "b");
  assert.equal(states(world), ["open silence"]);
  await world.clock.finish(Promise.all(calls));
});

test("a silence: an abort by a request's own signal, and a time-out, are no answers; a failure is one", async () => {
  const controller = new AbortController();
  const map: MapFunction = async ({ http, input }) => (await http.get("/x", input["options"] as object)).status;
  for (const [options, end, provider] of [
    [{ signal: controller.signal }, () => controller.abort(), "b"],
    [{ requestTimeout: 4000 }, () => {}, "b"],
    [{}, () => {}, "a"],
  ] as const) {
    let number = 0;
    const fails: Answer = async () => {
      await world.clock.sleep(4000);
      return 503;
    };
    const world: World = createWorld({
      answers: { a: () => ((number += 1) === 17 && provider === "a" ? fails : number >= 18 ? 200 : "hang"), b: 200 },
      map: ({ http, input, ...rest }) =>
        map({ http, input: { options: input["own"] === true ? options : {} }, ...rest }),
    });
    const calls = start(world, 16);
    const other = world.send.safe({ own: true }).catch(() => {});
    await world.clock.advance(4000);
    end();
    await world.clock.advance(1000);
    assert.is((await callNow(world)).provider, provider, JSON.stringify(options));
    await world.clock.finish(Promise.all([...calls, other]));
  }
});

test("what a deadline cuts is a time-out, but where it had less than three usual times", async () => {
  const slow: Answer = async () => {
    await world.clock.sleep(400);
    return 200;
  };
  let world = createWorld({ answers: { a: "hang" } });
  await world.clock.finish(Promise.all(start(world, 16, { deadline: 500 })));
  assert.equal(states(world), ["open failures"], "no usual time is known");
  for (const [deadline, expected] of [
    [1100, []],
    [1300, ["open failures"]],
    [undefined, ["open failures"]],
  ] as const) {
    world = createWorld({ answers: { a: [slow, "hang"] } });
    await world.run();
    const calls = start(world, 16, { deadline });
    await world.clock.advance(30_000);
    assert.equal(states(world), expected, String(deadline));
    world.answer("a", 200);
    await world.clock.finish(Promise.all(calls));
  }
});

test("a success that comes late leaves the failure for which it is open to be told", async () => {
  const late = createWorld({ answers: { a: 503 }, policies: { a: { ...resting.a, patience: 1 } } });
  let first = true;
  late.answer("a", async () => {
    if (!first) return 503;
    first = false;
    await late.clock.sleep(100);
    return 200;
  });
  const calls = start(late, 1);
  await late.clock.advance(1);
  calls.push(...start(late, 20));
  await late.clock.advance(200);
  const outcome = await callNow(late);
  const error = (outcome.ok ? undefined : outcome.error) as CircuitOpenError;
  assert.equal([error.name, error.lastError?.name], ["CircuitOpenError", "HttpError"]);
  await late.clock.finish(Promise.all(calls));
});

test("what fails before it is sent is no evidence, however long it takes", async () => {
  const map = ({ http }: Context): unknown => http.get("/x", { security: "key" });
  const credentials = { a: { key: { apikey: () => new Promise<string>(() => {}) } } };
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
  const world = createWorld({ answers: { a: 200 }, map, policies, options: { credentials } });
  const outcomes = await world.clock.finish(Promise.all(start(world, 20)));
  assert.ok(outcomes.every(({ ok, attempts }) => !ok && attempts === 0));
  assert.equal([world.sent.length, states(world)], [0, []]);
});

test("attempts that their callers abort are no silence", async () => {
  const world = createWorld({ answers: { a: "hang", b: 200 } });
  for (let call = 0; call < 40; call += 1) {
    const controller = new AbortController();
    const aborted = world.send.safe({}, { signal: controller.signal }).catch(() => {});
    await world.clock.advance(1000);
    controller.abort();
    await aborted;
  }
  assert.equal(states(world), []);
});

const optional: MapFunction = async ({ http }) => {
  const extra = await http.get("/optional").then(
    () => "with it",
    () => "without it",
  );
  return [(await http.get("/main")).status, extra];
};

test("tolerated: what a map does without costs one attempt, no wait and no evidence, until its first success", async () => {
  const world = createWorld({ answers: { a: toPath("/optional", 503) }, map: optional });
  assert.equal(await world.run(), { ok: true, value: [200, "without it"], provider: "a", attempts: 7 });
  const { length } = world.events;
  for (let call = 0; call < 40; call += 1) {
    assert.equal(await callNow(world), { ok: true, value: [200, "without it"], provider: "a", attempts: 2 });
  }
  assert.not(world.events.slice(length).some(({ type }) => type === "circuit" || type === "retry"));
  world.answer("a", 200);
  assert.equal((await callNow(world)).attempts, 2);
  world.answer("a", toPath("/optional", 503));
  assert.equal((await world.run()).attempts, 7);
});

test("tolerated: a 404 is an answer, too, and ends it", async () => {
  const world = createWorld({ answers: { a: toPath("/optional", 503) }, map: optional });
  await world.run();
  world.answer("a", toPath("/optional", 404));
  assert.is((await callNow(world)).attempts, 2);
  world.answer("a", toPath("/optional", 503));
  assert.is((await world.run()).attempts, 7);
});

test("never tolerated: an endpoint that has ended a call, and one that answers 403 or 404", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> => {
    const sent = http.get("/x");
    return input["catches"] === true ? sent.then(String, () => "caught") : (await sent).status;
  };
  const ended = createWorld({
    answers: { a: 503 },
    map,
    policies: { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } },
  });
  assert.is((await ended.run()).ok, false);
  for (let call = 0; call < 3; call += 1) {
    ended.answer("a", 200, 503);
    await ended.run();
    assert.is((await ended.run({ catches: true })).attempts, 2);
  }
  for (const status of [403, 404]) {
    const world = createWorld({ answers: { a: [status, 503] }, map });
    await world.run({ catches: true });
    assert.is((await world.run({ catches: true })).attempts, 6);
  }
});

test("acted: POST idempotent: false answered 201, then GET 429 with a backup: waits on the primary", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.post("/orders", { idempotent: false });
    return (await http.get("/status")).status;
  };
  const world = createWorld({ answers: { a: [201, 429, 200], b: 200 }, map });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "a", attempts: 3 });
  assert.equal([world.times("a"), world.times("b")], [[0, 0, 2000], []]);
});

test("two-branches: an endpoint that calls do without stands in nobody's way", async () => {
  const world = createWorld({ answers: { a: toPath("/a", 503), b: 200 }, map: byPath, policies: resting });
  const first = Array.from({ length: 40 }, (_, call) => world.send.safe({ path: call % 2 === 0 ? "/a" : "/b" }));
  await world.clock.finish(Promise.all(first));
  world.sent.length = 0;
  let byPrimary = 0;
  for (let call = 0; call < 200; call += 1) {
    const outcome = await callNow(world, { path: call % 2 === 0 ? "/a" : "/b" });
    if (call % 2 === 1 && outcome.provider === "a") byPrimary += 1;
    await world.clock.advance(100);
  }
  assert.ok(byPrimary >= 95, `${byPrimary} of 100`);
});

test("two-branches: what calls have done without from the start never stands in their way", async () => {
  let answer: (status: number) => void = () => {};
  const answered = new Promise<number>((resolve) => (answer = resolve));
  const late: Answer = ({ url }) => (url.pathname === "/a" ? answered : 200);
  const world = createWorld({ answers: { a: late, b: 200 }, map: byPath, policies: resting });
  const dead = times(20, undefined).map(() => world.send.safe({ path: "/a" }));
  // It is over before the first of the others is given up.
  assert.is((await callNow(world, { path: "/b" })).provider, "a");
  answer(503);
  await world.clock.finish(Promise.all(dead));
  assert.is((await callNow(world, { path: "/b" })).provider, "a");
});

test("shared-64: of 65 and more endpoints one of the shared is dead, alone: the others go", async () => {
  const world = createWorld({ answers: { a: toPath("/99", 503) }, map: byPath });
  for (let path = 0; path < 70; path += 1) await callNow(world, { path: `/${path}` });
  await world.clock.advance(1);
  const dead = times(20, undefined).map(() => world.send.safe({ path: "/99" }));
  await world.clock.advance(0);
  assert.ok(world.eventsOf("circuit").some(({ path }) => path === undefined));
  for (let path = 64; path < 70; path += 1) assert.is((await callNow(world, { path: `/${path}` })).ok, true);
  await world.clock.finish(Promise.all(dead));
});

test("shared-64: what shares a circuit is never tolerated", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> =>
    http.get(String(input["path"])).then(String, () => "without it");
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
  const world = createWorld({ answers: { a: toPath("/99", 503) }, map, policies });
  for (let path = 0; path < 64; path += 1) await callNow(world, { path: `/${path}` });
  for (let call = 0; call < 3; call += 1) {
    assert.is((await world.run({ path: "/99" })).attempts, 2);
    await world.clock.advance(60_000);
  }
});

test("shared-64: refusals hold back who shares the circuit, too", async () => {
  const world = createWorld({ answers: { a: toPath("/99", refusing("30")) }, map: byPath });
  for (let path = 0; path < 65; path += 1) await callNow(world, { path: `/${path}` });
  // What was accepted before is forgotten with the window.
  await world.clock.advance(30_000);
  const refused: Promise<Outcome<unknown>>[] = [];
  for (let call = 0; call < 8; call += 1) {
    refused.push(world.send.safe({ path: "/99" }));
    await world.clock.advance(1);
  }
  const other = world.send.safe({ path: "/64" });
  await world.clock.advance(100);
  assert.not(world.sent.slice(65).some(({ url }) => url.pathname === "/64"));
  world.answer("a", 200);
  assert.is((await world.clock.finish(other)).ok, true);
  await world.clock.finish(Promise.all(refused));
});

test("short-backoff: 5 × 50 ms and a blip of 1 s alone: waits up to 5 s, nothing lost", async () => {
  const backoff = { kind: "exponential", start: 50, factor: 1 } as const;
  const policies = { a: { kind: "circuit-breaker", backoff } } as const;
  const world: World = createWorld({
    answers: { a: () => (world.clock.now() >= 1000 && world.clock.now() < 2000 ? 503 : 200) },
    policies,
  });
  const calls: Promise<Outcome<unknown>>[] = [];
  for (let call = 0; call < 400; call += 1) {
    calls.push(world.send.safe({}));
    await world.clock.advance(10);
  }
  const outcomes = await world.clock.finish(Promise.all(calls));
  assert.ok(outcomes.filter(({ ok }) => !ok).length <= 15, `${outcomes.filter(({ ok }) => !ok).length} lost`);
});

test("limited by failures: only who has another candidate is held back", async () => {
  const answers: Answer[] = [...times(20, 200), ...times(16, 503), 200];
  const alone = createWorld({ answers: { a: answers } });
  for (let call = 0; call < 20; call += 1) await callNow(alone);
  await alone.clock.advance(1);
  const failed = start(alone, 16);
  await alone.clock.advance(0);
  assert.equal(states(alone), ["limited failures"]);
  const outcomes = await Promise.all(times(50, undefined).map(() => callNow(alone)));
  assert.ok(outcomes.every(({ ok }) => ok));
  await alone.clock.finish(Promise.all(failed));
});

test("a later request of a running map takes a slot without waiting; its retries ask like any other", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.get("/first");
    return (await http.get("/second")).status;
  };
  let tokens = 0;
  const limitsSecond: Answer = ({ url }) => (url.pathname === "/first" || (tokens -= 1) >= 0 ? 200 : 429);
  const world = createWorld({ answers: { a: limitsSecond }, map });
  const calls: Promise<Outcome<unknown>>[] = [];
  for (let call = 0; call < 200; call += 1) {
    if (call % 2 === 0) tokens = 1;
    calls.push(world.send.safe({}));
    await world.clock.advance(10);
  }
  const before = world.sent.length;
  assert.ok(states(world).includes("limited refusals"));
  tokens = Infinity;
  const call = world.send.safe({});
  await world.clock.advance(0);
  assert.ok(world.sent.length - before >= 2, "both requests went at once");
  await call;
  await world.clock.finish(Promise.all(calls));
});

test("a turn that comes with the request's deadline is for the next one: nothing is sent", async () => {
  const map: MapFunction = async ({ http, input }) =>
    (await http.get("/x", { deadline: input["deadline"] as number | undefined })).status;
  const world = await openedAlone(200, resting, map);
  const late = world.send.safe({ deadline: 30_000 });
  const next = world.send.safe({});
  const [first, second] = await world.clock.finish(Promise.all([late, next]));
  assert.equal([first.ok || first.error.name, first.attempts, second.ok], ["DeadlineError", 0, true]);
  assert.equal(world.times("a"), [30_000]);
});

test("nobody waits longer than its patience, and then it says why", async () => {
  const world = createWorld({
    answers: { a: 503 },
    policies: { a: { ...resting.a, openTime: 200_000, patience: 50_000 } },
  });
  const calls = start(world, 16);
  await world.clock.advance(0);
  const waiting = world.send.safe({});
  const outcome = await world.clock.finish(waiting);
  assert.equal([outcome.ok || outcome.error.name, world.clock.now() <= 50_000], ["CircuitOpenError", true]);
  await world.clock.finish(Promise.all(calls));
});

test.run();
