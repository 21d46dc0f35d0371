import { DEFAULT_CIRCUIT_BREAKER, NO_RETRY } from "@sdkwright/runtime/config";
import type { CircuitOpenError } from "@sdkwright/runtime";
import type { Ticket } from "#runtime/policy/circuit.js";
import { Turn } from "#runtime/policy/attempt.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { breaker, createTerms, label, type Terms } from "./terms.js";

// What one request asks of its circuit, and until when it has patience.
const test = suite("a request's turn");

function turnOf({ performance, policy }: Terms, own: object = {}): Turn {
  return new Turn(performance, {
    label,
    policy,
    signals: [],
    requestTimeout: 30_000,
    endsAt: Infinity,
    isLater: false,
    ...own,
  });
}

/** One that has asked at 0, and has patience until 1000. */
function patient(own: object = {}): Turn {
  const turn = turnOf(createTerms({ policy: breaker({ patience: 1000 }) }), own);
  void turn.ask(1, 0);
  assert.is(turn.until, 1000);
  return turn;
}

test("patience: time on the wire is none of it, and a wait that a server asks for lengthens it by a fifth more", () => {
  const turn = patient();
  turn.spent(200, 700);
  assert.is(Math.round(turn.until as number), 1500);
  turn.lengthen(100);
  assert.is(Math.round(turn.until as number), 1620);
  void turn.ask(2, 800);
  assert.is(Math.round(turn.until as number), 1620, "asking again gives none");
});

test("patience: a wait that outlasts it is made, and asks once; a shorter one leaves it as it is", () => {
  const turn = patient();
  turn.willWait(500);
  assert.is(turn.until, 1000);
  turn.willWait(2000);
  assert.is(turn.until, 2001);
});

test("patience ends with the deadline, whatever lengthens it", () => {
  for (const lengthen of [
    (turn: Turn) => turn.spent(0, 9000),
    (turn: Turn) => turn.lengthen(9000),
    (turn: Turn) => turn.willWait(9000),
  ]) {
    const turn = patient({ endsAt: 1200 });
    lengthen(turn);
    assert.is(turn.until, 1200);
  }
});

test("without a circuit there is nothing to ask and no patience to lengthen", () => {
  for (const policy of [NO_RETRY, breaker({ circuit: false })]) {
    const terms = createTerms({ policy });
    const turn = turnOf(terms);
    assert.is(turn.ask(1, 0), undefined);
    for (const by of [5, 7]) turn.lengthen(by);
    turn.willWait(9);
    assert.equal([turn.until, turn.isHeldBack, turn.isTolerated], [undefined, false, false]);
    assert.equal([terms.performance.asked, terms.group.endpoints], [[], []]);
  }
});

test("within limits, without a policy, it waits 5 s for a place and is no evidence", () => {
  const terms = createTerms({ policy: NO_RETRY, limits: { concurrency: 1 } });
  const turn = turnOf(terms);
  const ticket = turn.ask(1, 0) as Ticket;
  assert.equal([turn.until, turn.rules, ticket.ask.isEvidence], [5000, DEFAULT_CIRCUIT_BREAKER, false]);
  assert.equal([turn.isHeldBack, terms.performance.asked, terms.group.endpoints], [false, [], []]);
});

test("with a circuit its performance knows which endpoint it has asked", () => {
  const terms = createTerms();
  const turn = turnOf(terms);
  assert.equal(terms.performance.asked, [terms.endpoint()]);
  assert.is((turn.ask(1, 0) as Ticket).ask.isEvidence, true);
  assert.is(turn.isHeldBack, false);
  terms.rest(1000);
  assert.is(turn.isHeldBack, true);
});

test("what is tolerated is asked once, past its circuit", () => {
  const terms = createTerms();
  terms.endpoint().tolerated = true;
  terms.rest(1000);
  const turn = turnOf(terms);
  assert.equal([turn.isTolerated, turn.isHeldBack, turn.ask(1, 0)], [true, false, undefined]);
  assert.equal(terms.performance.asked, [terms.endpoint()]);
});

test("a later request takes a slot with its first attempt only; a first request with none", () => {
  for (const isLater of [true, false]) {
    const terms = createTerms({ hasNext: true });
    terms.limit();
    void turnOf(terms).ask(1, 0);
    const turn = turnOf(terms, { isLater });
    assert.equal([typeof turn.ask(1, 0) === "object", turn.ask(2, 0)], [isLater, "refused"]);
  }
});

test("a refusal says why: isolated, or what its circuit does", () => {
  const terms = createTerms();
  terms.rest(200_000);
  const turn = turnOf(terms);
  const code = (): CircuitOpenError["code"] => {
    assert.is(turn.ask(1, 0), "refused");
    return turn.refusal().code;
  };
  assert.is(code(), "circuit-open");
  terms.circuits.isolate({ provider: "a" });
  assert.is(code(), "isolated");
  const unlimited = turnOf(createTerms({ policy: NO_RETRY, circuits: terms.group }));
  assert.equal([unlimited.ask(1, 0), unlimited.refusal().code], ["refused", "isolated"]);
});

test.run();
