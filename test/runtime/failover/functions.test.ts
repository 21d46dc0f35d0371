import {
  failover,
  FailoverError,
  type FailoverOptions,
  HttpError,
  NextError,
  thrownBy,
} from "@sdkwright/runtime/failover";
import type { ClientEvent } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../policy/virtual-clock.js";
import { createWorld, networkFailure } from "../policy/world.js";

// Failover without documents: any function can take part.
const test = suite("failover of functions");

interface Sms {
  readonly to: string;
}

const sms: Sms = { to: "+49" };
/** As an SDK throws it, whose classes are minified. */
const status = (code: number, headers: Record<string, string> = {}): Error =>
  Object.assign(new Error(`status ${code}`), { status: code, headers });
const reset = (): Error => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const breaker = { retryPolicy: "circuit-breaker" } as const;

/** Two functions that do what they are told, the last of it for ever. */
function pair(
  first: readonly unknown[],
  second: readonly unknown[],
  options: FailoverOptions<Sms, "a" | "b"> = breaker,
) {
  const clock = new VirtualClock();
  const events: ClientEvent[] = [];
  const runs: [provider: string, at: number][] = [];
  const perform =
    (provider: string, answers: readonly unknown[]) =>
    async (input: Sms): Promise<string> => {
      const count = runs.filter(([name]) => name === provider).length;
      runs.push([provider, clock.now()]);
      const answer = answers[Math.min(count, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      if (answer === "hang") return new Promise(() => {});
      return `${String(answer)} to ${input.to}`;
    };
  const send = failover(
    "send-sms",
    { a: perform("a", first), b: perform("b", second) },
    { clock, random: () => 0.5, on: (event) => events.push(event), ...options },
  );
  const timesOf = (provider: string): number[] => runs.flatMap(([name, at]) => (name === provider ? [at] : []));
  return { clock, send, events, timesOf, run: () => clock.finish(send.safe(sms)) };
}

test("the first that can: its value, who it was, and after how many attempts", async () => {
  for (const on of [undefined, () => {}]) {
    const { run, send, clock } = pair(["sent"], ["other"], { ...breaker, on });
    assert.equal(await run(), { ok: true, value: "sent to +49", provider: "a", attempts: 1 });
    assert.is(await clock.finish(send(sms)), "sent to +49");
  }
});

test("a function that fails is one POST: the next is asked at once, and it is not run again", async () => {
  for (const failure of [status(503), reset(), status(500)]) {
    const { run, timesOf } = pair([failure], ["other"]);
    assert.equal(await run(), { ok: true, value: "other to +49", provider: "b", attempts: 2 });
    assert.equal([timesOf("a"), timesOf("b")], [[0], [0]]);
    const both = pair([failure], [failure]);
    assert.not((await both.run()).ok);
    assert.equal([both.timesOf("a"), both.timesOf("b")], [[0], [0]]);
  }
});

test("what was never sent, or was sent away, is repeated and takes part in rounds", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  const never = pair([refused, refused, "sent"], [refused]);
  assert.equal([(await never.run()).provider, never.timesOf("a")], ["a", [0, 2000, 6000]]);
  const limited = pair([status(429, { "retry-after": "1" }), "sent"], [status(429, { "retry-after": "6" })]);
  assert.equal([(await limited.run()).provider, limited.timesOf("b")], ["a", [0]]);
  assert.ok(limited.clock.now() >= 1000 && limited.clock.now() <= 2000);
});

test("idempotent: true makes it harmless: one quick repeat, and rounds", async () => {
  const { run, timesOf } = pair([status(503), status(503), "sent"], [status(503)], { ...breaker, idempotent: true });
  assert.equal([(await run()).provider, timesOf("a")], ["a", [0, 200, 2200]]);
});

test("idempotent: false ends the call at an unknown outcome, with what the function threw", async () => {
  const failure = reset();
  const { run, timesOf } = pair([failure], ["other"], { ...breaker, providers: { a: { idempotent: false } } });
  const outcome = await run();
  assert.equal([outcome.ok, outcome.ok || outcome.error === failure, timesOf("b")], [false, true, []]);
});

test("a function's own error, and an answer that says no, are passed on as they are", async () => {
  for (const failure of [new TypeError("x is undefined"), status(400), status(404)]) {
    const { send, clock, timesOf } = pair([failure], ["other"]);
    assert.is(await clock.finish(send(sms).catch((error: unknown) => error)), failure);
    assert.equal(timesOf("b"), []);
  }
});

test("failoverOn: such a status goes on", async () => {
  const { run } = pair([status(404)], ["other"], { ...breaker, providers: { a: { failoverOn: [404] } } });
  assert.is((await run()).provider, "b");
});

test("one that hangs: the next after one requestTimeout; its signal aborts, and its late end is swallowed", async () => {
  const clock = new VirtualClock();
  let aborted: unknown;
  let late: (error: Error) => void = () => {};
  const send = failover(
    "slow",
    {
      a: (_: Sms, { signal }) => {
        signal.addEventListener("abort", () => (aborted = (signal.reason as Error).name));
        return new Promise<string>((_, reject) => (late = reject));
      },
      b: () => "other",
    },
    { ...breaker, requestTimeout: 1000, clock },
  );
  assert.equal(await clock.finish(send(sms)), "other");
  assert.equal([clock.now(), aborted, clock.pending], [1000, "TimeoutError", 0]);
  late(new Error("late"));
  await clock.advance(10);
});

test("the caller's abort ends everything with its reason", async () => {
  const { send, clock } = pair(["hang"], ["other"]);
  const controller = new AbortController();
  const call = send(sms, { signal: controller.signal }).catch((error: unknown) => error);
  await clock.advance(10);
  controller.abort("enough");
  assert.is(await call, "enough");
});

test("a deadline is shared, and all that failed stand in the error", async () => {
  const { clock, send, timesOf } = pair(["hang"], ["hang"]);
  const outcome = await clock.finish(send.safe(sms, { deadline: 4000 }));
  assert.equal([outcome.ok, timesOf("b"), clock.now()], [false, [2000], 4000]);
  const all = await pair([status(503)], [reset()]).run();
  if (all.ok || !(all.error instanceof FailoverError)) return assert.unreachable();
  assert.is(
    all.error.message,
    "send-sms failed with every provider: a (attempts: 1): a answered 503: status 503; b (attempts: 1): b could not be reached, or the connection broke: socket hang up",
  );
  assert.instance(all.error.failures[0]?.error, HttpError);
});

test("its circuit opens, rests and is told; a client of functions has circuits by name", async () => {
  const { run, send, clock, timesOf, events } = pair([status(503)], ["other"]);
  for (let call = 0; call < 60; call += 1) {
    assert.is((await run()).provider, "b");
    await clock.advance(10);
  }
  assert.ok(timesOf("a").length < 20, String(timesOf("a").length));
  assert.equal(
    send.circuits().map(({ provider, state, useCase }) => [provider, state, useCase]),
    [
      ["a", "open", "send-sms"],
      ["b", "closed", "send-sms"],
    ],
  );
  assert.ok(events.some(({ type }) => type === "circuit"));
});

test("next() goes on; 1, 2, … and one key for each function of a call", async () => {
  const seen: [number, string][] = [];
  const refused = networkFailure("ECONNREFUSED");
  const clock = new VirtualClock();
  const send = failover(
    "next",
    {
      a: (_: Sms, { attempt, idempotencyKey }) => {
        seen.push([attempt, idempotencyKey]);
        throw refused;
      },
      b: (_: Sms, { attempt, next }) => {
        if (attempt === 1) throw next("not for this region");
        return "other";
      },
    },
    { ...breaker, clock, providers: { a: { retryPolicy: { kind: "circuit-breaker", maxContiguousRetries: 2 } } } },
  );
  const outcome = await clock.finish(send.safe(sms));
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.instance(outcome.error.failures[1]?.error, NextError);
  assert.equal(
    seen.map(([attempt]) => attempt),
    [1, 2, 3],
  );
  assert.is(new Set(seen.map(([, key]) => key)).size, 1);
});

test("a Response that is not ok is a failure; `failed` says what else is", async () => {
  const clock = new VirtualClock();
  const send = failover(
    "mail",
    {
      a: () => new Response(null, { status: 503 }),
      resend: () => ({ data: null, error: { statusCode: 429, name: "rate_limit_exceeded" } }),
      c: () => ({ data: "sent", error: null }),
    },
    { clock, failed: (value: { error?: unknown }) => value.error },
  );
  const { ok, provider, attempts } = await clock.finish(send.safe());
  assert.equal([ok, provider, attempts], [true, "c", 3]);
});

test("the error of a Response has its status, headers and body, and its connection is freed", async () => {
  const clock = new VirtualClock();
  let cancelled = 0;
  const endless = (): Response =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(97)),
        cancel: () => void (cancelled += 1),
      }),
      { status: 400 },
    );
  const said = (): Response =>
    Response.json({ error: "no" }, { status: 422, headers: { "x-id": "7", "set-cookie": "s=1" } });
  const error = await clock.finish(
    failover("x", { a: said }, { clock })().catch((thrown: unknown) => thrown as HttpError),
  );
  assert.instance(error, HttpError);
  const { status, body, headers, message } = error as HttpError;
  assert.equal([status, body, headers.get("x-id"), headers.get("set-cookie")], [422, { error: "no" }, "7", null]);
  assert.is(message, "a answered 422: no");
  const long = (await clock.finish(
    failover("x", { a: endless }, { clock })().catch((thrown: unknown) => thrown),
  )) as HttpError;
  assert.equal([long.status, long.truncated, long.text.length < 70_000, cancelled], [400, true, true, 1]);
});

