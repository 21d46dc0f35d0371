import {
  admission,
  type CircuitInput,
  type CircuitState,
  inWindow,
  type LimitedCircuit,
  newCircuit,
  nextChance,
  type OpenCircuit,
  reduceCircuit,
  RULE,
} from "#runtime/policy/circuit-reducer.js";
import { rolled, type Window } from "#runtime/policy/permit.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("circuit, the reducer");

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };

/** A circuit that is told things, one after the other. */
class Told {
  state: CircuitState = newCircuit(rules, 0);

  tell(input: CircuitInput, now: number): this {
    this.state = reduceCircuit(this.state, input, rules, now);
    return this;
  }

  begin(now: number, count = 1): this {
    for (let index = 0; index < count; index += 1) this.tell({ type: "begin", probe: false }, now);
    return this;
  }

  /** An attempt that begins and ends at once, `now`. */
  attempt(type: "success" | "failure" | "refusal" | "denial" | "neither", now: number, more: object = {}): this {
    this.begin(now);
    return this.end(type, now, now, more);
  }

  end(
    type: "success" | "failure" | "refusal" | "denial" | "neither",
    startedAt: number,
    now: number,
    more: object = {},
  ): this {
    const { generation } = this.state;
    const loss = { timedOut: false, retryAfter: undefined, unanswered: () => 0 };
    return this.tell({ type, generation, startedAt, duration: now - startedAt, ...loss, ...more }, now);
  }

  /** The answer to an attempt has begun, and will last. */
  begun(startedAt: number, now: number): this {
    return this.tell({ type: "begun", generation: this.state.generation, duration: now - startedAt }, now);
  }

  probe(now: number): this {
    return this.tell({ type: "begin", probe: true }, now);
  }

  get open(): OpenCircuit {
    if (this.state.kind !== "open") throw new Error(`it is ${this.state.kind}`);
    return this.state;
  }

  get limited(): LimitedCircuit {
    if (this.state.kind !== "limited") throw new Error(`it is ${this.state.kind}`);
    return this.state;
  }
}

const failing = (count: number, from = 0): Told => {
  const told = new Told();
  for (let index = 0; index < count; index += 1) told.attempt("failure", from + index);
  return told;
};
const opened = (): Told => failing(16);
const until = 2015;

test("sixteen failures in a row open it, fifteen do not; a refusal is not the last of them", () => {
  assert.is(failing(15).state.kind, "closed");
  const { open } = opened();
  assert.equal([open.cause, open.until, open.openTime, open.generation], ["failures", until, 2000, 1]);
  assert.is(failing(15).attempt("refusal", 15).state.kind, "closed");
});

test("six that span five seconds open it, five do not, and 4999 ms do not", () => {
  const spread = (count: number, last: number): string => {
    const told = failing(count - 1);
    return told.attempt("failure", last).state.kind;
  };
  assert.equal([spread(6, 5000), spread(5, 5000), spread(6, 4999)], ["open", "closed", "closed"]);
  const few = { ...rules, maxContiguousRetries: 1 };
  let state: CircuitState = newCircuit(few, 0);
  for (const now of [0, 100, 5000]) {
    state = reduceCircuit(state, { type: "begin", probe: false }, few, now);
    const loss = { generation: 0, startedAt: now, timedOut: false, retryAfter: undefined, unanswered: () => 0 };
    state = reduceCircuit(state, { type: "failure", ...loss }, few, now);
  }
  assert.is(state.kind, "open");
});

test("a run is firm when at most a tenth as many are unanswered; it is asked about its own attempts", () => {
  const asked: unknown[] = [];
  const unanswered = (count: number) => ({
    unanswered: (run: unknown) => {
      asked.push(run);
      return count;
    },
  });
  assert.is(failing(15).attempt("failure", 20, unanswered(2)).state.kind, "closed");
  assert.is(failing(15).attempt("failure", 20, unanswered(1)).state.kind, "open");
  assert.equal(asked[0], { length: 16, first: 0, youngest: 20 });
});

test("a success that started no earlier than the run empties it; a failure from before the youngest success is not counted", () => {
  assert.is(failing(15).attempt("success", 15).attempt("failure", 16).state.evidence.run.length, 1);
  assert.is(failing(15, 10).end("success", 5, 30).attempt("failure", 31).state.kind, "open");
  const late = new Told().attempt("success", 10).end("failure", 10, 20).end("failure", 11, 20);
  assert.equal(late.state.evidence.run, { length: 1, first: 11, youngest: 11 });
});

