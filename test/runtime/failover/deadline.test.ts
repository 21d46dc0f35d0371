import { DeadlineError, type ClientEvent, type HttpError, type TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, type Answer, type Context, type World } from "../policy/world.js";

const test = suite("deadline and abort");

test("deadline: alone, the wait that would cross it is not begun; lastError is the 503", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const outcome = await world.run({}, { deadline: 5000 });
  if (outcome.ok || !(outcome.error instanceof DeadlineError)) return assert.unreachable();
  assert.is((outcome.error.lastError as HttpError).status, 503);
  assert.equal([world.times("a"), world.clock.now(), outcome.attempts], [[0, 2000], 2000, 2]);
});

test("deadline: with a backup, each has its share, and the backup starts when the wait is found too long", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 } });
  assert.is((await world.run({}, { deadline: 10_000 })).provider, "b");
  assert.equal([world.times("a"), world.times("b")], [[0, 2000], [2000]]);
});

test("a Retry-After beyond the share is no wait for this call only", async () => {
  const world = createWorld({ answers: { a: [answerWith(429, { "retry-after": "50" }), 200], b: 200 } });
  assert.is((await world.run({}, { deadline: 10_000 })).provider, "b");
  assert.equal(world.eventsOf("circuit"), []);
  assert.is((await world.run()).provider, "a");
});

test("deadline-hang: the primary is cut at its share, the backup answers", async () => {
  const world = createWorld({ answers: { a: "hang", b: 200 } });
  assert.is((await world.run({}, { deadline: 10_000 })).provider, "b");
  assert.equal([world.times("b"), world.clock.now()], [[5000], 5000]);
  const [attempt] = world.eventsOf("attempt");
  assert.equal([attempt?.error?.name, attempt?.duration], ["TimeoutError", 5000]);
});

test("of three, each has an equal part of what is left; the last one's end is the deadline's", async () => {
  const world = createWorld({ answers: { a: "hang", b: "hang", c: "hang" } });
  const outcome = await world.run({}, { deadline: 9000 });
  assert.equal([world.times("a"), world.times("b"), world.times("c"), world.clock.now()], [[0], [3000], [6000], 9000]);
  assert.equal([outcome.ok || outcome.error.name, outcome.provider], ["DeadlineError", "c"]);
  const quick = createWorld({ answers: { a: 501, b: "hang", c: "hang" } });
  await quick.run({}, { deadline: 9000 });
  assert.equal([quick.times("b"), quick.times("c")], [[0], [4500]]);
});

test("a deadline that passes between two providers: a DeadlineError with the failure of the first", async () => {
  let blocked = 0;
  const on = ({ type }: ClientEvent): void => {
    if (type === "failover") blocked = 5000;
  };
  const world = createWorld({ answers: { a: 501, b: 200 }, options: { on } });
  world.clock.now = () => blocked;
  const outcome = await world.run({}, { deadline: 5000 });
  const error = (outcome.ok ? undefined : outcome.error) as DeadlineError;
  assert.equal([error.name, error.code, (error.lastError as HttpError).status], ["DeadlineError", "deadline", 501]);
  assert.equal(world.times("b"), []);
});

test("alone, an attempt that hangs ends in a DeadlineError with the timeout", async () => {
  for (const policy of ["none", "circuit-breaker"] as const) {
    const world = createWorld({ answers: { a: "hang" }, policies: { a: policy } });
    const outcome = await world.run({}, { deadline: 700 });
    if (outcome.ok || !(outcome.error instanceof DeadlineError)) return assert.unreachable();
    assert.is((outcome.error.lastError as TimeoutError).name, "TimeoutError");
    assert.is(world.clock.now(), 700);
  }
});

test("a retry that a deadline cuts says in whole milliseconds what it had, and does not hide why it was made", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: [503, "hang"], b: 200 } });
  assert.is((await world.run({}, { deadline: 4005.748_434_000_001 })).provider, "b");
  assert.equal(world.times("a"), [0, 2000]);
  const { name, message, lastError } = world.eventsOf("failover").map(({ error }) => error)[0] as DeadlineError;
  assert.equal([name, (lastError as HttpError).status], ["DeadlineError", 503]);
  assert.match(message, /^a has not succeeded within its share of the deadline: GET .* answered 503/);
  const cut = world.eventsOf("attempt").find(({ attempt, provider }) => provider === "a" && attempt === 2)?.error;
  assert.match(cut?.message ?? "", / took longer than 3 ms$/);
});

