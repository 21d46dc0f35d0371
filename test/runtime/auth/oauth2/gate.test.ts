import { NO_RETRY } from "@sdkwright/runtime/config";
import { CircuitOpenError } from "@sdkwright/runtime";
import type { Circuit } from "#runtime/policy/circuit.js";
import { type CircuitState, limited, open } from "#runtime/policy/circuit-reducer.js";
import { tokenGate } from "#runtime/policy/attempt.js";
import { tokenEndpoint } from "#runtime/policy/load-circuits.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { breaker, createTerms } from "../../policy/terms.js";

// What the policy of a request says to requests for its token, and when.
const test = suite("the gate before a token endpoint");

const endpoint = { provider: "a", scheme: "oauth", service: "", method: "POST", path: "/token" };
const rules = breaker();
const { signal } = new AbortController();

/** Whether a check lets it through, at 0, 999 and 1000. */
async function passes(make: ((state: CircuitState) => CircuitState) | undefined, own: object = {}): Promise<boolean[]> {
  const { clock, run, circuits, policy } = createTerms({ hasNext: true, ...own });
  const gate = tokenGate(run, policy);
  const circuit = tokenEndpoint(circuits, endpoint, rules).circuit as Circuit;
  if (make !== undefined) circuit.restore(make(circuit.state));
  const passed: boolean[] = [];
  for (const at of [0, 999, 1000]) {
    await clock.advanceTo(at);
    try {
      gate?.check(endpoint);
      passed.push(true);
    } catch (error) {
      assert.instance(error, CircuitOpenError);
      passed.push(false);
    }
  }
  return passed;
}

const resting = (state: CircuitState): CircuitState => open(state, "failures", { openTime: 1000 }, 0);
const all = [true, true, true];

test("with another candidate nobody asks while its circuit rests; when its rest is over somebody does", async () => {
  assert.equal(await passes(resting), [false, false, true]);
  assert.equal(await passes(undefined), all);
  assert.equal(await passes((state) => limited(state, "recovery", { rate: 1, ceiling: 1 }, rules, 0)), all);
});

test("the last candidate asks and waits, and so does who has no circuit", async () => {
  assert.equal(await passes(resting, { hasNext: false }), all);
  assert.equal(await passes(resting, { policy: breaker({ circuit: false }) }), all);
});

test("while its probe is out, with another candidate nobody asks", async () => {
  const { clock, run, circuits, policy } = createTerms({ hasNext: true });
  const circuit = tokenEndpoint(circuits, endpoint, rules).circuit as Circuit;
  circuit.restore(open(circuit.state, "failures", { openTime: 1000, openFor: 0 }, 0));
  const gate = tokenGate(run, policy);
  gate?.check(endpoint);
  const pass = await gate?.enter(endpoint, signal, 30_000);
  assert.is(circuit.state.kind, "half-open");
  assert.throws(() => gate?.check(endpoint), /a is not called now: its circuit is half-open/);
  pass?.end(undefined);
  gate?.check(endpoint);
  assert.equal([circuit.state.kind, clock.pending], ["limited", 0]);
});

test("while limited it waits for its slot, as long as its patience, and until its signal ends it", async () => {
  const { clock, run, circuits, policy } = createTerms({ policy: breaker({ patience: 1500 }) });
  const circuit = tokenEndpoint(circuits, endpoint, rules).circuit as Circuit;
  circuit.restore(limited(circuit.state, "recovery", { rate: 1, ceiling: 1 }, rules, 0));
  const gate = tokenGate(run, policy);
  const controller = new AbortController();
  const entered: unknown[] = [];
  const enter = async (name: string, own: AbortSignal): Promise<void> =>
    void gate?.enter(endpoint, own, 30_000).then(
      () => entered.push([name, clock.now()]),
      (error: unknown) => entered.push(error),
    );
  for (const name of ["first", "second"]) await enter(name, signal);
  await enter("aborted", controller.signal);
  await clock.advance(0);
  assert.equal(entered, [["first", 0]]);
  controller.abort("enough");
  await clock.advanceTo(1000);
  assert.equal(entered.slice(1), ["enough", ["second", 1000]]);
  circuit.restore(open(circuit.state, "failures", { openTime: 200_000 }, 1000));
  await enter("late", signal);
  await clock.advance(0);
  assert.instance(entered[3], CircuitOpenError);
});

test("without a circuit nobody waits and nothing is told; without a policy there is no gate", async () => {
  const { run, circuits, policy } = createTerms({ policy: breaker({ circuit: false }) });
  const gate = tokenGate(run, policy);
  const pass = await gate?.enter(endpoint, signal, 30_000);
  pass?.end(undefined);
  assert.is(gate?.authCoolDown, 60_000);
  assert.is(tokenEndpoint(circuits, endpoint, rules).circuit?.state.evidence.window.begun, 0);
  assert.is(tokenGate(run, NO_RETRY), undefined);
});

test.run();
