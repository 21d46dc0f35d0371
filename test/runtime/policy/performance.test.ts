import { DeadlineError, HttpError } from "@sdkwright/runtime";
import { NO_RETRY } from "@sdkwright/runtime/config";
import type { Performance } from "#runtime/policy/provider-run.js";
import { performRequest } from "#runtime/policy/retry.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTerms } from "./terms.js";

const test = suite("performances");

/** A performance without a circuit, and the reasons for which it ended before its map. */
function createPerformance(): { readonly performance: Performance; readonly ends: [unknown, boolean][] } {
  return createTerms({ policy: NO_RETRY, endsAt: 1000 });
}

test("ends once: with its first reason, and with no other", () => {
  const { performance, ends } = createPerformance();
  assert.is(performance.endedBy(undefined), false);
  performance.end("first");
  performance.end("second");
  assert.equal(ends, [["first", false]]);
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
  assert.equal(busy.ends, [["ended", true]]);
});

test("a request that has ended is not under way when its map ends", () => {
  const { performance, ends } = createPerformance();
  performance.requestBegins();
  performance.requestEnds();
  performance.close(() => "ended");
  performance.end("later");
  assert.equal([ends, performance.endedBy("ended")], [[], true]);
});

test("outside a use-case nobody is told of its end", () => {
  const { performance } = createTerms({ ended: undefined });
  performance.end("first");
  assert.ok(performance.endedBy("first"));
});

test("it knows of nothing before it begins, and what was in flight when it was over ends nothing", () => {
  const { performance, ends } = createPerformance();
  assert.equal([performance.asked, performance.failed], [[], []]);
  const attempt = { cancel: () => {} };
  performance.attemptBegins(attempt);
  performance.expire();
  performance.end("first");
  performance.expire();
  performance.attemptEnds(attempt);
  assert.equal(ends, [["first", false]]);
});

test("what failed is tolerated when the performance succeeds, and not when it fails with something else", () => {
  const terms = createTerms();
  const endpoint = terms.endpoint();
  const error = new HttpError("503", { code: "http", status: 503 });
  terms.performance.failed.push({ endpoint, error, retried: true });
  terms.performance.settle(new DeadlineError("another", { code: "deadline" }));
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [false, false]);
  terms.performance.settle();
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [true, false]);
  terms.performance.settle(error);
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [false, true]);
});

test("when its share of the deadline is over it ends at once, with its latest failure", () => {
  const { performance, ends } = createPerformance();
  const status = 503;
  performance.lastError = new HttpError("503", { code: "http", status });
  const attempt = { cancel: () => {} };
  performance.attemptBegins(attempt);
  performance.attemptEnds(attempt);
  assert.equal(ends, []);
  performance.expire();
  const error = ends[0]?.[0] as DeadlineError;
  assert.is(ends[0]?.[1], false);
  assert.instance(error, DeadlineError);
  assert.equal([error.provider, error.lastError], ["a", performance.lastError]);
});

test("its DeadlineError says what the latest failure was, and nothing of one where there was none", () => {
  const { performance } = createPerformance();
  assert.is(performance.deadlineError().message, "a has not answered within the deadline of the call");
  const status = 503;
  performance.lastError = new HttpError("it answered 503", { code: "http", status });
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
  assert.instance(ends[0]?.[0], DeadlineError);
});

test("what says that it sends when its attempt has ended is not counted", async () => {
  const { performance } = createPerformance();
  let late = (): void => {};
  const policy = {
    own: undefined,
    ofClient: NO_RETRY,
    harmless: true,
    requestTimeout: undefined,
    deadline: undefined,
    idempotent: undefined,
  };
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
