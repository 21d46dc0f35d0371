import { HttpError } from "@sdkwright/runtime";
import { Circuit, type CircuitOptions } from "#runtime/policy/circuit.js";
import { Limits } from "#runtime/policy/queue.js";
import type { Ask, Permit } from "#runtime/policy/permit.js";
import { limited, open } from "#runtime/policy/circuit-reducer.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { asking } from "./ask.js";

// Those who wait before a circuit: who goes when, who is sent away, and what the circuit hears of them.
const test = suite("the line before a circuit");

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
const endpoint = { service: "default", method: "GET", path: "/x" };
const last = asking({ rules, until: 9000 });
const withNext: Ask = { ...last, hasNext: true };
const later: Ask = { ...withNext, isLater: true };
const error = new HttpError("503", { code: "http", status: 503 });
const denied = { type: "denial", timedOut: false } as const;
const failed = { type: "failure", error, timedOut: false } as const;

class Line {
  readonly clock = new VirtualClock();
  readonly circuit: Circuit;
  /** Who had a ticket, or none in time, and when, in order. */
  readonly told: [name: string, at: number, hasPermit: boolean][] = [];

  constructor(options: Partial<CircuitOptions> = {}) {
    this.circuit = new Circuit({ clock: this.clock, rules, endpoint, ...options });
  }

  limited(rate: number, ceiling: number): this {
    this.circuit.restore(limited(this.circuit.state, "recovery", { rate, ceiling }, rules, 0));
    return this;
  }

  refusing(openFor: number): this {
    this.circuit.restore(open(this.circuit.state, "refusals", { openTime: 2000, openFor }, 0));
    return this;
  }

  go(ask: Ask, count = 1): Permit[] {
    return Array.from({ length: count }, () => {
      const ticket = this.circuit.admit(ask, this.clock.now());
      if (ticket === undefined || ticket instanceof Promise) throw new Error("it was to go at once");
      return ticket;
    });
  }

  async wait(name: string, ask: Ask): Promise<Permit | undefined> {
    const ticket = this.circuit.admit(ask, this.clock.now());
    assert.instance(ticket, Promise, name);
    const own = await ticket;
    this.told.push([name, this.clock.now(), own !== undefined]);
    return own;
  }
}

test("waits-bounded: the 10001st that would wait for a circuit fails at once, until one of them leaves", async () => {
  const { circuit } = new Line().refusing(3000);
  const controller = new AbortController();
  const one = { ...last, signals: [controller.signal] };
  const leaving = Promise.resolve(circuit.admit(one, 0)).catch((reason: unknown) => reason);
  for (let number = 2; number <= 10_000; number += 1) void circuit.admit(last, 0);
  assert.is(circuit.admit(last, 0), undefined);
  assert.is(circuit.waiting, 10_000);
  controller.abort("gone");
  assert.is(await leaving, "gone");
  assert.ok(circuit.admit(last, 0) instanceof Promise);
});

test("who comes too late even at the highest rate that is known does not wait", () => {
  const line = new Line().limited(1, 10);
  line.go(last);
  const asked = Array.from({ length: 7 }, () => line.circuit.admit({ ...last, until: 500 }, 0));
  assert.equal(
    asked.map((one) => one instanceof Promise),
    [true, true, true, true, true, true, false],
  );
});

test("when it closes while they wait all go at once, in their order", async () => {
  const line = new Line().limited(1, 1);
  line.go(later, 10);
  for (const name of ["first", "second", "third"]) void line.wait(name, { ...last, until: 20_000 });
  await line.clock.advanceTo(9999);
  assert.equal(line.told, []);
  await line.clock.advanceTo(10_000);
  assert.equal(line.told, [
    ["first", 10_000, true],
    ["second", 10_000, true],
    ["third", 10_000, true],
  ]);
  assert.is(line.circuit.state.kind, "closed");
});

test("a rate that grows lets them go earlier than they were told", async () => {
  const line = new Line().limited(10, 1000);
  const [ticket] = line.go(later, 10);
  void line.wait("waits", last);
  await line.clock.advanceTo(100);
  (ticket as Permit).done({ type: "success", timedOut: false }, 100);
  await line.clock.advanceTo(200);
  assert.equal([line.told.length, line.told[0]?.[2]], [1, true]);
});

test("somebody is held back for as long as somebody goes on waiting", async () => {
  const line = new Line().limited(10, 10);
  line.go(last);
  void line.wait("first", last);
  void line.wait("second", last);
  await line.clock.advanceTo(5099);
  assert.equal(
    line.told.map(([, at]) => at),
    [100, 200],
  );
  line.go(withNext);
  assert.is(line.circuit.state.kind, "limited");
  await line.clock.advanceTo(5100);
  line.go(withNext);
  assert.is(line.circuit.state.kind, "closed");
});

test("who need not wait any longer goes at once: what was refusals are denials now, or failures of what is shared", async () => {
  for (const [options, report] of [
    [{}, denied],
    [{ endpoint: undefined }, failed],
  ] as const) {
    const line = new Line(options).refusing(1000);
    const probe = line.wait("probe", last);
    void line.wait("other", last);
    await line.clock.advanceTo(1000);
    assert.equal(line.told, [["probe", 1000, true]]);
    ((await probe) as Permit).done(report, 1000);
    await line.clock.advance(0);
    assert.equal([line.circuit.state.kind, line.told[1]], ["open", ["other", 1000, true]]);
  }
});

test("a place within the limits comes with time, though no attempt ends", async () => {
  const line = new Line({ limits: new Limits({ perSecond: 1 }) });
  line.go(last);
  void line.wait("first", last);
  void line.wait("second", last);
  await line.clock.advanceTo(3000);
  assert.equal(line.told, [
    ["first", 1000, true],
    ["second", 2000, true],
  ]);
});

test("who has left the line keeps nobody else from a place", async () => {
  const line = new Line({ limits: new Limits({ perSecond: 1 }) });
  line.go(last);
  const controller = new AbortController();
  const waiting = line.wait("aborted", { ...last, signals: [controller.signal] }).catch((reason: unknown) => reason);
  controller.abort("enough");
  assert.is(await waiting, "enough");
  await line.clock.advanceTo(1000);
  line.go(withNext);
  assert.equal([line.told, line.circuit.waiting, line.clock.pending], [[], 0, 0]);
});

test("later requests wait for a place, also behind each other; when the circuit leaves closed they go elsewhere", async () => {
  const line = new Line({ limits: new Limits({ perSecond: 8 }) });
  const tickets = line.go(withNext, 8);
  void line.wait("one", later);
  void line.wait("other", later);
  for (const ticket of tickets) ticket.done(denied, 0);
  await line.clock.advance(0);
  assert.equal(line.told, [
    ["one", 0, false],
    ["other", 0, false],
  ]);
  assert.equal([line.circuit.state.cause, line.clock.pending], ["denials", 0]);
});

test.run();
