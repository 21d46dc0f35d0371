import type { CircuitOpenError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, networkFailure, type Answer, type Context, type World } from "./world.js";

const test = suite("events of the policy");

const origin = { profile: "test", useCase: "Send", provider: "a" };
const request = { method: "GET", service: "default", path: "/x" };

/** An answer that takes its time. */
const after = (ms: number, answer: Answer, world: () => World): Answer => {
  return async () => {
    await world().clock.sleep(ms);
    return answer;
  };
};

/** Errors as their names: what an event says, without the stacks. */
const named = (event: object | undefined): unknown =>
  event && "error" in event && event.error instanceof Error ? { ...event, error: event.error.name } : event;

test("an attempt that was answered has its status and how long it took, and no error", async () => {
  const world: World = createWorld({ answers: { a: after(120, 204, () => world) } });
  await world.clock.advance(1000);
  await world.run();
  const attempt = {
    type: "attempt",
    call: 1,
    ...origin,
    ...request,
    attempt: 1,
    duration: 120,
    status: 204,
    error: undefined,
  };
  assert.equal(world.eventsOf("attempt"), [attempt]);
});

test("a status that the caller handles is an answer, not an error", async () => {
  const map = ({ http }: Context): unknown => http.get("/x", { throwHttpErrors: false });
  const world = createWorld({ answers: { a: 503 }, map });
  await world.run();
  assert.equal(
    world.eventsOf("attempt").map(({ status, error }) => [status, error]),
    [[503, undefined]],
  );
});

test("an attempt without an answer has an error and no status; an aborted one has neither", async () => {
  const world = createWorld({ answers: { a: [networkFailure("ECONNRESET"), "hang"] }, policies: { a: "none" } });
  await world.run();
  const controller = new AbortController();
  const aborted = world.send({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(30);
  controller.abort(new Error("stop"));
  await aborted;
  assert.equal(
    world.eventsOf("attempt").map(({ status, error, duration }) => [status, error?.name, duration]),
    [
      [undefined, "NetworkError", 0],
      [undefined, undefined, 30],
    ],
  );
});

test("a wait says which attempt follows, after how long, and why", async () => {
  const world = createWorld({ answers: { a: [503, 503, 200] } });
  await world.run();
  const retry = { type: "retry", call: 1, ...origin, ...request, error: "HttpError", mayRepeat: false };
  assert.equal(world.eventsOf("retry").map(named), [
    { ...retry, attempt: 2, delay: 2000 },
    { ...retry, attempt: 3, delay: 4000 },
  ]);
});

test("a circuit says why it changes, until when it rests, at which rate it goes, and which call changed it", async () => {
  const policies = { a: { kind: "circuit-breaker", openTime: 5000 } } as const;
  const world = createWorld({ answers: { a: [503, 503, 503, 503, 503, 503, 200] }, policies });
  await world.run();
  await world.clock.advance(5000);
  await world.run();
  const circuit = { type: "circuit", provider: "a", profile: "test", useCase: "Send", ...request };
  const none = { rate: undefined, openFor: undefined };
  assert.equal(world.eventsOf("circuit"), [
    { ...circuit, ...none, call: 1, from: "closed", to: "open", cause: "failures", openFor: 5000 },
    { ...circuit, ...none, call: 2, from: "open", to: "half-open", cause: "failures" },
    { ...circuit, ...none, call: 2, from: "half-open", to: "limited", cause: "recovery", rate: 10 },
  ]);
});

test("a provider that is skipped fails over at once, with what its circuit says", async () => {
  const policies = { a: { kind: "circuit-breaker", openTime: 30_000 } } as const;
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, policies });
  await world.run();
  world.events.length = 0;
  await world.clock.advance(10_000);
  await world.run();
  const { profile, useCase } = origin;
  const failover = { type: "failover", call: 2, profile, useCase, from: "a", to: "b", error: "CircuitOpenError" };
  assert.equal(world.eventsOf("failover").map(named), [{ ...failover, duration: 0, mayRepeat: false, round: 1 }]);
  const error = world.eventsOf("failover")[0]?.error as CircuitOpenError;
  assert.is(error.message, "a is not called now: its circuit is open, because of failures");
  assert.equal([error.code, error.retryAfter, error.lastError?.name], ["circuit-open", 20_000, "HttpError"]);
});

test("while a probe is under way the refusal says so", async () => {
  const policies = { a: { kind: "circuit-breaker", openTime: 30_000 } } as const;
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [503, 503, 503, 503, 503, 503, "hang"], b: 200 },
    policies,
  });
  await world.run();
  await world.clock.advance(30_000);
  const probe = world.send.safe({});
  await world.clock.advance(11_000);
  world.events.length = 0;
  const skipped = world.send.safe({});
  await world.clock.advance(0);
  await skipped;
  assert.match(world.eventsOf("failover")[0]?.error.message ?? "", /circuit is half-open, because of failures/);
  await world.clock.finish(probe);
});

test("every event of a call has its number, over all its providers", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: [503, 501], b: [501, 200] } });
  await Promise.all([world.run(), world.run()]);
  const ofCall = (call: number): string[] =>
    world.events.filter((event) => "call" in event && event.call === call).map(({ type }) => type);
  assert.equal(
    world.events.filter((event) => !("call" in event)),
    [],
  );
  for (const call of [1, 2]) assert.match(ofCall(call).at(-1) ?? "", /^(?:success|failure)$/);
  assert.equal(new Set(world.events.map((event) => ("call" in event ? event.call : 0))), new Set([1, 2]));
});

test("the end of a call: who answered, with how many attempts in all, after how long", async () => {
  const slow = (ms: number, status: number): Answer => after(ms, status, () => world);
  const world: World = createWorld({
    failoverAfter: "retries",
    answers: { a: slow(70, 503), b: slow(50, 200) },
    policies: { a: "none" },
  });
  await world.clock.advance(1000);
  await world.run();
  assert.is(world.eventsOf("failover")[0]?.duration, 70);
  assert.equal(world.eventsOf("success"), [
    { type: "success", call: 1, ...origin, provider: "b", attempts: 2, duration: 120 },
  ]);
  world.answer("b", 404);
  await world.run();
  assert.equal(world.eventsOf("failure").map(named), [
    { type: "failure", call: 2, ...origin, provider: "b", attempts: 2, duration: 70, error: "HttpError" },
  ]);
});

test("a call that no provider had a part in fails without one", async () => {
  const world = createWorld({ answers: { a: 200 } });
  await world.run({}, { deadline: 0 });
  assert.equal(world.eventsOf("failure").map(named), [
    { type: "failure", call: 1, ...origin, provider: undefined, attempts: 0, duration: 0, error: "DeadlineError" },
  ]);
});

test.run();
