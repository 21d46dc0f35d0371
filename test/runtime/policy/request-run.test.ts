import { DEFAULT_CIRCUIT_BREAKER, NO_RETRY } from "@sdkwright/runtime/config";
import type { CircuitOpenError } from "@sdkwright/runtime";
import type { Permit } from "#runtime/policy/permit.js";
import { RequestRun } from "#runtime/policy/request-run.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { breaker, createTerms, label, type Terms } from "./terms.js";

// What one request asks of its circuit, and until when it has patience.
const test = suite("a request under way");

const none = { own: undefined, harmless: true, requestTimeout: undefined, idempotent: undefined };

/** A request of a run with that policy; it begins at 0. */
function requestOf({ run }: Terms, policy: object = {}): RequestRun {
  const own = { ...none, ofClient: NO_RETRY, deadline: undefined, ...policy };
  const request = { label, policy: own, replayable: true, signal: undefined };
  return new RequestRun(run, request, 0);
}

/** One that has asked at 0, and has patience until 1000. */
function patient(own: object = {}): RequestRun {
  const request = requestOf(createTerms({ policy: breaker({ patience: 1000 }) }), own);
  void request.admit(1, 0);
  assert.is(request.until, 1000);
  return request;
}

test("patience: time on the wire is none of it, and a wait that a server asks for lengthens it by a fifth more", () => {
  const request = patient();
  request.spent(200, 700);
  assert.is(Math.round(request.until as number), 1500);
  request.lengthen(100);
  assert.is(Math.round(request.until as number), 1620);
  void request.admit(2, 800);
  assert.is(Math.round(request.until as number), 1620, "asking again gives none");
});

test("patience: a wait that outlasts it is made, and asks once; a shorter one leaves it as it is", () => {
  const request = patient();
  request.willWait(500);
  assert.is(request.until, 1000);
  request.willWait(2000);
  assert.is(request.until, 2001);
});

test("patience ends with the deadline, whatever lengthens it", () => {
  for (const lengthen of [
    (request: RequestRun) => request.spent(0, 9000),
    (request: RequestRun) => request.lengthen(9000),
    (request: RequestRun) => request.willWait(9000),
  ]) {
    const request = patient({ deadline: 1200 });
    lengthen(request);
    assert.is(request.until, 1200);
  }
});

test("without a circuit there is nothing to ask and no patience to lengthen", () => {
  for (const policy of [NO_RETRY, breaker({ circuit: false })]) {
    const terms = createTerms({ policy });
    const request = requestOf(terms);
    assert.is(request.admit(1, 0), undefined);
    for (const by of [5, 7]) request.lengthen(by);
    request.willWait(9);
    assert.equal([request.until, request.isHeldBack, request.isTolerated], [undefined, false, false]);
    assert.equal([terms.run.asked, terms.group.endpoints], [[], []]);
  }
});

test("within limits, without a policy, it waits 5 s for a place and is no evidence", () => {
  const terms = createTerms({ policy: NO_RETRY, limits: { concurrency: 1 } });
  const request = requestOf(terms);
  const permit = request.admit(1, 0) as Permit;
  assert.equal([request.until, permit.ask.rules, permit.ask.isEvidence], [5000, DEFAULT_CIRCUIT_BREAKER, false]);
  assert.equal([request.isHeldBack, terms.run.asked, terms.group.endpoints], [false, [], []]);
});

test("with a circuit its run knows which endpoint it has asked", () => {
  const terms = createTerms();
  const request = requestOf(terms);
  assert.equal(terms.run.asked, [terms.endpoint()]);
  assert.is((request.admit(1, 0) as Permit).ask.isEvidence, true);
  assert.is(request.isHeldBack, false);
  terms.rest(1000);
  assert.is(request.isHeldBack, true);
});

test("what is tolerated is asked once, past its circuit", () => {
  const terms = createTerms();
  terms.endpoint().tolerated = true;
  terms.rest(1000);
  const request = requestOf(terms);
  assert.equal([request.isTolerated, request.isHeldBack, request.admit(1, 0)], [true, false, undefined]);
  assert.equal(terms.run.asked, [terms.endpoint()]);
});

test("a later request takes a slot with its first attempt only; a first request with none", () => {
  for (const isLater of [true, false]) {
    const terms = createTerms({ hasNext: true });
    terms.limit();
    const other = createTerms({ hasNext: true, circuits: terms.group });
    void requestOf(isLater ? terms : other).admit(1, 0);
    const request = requestOf(terms);
    assert.equal([typeof request.admit(1, 0) === "object", request.admit(2, 0)], [isLater, "refused"]);
  }
});

test("a refusal says why: isolated, or what its circuit does", () => {
  const terms = createTerms();
  terms.rest(200_000);
  const request = requestOf(terms);
  const code = (): CircuitOpenError["code"] => {
    assert.is(request.admit(1, 0), "refused");
    return request.refusal().code;
  };
  assert.is(code(), "circuit-open");
  terms.circuits.isolate({ provider: "a" });
  assert.is(code(), "isolated");
  const unlimited = requestOf(createTerms({ policy: NO_RETRY, circuits: terms.group }));
  assert.equal([unlimited.admit(1, 0), unlimited.refusal().code], ["refused", "isolated"]);
});

test.run();