test("what was accepted limits instead: its rate, twice as a ceiling, since there were successes", () => {
  const told = new Told();
  for (let now = 0; now < 40; now += 1) told.attempt("success", now);
  for (let now = 100; now < 116; now += 1) told.attempt("failure", now);
  const { limited } = told;
  assert.equal([limited.cause, limited.rate, limited.ceiling, limited.since], ["failures", 40, 80, 115]);
  const timedOut = new Told().attempt("success", 0);
  for (let now = 1; now < 17; now += 1) timedOut.attempt("failure", now, { timedOut: true });
  assert.is(timedOut.state.kind, "open");
});

test("eight refusals and nothing else: as long as the largest Retry-After says, 300 s at most, else openTime", () => {
  const refused = (...waits: (number | undefined)[]): OpenCircuit => {
    const told = new Told();
    waits.forEach((retryAfter, now) => told.attempt("refusal", now, { retryAfter }));
    return told.open;
  };
  const none = undefined;
  assert.equal(refused(none, none, none, none, none, none, none, none).until, 2007);
  const long = refused(5000, 9000, none, none, none, none, none, none);
  assert.equal([long.until, long.cause, long.openTime], [9007, "refusals", 2000]);
  assert.is(refused(1e9, none, none, none, none, none, none, none).until, 300_007);
  const mixed = new Told().attempt("failure", 0);
  for (let now = 1; now < 9; now += 1) mixed.attempt("refusal", now);
  assert.is(mixed.state.kind, "closed");
});

test("refusals with successes among them limit at what is accepted, once they are a tenth of twenty", () => {
  const told = new Told();
  for (let now = 0; now < 18; now += 1) told.attempt("success", now);
  told.attempt("refusal", 18);
  assert.is(told.state.kind, "closed");
  told.attempt("refusal", 19);
  assert.equal([told.limited.cause, told.limited.rate, told.limited.ceiling], ["refusals", 18, 18]);
  // A state lasts a second before a share of refusals changes it again.
  const { generation } = told.state;
  for (let now = 20; now < 60; now += 1) told.attempt(now % 4 === 0 ? "refusal" : "success", now);
  assert.is(told.state.generation, generation);
  for (let now = 1100; now < 1140; now += 1) told.attempt(now % 4 === 0 ? "refusal" : "success", now);
  assert.is(told.state.generation, generation + 1);
});

test("a relapse while limited keeps four fifths of the rate as its ceiling, and its cause", () => {
  const told = opened()
    .probe(until)
    .end("success", until, until + 10);
  const { rate } = told.limited;
  assert.equal([told.limited.cause, rate, told.limited.ceiling], ["recovery", 10, Infinity]);
  told.attempt("success", 2100);
  const before = told.limited.rate;
  for (let now = 2200; now < 2216; now += 1) told.attempt("failure", now);
  const { limited } = told;
  assert.equal([limited.cause, limited.rate, limited.ceiling], ["recovery", 1, 0.8 * before]);
});

test("the window forgets what is older than five to ten seconds", () => {
  const told = new Told();
  for (let now = 0; now < 100; now += 1) told.attempt("success", now);
  for (let now = 11_000; now < 11_016; now += 1) told.attempt("failure", now);
  assert.is(told.state.kind, "open");
  const half = new Told();
  for (let now = 0; now < 100; now += 1) half.attempt("success", now);
  for (let now = 7500; now < 7516; now += 1) half.attempt("failure", now);
  const { rate } = half.limited;
  assert.ok(Math.abs(rate - ((1 - 2515 / 5000) * 100) / 5) < 1e-9, String(rate));
});

test("a probe: success limits from 10/s or a quarter of the ceiling, failure doubles, slowly answered six times", () => {
  const first = opened().probe(until);
  assert.equal([first.state.kind, first.state.generation], ["half-open", 2]);
  assert.is(opened().probe(until).end("failure", until, until).open.openTime, 4000);
  assert.is(opened().probe(until).end("failure", until, until, { timedOut: true }).open.until, until + 4000);
  let told = opened();
  const rests: number[] = [];
  for (let probe = 0; probe < 6; probe += 1) {
    const at = told.open.until;
    told = told.probe(at).end("failure", at, at, { timedOut: probe > 2 });
    rests.push(told.open.until - at);
  }
  assert.equal(rests, [4000, 8000, 10_000, 20_000, 40_000, 60_000]);
  const fast = new Told();
  for (let now = 0; now < 400; now += 1) fast.attempt("success", now);
  for (let now = 400; now < 416; now += 1) fast.attempt("failure", now);
  for (let now = 20_000; now < 20_016; now += 1) fast.attempt("failure", now);
  const at = fast.open.until;
  assert.is(fast.probe(at).end("success", at, at).limited.rate, 200);
});

