import { DeadlineError, HttpError } from "@sdkwright/runtime";
import { NO_RETRY } from "@sdkwright/runtime/config";
import { Performance } from "#runtime/policy/performance.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { createWorld, type Answer, type Context } from "./world.js";

const test = suite("performances");

/** A performance without a circuit, and the reasons for which it ended before its map. */
function createPerformance(): { readonly performance: Performance; readonly ends: unknown[] } {
  const ends: unknown[] = [];
  const context = { clock: new VirtualClock(), random: () => 0.5, maxRetryAfter: 60_000, on: undefined };
  const terms = { policy: NO_RETRY, requestTimeout: 30_000, endsAt: 1000 };
  const ended = (reason: unknown): void => void ends.push(reason);
  return { performance: new Performance({ context, origin: { provider: "a" }, ...terms, ended }), ends };
}

test("ends once: with its first reason, and with no other", () => {
  const { performance, ends } = createPerformance();
  assert.is(performance.endedBy(undefined), false);
  performance.end("first");
  performance.end("second");
  assert.equal(ends, ["first"]);
  assert.equal([performance.endedBy("first"), performance.endedBy("second")], [true, false]);
});

test("when its share of the deadline is over it ends at once, with its latest failure", () => {
  const { performance, ends } = createPerformance();
  const response = { status: 503, headers: {}, body: "" };
  performance.lastError = new HttpError("503", { code: "http", response });
  performance.attemptBegins();
  performance.attemptEnds();
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
  performance.attemptBegins();
  performance.attemptBegins();
  performance.expire();
  performance.attemptEnds();
  assert.equal(ends, []);
  performance.attemptEnds();
  assert.instance(ends[0], DeadlineError);
  assert.is(performance.attempts, 2);
});

/** Calls of one performance each, with the answers to its requests, none of which is retried; whether they open the circuit. */
async function opens(...calls: (readonly Answer[])[]): Promise<boolean> {
  const map = async ({ http, input }: Context): Promise<unknown> => {
    const statuses: unknown[] = [];
    for (const path of input["paths"] as string[]) {
      statuses.push(await http.get(path, { retryPolicy: "none" }).catch((error: HttpError) => error.status));
    }
    return statuses;
  };
  const world = createWorld({ answers: { a: calls.flat() }, map });
  for (const answers of calls) await world.run({ paths: answers.map((_, n) => `/${n}`) });
  return world.eventsOf("circuit").length > 0;
}

const five = Array.from({ length: 5 }, () => [503]);

test("a performance one of whose requests has failed does not reset the run, though others were answered", async () => {
  assert.is(await opens(...five, [200, 503]), true);
  assert.is(await opens(...five.slice(1), [200, 503], [503]), true);
  assert.is(await opens(...five.slice(1), [503, 200], [503]), true);
});

test("a performance whose requests were answered does, with any answer that is a success of the provider", async () => {
  assert.is(await opens(...five, [200], [503]), false);
  assert.is(await opens(...five, [404], [503]), false);
  assert.is(await opens(...five, [403, 200], [503]), false);
});

test("one whose requests say nothing about the provider neither resets the run nor adds to it", async () => {
  assert.is(await opens(...five, [403], [503]), true);
  assert.is(await opens(...five, [403]), false);
  assert.is(await opens(...five, [], [503]), true);
});

test.run();
