import { HttpError, type ExportedCircuits } from "@sdkwright/runtime";
import { Circuit } from "#runtime/policy/circuit.js";
import { Circuits } from "#runtime/policy/circuits.js";
import { CircuitRecord, type Permit, type Report } from "#runtime/policy/permit.js";
import { performRequest } from "#runtime/policy/retry.js";
import { ProviderRun } from "#runtime/policy/provider-run.js";
import { NO_RETRY } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";
import { seeded } from "../seeded.js";
import { asking } from "./ask.js";
import { breaker, label } from "./terms.js";
import { VirtualClock } from "./virtual-clock.js";

// Before the first failure a record stands in the place of each circuit, and the code of circuits is not loaded.
const test = suite("circuits that come late");

const rules = breaker();
const endpoint = { service: "default", method: "GET", path: "/x" };
const failure: Report = {
  type: "failure",
  error: new HttpError("503", { code: "http", status: 503 }),
  timedOut: false,
};

/** What can be seen of a circuit. */
function seen(circuit: Circuit): unknown {
  const { kind, generation, since, openTime, usual, evidence } = circuit.state;
  return { kind, generation, since, openTime, usual, evidence, waits: circuit.retryAfter(1e6) };
}

test("a circuit that goes on from a record is as if it had been there from the beginning", () => {
  const random = seeded(11);
  for (let history = 0; history < runs(400, 60); history += 1) {
    const clock = new VirtualClock();
    const record = new CircuitRecord(rules, 0);
    const early = new Circuit({ clock, rules, endpoint });
    const open: (readonly [Permit, Permit])[] = [];
    let now = 0;
    const step = (late: Circuit | undefined): void => {
      now += Math.floor(random() * 400);
      const roll = random();
      const begins = random() < 0.3;
      const ask = asking({ rules, until: 1e9, atMost: 1e9, hasNext: random() < 0.5 });
      const pair = open[Math.floor(random() * open.length)];
      const both = (change: (permit: Permit) => void): void => pair?.forEach(change);
      if (begins && roll >= 0.5) return both((permit) => permit.isHeld || permit.begun(now));
      if (roll < 0.5) {
        if (late === undefined && ask.hasNext && record.mayBeSilent(now)) return;
        const [one, other] = [early.admit(ask, now), (late ?? record).admit(ask, now)];
        assert.is(typeof one, typeof other);
        if (one !== undefined && !(one instanceof Promise)) open.push([one, other as Permit]);
      } else if (roll < 0.6) both((permit) => permit.hold());
      else if (roll < 0.7) both((permit) => permit.isHeld && permit.goOn(now));
      else if (roll < 0.75) both((permit) => permit.drop(now));
      else if (roll < 0.77) [early, late ?? record].forEach((each) => each.reset(now));
      else if (roll < 0.8) both((permit) => permit.done({ type: "neither", timedOut: false }, now));
      else if (late === undefined || roll < 0.9)
        both((permit) => permit.done({ type: "success", timedOut: false }, now));
      else both((permit) => permit.done(failure, now));
    };
    for (let count = Math.floor(random() * 80); count > 0; count -= 1) step(undefined);
    const late = new Circuit({ clock, rules, endpoint, record });
    assert.equal(seen(late), seen(early));
    for (let count = 0; count < 20; count += 1) {
      step(late);
      assert.equal(seen(late), seen(early));
    }
    // A run is firm when nearly all of its attempts are answered: that shows which of them are not.
    for (const [one, other] of open.splice(Math.floor(open.length / 2))) {
      one.done(failure, now);
      other.done(failure, now);
      assert.equal(seen(late), seen(early));
    }
    for (let count = 0; count < 30 && early.state.kind === "closed"; count += 1) {
      now += 10;
      for (const circuit of [early, late]) {
        const permit = circuit.admit(asking({ rules, until: 1e9 }), now) as Permit;
        permit.done(failure, now + 5);
      }
      assert.equal(seen(late), seen(early));
    }
  }
});

test("what lasts is kept by a record no longer than its time", () => {
  const record = new CircuitRecord(rules, 0);
  for (let now = 0; now < 100_000; now += 1000) record.admit(asking({ rules, atMost: 7000 }), now).begun(now + 10);
  assert.equal([record.permits.size, record.lasting.size, record.usual], [0, 10, 10]);
});