test("a probe that is refused, denied, or says nothing", () => {
  const probed = (type: "refusal" | "denial" | "neither", more = {}): OpenCircuit =>
    opened().probe(until).end(type, until, until, more).open;
  assert.equal([probed("refusal").until, probed("refusal").cause], [until + 4000, "refusals"]);
  assert.is(probed("refusal", { retryAfter: 1 }).until, until + 1000);
  assert.is(probed("refusal", { retryAfter: 1e9 }).until, until + 300_000);
  assert.equal([probed("denial").until, probed("denial").cause], [until + 60_000, "denials"]);
  assert.equal(
    [probed("neither").until, probed("neither").cause, probed("neither").openTime],
    [until, "failures", 2000],
  );
});

test("denials: eight without a success rest for the cool-down, doubled up to 300 s; a success of who went all the same frees", () => {
  const told = new Told();
  for (let now = 0; now < 7; now += 1) told.attempt("denial", now);
  told.attempt("success", 7);
  for (let now = 8; now < 15; now += 1) told.attempt("denial", now);
  assert.is(told.state.kind, "closed");
  told.attempt("denial", 15);
  assert.equal([told.open.cause, told.open.until], ["denials", 60_015]);
  const rests: number[] = [];
  for (let probe = 0; probe < 4; probe += 1) {
    const at = told.open.until;
    told.probe(at).end("denial", at, at);
    rests.push(told.open.until - at);
  }
  assert.equal(rests, [120_000, 240_000, 300_000, 300_000]);
  assert.is(told.end("success", 0, 1).state.kind, "closed");
});

test("silence opens, any success frees it, and a probe that times out leaves it silent", () => {
  const silent = new Told().tell({ type: "silence" }, 100);
  assert.equal([silent.open.cause, silent.open.until], ["silence", 2100]);
  const old = { type: "success", generation: 0, startedAt: 0, duration: 1 } as const;
  assert.is(new Told().tell({ type: "silence" }, 100).tell(old, 200).state.kind, "closed");
  const probed = (timedOut: boolean): string => {
    const told = new Told().tell({ type: "silence" }, 100).probe(2100).end("failure", 2100, 2200, { timedOut });
    return told.open.cause;
  };
  assert.equal([probed(true), probed(false)], ["silence", "failures"]);
});

test("reports of an earlier generation change nothing, and nothing but a success changes what is open", () => {
  const told = opened();
  const before = told.state;
  const loss = { timedOut: false, retryAfter: 1e6, unanswered: () => 0 };
  for (const type of ["success", "failure", "refusal", "denial", "neither"] as const) {
    for (const generation of [0, before.generation]) {
      told.tell({ type, generation, startedAt: 1, duration: 1, ...loss }, 100);
    }
  }
  told.begin(100).tell({ type: "held" }, 100);
  assert.is(told.state, before);
});

test("a rate: slots, growth while it holds back, closing when it does not", () => {
  const told = opened().probe(until).end("success", until, 3000);
  const standing = { hasNext: true, isShared: false };
  assert.equal([told.limited.nextAt, nextChance(told.state)], [3000, 3000]);
  told.begin(3000);
  assert.is(told.limited.nextAt, 3100);
  assert.equal([admission(told.state, standing, 3099), admission(told.state, standing, 3100)], ["no", "go"]);
  told.begin(3500);
  assert.is(told.limited.nextAt, 3500, "unused slots are kept for 100 ms");
  told.tell({ type: "held" }, 3500).end("success", 3500, 3600);
  assert.ok(Math.abs(told.limited.rate - 10 * 2 ** (250 / 500)) < 1e-9, String(told.limited.rate));
  const { rate } = told.limited;
  told.end("success", 3500, 4600);
  assert.is(told.limited.rate, rate, "nobody was held back for a second");
  assert.equal([admission(told.state, standing, 8499), admission(told.state, standing, 8500)], ["go", "close"]);
  assert.is(told.tell({ type: "idle" }, 8500).state.kind, "closed");
  assert.is(told.state.openTime, 2000);
});

