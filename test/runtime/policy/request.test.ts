import { NO_RETRY } from "#runtime/config/circuit-defaults.js";
import { HttpError, type CircuitOpenError } from "@sdkwright/runtime";
import { performRequest } from "#runtime/policy/retry.js";
import type { FailedRequest } from "#runtime/policy/circuits.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { breaker, createTerms, label, type Terms } from "./terms.js";

// One request by itself, over a clock that stands still: when it is sent, and what its provider run knows of it.
const test = suite("a request, performed");

const http = (status: number, retryAfter?: number): HttpError =>
  Object.assign(new HttpError(String(status), { code: "http", status }), {
    retryAfter,
  });

interface Sent {
  readonly times: number[];
  readonly result: Promise<unknown>;
}

/** Sends a request; one answer per attempt: an error, or `undefined` for a 200. The last one stays. */
function send(terms: Terms, answers: readonly (HttpError | undefined)[], own: object = {}, signal?: AbortSignal): Sent {
  const times: number[] = [];
  const none = {
    own: undefined,
    ofClient: NO_RETRY,
    harmless: true,
    requestTimeout: undefined,
    deadline: undefined,
    idempotent: undefined,
  };
  const request = { label, policy: { ...none, ...own }, replayable: true, signal };
  const result = performRequest(terms.run, request, (limits) => {
    limits.sending?.();
    const error = answers[Math.min(times.length, answers.length - 1)];
    times.push(terms.clock.now());
    return error === undefined ? Promise.resolve({ status: 200 }) : Promise.reject(error);
  });
  return { times, result: result.catch((thrown: unknown) => thrown) };
}

/** What the provider run knows of those that have failed for good: why, and whether it is retried elsewhere. */
const failed = ({ run }: Terms): unknown[] =>
  run.failed.map(({ endpoint, error, retried }: FailedRequest) => [endpoint?.label, error, retried]);

test("what need not wait is sent at once, in the same turn", async () => {
  const terms = createTerms();
  const { times, result } = send(terms, [undefined]);
  assert.equal(times, [0]);
  await result;
});

test("a request that has ended is not under way: the end of its map ends nothing", async () => {
  for (const answer of [undefined, http(404)]) {
    const terms = createTerms();
    await terms.clock.finish(send(terms, [answer]).result);
    terms.run.close(() => "its map has ended");
    assert.equal(terms.ends, []);
  }
});

test("failed for good: what fails over is told, with whether it is retried; what is an answer is not", async () => {
  for (const [status, retried] of [
    [503, true],
    [501, false],
    [404, undefined],
  ] as const) {
    const terms = createTerms({ policy: breaker({ maxContiguousRetries: 1 }) });
    const error = http(status);
    assert.is(await terms.clock.finish(send(terms, [error]).result), error);
    assert.equal(failed(terms), retried === undefined ? [] : [[label, error, retried]]);
    assert.equal(terms.ends, []);
  }
});

test("failed for good: a refusal with another candidate ends the provider run", async () => {
  const terms = createTerms({ hasNext: true });
  const error = http(429);
  assert.is(await send(terms, [error]).result, error);
  assert.equal([failed(terms), terms.ends], [[[label, error, false]], [[error, false]]]);
});

test("not admitted: with another candidate the provider run ends, alone the request does, isolated or not", async () => {
  for (const [hasNext, isIsolated] of [
    [true, false],
    [false, false],
    [false, true],
  ]) {
    const terms = createTerms({ hasNext: hasNext === true });
    terms.rest(200_000);
    if (isIsolated === true) terms.circuits.isolate({ provider: "a" });
    const { times, result } = send(terms, [undefined]);
    const error = (await result) as CircuitOpenError;
    assert.equal([times, error.code], [[], isIsolated === true ? "isolated" : "circuit-open"]);
    assert.equal(failed(terms), [[label, error, hasNext !== true && isIsolated !== true]]);
    assert.equal(terms.ends, hasNext === true ? [[error, false]] : []);
  }
});

test("a wait that would outlast the share of the deadline ends the provider run, one that would outlast its own only the request", async () => {
  for (const ofShare of [true, false]) {
    const terms = createTerms(ofShare ? { endsAt: 1500 } : {});
    const error = (await send(terms, [http(503)], ofShare ? {} : { deadline: 1500 }).result) as Error;
    assert.is(error.name, "DeadlineError");
    assert.equal(failed(terms), ofShare ? [[label, error, false]] : []);
    assert.equal(terms.ends, ofShare ? [[error, false]] : []);
  }
});

test("a signal of its own ends its wait at once, where the provider run has none", async () => {
  const terms = createTerms();
  const controller = new AbortController();
  const { times, result } = send(terms, [http(503)], {}, controller.signal);
  await terms.clock.advance(10);
  controller.abort("enough");
  assert.equal([await terms.clock.finish(result), times, terms.clock.now()], ["enough", [0], 10]);
});

test("an endpoint that is tolerated by the time that its wait is over is not asked again", async () => {
  const terms = createTerms();
  const error = http(503);
  const { times, result } = send(terms, [error, undefined]);
  await terms.clock.advance(1000);
  terms.endpoint().tolerated = true;
  assert.equal([await terms.clock.finish(result), times], [error, [0]]);
  assert.equal(failed(terms), [[label, error, true]]);
});

test("whose deadline ends together with its patience was refused, and is told so", async () => {
  const terms = createTerms();
  terms.rest(0);
  const rules = breaker();
  const ask = {
    call: 2,
    rules,
    hasNext: false,
    isLater: false,
    until: 0,
    atMost: 30_000,
    signals: [],
    isEvidence: true,
  };
  assert.ok(terms.endpoint().circuit.admit(ask, 0), "the probe is out");
  const { times, result } = send(terms, [undefined], { deadline: 1000 });
  const error = (await terms.clock.finish(result)) as Error;
  assert.equal([error.name, times, terms.clock.now()], ["CircuitOpenError", [], 1000]);
});

/** The first attempt of one with a patience of 1 s fails; when its wait is over its circuit rests so long. */
async function restedAfterWait(error: HttpError, wait: number, openFor: number): Promise<readonly number[]> {
  const terms = createTerms({ policy: breaker({ patience: 1000 }) });
  const { times, result } = send(terms, [error, undefined]);
  await terms.clock.advanceTo(wait - 1);
  terms.rest(openFor + 1);
  await terms.clock.finish(result);
  return times;
}

test("patience after a wait of its own: asks once; after one that the server asked for: a fifth of what that added", async () => {
  assert.equal(await restedAfterWait(http(503), 2000, 0.5), [0, 2000.5]);
  assert.equal(await restedAfterWait(http(503), 2000, 2), [0]);
  // 10 s and 5 % more, which is 8.5 s longer than its own: until 1 s + 1.2 × 8.5 s.
  assert.equal(await restedAfterWait(http(503, 10_000), 10_500, 600), [0, 11_100]);
  assert.equal(await restedAfterWait(http(503, 10_000), 10_500, 800), [0]);
});

test.run();