test("an answer that has begun before a circuit was there is told to the circuit when it ends, long after too", () => {
  const clock = new VirtualClock();
  const record = new CircuitRecord(rules, 0);
  const [young, old] = [0, 1].map(() => record.admit(asking({ rules, atMost: 1000 }), 0));
  young?.begun(1);
  old?.begun(1);
  const circuit = new Circuit({ clock, rules, endpoint, record });
  young?.done(failure, 2);
  assert.is(circuit.state.evidence.run.length, 1);
  circuit.lapse(60_000);
  old?.done(failure, 60_000);
  assert.is(circuit.state.evidence.run.length, 2);
});

test("a record that has 16 attempts unanswered for a second leaves it to a circuit whether that is a silence", () => {
  const record = new CircuitRecord(rules, 0);
  for (let count = 0; count < 16; count += 1) record.admit(asking({ rules }), count);
  assert.equal([record.mayBeSilent(999), record.mayBeSilent(1000)], [false, true]);
  record.permits.forEach((permit) => permit.done({ type: "success", timedOut: false }, 1000));
  assert.is(record.mayBeSilent(60_000), false);
  for (let count = 0; count < 16; count += 1) record.admit(asking({ rules, atMost: 1000 }), 0);
  assert.is(record.mayBeSilent(4000), false, "who has gone with its request owes no answer");
  assert.is(record.permits.size, 0);
});

interface Client {
  readonly clock: VirtualClock;
  readonly circuits: Circuits;
  /** Sends a request that is answered so. */
  readonly send: (status: number) => Promise<unknown>;
}

function client(limits?: { readonly concurrency: number }): Client {
  const clock = new VirtualClock();
  const context = { clock, random: () => 0.5, maxRetryAfter: 60_000, on: undefined, nextCall: () => 1 };
  const circuits = new Circuits(context);
  const own = { own: undefined, ofClient: NO_RETRY, harmless: true, requestTimeout: undefined, deadline: undefined };
  const request = { label, policy: { ...own, idempotent: undefined }, replayable: true, signal: undefined };
  const send = async (status: number): Promise<unknown> => {
    const run = new ProviderRun({
      context,
      origin: { provider: "a" },
      call: 1,
      circuits: circuits.group({ provider: "a" }, limits),
      policy: breaker({ maxContiguousRetries: 1 }),
      requestTimeout: 30_000,
      hasNext: false,
      candidates: [],
      round: 1,
      retriesFirst: false,
      waitsUntil: undefined,
      endsAt: Infinity,
      signal: undefined,
      streamSignal: undefined,
      ended: undefined,
      outer: undefined,
    });
    const sent = performRequest(run, request, async (attempt) => {
      attempt.sending?.();
      if (status < 400) return { status };
      throw new HttpError(String(status), { code: "http", status });
    });
    return clock.finish(sent.catch((error: unknown) => error));
  };
  return { clock, circuits, send };
}

test("a client that gets no failure needs no circuits; the first failure counts", async () => {
  const { clock, circuits, send } = client();
  for (let count = 0; count < 3; count += 1) await send(200);
  assert.is(circuits.table, undefined);
  assert.equal(
    circuits.snapshots().map(({ state, run }) => [state, run]),
    [["closed", 0]],
  );
  // What starts no later than a success tells nothing new.
  await clock.advance(1);
  await send(503);
  assert.ok(circuits.table);
  assert.equal(
    circuits.snapshots().map(({ state, run }) => [state, run]),
    [["closed", 2]],
  );
});

test("limits need circuits before anything is sent", async () => {
  const { circuits, send } = client({ concurrency: 1 });
  assert.is(circuits.table, undefined);
  await send(200);
  assert.ok(circuits.table);
});

test("what another process has exported waits for the first request, and what is reset meanwhile is forgotten", async () => {
  const owner = { provider: "a", ...label, hasEnded: true };
  const given: ExportedCircuits = {
    version: 1,
    at: Date.now(),
    circuits: [
      { ...owner, state: "open", cause: "failures", remaining: 60_000 },
      { ...owner, path: "/y", state: "open", cause: "failures", remaining: 60_000 },
      { ...owner, provider: "b", state: "open", cause: "failures", remaining: 60_000 },
    ],
  };
  const paths = ({ circuits }: ExportedCircuits): string[] => circuits.map(({ provider, path }) => provider + path);
  const { circuits, send } = client();
  circuits.give(given, () => ({ limits: undefined, rules }));
  assert.equal(paths(circuits.export()), ["a/x", "a/y", "b/x"]);
  circuits.reset({ provider: "b" });
  assert.equal(paths(circuits.export()), ["a/x", "a/y"]);
  const error = (await send(200)) as Error;
  assert.is(error.name, "CircuitOpenError");
  assert.equal(paths(circuits.export()), ["a/x", "a/y"]);
  circuits.reset();
  assert.equal(paths(circuits.export()), []);
});

test.run();