test("to the millisecond: it grows a second after somebody was held back, and a state settles in a second", () => {
  const at = (passed: number): number =>
    opened()
      .probe(until)
      .end("success", until, until)
      .attempt("success", until + passed).limited.rate;
  assert.equal([at(1000) > 10, at(1001)], [true, 10]);
  const generations = (passed: number): number => {
    const told = opened().probe(until).end("success", until, until);
    const { generation } = told.state;
    for (let count = 0; count < 20; count += 1) told.attempt("success", until + 500);
    for (let count = 0; count < 3; count += 1) told.attempt("refusal", until + (count < 2 ? 600 : passed));
    return told.state.generation - generation;
  };
  assert.equal([generations(999), generations(1000)], [0, 1]);
});

test("a slot begins a hair early rather than late, and no earlier", () => {
  const { limited } = opened().probe(until).end("success", until, until);
  const admitted = (nextAt: number) => admission({ ...limited, nextAt }, { hasNext: true, isShared: false }, until);
  assert.equal([admitted(until), admitted(until + 1e-7), admitted(until + 1e-5)], ["go", "go", "no"]);
  const atZero = { ...limited, heldAt: 0, nextAt: 1e-6 };
  assert.is(admission(atZero, { hasNext: true, isShared: false }, 0), "go");
});

test("above its ceiling a rate creeps", () => {
  const told = new Told();
  for (let now = 0; now < 18; now += 1) told.attempt("success", now);
  told.attempt("refusal", 18).attempt("refusal", 19);
  told.tell({ type: "held" }, 1019).end("success", 1000, 1019);
  const expected = 18 * Math.exp((RULE.creep * 0.25 * 1000) / 1000);
  assert.ok(Math.abs(told.limited.rate - expected) < 1e-9, String(told.limited.rate));
});

test("who is held back: with a next candidate by every state, the last one by few", () => {
  const last = { hasNext: false, isShared: false };
  const next = { hasNext: true, isShared: false };
  const shared = { hasNext: false, isShared: true };
  const now = 100;
  const of = ({ state }: Told): string[] => [next, last, shared].map((standing) => admission(state, standing, now));
  assert.equal(of(new Told()), ["go", "go", "go"]);
  assert.equal(of(opened()), ["no", "no", "go"]);
  assert.equal(
    [next, last].map((standing) => admission(opened().state, standing, until)),
    ["probe", "probe"],
  );
  assert.equal(of(opened().probe(50)), ["no", "no", "go"]);
  assert.equal(of(new Told().tell({ type: "silence" }, 0)), ["no", "go", "go"]);
  const denied = new Told();
  for (let at = 0; at < 8; at += 1) denied.attempt("denial", at);
  assert.equal(of(denied), ["no", "go", "go"]);
  const refused = new Told();
  for (let at = 0; at < 8; at += 1) refused.attempt("refusal", at);
  assert.equal(of(refused), ["no", "no", "no"]);
  const limitedByFailures = new Told();
  for (let at = 0; at < 40; at += 1) limitedByFailures.attempt("success", at);
  for (let at = 60; at < 76; at += 1) limitedByFailures.attempt("failure", at);
  limitedByFailures.begin(100, 20);
  assert.equal(of(limitedByFailures), ["no", "go", "go"]);
  const recovering = opened().probe(50).end("success", 50, 60).begin(100, 5);
  assert.equal(of(recovering), ["no", "no", "go"]);
});

test("who goes while the probe is out changes nothing but the count", () => {
  const probing = opened().probe(until);
  const before = probing.state;
  probing.begin(until);
  const { evidence, ...rest } = probing.state;
  const { evidence: none, ...same } = before;
  assert.equal(rest, same);
  assert.equal([none.window.begun, evidence.window.begun], [0, 1]);
});

test("eight refusals in a row, after successes: limited at what is accepted, and no faster; failures leave headroom", () => {
  const told = new Told();
  for (let time = 0; time < 1000; time += 25) told.attempt("success", time);
  for (let time = 1000; time < 1008; time += 1) told.attempt("refusal", time);
  const { cause, rate, ceiling } = told.limited;
  assert.is(cause, "refusals");
  assert.is(rate, ceiling);
  assert.ok(rate > 39 && rate <= 40, String(rate));
  const failed = new Told();
  for (let time = 0; time < 1000; time += 25) failed.attempt("success", time);
  for (let time = 1000; time < 1016; time += 1) failed.attempt("failure", time);
  assert.is(failed.limited.cause, "failures");
  assert.is(failed.limited.ceiling, 2 * failed.limited.rate);
});