test("a first attempt that a deadline cuts is its reason, also where another request of the map failed before", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.get("/failing", { retryPolicy: "none" }).catch(() => {});
    return http.get("/hang");
  };
  const answer: Answer = ({ url }) => (url.pathname === "/failing" ? 501 : "hang");
  const outcome = await createWorld({ answers: { a: answer }, map }).run({}, { deadline: 1000 });
  const error = (outcome.ok ? undefined : outcome.error) as DeadlineError;
  assert.equal([error.name, error.lastError?.name], ["DeadlineError", "TimeoutError"]);
});

test("an attempt that a deadline cuts is a time-out, unless it had less than three times the usual time of a success", async () => {
  for (const [deadline, opens] of [
    [299, false],
    [300, true],
  ] as const) {
    let number = 0;
    const world: World = createWorld({
      answers: {
        a: async () => {
          if ((number += 1) === 1) await world.clock.sleep(100);
          else await new Promise(() => {});
          return 200;
        },
      },
    });
    await world.run();
    const calls = Array.from({ length: 20 }, () => world.send.safe({}, { deadline }));
    await world.clock.finish(Promise.all(calls));
    assert.is(world.eventsOf("circuit").length > 0, opens, String(deadline));
  }
});

test("an unsafe request that the deadline cut is not repeated with the backup", async () => {
  const map = ({ http }: Context): unknown => http.post("/x", { idempotent: false });
  const world = createWorld({ answers: { a: "hang", b: 200 }, map });
  const outcome = await world.run({}, { deadline: 4000 });
  assert.equal([outcome.ok || outcome.error.name, world.times("b")], ["DeadlineError", []]);
  if (!outcome.ok) assert.match(outcome.error.message, /idempotent: false/);
});

test("a map that hangs without a request loses its turn at the end of its share", async () => {
  const signals: AbortSignal[] = [];
  const hang = ({ signal }: Context): Promise<never> => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const world = createWorld({ answers: { a: 200, b: 200 }, maps: { a: hang } });
  assert.is((await world.run({}, { deadline: 3000 })).provider, "b");
  assert.is(world.clock.now(), 1500);
  assert.is(signals[0]?.aborted, true);
  const alone = createWorld({ answers: { a: 200 }, maps: { a: hang } });
  const outcome = await alone.run({}, { deadline: 3000 });
  assert.equal([outcome.ok || outcome.error.name, alone.clock.now()], ["DeadlineError", 3000]);
});

test("an answer that comes with the deadline does not keep a map alive that then hangs", async () => {
  const slow: Answer = async () => {
    await world.clock.sleep(1000);
    return 200;
  };
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.get("/x");
    return new Promise(() => {});
  };
  const world = createWorld({ answers: { a: slow }, map });
  const outcome = await world.run({}, { deadline: 1000 });
  assert.is(outcome.ok || outcome.error.name, "DeadlineError");
});

test("a deadline that has passed sends nothing; one that is not a number is refused", async () => {
  const world = createWorld({ answers: { a: 200 } });
  for (const [deadline, name] of [
    [0, "DeadlineError"],
    [-5, "DeadlineError"],
    [NaN, "RequestError"],
    ["5", "RequestError"],
  ] as const) {
    const outcome = await world.run({}, { deadline });
    assert.is(outcome.ok || outcome.error.name, name);
    const code = name === "DeadlineError" ? "deadline" : "bad-option";
    assert.is(outcome.ok || (outcome.error as DeadlineError).code, code);
  }
  assert.equal(world.sent, []);
});

test("abort-flight: rejects with the caller's reason after one attempt; the run is unchanged", async () => {
  const world = createWorld({ answers: { a: "hang", b: 200 } });
  for (let call = 0; call < 7; call += 1) {
    const controller = new AbortController();
    const promise = world.send.safe({}, { signal: controller.signal }).catch((error: unknown) => error);
    await world.clock.advance(10);
    controller.abort("changed my mind");
    assert.is(await promise, "changed my mind");
  }
  assert.equal([world.sent.length, world.eventsOf("circuit"), world.clock.pending], [7, [], 0]);
  assert.is((world.eventsOf("failure")[0] as { error: unknown }).error, "changed my mind");
});

