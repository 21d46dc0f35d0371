import type { Outcome, ProviderLimits } from "@sdkwright/runtime";
import { Circuit } from "#runtime/policy/circuit.js";
import { Limits } from "#runtime/policy/queue.js";
import type { Permit } from "#runtime/policy/permit.js";
import { limited } from "#runtime/policy/circuit-reducer.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { createWorld, type Answer, type World } from "./world.js";
import { asking } from "./ask.js";

const test = suite("limits of a provider");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

interface Limited {
  readonly world: World;
  /** The most that were in flight at once. */
  readonly peak: () => number;
}

/** Answers that take 1 s each. */
function createLimited(limits: ProviderLimits, names: readonly string[] = ["a"], extra: object = {}): Limited {
  let [inFlight, peak] = [0, 0];
  const slow: Answer = async ({ provider }) => {
    if (provider !== "a") return 200;
    inFlight += 1;
    peak = Math.max(peak, inFlight);
    await world.clock.sleep(1000);
    inFlight -= 1;
    return 200;
  };
  const answers = Object.fromEntries(names.map((name) => [name, slow]));
  const world: World = createWorld({ answers, limits: { a: limits }, ...extra });
  return { world, peak: () => peak };
}

/** The most that began within any second. */
function mostPerSecond(starts: readonly number[]): number {
  return Math.max(...starts.map((start) => starts.filter((other) => other >= start && other < start + 1000).length));
}

test("limits: concurrency 2 and perSecond 5 hold over use-cases and single requests; who has to wait does so", async () => {
  const { world, peak } = createLimited({ concurrency: 2 });
  const calls = [
    ...times(6, undefined).map(() => world.send.safe({})),
    ...["/y", "/z"].map(async (path) => world.providers["a"]?.get(path)),
  ];
  await world.clock.finish(Promise.all(calls));
  assert.equal([peak(), world.clock.now()], [2, 4000]);
  const paced = createLimited({ perSecond: 5 });
  const outcomes = await paced.world.clock.finish(
    Promise.all(times(20, undefined).map(() => paced.world.send.safe({}))),
  );
  assert.ok(outcomes.every(({ ok }) => ok));
  assert.is(mostPerSecond(paced.world.times("a")), 5);
  assert.equal([paced.world.times("a").slice(0, 6), paced.world.clock.now()], [[0, 0, 0, 0, 0, 1000], 4000]);
});

test("limits: they count attempts: redirects and a stream that is still read take no place", async () => {
  let asked = 0;
  const redirecting: Answer = ({ url }) => {
    asked += 1;
    if (url.pathname === "/end") return new Response(new ReadableStream());
    return new Response(null, { status: 307, headers: { location: url.pathname === "/x" ? "/mid" : "/end" } });
  };
  const limits = { a: { concurrency: 1, perSecond: 2 } };
  const world = createWorld({ answers: { a: redirecting }, limits });
  const streams = ["/x", "/x"].map(async (path) => world.providers["a"]?.get(path, { stream: true }));
  await world.clock.finish(Promise.all(streams));
  assert.equal([asked, world.clock.now()], [6, 0]);
});

test("limits: with a backup the overflow goes on, and the event says why", async () => {
  const { world, peak } = createLimited({ concurrency: 2 }, ["a", "b"]);
  const outcomes = await world.clock.finish(Promise.all(times(5, undefined).map(() => world.send.safe({}))));
  assert.equal(
    outcomes.map(({ provider }) => provider),
    ["a", "a", "b", "b", "b"],
  );
  assert.is(peak(), 2);
  assert.equal(
    world.eventsOf("failover").map(({ error }) => error.code),
    times(3, "limited"),
  );
  assert.equal(world.eventsOf("circuit"), []);
});

test("limits hold where there is no circuit: `none`, and `circuit: false`", async () => {
  for (const policy of ["none", { kind: "circuit-breaker", circuit: false }] as const) {
    const { world, peak } = createLimited({ concurrency: 1 }, ["a"], { policies: { a: policy } });
    await world.clock.finish(Promise.all(times(4, undefined).map(() => world.send.safe({}))));
    assert.equal([peak(), world.times("a")], [1, [0, 1000, 2000, 3000]]);
  }
});

test("limits without a circuit: failures hold nobody back", async () => {
  const world = createWorld({
    answers: { a: 503 },
    policies: { a: { kind: "circuit-breaker", circuit: false, maxContiguousRetries: 1 } },
    limits: { a: { concurrency: 100 } },
  });
  const outcomes = await world.clock.finish(Promise.all(times(40, undefined).map(() => world.send.safe({}))));
  assert.ok(outcomes.every(({ attempts, ok }) => !ok && attempts === 2));
  assert.equal(world.times("a"), [...times(40, 0), ...times(40, 2000)]);
});

