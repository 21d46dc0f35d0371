import { DeadlineError, HttpError } from "@sdkwright/runtime";
import { NO_RETRY } from "@sdkwright/runtime/config";
import type { ProviderRun } from "#runtime/policy/provider-run.js";
import { deadlineErrorOf, performRequest } from "#runtime/policy/retry.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTerms } from "./terms.js";

const test = suite("provider runs");

/** A provider run without a circuit, and the reasons for which it ended before its map. */
function createRun(): { readonly run: ProviderRun; readonly ends: [unknown, boolean][] } {
  return createTerms({ policy: NO_RETRY, endsAt: 1000 });
}

test("ends once: with its first reason, and with no other", () => {
  const { run, ends } = createRun();
  assert.is(run.endedBy(undefined), false);
  run.end("first");
  run.end("second");
  assert.equal(ends, [["first", false]]);
  assert.equal([run.endedBy("first"), run.endedBy("second")], [true, false]);
});

test("its end cancels what is in flight, once", () => {
  const { run } = createRun();
  let cancelled = 0;
  run.attemptBegins({ cancel: () => (cancelled += 1) });
  run.end("first");
  run.end("second");
  run.close(() => "third");
  assert.is(cancelled, 1);
  assert.throws(() => run.throwIfOver());
});

test("its map's end is one for requests under way, and tells those that come later", () => {
  const { run, ends } = createRun();
  run.close(() => "idle");
  assert.equal(ends, []);
  const busy = createRun();
  busy.run.requestBegins();
  busy.run.close(() => "ended");
  assert.equal(busy.ends, [["ended", true]]);
});

test("a request that has ended is not under way when its map ends", () => {
  const { run, ends } = createRun();
  run.requestBegins();
  run.requestEnds();
  run.close(() => "ended");
  run.end("later");
  assert.equal([ends, run.endedBy("ended")], [[], true]);
});

test("outside a use-case nobody is told of its end", () => {
  const { run } = createTerms({ ended: undefined });
  run.end("first");
  assert.ok(run.endedBy("first"));
});

test("it knows of nothing before it begins, and what was in flight when it was over ends nothing", () => {
  const { run, ends } = createRun();
  assert.equal([run.asked, run.failed], [[], []]);
  const attempt = { cancel: () => {} };
  run.attemptBegins(attempt);
  run.expire(() => deadlineErrorOf(run));
  run.end("first");
  run.expire(() => deadlineErrorOf(run));
  run.attemptEnds(attempt);
  assert.equal(ends, [["first", false]]);
});

test("what failed is tolerated when the run succeeds, and not when it fails with something else", () => {
  const terms = createTerms();
  const endpoint = terms.endpoint();
  const error = new HttpError("503", { code: "http", status: 503 });
  terms.run.failed.push({ endpoint, error, retried: true });
  terms.run.settle(new DeadlineError("another", { code: "deadline" }));
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [false, false]);
  terms.run.settle();
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [true, false]);
  terms.run.settle(error);
  assert.equal([endpoint.tolerated, endpoint.hasEnded], [false, true]);
});

test("when its share of the deadline is over it ends at once, with its latest failure", () => {
  const { run, ends } = createRun();
  const status = 503;
  run.lastError = new HttpError("503", { code: "http", status });
  const attempt = { cancel: () => {} };
  run.attemptBegins(attempt);
  run.attemptEnds(attempt);
  assert.equal(ends, []);
  run.expire(() => deadlineErrorOf(run));
  const error = ends[0]?.[0] as DeadlineError;
  assert.is(ends[0]?.[1], false);
  assert.instance(error, DeadlineError);
  assert.equal([error.provider, error.lastError], ["a", run.lastError]);
});

test("its DeadlineError says what the latest failure was, and nothing of one where there was none", () => {
  const { run } = createRun();
  assert.is(deadlineErrorOf(run).message, "a has not answered within the deadline of the call");
  const status = 503;
  run.lastError = new HttpError("it answered 503", { code: "http", status });
  const { message } = deadlineErrorOf(run);
  assert.is(message, "a has not succeeded within the deadline of the call: it answered 503");
});

test("with attempts in flight it ends when the last of them has: each has a timer of its own", () => {
  const { run, ends } = createRun();
  const attempts = [{ cancel: () => {} }, { cancel: () => {} }] as const;
  for (const attempt of attempts) run.attemptBegins(attempt);
  run.expire(() => deadlineErrorOf(run));
  run.attemptEnds(attempts[0]);
  assert.equal(ends, []);
  run.attemptEnds(attempts[1]);
  assert.instance(ends[0]?.[0], DeadlineError);
});

test("what says that it sends when its attempt has ended is not counted", async () => {
  const { run } = createRun();
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
  const sent = performRequest(run, { label, policy, replayable: true, signal: undefined }, (limits) => {
    late = () => limits.sending?.();
    return Promise.reject(new Error("its credentials took too long"));
  });
  await sent.catch(() => {});
  late();
  assert.is(run.attempts, 0);
});

test.run();
