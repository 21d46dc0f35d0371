import { Circuit } from "#runtime/policy/circuit.js";
import type { Ticket } from "#runtime/policy/tickets.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { asking } from "./ask.js";

// An attempt that waits for a token is held: the endpoint got nothing, so it owes no answer. Sixteen attempts without one
// for 5 s are a silence.
const test = suite("tickets that are held");

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
const endpoint = { service: "default", method: "GET", path: "/x" };
const ask = asking({ rules, hasNext: true, until: 9000 });

function begin(count: number, circuit = new Circuit({ clock: new VirtualClock(), rules, endpoint })) {
  const tickets = Array.from({ length: count }, () => circuit.ask(ask, 0) as Ticket);
  const isSilentAt = (now: number): boolean => {
    void circuit.ask(ask, now);
    return circuit.state.cause === "silence";
  };
  const [first] = tickets;
  if (first === undefined) throw new Error("no ticket");
  return { circuit, first, isSilentAt };
}

test("sixteen unanswered are a silence, fifteen and a held one are none", () => {
  assert.ok(begin(16).isSilentAt(5001));
  const { circuit, first, isSilentAt } = begin(16);
  circuit.hold(first);
  assert.not.ok(isSilentAt(5001));
});

test("once it goes on it counts, from then on", () => {
  const { circuit, first, isSilentAt } = begin(16);
  circuit.hold(first);
  circuit.goOn(first, 4000);
  assert.is(first.startedAt, 4000);
  assert.ok(isSilentAt(5001));
});

test("and is answered like any other", () => {
  const { circuit, first, isSilentAt } = begin(16);
  circuit.hold(first);
  circuit.goOn(first, 10);
  circuit.drop(first, 20);
  assert.not.ok(isSilentAt(5001));
});

test("one that has ended is answered once, however it is held afterwards", () => {
  const { circuit, first, isSilentAt } = begin(17);
  circuit.drop(first, 10);
  circuit.hold(first);
  assert.ok(isSilentAt(5001));
});

test("one that ended while it was held does not come back", () => {
  const { circuit, first, isSilentAt } = begin(16);
  circuit.hold(first);
  circuit.drop(first, 10);
  circuit.goOn(first, 20);
  assert.not.ok(isSilentAt(5001));
});

test("nor one of an earlier time of its circuit", () => {
  const { circuit, first } = begin(1);
  circuit.hold(first);
  circuit.restore({ ...circuit.state, generation: circuit.state.generation + 1 });
  const { isSilentAt } = begin(15, circuit);
  circuit.goOn(first, 20);
  assert.not.ok(isSilentAt(5001));
});

test.run();