test("order, a named provider, weights", async () => {
  const chosen: string[] = [];
  const take = (name: string) => () => chosen.push(name);
  const functions = { a: take("a"), b: take("b"), c: take("c") };
  await failover("order", functions, { order: () => ["c", "a"] })();
  await failover("named", functions)(undefined, { provider: "b" });
  let chance = 0;
  const send = failover("weight", functions, {
    random: () => chance,
    providers: { a: { weight: 1 }, b: { weight: 3 }, c: { weight: 0 } },
  });
  for (chance = 0; chance < 1; chance += 0.25) await send();
  assert.equal(chosen, ["c", "b", "a", "b", "b", "b"]);
});

test("an error by a deadline says why the others had failed; what was thrown is there for each", async () => {
  const denied = status(401);
  const { send, clock } = pair([denied], ["hang"]);
  const late = await clock.finish(send.safe(sms, { deadline: 1000 }));
  assert.match(
    late.ok ? "" : String(late.error),
    /b has not succeeded within the deadline of the call: .*; a had failed before: a answered 401/,
  );
  const both = pair(["hang"], ["hang"]);
  const silent = await both.clock.finish(both.send.safe(sms, { deadline: 1000 }));
  assert.match(
    silent.ok ? "" : String(silent.error),
    / a had failed before: a has not .* within its share of the deadline/,
  );
  const broken = new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
  });
  const all = await pair([denied], [broken]).run();
  if (all.ok || !(all.error instanceof FailoverError)) return assert.unreachable();
  assert.match(all.error.message, "fetch failed: connect ECONNREFUSED");
  assert.equal(
    all.error.failures.map(({ error }) => thrownBy(error)),
    [denied, broken],
  );
});

