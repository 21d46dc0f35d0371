import {
  ConfigurationError,
  DeadlineError,
  NetworkError,
  SdkError,
  TimeoutError,
  type Around,
  type AroundAttempt,
  type AroundCall,
  type CallEnd,
} from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { VirtualClock } from "../policy/virtual-clock.js";
import { createWorld, networkFailure, type WorldOptions } from "../policy/world.js";

const test = suite("around calls");

type Call = NonNullable<Around["call"]>;

/** A client whose calls and attempts are written down. */
function recorded(options: Omit<WorldOptions, "options">, more: Around = {}) {
  const calls: [AroundCall, CallEnd][] = [];
  const attempts: AroundAttempt[] = [];
  const around: Around = {
    call: async (what, run) => calls.push([what, await run()]),
    attempt: (what, run) => {
      attempts.push(what);
      return run();
    },
    ...more,
  };
  return { calls, attempts, world: createWorld({ ...options, options: { around } }) };
}

test("a use-case call: profile and use-case before; who served it, attempts and duration afterwards", async () => {
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
  const { calls, attempts, world } = recorded({
    answers: { a: networkFailure("ECONNREFUSED"), b: 200 },
    policies: { a: policy },
  });
  assert.ok((await world.run({ note: "private" })).ok);
  const [what, end] = calls[0] ?? [];
  assert.equal(what, { call: 1, profile: "test", useCase: "Send" });
  const success = world.eventsOf("success")[0];
  assert.equal(end, { ok: true, duration: success?.duration, provider: "b", attempts: 3 });
  const request = { call: 1, profile: "test", useCase: "Send", method: "GET", service: "default", path: "/x" };
  assert.equal(
    attempts,
    [
      ["a", 1],
      ["a", 2],
      ["b", 1],
    ].map(([provider, attempt]) => ({
      ...request,
      provider,
      attempt,
      baseUrl: `https://${provider}.example`,
    })),
  );
});

test("a call that fails: its error, and who was tried last", async () => {
  const { calls, world } = recorded({ answers: { a: networkFailure("ECONNREFUSED") }, policies: { a: "none" } });
  const outcome = await world.run();
  const [, end] = calls[0] ?? [];
  assert.instance(end?.error, NetworkError);
  assert.is(!outcome.ok && outcome.error, end?.error);
  assert.equal([end?.ok, end?.provider, end?.attempts], [false, "a", 1]);
});

test("what a map throws, `undefined` too, is told as it is", async () => {
  for (const thrown of [new Error("mine"), undefined]) {
    const map = () => Promise.reject(thrown);
    const { calls, world } = recorded({ answers: { a: 200 }, map });
    await world.run();
    assert.equal([calls[0]?.[1].ok, calls[0]?.[1].error], [false, thrown]);
  }
});

test("a request outside of use-cases is a call: provider and request before, its status afterwards", async () => {
  const { calls, world } = recorded({ answers: { a: [200, 404] } });
  await world.clock.finish(
    world.providers["a"]?.post("/items/{id}", { params: { id: "private" } }) ?? Promise.reject(),
  );
  await world.clock.finish(world.providers["a"]?.get("/items").catch(() => {}) ?? Promise.reject());
  const what = { call: 1, provider: "a", service: "default", method: "POST", path: "/items/{id}" };
  assert.equal(calls[0], [what, { ok: true, duration: 0, provider: "a", attempts: 1, status: 200 }]);
  assert.equal([calls[1]?.[0].call, calls[1]?.[1].ok, calls[1]?.[1].status], [2, false, 404]);
});

test("`run` works once, and not calling it is an error of the call that names the hook", async () => {
  let thrown: unknown;
  const hooks: Call[] = [
    () => undefined,
    () => Promise.reject(new Error("private")),
    async (_, run) => {
      await run();
      try {
        await run();
      } catch (error) {
        thrown = error;
      }
    },
  ];
  for (const [index, call] of hooks.entries()) {
    const { world } = recorded({ answers: { a: 200 } }, { call });
    const outcomes = [await world.run(), await world.clock.finish(requestOf(world))];
    if (index === 2) {
      assert.match((thrown as Error).message, /around\.call.* twice/);
      assert.is(world.sent.length, 2);
      continue;
    }
    for (const outcome of outcomes) {
      const error = outcome instanceof Error ? outcome : "error" in outcome && outcome.error;
      assert.instance(error, ConfigurationError);
      assert.match((error as Error).message, /the hook `around\.call` has (?:ended|thrown) without calling `run`/);
    }
    assert.is(world.sent.length, 0);
    assert.is(world.eventsOf("hook").length, index * 2);
  }
});

