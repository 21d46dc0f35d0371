import { SdkError } from "@sdkwright/runtime";
import { Circuits, type Endpoint } from "#runtime/policy/circuits.js";
import { Unanswered } from "#runtime/policy/circuit.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "../seeded.js";
import { VirtualClock } from "./virtual-clock.js";

const test = suite("in flight, and endpoints");

test("in flight: agrees with a plain list, whatever begins, ends and is forgotten", () => {
  const random = seeded(7);
  for (let history = 0; history < 300; history += 1) {
    const inFlight = new Unanswered();
    let plain: { at: number; answered: boolean }[] = [];
    let [now, forgotten] = [0, -Infinity];
    for (let step = 0; step < 60; step += 1) {
      const roll = random();
      if (roll < 0.5) {
        now += Math.floor(random() * 3);
        inFlight.begin(now);
        if (now > forgotten) plain.push({ at: now, answered: false });
      } else if (roll < 0.9) {
        const open = plain.filter(({ answered }) => !answered);
        const one = open[Math.floor(random() * open.length)];
        if (one === undefined) continue;
        one.answered = true;
        inFlight.answer(one.at);
      } else if (roll < 0.98) {
        const time = Math.floor(random() * (now + 1));
        inFlight.forget(time);
        forgotten = Math.max(forgotten, time);
        plain = plain.filter(({ at }) => at > time);
      } else {
        inFlight.clear();
        [forgotten, plain] = [-Infinity, []];
      }
      const [a, b] = [Math.floor(random() * (now + 1)), Math.floor(random() * (now + 1))];
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const expected = plain.filter(({ at, answered }) => !answered && at >= first && at <= last).length;
      assert.is(inFlight.between(first, last), expected);
    }
  }
});

test("in flight: an answer to what was forgotten changes nothing", () => {
  const inFlight = new Unanswered();
  for (const at of [1, 2, 3]) inFlight.begin(at);
  inFlight.forget(2);
  inFlight.answer(2);
  assert.is(inFlight.between(0, 9), 1);
  assert.is(inFlight.between(5, 2), 0);
});

/** How often numbers are compared while `work` is done with them. */
function stepsOf(work: (counted: (value: number) => number) => void): number {
  let steps = 0;
  work((value) => {
    const valueOf = (): number => {
      steps += 1;
      return value;
    };
    return Object.assign(Object(value) as object, { valueOf }) as never;
  });
  return steps;
}

test("in flight: what begins in order costs the same however many there are, at the same time too", () => {
  for (const apart of [1, 0]) {
    const inFlight = new Unanswered();
    const steps = stepsOf((counted) => {
      for (let index = 0; index < 500; index += 1) inFlight.begin(counted(index * apart));
    });
    assert.ok(steps <= 4 * 500, `${steps} steps`);
    assert.is(inFlight.between(0, 500), 500);
  }
});

test("in flight: nothing is kept of what is answered, in whatever order, nor of what is forgotten", () => {
  const endings = [
    (inFlight: Unanswered, times: readonly number[]) => times.forEach((at) => inFlight.answer(at)),
    (inFlight: Unanswered, times: readonly number[]) => [...times].reverse().forEach((at) => inFlight.answer(at)),
    (inFlight: Unanswered) => inFlight.forget(1000),
  ];
  for (const end of endings) {
    const inFlight = new Unanswered();
    const steps = stepsOf((counted) => {
      const times = Array.from({ length: 1000 }, (_, index) => counted(index));
      for (const at of times) inFlight.begin(at);
      end(inFlight, times);
    });
    const later = stepsOf((counted) => assert.is(inFlight.between(counted(0), counted(2000)), 0));
    assert.ok(later === 0 && steps > 0, `${later} steps to look through nothing`);
  }
});

test("an endpoint is a service, a method and a path", () => {
  const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
  const group = new Circuits({ clock: new VirtualClock(), on: undefined }).group({ provider: "a" }, undefined);
  const request = { service: "default", method: "GET", path: "/x" };
  const others = [
    request,
    { ...request, service: "other" },
    { ...request, method: "POST" },
    { ...request, path: "/y" },
  ];
  const endpoints = others.map((other) => group.endpoint(other, rules));
  assert.is(new Set(endpoints).size, 4);
  for (const [index, other] of others.entries()) assert.is(group.endpoint({ ...other }, rules), endpoints[index]);
  assert.is(group.endpoints.length, 4);
});

test("a group's reset forgets all that its endpoints have done", () => {
  const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
  const group = new Circuits({ clock: new VirtualClock(), on: undefined }).group({ provider: "a" }, undefined);
  const endpoint = (path: string): Endpoint => group.endpoint({ service: "default", method: "GET", path }, rules);
  const [dead, other, optional] = [endpoint("/dead"), endpoint("/other"), endpoint("/optional")];
  const error = new SdkError("it failed", { code: "test" });
  group.ended(dead);
  group.succeeded([dead, other, optional], []);
  assert.is(dead.spared, false, "it was not done without");
  group.succeeded([other, optional], [{ endpoint: optional, error, retried: true }]);
  const flags = () => [dead, optional].map(({ tolerated, hasEnded, spared }) => [tolerated, hasEnded, spared]);
  assert.equal(flags(), [
    [false, true, true],
    [true, false, false],
  ]);
  group.reset(0);
  const nothing = [false, false, false];
  assert.equal(flags(), [nothing, nothing]);
});

test.run();
