import { SdkError } from "@sdkwright/runtime";
import { CLOSED, reduceCircuit, type CircuitState } from "#runtime/policy/circuit-state.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

// A circuit opens only when at least half of what was answered in the last 5 s, at most the latest 100, has failed.
const test = suite("failure window");

/** A closed circuit whose answers a test writes down; a run of any length does not open it before `tripsNext` is asked. */
class History {
  state: CircuitState = CLOSED;
  now = 0;

  succeed(count: number): this {
    for (let n = 0; n < count; n += 1) {
      this.state = reduceCircuit(this.state, { type: "success", generation: 0 }, this.now);
    }
    return this;
  }

  fail(count: number): this {
    for (let n = 0; n < count; n += 1) this.state = this.#afterFailure(Infinity);
    return this;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** Whether one more failure opens the circuit, as far as the window is concerned. */
  get tripsNext(): boolean {
    return this.#afterFailure(1).kind === "open";
  }

  get remembered(): number {
    if (this.state.kind !== "closed") return 0;
    const { latest, before } = this.state.window;
    let count = 0;
    for (const list of [latest, before]) {
      for (let settled = list; settled !== undefined; settled = settled.earlier) count += 1;
    }
    return count;
  }

  #afterFailure(threshold: number): CircuitState {
    const rules = { threshold, openTime: 30_000, maxRetryAfter: 60_000 };
    const error = new SdkError("503", { code: "http" });
    const failure = { startedAt: this.now, unanswered: 0, retryAfter: undefined, error, rules };
    return reduceCircuit(this.state, { type: "failure", generation: 0, ...failure }, this.now);
  }
}

test("exactly half of the answers failed: opens; one success more: stays closed", () => {
  assert.is(new History().succeed(10).fail(9).tripsNext, true);
  assert.is(new History().succeed(11).fail(9).tripsNext, false);
  assert.is(new History().tripsNext, true);
});

test("a brown-out of 30 % does not open it, however long the run", () => {
  assert.is(new History().succeed(70).fail(29).tripsNext, false);
  assert.is(new History().fail(29).succeed(70).tripsNext, false);
});

test("an answer counts for 5 s: a success of 4999 ms ago holds the circuit, one of 5000 ms ago no longer does", () => {
  assert.is(new History().succeed(10).wait(4999).fail(5).tripsNext, false);
  assert.is(new History().succeed(10).wait(5000).fail(5).tripsNext, true);
});

test("a failure of 5 s ago no longer counts against the provider", () => {
  const history = new History().fail(20).wait(4999).succeed(10);
  assert.is(history.tripsNext, true);
  assert.is(history.wait(1).tripsNext, false);
});

test("of many answers the latest 100 count: the 101st from the end is forgotten", () => {
  assert.is(new History().succeed(51).fail(49).tripsNext, true);
  assert.is(new History().succeed(52).fail(48).tripsNext, false);
  assert.is(new History().succeed(1000).fail(49).tripsNext, true);
  assert.is(new History().fail(1000).succeed(51).fail(48).tripsNext, false);
});

test("forgetting keeps the latest 100 in their order", () => {
  // Long enough to be shortened twice; the answers themselves, all of them kept, say what is expected.
  const answers = Array.from({ length: 320 }, (_, n) => n % 120 < 60);
  const history = new History();
  const seen: boolean[] = [];
  for (const failed of answers) {
    if (failed) history.fail(1);
    else history.succeed(1);
    seen.push(failed);
    const latest = [...seen, true].slice(-100);
    assert.is(history.tripsNext, latest.filter(Boolean).length * 2 >= latest.length, `after ${seen.length}`);
  }
});

test("the window never holds more than twice what it looks at", () => {
  const history = new History();
  let most = 0;
  for (let n = 0; n < 1000; n += 1) most = Math.max(most, history.succeed(1).remembered);
  assert.is(most, 200);
});

test.run();
