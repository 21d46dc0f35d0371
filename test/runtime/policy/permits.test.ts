import { SdkError } from "@sdkwright/runtime";
import { Circuit, type AttemptTicket, type Permit } from "#runtime/policy/circuit.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

// What the circuit keeps account of: permits and leases, attempts in flight, calls that wait.
const test = suite("permits and attempts in flight");

const rules = { threshold: 6, openTime: 30_000, maxRetryAfter: 60_000 };
const error = new SdkError("503", { code: "http" });

/** A circuit of its own clock, and the attempts of performances that it admits. */
class Traffic {
  now = 0;
  readonly circuit: Circuit = new Circuit({ now: () => this.now, sleep: () => Promise.resolve() });

  admit(): Permit {
    const permit = this.circuit.admit(30_000);
    if (permit === undefined) throw new Error("refused");
    return permit;
  }

  begin(count: number, permit: Permit = this.admit()): AttemptTicket[] {
    return Array.from({ length: count }, () => {
      const ticket = this.circuit.begin(permit, 30_000, this.now);
      if (ticket === undefined) throw new Error("refused");
      return ticket;
    });
  }

  fail(tickets: readonly AttemptTicket[], retryAfter?: number): string {
    for (const ticket of tickets) this.circuit.fail(ticket, rules, error, retryAfter);
    return this.circuit.state.kind;
  }
}

test("younger attempts do not hold it closed", () => {
  const traffic = new Traffic();
  const old = traffic.begin(6);
  traffic.now = 1;
  traffic.begin(20);
  assert.is(traffic.fail(old), "open");
});

test("equally old attempts do, until the run is as long as they are many", () => {
  const traffic = new Traffic();
  const tickets = traffic.begin(16);
  assert.is(traffic.fail(tickets.slice(0, 7)), "closed");
  assert.is(traffic.fail(tickets.slice(7, 8)), "open");
});

test("older ones do as well, measured by the youngest that failed", () => {
  const traffic = new Traffic();
  traffic.begin(20);
  const oldest = traffic.begin(5);
  traffic.now = 1;
  const young = traffic.begin(1);
  traffic.begin(1);
  assert.is(traffic.fail([...young, ...oldest]), "closed");
});

test("what was answered, or says nothing about the provider, is in flight no more", () => {
  for (const end of ["succeed", "drop"] as const) {
    const traffic = new Traffic();
    const failing = traffic.begin(6);
    for (const ticket of traffic.begin(20)) traffic.circuit[end](ticket);
    traffic.now = 5000;
    assert.is(traffic.fail(failing), "open", end);
  }
});

test("what was answered just now holds it closed; what says nothing about the provider does not", () => {
  for (const [end, kind] of [
    ["succeed", "closed"],
    ["drop", "open"],
  ] as const) {
    const traffic = new Traffic();
    const failing = traffic.begin(6);
    for (const ticket of traffic.begin(7)) traffic.circuit[end](ticket);
    assert.is(traffic.fail(failing), kind);
  }
});

test("a success forgets how young the failed ones were", () => {
  const traffic = new Traffic();
  const old = traffic.begin(6);
  traffic.now = 1;
  traffic.begin(20);
  traffic.now = 2;
  traffic.fail(traffic.begin(1));
  traffic.circuit.settle(traffic.admit(), true);
  assert.is(traffic.fail(old), "open");
});

/** A circuit that has tripped and closed again, and the permit of a performance that was admitted before all that. */
function closedAgain(): { readonly traffic: Traffic; readonly early: Permit } {
  const traffic = new Traffic();
  const early = traffic.admit();
  traffic.begin(20, early);
  traffic.fail(traffic.begin(1), 90_000);
  traffic.now = 90_000;
  const probe = traffic.admit();
  traffic.begin(1, probe);
  traffic.circuit.settle(probe, true);
  return { traffic, early };
}

test("attempts from before a transition count no more, nor do those that their performances still begin", () => {
  const { traffic, early } = closedAgain();
  traffic.begin(20, early);
  assert.is(traffic.fail(traffic.begin(6)), "open");
});

test("failures from before a transition do not open the circuit again, nor their success reset its run", () => {
  const { traffic, early } = closedAgain();
  assert.is(traffic.fail(traffic.begin(10, early)), "closed");
  traffic.fail(traffic.begin(5));
  traffic.circuit.settle(early, true);
  assert.is(traffic.fail(traffic.begin(1)), "open");
});

test("a probe holds its permit until 1 s after the requestTimeout of its admission, or of its latest request", () => {
  const traffic = new Traffic();
  traffic.fail(traffic.begin(1), 90_000);
  traffic.now = 90_000;
  const probe = traffic.admit();
  assert.is(traffic.circuit.untilAdmission, 31_000);
  traffic.now += 20_000;
  traffic.begin(1, probe);
  assert.is(traffic.circuit.untilAdmission, 31_000);
  assert.is(traffic.circuit.admit(30_000), undefined);
  traffic.now += 31_000;
  assert.equal(traffic.circuit.admit(30_000), { generation: probe.generation + 1, probe: true });
  assert.is(traffic.circuit.begin(probe, 30_000, traffic.now), undefined);
});

test("the trip wakes those who wait, once; what they take back, and any other change, wakes nobody", () => {
  const traffic = new Traffic();
  const woken: string[] = [];
  traffic.circuit.onTrip(() => woken.push("stays"));
  traffic.circuit.onTrip(() => woken.push("gone"))();
  assert.equal(woken, []);
  traffic.fail(traffic.begin(1), 90_000);
  assert.equal(woken, ["stays"]);
  traffic.now = 90_000;
  traffic.circuit.settle(traffic.admit(), false);
  const probe = traffic.admit();
  traffic.begin(1, probe);
  traffic.circuit.settle(probe, true);
  assert.is(traffic.circuit.state.kind, "closed");
  assert.equal(woken, ["stays"]);
});

test.run();