test("12.1: `run` of a call takes no options: what is given is refused, and nothing sent", async () => {
  const call = (async (_: unknown, run: (extra?: object) => unknown) => run({ headers: { "x-a": "canary" } })) as Call;
  const { world } = recorded({ answers: { a: 200 } }, { call });
  const outcome = await world.run();
  assert.ok(!outcome.ok);
  assert.instance(outcome.error, ConfigurationError);
  assert.match((outcome.error as Error).message, "`around.call`: its `run` takes no options");
  assert.is(world.sent.length, 0);
});

test("`run` can be handed on as it is, to who calls it with something of its own", async () => {
  const call = (async (_: unknown, run: (extra?: object) => unknown) => run(new (class Span { name = "x"; })())) as Call; // prettier-ignore
  const { world } = recorded({ answers: { a: 200 } }, { call });
  assert.ok((await world.run()).ok);
});

test("what a hook throws after `run` is told in an event before the call's end, and changes nothing", async () => {
  // Wrapped, as libraries do it: each needs a few jobs more.
  const wrapped = async (run: () => Promise<CallEnd>): Promise<CallEnd> => (async () => run())().finally(() => {});
  const call: Call = async (_, run) => {
    await wrapped(async () => wrapped(run));
    throw new Error("mine");
  };
  const { world } = recorded({ answers: { a: 200 } }, { call });
  assert.ok((await world.run()).ok);
  assert.ok(!((await world.clock.finish(requestOf(world))) instanceof Error));
  assert.equal(
    world.events.map((event) =>
      event.type === "hook" ? [event.hook, event.call, (event.error as Error).message] : event.type,
    ),
    ["attempt", ["call", 1, "mine"], "success", "attempt", ["call", 2, "mine"], "success"],
  );
});

test("what a hook of an attempt throws after `run` is told before its request goes on", async () => {
  const attempt: Around["attempt"] = async (_, run) => {
    await run();
    for (let job = 0; job < 10; job += 1) await Promise.resolve();
    throw new Error("mine");
  };
  const { world } = recorded({ answers: { a: [503, 200] } }, { attempt });
  assert.ok((await world.run()).ok);
  assert.equal(
    world.events.map(({ type }) => type),
    ["attempt", "hook", "retry", "attempt", "hook", "success"],
  );
});

test("before `run` a hook has the time of an attempt, the deadline and the signal; after it, it holds nobody up", async () => {
  const hangs: Call = () => new Promise(() => {});
  const { world } = recorded({ answers: { a: 200 } }, { call: hangs });
  const { clock, providers, send, sent } = world;
  const late = await world.run();
  assert.ok(!late.ok && late.error instanceof TimeoutError, "a use-case call");
  assert.is(clock.now(), 30_000);
  const [standalone, cut] = [{ requestTimeout: 500 }, { requestTimeout: 500, deadline: 200 }].map(async (options) =>
    providers["a"]?.get("/x", options).catch((error: unknown) => error),
  );
  await clock.advance(500);
  assert.instance(await standalone, TimeoutError);
  assert.instance(await cut, DeadlineError);
  const short = await world.run({}, { deadline: 100 });
  assert.ok(!short.ok && short.error instanceof DeadlineError, "a use-case call with a deadline");
  const controller = new AbortController();
  const aborted = [send({}, { signal: controller.signal }), providers["a"]?.get("/x", { signal: controller.signal })];
  controller.abort("enough");
  for (const call of aborted) assert.is(await call?.catch((reason: unknown) => reason), "enough");
  assert.equal([sent.length, clock.pending], [0, 0]);

  const lingers: Call = async (_, run) => {
    await run();
    await new Promise(() => {});
  };
  const other = recorded({ answers: { a: 200 } }, { call: lingers }).world;
  assert.ok((await other.run()).ok);
  assert.equal([other.clock.now(), other.clock.pending], [0, 0]);
});