test("at the limits of all, a call waits for a place with any of them", async () => {
  const clock = new VirtualClock();
  const perform = (name: string) => async (): Promise<string> => clock.sleep(100).then(() => name);
  const send = failover(
    "busy",
    { a: perform("a"), b: perform("b") },
    { clock, limits: { concurrency: 1 }, deadline: 1000 },
  );
  const outcomes = await clock.finish(Promise.all(Array.from({ length: 18 }, () => send.safe())));
  assert.is(outcomes.filter(({ ok }) => ok).length, 18);
  assert.ok(clock.now() <= 1000, String(clock.now()));
});

test("`order` is asked once in a call, `failed` may be asynchronous, and a function that is left has its signal aborted", async () => {
  const clock = new VirtualClock();
  let asked = 0;
  const signals: AbortSignal[] = [];
  const send = failover(
    "x",
    {
      a: async (_: Sms, { signal }) => {
        signals.push(signal);
        return { error: { statusCode: 503 } };
      },
      b: () => ({ error: undefined }),
    },
    {
      clock,
      limits: { concurrency: 10 },
      order: () => {
        asked += 1;
        return ["a", "b"];
      },
      failed: async (value: { error?: unknown }) => value.error,
    },
  );
  assert.is((await clock.finish(send.safe(sms))).provider, "b");
  assert.equal([asked, signals[0]?.aborted], [1, true]);
});

