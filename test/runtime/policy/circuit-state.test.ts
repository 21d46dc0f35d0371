import { SdkError } from "@sdkwright/runtime";
import {
  CLOSED,
  reduceCircuit,
  untilAdmission,
  type CircuitFailure,
  type CircuitInput,
  type CircuitState,
} from "#runtime/policy/circuit-state.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("circuit, the reducer");

const rules = { threshold: 6, openTime: 30_000, maxRetryAfter: 60_000 };
const error = new SdkError("503", { code: "http" });

function failure(generation: number, more: Partial<CircuitFailure> = {}): CircuitFailure {
  return { type: "failure", generation, rules, startedAt: 0, unanswered: 0, retryAfter: undefined, error, ...more };
}

/** Opened at t = 0, by a refusal that asks for 100 s. */
const opened = reduceCircuit(CLOSED, failure(0, { retryAfter: 100_000 }), 0);
/** Half-open since t = 100000; the probe's lease ends at t = 131000. */
const probed = reduceCircuit(opened, { type: "admission", lease: 31_000 }, 100_000);

const reports = (generation: number): CircuitInput[] => [
  { type: "request", generation, lease: 1e6 },
  { type: "success", generation },
  failure(generation, { retryAfter: 1e9 }),
  { type: "settlement", generation, succeeded: true },
  { type: "settlement", generation, succeeded: false },
];

test("a report of an earlier generation changes nothing, whatever the state", () => {
  const closedAgain = reduceCircuit(probed, { type: "settlement", generation: 2, succeeded: true }, 100_000);
  assert.equal(
    [opened, probed, closedAgain].map(({ kind }) => kind),
    ["open", "half-open", "closed"],
  );
  for (const state of [opened, probed, closedAgain]) {
    for (const report of reports(state.generation - 1)) assert.is(reduceCircuit(state, report, 100_000), state);
  }
});

test("while it is open only an admission changes it", () => {
  for (const report of reports(opened.generation)) assert.is(reduceCircuit(opened, report, 1), opened);
});

test("every transition is a generation of its own, a permit that is given back too", () => {
  const inputs: readonly ((generation: number) => CircuitInput)[] = [
    (generation) => failure(generation, { retryAfter: 100_000 }),
    () => ({ type: "admission", lease: 31_000 }),
    (generation) => ({ type: "settlement", generation, succeeded: false }),
    () => ({ type: "admission", lease: 31_000 }),
    (generation) => failure(generation),
    () => ({ type: "admission", lease: 31_000 }),
    (generation) => ({ type: "settlement", generation, succeeded: true }),
  ];
  let state: CircuitState = CLOSED;
  const passed = inputs.map((input, n) => {
    state = reduceCircuit(state, input(state.generation), n * 300_000);
    return `${state.kind} ${state.generation}`;
  });
  assert.equal(passed, ["open 1", "half-open 2", "half-open 3", "half-open 4", "open 5", "half-open 6", "closed 7"]);
});

test("a closed circuit admits everybody at once and notes nothing of it", () => {
  assert.is(untilAdmission(CLOSED, 5), 0);
  assert.is(reduceCircuit(CLOSED, { type: "admission", lease: 31_000 }, 5), CLOSED);
  assert.is(reduceCircuit(CLOSED, { type: "request", generation: 0, lease: 31_000 }, 5), CLOSED);
});

test("a performance that went well where nothing has failed leaves the circuit as it is", () => {
  assert.is(reduceCircuit(CLOSED, { type: "settlement", generation: 0, succeeded: true }, 5), CLOSED);
});

test("the run trips when it equals the attempts that are still unanswered, and not one earlier", () => {
  const after = (run: number, unanswered: number): CircuitState["kind"] => {
    let state: CircuitState = CLOSED;
    for (let n = 1; n < run; n += 1) state = reduceCircuit(state, failure(0, { unanswered: 500 }), 0);
    return reduceCircuit(state, failure(0, { unanswered }), 0).kind;
  };
  assert.equal([after(6, 0), after(5, 0)], ["open", "closed"]);
  assert.equal([after(8, 8), after(8, 9)], ["open", "closed"]);
});

test("open, it says how long until the next probe; while a probe is under way, until its lease ends", () => {
  assert.equal([untilAdmission(opened, 40_000), untilAdmission(opened, 100_001)], [60_000, 0]);
  assert.equal([untilAdmission(probed, 120_000), untilAdmission(probed, 131_001)], [11_000, 0]);
  const returned = reduceCircuit(probed, { type: "settlement", generation: 2, succeeded: false }, 100_000);
  assert.is(untilAdmission(returned, 100_000), 0);
});

test("a request of the probe moves the end of the lease, and never to an earlier time", () => {
  const leaseAfter = (lease: number): number =>
    untilAdmission(reduceCircuit(probed, { type: "request", generation: 2, lease }, 120_000), 0);
  assert.equal([leaseAfter(31_000), leaseAfter(1000)], [151_000, 131_000]);
});

test.run();
