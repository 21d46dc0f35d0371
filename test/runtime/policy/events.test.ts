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
  const attempt = { type: "attempt", ...origin, ...request, attempt: 1, duration: 120, status: 204, error: undefined };
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
  const retry = { type: "retry", ...origin, ...request, error: "HttpError", mayRepeat: false };
  assert.equal(world.eventsOf("retry").map(named), [
    { ...retry, attempt: 2, delay: 2000 },
    { ...retry, attempt: 3, delay: 4000 },
  ]);
});

test("a circuit says until when it is open, and only then", async () => {
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1, openTime: 5000 } } as const;
  const world = createWorld({ answers: { a: [503, 503, 200] }, policies });
  await world.run();
  await world.clock.advance(5000);
  await world.run();
  assert.equal(world.eventsOf("circuit"), [
    { type: "circuit", ...origin, from: "closed", to: "open", openFor: 5000 },
    { type: "circuit", ...origin, from: "open", to: "half-open", openFor: undefined },
    { type: "circuit", ...origin, from: "half-open", to: "closed", openFor: undefined },
  ]);
});

test("a provider that is skipped fails over at once, with what its circuit says", async () => {
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
  const world = createWorld({ answers: { a: 503, b: 200 }, policies });
  await world.run();
  world.events.length = 0;
  await world.clock.advance(10_000);
  await world.run();
  const { profile, useCase } = origin;
  const failover = { type: "failover", profile, useCase, from: "a", to: "b", error: "CircuitOpenError" };
  assert.equal(world.eventsOf("failover").map(named), [{ ...failover, duration: 0, mayRepeat: false }]);
  const error = world.eventsOf("failover")[0]?.error as CircuitOpenError;
  assert.match(error.message, /circuit of a is open: too many of its attempts have failed/);
  assert.equal([error.retryAfter, error.lastError?.name], [20_000, "HttpError"]);
});

test("while a probe is under way the refusal says so, and when its lease ends", async () => {
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
  const world = createWorld({ answers: { a: [503, 503, "hang"] }, policies });
  await world.run();
  await world.clock.advance(30_000);
  const probe = world.send.safe({});
  await world.clock.advance(11_000);
  const outcome = await world.send.safe({});
  const error = (outcome.ok ? undefined : outcome.error) as CircuitOpenError;
  assert.match(error.message, /circuit of a is half-open: another call is probing it/);
  assert.equal([error.retryAfter, error.lastError?.name], [20_000, "HttpError"]);
  await world.clock.finish(probe);
});

test("the end of a call: who answered, with how many attempts in all, after how long", async () => {
  const slow = (ms: number, status: number): Answer => after(ms, status, () => world);
  const world: World = createWorld({ answers: { a: slow(70, 503), b: slow(50, 200) }, policies: { a: "none" } });
  await world.clock.advance(1000);
  await world.run();
  assert.is(world.eventsOf("failover")[0]?.duration, 70);
  assert.equal(world.eventsOf("success"), [{ type: "success", ...origin, provider: "b", attempts: 2, duration: 120 }]);
  world.answer("b", 404);
  await world.run();
  assert.equal(world.eventsOf("failure").map(named), [
    { type: "failure", ...origin, provider: "b", attempts: 2, duration: 70, error: "HttpError" },
  ]);
});

test("a call that no provider had a part in fails without one", async () => {
  const world = createWorld({ answers: { a: 200 } });
  await world.run({}, { deadline: 0 });
  assert.equal(world.eventsOf("failure").map(named), [
    { type: "failure", ...origin, provider: undefined, attempts: 0, duration: 0, error: "DeadlineError" },
  ]);
});

test.run();