test("inside another's function nothing is repeated; what the inner ones may have done counts", async () => {
  const clock = new VirtualClock();
  let runs = 0;
  const limited = failover(
    "inner",
    {
      p: () => {
        runs += 1;
        throw status(429);
      },
    },
    { clock },
  );
  const outer = failover(
    "outer",
    { a: (_: Sms, { signal }) => limited(undefined, { signal }), b: () => "b" },
    { clock },
  );
  assert.equal([await clock.finish(outer(sms)), runs, clock.now()], ["b", 1, 0]);
  const unknown = failover(
    "unknown",
    { p: () => Promise.reject(reset()), q: () => Promise.reject(reset()) },
    { clock },
  );
  const careful = failover("careful", { a: () => unknown(), b: () => "b" }, { clock, idempotent: false });
  assert.not((await clock.finish(careful.safe())).ok);
});

test("wrong options are refused by name", async () => {
  const functions = { a: () => 1 };
  const refuses = (options: object, words: RegExp): void =>
    assert.throws(() => failover("x", functions, options as never), words);
  refuses({ providers: { b: {} } }, /`providers` has "b", which is not one of a/);
  refuses({ retry: 1 }, /retry/);
  refuses({ retryPolicy: "x" }, /retryPolicy/);
  refuses({ failoverAfter: "x" }, /failoverAfter/);
  refuses({ requestTimeout: 0 }, /requestTimeout/);
  refuses({ deadline: -1 }, /deadline/);
  refuses({ retries: { when: () => true } }, /retries.when/);
  refuses({ limits: { perSecnd: 3 } }, /perSecnd/);
  refuses({ limits: { concurrency: 0 } }, /concurrency/);
  refuses({ failoverOn: ["404"] }, /failoverOn/);
  refuses({ firstItem: () => true }, /stream: true/);
  assert.throws(() => failover("x", { a: 3 } as never), /`a` is not a function/);
  assert.throws(() => failover("x", {}), /functions/);
  for (const [names, said] of [
    [["b" as "a"], '`order` returned "b", which is not one of a'],
    [[], "`order` returned no function; there are a"],
  ] as const) {
    const outcome = await failover("x", functions, { order: () => names }).safe();
    assert.match(outcome.ok ? "" : String(outcome.error), said);
  }
});

test("a client of ours that gets the signal repeats nothing itself, and its failures are judged as ever", async () => {
  const world = createWorld({ answers: { a: 503 } });
  const send = failover(
    "ours",
    { a: (_: Sms, { signal }) => world.providers["a"]?.get("/x", { signal }).text(), b: () => "other" },
    { ...breaker, clock: world.clock },
  );
  assert.equal(await world.clock.finish(send(sms)), "other");
  assert.is(world.sent.length, 1);
});

test("nothing is left behind: no timer and no listener", async () => {
  const { run, clock } = pair([status(503)], ["other"]);
  await run();
  assert.is(clock.pending, 0);
});

test.run();
