import { DeadlineError, HttpError } from "@sdkwright/runtime";
import { NO_RETRY } from "@sdkwright/runtime/config";
import { Circuits } from "#runtime/policy/circuits.js";
import { Performance } from "#runtime/policy/performance.js";
import { performRequest } from "#runtime/policy/retry.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";

const test = suite("performances");

/** A performance without a circuit, and the reasons for which it ended before its map. */
function createPerformance(): { readonly performance: Performance; readonly ends: unknown[] } {
  const ends: unknown[] = [];
  const clock = new VirtualClock();
  const context = { clock, random: () => 0.5, maxRetryAfter: 60_000, on: undefined, nextCall: () => 1 };
  const origin = { provider: "a" };
  const circuits = new Circuits(context).group(origin, undefined);
  const terms = { policy: NO_RETRY, requestTimeout: 30_000, endsAt: 1000, hasNext: false, call: 1, circuits };
  const ended = (reason: unknown): void => void ends.push(reason);
  return { performance: new Performance({ context, origin, ...terms, signal: undefined, ended }), ends };
}

test("ends once: with its first reason, and with no other", () => {
  const { performance, ends } = createPerformance();
  assert.is(performance.endedBy(undefined), false);
  performance.end("first");
  performance.end("second");
  assert.equal(ends, ["first"]);
  assert.equal([performance.endedBy("first"), performance.endedBy("second")], [true, false]);
});

test("its end cancels what is in flight, once", () => {
  const { performance } = createPerformance();
  let cancelled = 0;
  performance.attemptBegins({ cancel: () => (cancelled += 1) });
  performance.end("first");
  performance.end("second");
  performance.close(() => "third");
  assert.is(cancelled, 1);
  assert.throws(() => performance.throwIfOver());
});

test("its map's end is one for requests under way, and tells those that come later", () => {
  const { performance, ends } = createPerformance();
  performance.close(() => "idle");
  assert.equal(ends, []);
  const busy = createPerformance();
  busy.performance.requestBegins();
  busy.performance.close(() => "ended");
  assert.equal(busy.ends, ["ended"]);
});

test("when its share of the deadline is over it ends at once, with its latest failure", () => {
  const { performance, ends } = createPerformance();
  const response = { status: 503, headers: {}, body: "" };
  performance.lastError = new HttpError("503", { code: "http", response });
  const attempt = { cancel: () => {} };
  performance.attemptBegins(attempt);
  performance.attemptEnds(attempt);
  assert.equal(ends, []);
  performance.expire();
  const [error] = ends as DeadlineError[];
  assert.instance(error, DeadlineError);
  assert.equal([error?.provider, error?.lastError], ["a", performance.lastError]);
});

test("its DeadlineError says what the latest failure was, and nothing of one where there was none", () => {
  const { performance } = createPerformance();
  assert.is(performance.deadlineError().message, "a has not answered within the deadline of the call");
  const response = { status: 503, headers: {}, body: "" };
  performance.lastError = new HttpError("it answered 503", { code: "http", response });
  const { message } = performance.deadlineError();
  assert.is(message, "a has not succeeded within the deadline of the call: it answered 503");
});

test("with attempts in flight it ends when the last of them has: each has a timer of its own", () => {
  const { performance, ends } = createPerformance();
  const attempts = [{ cancel: () => {} }, { cancel: () => {} }] as const;
  for (const attempt of attempts) performance.attemptBegins(attempt);
  performance.expire();
  performance.attemptEnds(attempts[0]);
  assert.equal(ends, []);
  performance.attemptEnds(attempts[1]);
  assert.instance(ends[0], DeadlineError);
});

test("what says that it sends when its attempt has ended is not counted", async () => {
  const { performance } = createPerformance();
  let late = (): void => {};
  const policy = { retryPolicy: undefined, requestTimeout: undefined, deadline: undefined, idempotent: undefined };
  const label = { service: "default", method: "GET", path: "/x" };
  const sent = performRequest(performance, { label, policy, replayable: true, signal: undefined }, (limits) => {
    late = () => limits.sending?.();
    return Promise.reject(new Error("its credentials took too long"));
  });
  await sent.catch(() => {});
  late();
  assert.is(performance.attempts, 0);
});

test.run();