test("abort-sleep: rejects at once, no further attempt, no timer left", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const controller = new AbortController();
  const reason = new Error("stop");
  const promise = world.send({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(500);
  assert.is(world.clock.pending, 1);
  controller.abort(reason);
  assert.is(await promise, reason);
  await world.clock.advance(100_000);
  assert.equal([world.times("a"), world.clock.pending], [[0], 0]);
});

test("abort-before: no attempt", async () => {
  const world = createWorld({ answers: { a: 200 } });
  const promise = world.send.safe({}, { signal: AbortSignal.abort("early") }).catch((error: unknown) => error);
  assert.is(await promise, "early");
  assert.equal(world.sent, []);
});

test("abort at any moment of a call leaves no timer and no listener", async () => {
  for (const moment of [0, 1, 1999, 2000, 2001, 5999, 6001, 62_000]) {
    const world = createWorld({ answers: { a: 503, b: "hang" } });
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal) as (...args: unknown[]) => void;
    const remove = signal.removeEventListener.bind(signal) as (...args: unknown[]) => void;
    signal.addEventListener = ((...args: unknown[]) => {
      listeners += 1;
      add(...args);
    }) as never;
    signal.removeEventListener = ((...args: unknown[]) => {
      listeners -= 1;
      remove(...args);
    }) as never;
    const promise = world.send.safe({}, { signal }).catch((error: unknown) => error);
    await world.clock.advance(moment);
    controller.abort("now");
    assert.is(await promise, "now");
    await world.clock.advance(0);
    assert.equal([world.clock.pending, listeners], [0, 0], `at ${moment}`);
  }
});

test("late-map: a map that goes on after the abort can send nothing, and its result is ignored", async () => {
  const late: unknown[] = [];
  const map = async ({ http, signal }: Context): Promise<unknown> => {
    await http.get("/1").catch(() => {});
    late.push(await http.get("/2").catch((error: unknown) => error), signal.aborted);
    return "late";
  };
  const world = createWorld({ answers: { a: "hang" }, map });
  const controller = new AbortController();
  const promise = world.send({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(1);
  controller.abort("gone");
  assert.is(await promise, "gone");
  await world.clock.advance(1);
  assert.equal(late, ["gone", true]);
  assert.is(world.sent.length, 1);
});

test("deadline and retryPolicy of a provider client: the same rules, one circuit per client, provider and endpoint", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const get = (options: object): Promise<unknown> => {
    const request = world.providers["a"]?.get("/x", options);
    return world.clock
      .finish(request?.then((response) => response.status) ?? Promise.reject(new Error("no client")))
      .catch((error: unknown) => error);
  };
  const first = await get({ retryPolicy: "circuit-breaker", deadline: 5000 });
  assert.instance(first, DeadlineError);
  assert.equal(world.times("a"), [0, 2000]);
  const backoff = { kind: "exponential", start: 10 };
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1, openTime: 30_000, patience: 1, backoff };
  assert.is(((await get({ retryPolicy: policy })) as HttpError).status, 503);
  assert.is(world.times("a").length, 4);
  await world.clock.advance(5000);
  assert.is(((await get({ retryPolicy: policy })) as Error).name, "CircuitOpenError");
  assert.is(world.times("a").length, 5, "the third failure in five seconds has opened it");
  assert.is(((await get({})) as HttpError).status, 503);
  assert.is(((await get({ retryPolicy: { kind: "none", requestTimeout: 5 } })) as HttpError).status, 503);
  assert.is((await world.run()).attempts, 6);
});

test("options of a request that make no sense are RequestErrors", async () => {
  const world = createWorld({ answers: { a: 200 } });
  for (const options of [
    { retryPolicy: "always" },
    { retryPolicy: { kind: "simple" } },
    { retryPolicy: { kind: "circuit-breaker", maxContiguousRetries: 0 } },
    { retryPolicy: { kind: "circuit-breaker", backoff: { kind: "exponential", factor: 1.5 } } },
    { retryPolicy: { kind: "none", requestTimeout: 2_147_483_648 } },
    { requestTimeout: -1 },
    { deadline: NaN },
  ]) {
    const error = await world.providers["a"]?.get("/x", options as object).catch((thrown: unknown) => thrown);
    assert.is((error as Error).name, "RequestError", JSON.stringify(options));
  }
  assert.equal(world.sent, []);
});

test("a request's own deadline ends the request and leaves the rest to the map", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    const first = await http.get("/slow", { deadline: 3000 }).catch((error: Error) => error.name);
    return [first, (await http.get("/fast")).status];
  };
  const answers = { a: ({ url }: { url: URL }): Answer => (url.pathname === "/slow" ? 503 : 200) };
  const world = createWorld({ answers, map });
  assert.equal(await world.run(), { ok: true, value: ["DeadlineError", 200], provider: "a", attempts: 3 });
});

test("a request's own deadline is no reason to ask another provider", async () => {
  const map = ({ http }: Context): unknown => http.get("/slow", { deadline: 3000 });
  const world = createWorld({ answers: { a: "hang", b: 200 }, map });
  const outcome = await world.run();
  assert.equal([outcome.ok || outcome.error.name, world.times("b")], ["DeadlineError", []]);
});

test.run();