test("a success that started before the refusals leaves them in the run", () => {
  const told = new Told().begin(5);
  for (let time = 10; time < 17; time += 1) told.attempt("refusal", time);
  told.end("success", 5, 20);
  assert.is(told.attempt("refusal", 21).limited.cause, "refusals");
});

test("a probe that is allowed again after denials leads to a rate like any other", () => {
  const told = new Told();
  for (let time = 0; time < 8; time += 1) told.attempt("denial", time);
  assert.is(told.open.cause, "denials");
  assert.is(told.probe(60_007).end("success", 60_007, 60_020).limited.cause, "recovery");
});

test("begun: the usual time, and no evidence; the end is, and says nothing of the time", () => {
  const told = failing(15).begin(20).begun(20, 60);
  assert.equal([told.state.usual, told.state.evidence], [40, failing(15).begin(20).state.evidence]);
  assert.is(told.end("failure", 20, 9000).state.kind, "open");
  const ended = failing(15).begin(20).begun(20, 60).end("success", 20, 9000, { duration: undefined });
  assert.equal([ended.state.usual, ended.state.evidence.run.length], [40, 0]);
});

test("begun: a rate is no faster by it", () => {
  const told = opened().probe(until).end("success", until, until);
  const { rate } = told.limited;
  told.begin(until + 100).tell({ type: "held" }, until + 100);
  assert.is(told.begun(until + 100, until + 200).limited.rate, rate);
  assert.ok(told.end("success", until + 100, until + 300).limited.rate > rate);
});

test("begun: a probe succeeds by it, a silence ends by it, and so do denials", () => {
  const probed = opened()
    .probe(until)
    .begun(until, until + 1);
  assert.is(probed.limited.cause, "recovery");
  const { generation } = opened().probe(until).state;
  const loss = { timedOut: false, retryAfter: undefined, unanswered: () => 0 };
  const report = { type: "failure", generation, startedAt: until, ...loss } as const;
  assert.is(probed.tell(report, until + 2).limited.evidence.run.length, 0, "how it ends is of the generation before");
  const old = { type: "begun", generation: 0, duration: 1 } as const;
  assert.is(new Told().tell({ type: "silence" }, 100).tell(old, 200).state.kind, "closed");
  const denied = new Told();
  for (let now = 0; now < 7; now += 1) denied.attempt("denial", now);
  denied.begin(7).begun(7, 8).attempt("denial", 9);
  assert.is(denied.state.kind, "closed");
  for (let now = 10; now < 17; now += 1) denied.attempt("denial", now);
  assert.is(denied.open.cause, "denials");
  assert.is(denied.begun(0, 20).state.kind, "closed");
});

test("begun: nothing else changes what is open", () => {
  const told = opened();
  const before = told.state;
  assert.is(told.begun(0, 100).tell({ type: "begun", generation: 0, duration: 1 }, 100).state, before);
});

test("the window: what began in the last 5 s, and of the 5 s before what is left of them", () => {
  const older = { begun: 7, refused: 7, lost: 7 };
  const window: Window = { start: 1000, begun: 8, refused: 2, lost: 4, before: older };
  const counted = { begun: 8, refused: 2, lost: 4 };
  const nothing = { begun: 0, refused: 0, lost: 0 };
  assert.is(rolled(window, 5999), window);
  assert.equal(rolled(window, 6000), { start: 6000, ...nothing, before: counted });
  assert.equal(rolled(window, 10_999), { start: 6000, ...nothing, before: counted });
  assert.equal(rolled(window, 11_000), { start: 11_000, ...nothing, before: nothing });
  // At 2000, four fifths of the stretch before still count: 8 + 0.8 × 7 begun, 2 + 0.8 × 7 of them refused.
  const before = { begun: 10, refused: 5, lost: 5 };
  const { begun, refusedShare, accepted } = inWindow({ ...window, before }, -10_000, 2000);
  assert.equal([begun, refusedShare, accepted], [16, 6 / 16, (8 - 4 + 0.8 * 5) / 5]);
  assert.is(inWindow({ ...window, before: nothing }, 500, 1500).accepted, 4, "since the transition, at least 1 s");
});

test.run();