test("limits: who waits longer than its patience fails, and says so", async () => {
  const { world } = createLimited({ concurrency: 1 }, ["a"], { policies: { a: "none" } });
  const outcomes = await world.clock.finish(Promise.all(times(9, undefined).map(() => world.send.safe({}))));
  const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : `${outcome.error.name} ${outcome.attempts}`));
  assert.equal(failed, times(4, "CircuitOpenError 0"));
  const refused = outcomes.find(({ ok }) => !ok);
  assert.match(String(refused?.ok === false && refused.error.message), "its limits leave no room");
  assert.is(world.clock.pending, 0);
});

test("limits: a later request of a running map waits, though there is a backup", async () => {
  const map = async ({ http }: { http: { get(path: string): Promise<{ status: number }> } }): Promise<unknown> => {
    await http.get("/1");
    return (await http.get("/2")).status;
  };
  const { world } = createLimited({ concurrency: 1 }, ["a", "b"], { map });
  const first = world.send.safe({});
  await world.clock.advance(500);
  const second = world.send.safe({});
  await world.clock.advance(499);
  assert.is((await second).provider, "b");
  assert.is((await world.clock.finish(first)).provider, "a");
});

test("limits: it waits where another has the place, too", async () => {
  const map = async ({ http }: { http: { get(path: string): Promise<{ status: number }> } }): Promise<unknown> => {
    await http.get("/1");
    return (await http.get("/2")).status;
  };
  const { world } = createLimited({ concurrency: 1 }, ["a", "b"], { map });
  const call = world.send.safe({});
  await world.clock.advance(500);
  const other = world.providers["a"]?.get("/y");
  const outcome = await world.clock.finish(call);
  assert.equal([outcome.provider, outcome.attempts, world.times("b")], ["a", 2, []]);
  assert.equal(world.times("a"), [0, 1000, 2000]);
  await other;
});

test("limits: aborted and failed attempts give their places back", async () => {
  const world = createWorld({ answers: { a: ["hang", 503, 200] }, limits: { a: { concurrency: 1 } } });
  const controller = new AbortController();
  const aborted = world.send.safe({}, { signal: controller.signal }).catch(() => "aborted");
  await world.clock.advance(1);
  const waiting: Promise<Outcome<unknown>> = world.send.safe({});
  await world.clock.advance(1);
  assert.is(world.sent.length, 1);
  controller.abort();
  assert.is(await aborted, "aborted");
  assert.equal((await world.clock.finish(waiting)).attempts, 2);
});

test("a place: lines go before newcomers, and one that nobody stands in any more is forgotten", () => {
  const limits = new Limits({ concurrency: 1, perSecond: 2 });
  const told: string[] = [];
  const line = (): void => void told.push("line");
  assert.is(limits.take(0), true);
  assert.is(limits.take(0), false);
  assert.is(limits.take(0, line), false);
  limits.release();
  assert.equal(told, ["line"]);
  assert.is(limits.take(1, line), true);
  limits.release();
  assert.is(limits.nextAt(), 1000);
  assert.is(limits.take(1, line), false);
  assert.is(limits.take(1000), false, "somebody stands in a line");
  limits.leave(line);
  assert.is(limits.take(1000), true);
  limits.release();
  assert.equal([limits.take(1000), limits.nextAt()], [false, 1001]);
  assert.is(limits.earliest(4, 1000), 3000);
});

test("a place that time brings is for any line that asks for it", () => {
  const limits = new Limits({ perSecond: 2 });
  const [one, other] = [() => {}, () => {}];
  assert.equal([limits.take(0), limits.take(400), limits.take(500, one)], [true, true, false]);
  assert.equal([limits.nextAt(), limits.take(999, other), limits.take(1000, other)], [1000, false, true]);
  assert.equal([limits.nextAt(), limits.take(1400, one), limits.nextAt()], [1400, true, 2000]);
  // The other one had asked in vain, too, but then it had its place.
  assert.is(limits.take(2000), true, "nobody stands in a line");
});

test("a circuit says when a further request could go, behind those who wait; nobody is woken who has left", () => {
  const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
  const endpoint = { service: "default", method: "GET", path: "/x" };
  const circuit = new Circuit({ clock: new VirtualClock(), rules, endpoint });
  circuit.restore(limited(circuit.state, "recovery", { rate: 10, ceiling: 10 }, rules, 0));
  const ask = asking({ rules, until: 5000 });
  assert.not.instance(circuit.admit(ask, 0), Promise);
  const { length } = times(5, undefined).map(() => circuit.admit(ask, 0));
  assert.is(circuit.waiting, length);
  assert.is(circuit.retryAfter(0), 600);
  let woken = 0;
  circuit.onLeave(() => (woken += 1))();
  circuit.onLeave(() => (woken += 10));
  circuit.dismiss();
  assert.is(woken, 10);
});

test("a ticket gives its place back once", () => {
  const limits = new Limits({ concurrency: 1 });
  const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
  const circuit = new Circuit({ clock: new VirtualClock(), rules, limits });
  const ask = asking({ rules, hasNext: true });
  const ticket = circuit.admit(ask, 0) as Permit;
  ticket.drop(0);
  ticket.drop(0);
  ticket.done({ type: "failure", timedOut: false }, 0);
  assert.ok(circuit.admit(ask, 0));
  assert.is(circuit.admit(ask, 0), undefined);
});

test.run();