test("a `run` that comes too late sends nothing, and tells how the call ended", async () => {
  const clock = new VirtualClock();
  const ends: CallEnd[] = [];
  const call: Call = async (_, run) => {
    await clock.sleep(50_000);
    ends.push(await run());
  };
  const { world } = recorded({ answers: { a: 200 }, clock }, { call });
  const outcome = await world.run();
  assert.equal([outcome.ok, ends[0]?.ok, ends[0]?.duration, world.sent.length], [false, false, 30_000, 0]);
  assert.is(ends[0]?.error, !outcome.ok && outcome.error);
});

test("a `run` at the very end of its time begins the call, or it is too late: never both", async () => {
  for (let jobs = 0; jobs < 12; jobs += 1) {
    const clock = new VirtualClock();
    const call: Call = async (_, run) => {
      await clock.sleep(30_000);
      for (let job = 0; job < jobs; job += 1) await Promise.resolve();
      await run();
    };
    const { world } = recorded({ answers: { a: 200 }, clock }, { call });
    const { ok } = await world.run();
    assert.is(world.sent.length, ok ? 1 : 0, `${jobs} jobs later`);
  }
});

test("what a hook takes before `run` is taken off the deadline", async () => {
  const clock = new VirtualClock();
  const { world } = recorded({ answers: { a: "hang" }, clock }, { call: async (_, run) => clock.sleep(300).then(run) });
  const error = await rejection(
    clock.finish(world.providers["a"]?.get("/x", { deadline: 1000 }) ?? Promise.reject()),
    DeadlineError,
  );
  assert.is(error.code, "deadline");
  assert.is(clock.now(), 1000);
});

test("durations of a call and of its attempt are from their own beginning on", async () => {
  const clock = new VirtualClock();
  const durations: number[] = [];
  const attempt: Around["attempt"] = async (_, run) => durations.push((await run()).duration);
  const answer = async (): Promise<number> => clock.sleep(50).then(() => 200);
  const { calls, world } = recorded({ answers: { a: answer }, clock }, { attempt });
  await clock.advance(1000);
  assert.ok((await world.run()).ok);
  assert.equal([calls[0]?.[1].duration, durations], [50, [50]]);
});

test("the errors of a hook have a code and their provider", async () => {
  const told = async (hooks: Around, options: object = {}): Promise<unknown[]> => {
    const { world } = recorded({ answers: { a: 200 } }, hooks);
    const request = world.providers["a"]?.get("/x", options) ?? Promise.reject();
    const error = await world.clock.finish(request).catch((thrown: unknown) => thrown as SdkError);
    return error instanceof SdkError ? [error.name, error.code, error.provider] : [];
  };
  const hangs: Call = () => new Promise(() => {});
  const adds = (headers: object): Around => ({ attempt: (_, run) => run({ headers } as never) });
  assert.equal(await told({ call: hangs }), ["TimeoutError", "timeout", "a"]);
  assert.equal(await told({ call: hangs }, { requestTimeout: 500, deadline: 500 }), ["DeadlineError", "deadline", "a"]);
  assert.equal(await told({ call: () => undefined }), ["ConfigurationError", "around", "a"]);
  assert.equal(await told({ attempt: () => undefined }), ["ConfigurationError", "around", "a"]);
  assert.equal(await told(adds({ authorization: "x" })), ["ConfigurationError", "header-clash", "a"]);
  assert.equal(await told({ attempt: (_, run) => run({ other: 1 } as never) }), [
    "ConfigurationError",
    "bad-option",
    "a",
  ]);
});

test("a header whose name only resembles that of a credential may be added", async () => {
  const headers = { "x-authorization": "1", "authorization-hint": "2", "x-cookie": "3", "cookie-policy": "4" };
  const { world } = recorded({ answers: { a: 200 } }, { attempt: (_, run) => run({ headers }) });
  assert.ok((await world.run()).ok);
  for (const [name, value] of Object.entries(headers)) assert.is(world.sent[0]?.headers.get(name), value);
});

test("without events too: a hook alone is enough", async () => {
  const calls: unknown[] = [];
  const fetch = async (): Promise<Response> => new Response("{}");
  const around: Around = { call: async (what, run) => calls.push(what.path, (await run()).status) };
  await acmeClient("https://acme.example", { around, fetch }).get("/x").json();
  assert.equal(calls, ["/x", 200]);
});

function requestOf({ providers }: ReturnType<typeof createWorld>): Promise<Response | Error> {
  const request = providers["a"]?.get("/x") ?? Promise.reject(new Error("no such provider"));
  return request.catch((error: unknown) => error as Error);
}

test.run();
