import type { ProviderLimits } from "@sdkwright/runtime";
import { DEFAULT_CIRCUIT_BREAKER } from "#runtime/config/circuit-defaults.js";
import { Circuit } from "#runtime/policy/circuit.js";
import { Limits } from "#runtime/policy/queue.js";
import type { Permit } from "#runtime/policy/permit.js";
import { limited } from "#runtime/policy/circuit-reducer.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Platform, type Mortal } from "./mortal.js";
import { VirtualClock } from "./virtual-clock.js";
import { createWorld, type World } from "./world.js";

// Workers run nothing of a request that has ended; the circuits and limits of a client of the module outlive it.
const test = suite("policies: requests that the platform ends");

interface Hosted {
  readonly world: World;
  readonly time: VirtualClock;
  /** A request of the application's that makes one to the provider. */
  readonly get: (path: string, options?: object) => Mortal<number>;
  /** One that calls the use-case. */
  readonly send: () => Mortal<string | undefined>;
  /** The most that the provider had in flight at once. */
  readonly peak: () => number;
  /** Moves time on until that has settled, and little further: timers of what was ended stay. */
  readonly until: <Value>(promise: Promise<Value>) => Promise<Value>;
  says: (path: string) => readonly [status: number, takes: number];
}

function hosted(limits?: ProviderLimits, names: readonly string[] = ["a"]): Hosted {
  const platform = new Platform(new VirtualClock());
  const { time } = platform;
  let [inFlight, peak] = [0, 0];
  const answers = Object.fromEntries(names.map((name) => [name, 200]));
  const fetch: typeof globalThis.fetch = async (address) =>
    platform.bound(async () => {
      const url = new URL(address as string);
      const provider = url.hostname.replace(".example", "");
      world.sent.push({ provider, at: time.now(), url } as never);
      peak = Math.max(peak, (inFlight += 1));
      const [status, takes] = provider === "a" ? self.says(url.pathname) : [200, 0];
      await time.sleep(takes);
      inFlight -= 1;
      return new Response("{}", { status });
    });
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1, openTime: 1000, backoff: { kind: "exponential", start: 50 } } as const; // prettier-ignore
  const world = createWorld({
    answers,
    clock: time,
    limits: { a: limits ?? {} },
    policies: { a: policy },
    options: { fetch, clock: platform.clock },
  });
  const self: Hosted = {
    world,
    time,
    get: (path, options = {}) =>
      platform.begin(async () => (await world.providers["a"]?.get(path, { retryPolicy: policy, ...options }))?.status ?? 0), // prettier-ignore
    send: () => platform.begin(async () => (await world.send.safe({})).provider),
    peak: () => peak,
    async until(promise) {
      const over = Promise.allSettled([promise]);
      for (let passed = 0; passed < 300_000; passed += 50) {
        if ((await Promise.race([over, Promise.resolve()])) !== undefined) return promise;
        await time.advance(50);
      }
      throw new Error("it never ends");
    },
    says: () => [200, 0],
  };
  return self;
}

/** Ends each of them in the midst of its work. */
async function endAll({ time }: Hosted, begun: readonly Mortal<unknown>[]): Promise<void> {
  await time.advance(100);
  for (const each of begun) each.end();
}

/** Its circuit is open, and the first that asks is the probe, which is ended. */
async function withDeadProbe(host: Hosted, probe: () => Mortal<unknown>): Promise<number> {
  host.says = () => [500, 1];
  for (let call = 0; call < 9; call += 1) {
    await host.until(host.get("/x").result.catch(() => {}));
  }
  await host.time.advance(20_000);
  host.says = () => [200, 60_000];
  const from = host.time.now();
  await endAll(host, [probe()]);
  assert.is(host.world.client.circuits().find(({ path }) => path === "/x")?.state, "half-open");
  host.says = () => [200, 10];
  return from;
}

test("a probe that was ended is over with its `requestTimeout` and 3 s: until then nobody is another", async () => {
  const host = hosted();
  const from = await withDeadProbe(host, () => host.get("/x"));
  const before = host.world.sent.length;
  await host.time.advanceTo(from + 32_900);
  const early = host.get("/x", { retryPolicy: { kind: "circuit-breaker", patience: 50 } });
  await host.time.advance(60);
  assert.is(await early.result.catch((error: Error) => error.name), "CircuitOpenError");
  await host.time.advanceTo(from + 33_000);
  const probe = host.get("/x");
  await host.time.advance(50);
  assert.equal([await probe.result, host.world.sent.length], [200, before + 1]);
  assert.is(host.world.client.circuits()[0]?.state, "limited");
});

test("who waits for it goes then; what it holds ends with a shorter time limit sooner, and with a deadline", async () => {
  for (const [options, lasts] of [
    [{}, 33_000],
    [{ requestTimeout: 5000 }, 8000],
    [{ deadline: 2000 }, 5000],
  ] as const) {
    const host = hosted();
    const from = await withDeadProbe(host, () => host.get("/x", options));
    const waiting = host.get("/x", { retryPolicy: { kind: "circuit-breaker", patience: 60_000 } });
    assert.is(await host.until(waiting.result), 200);
    assert.is(host.world.times("a").at(-1), from + lasts);
  }
});

test("in failover, too, the provider is asked again", async () => {
  const host = hosted(undefined, ["a", "b"]);
  host.says = () => [500, 1];
  for (let call = 0; call < 9; call += 1) {
    await host.until(host.send().result);
  }
  await host.time.advance(20_000);
  host.says = () => [200, 60_000];
  await endAll(host, [host.send()]);
  host.says = () => [200, 10];
  assert.is(await host.until(host.send().result), "b");
  await host.time.advance(33_000);
  assert.is(await host.until(host.send().result), "a");
});

test("places that were held by requests that were ended are free again; of those that live there are never more", async () => {
  const host = hosted({ concurrency: 2 });
  host.says = () => [200, 29_000];
  await endAll(host, [host.get("/1"), host.get("/2")]);
  const refused = host.get("/3", { retryPolicy: "none" });
  await host.time.advance(10_000);
  assert.is(await refused.result.catch((error: Error) => error.name), "CircuitOpenError");
  await host.time.advanceTo(32_000);
  host.world.sent.length = 0;
  const begun = Array.from({ length: 6 }, (_, index) => host.get(`/${index}`, { retryPolicy: { kind: "circuit-breaker", patience: 90_000 } })); // prettier-ignore
  const results = Promise.all(begun.map(async ({ result }) => result));
  assert.equal(
    await host.until(results),
    Array.from({ length: 6 }, () => 200),
  );
  assert.equal(host.world.times("a"), [33_000, 33_000, 62_000, 62_000, 91_000, 91_000]);
});

test("one that lives has its place for all its time, whatever it answers late", async () => {
  const host = hosted({ concurrency: 1 });
  host.says = () => [200, 29_999];
  const slow = host.get("/slow");
  await host.time.advance(1);
  const waiting = host.get("/waits", { retryPolicy: { kind: "circuit-breaker", patience: 90_000 } });
  await host.time.advanceTo(29_998);
  assert.is(host.world.sent.length, 1);
  await host.until(Promise.all([slow.result, waiting.result]));
  assert.equal([host.world.times("a"), host.peak()], [[0, 29_999], 1]);
});

test("who was ended while it waited is passed over, and takes no timer of the line's with it", async () => {
  const host = hosted({ concurrency: 1 });
  const patient = { retryPolicy: { kind: "circuit-breaker", patience: 60_000 } };
  host.says = (path) => [200, path === "/slow" ? 20_000 : 10];
  const slow = host.get("/slow");
  await host.time.advance(1);
  const ended = [host.get("/ended", patient), host.get("/ended-too", patient)];
  await host.time.advance(1);
  const alive = host.get("/alive", patient);
  await host.time.advance(1);
  // It moves the line last, and would have stood behind the others.
  ended.push(host.get("/ended-last", patient));
  await endAll(host, ended);
  await host.until(Promise.all([slow.result, alive.result]));
  assert.equal(
    host.world.sent.map(({ at, url }) => [at, url.pathname]),
    [
      [0, "/slow"],
      [20_000, "/alive"],
    ],
  );
});

test("a ticket that is given to who has gone while it waited is free again after 3 s; who takes it has all its time", async () => {
  const { clock, time } = new Platform();
  const rules = DEFAULT_CIRCUIT_BREAKER;
  const limits = new Limits({ concurrency: 1 });
  const circuit = new Circuit({ clock, rules, limits });
  const ask = { call: 1, rules, hasNext: false, isLater: false, until: 60_000, atMost: 30_000, signals: [], isEvidence: true }; // prettier-ignore
  assert.ok(limits.take(0));
  const given = circuit.begin(ask, "go", 0, 0);
  assert.equal(
    [circuit.lapse(2999), given.hasEnded, circuit.lapse(3000), given.hasEnded],
    [3000, false, Infinity, true],
  );
  const first = circuit.admit(ask, 3000) as Permit;
  const waiting = circuit.admit(ask, 3000) as Promise<Permit>;
  await time.advanceTo(4000);
  first.drop(4000);
  const taken = await waiting;
  circuit.lapse(36_999);
  assert.equal([taken.startedAt, taken.hasEnded], [4000, false]);
  circuit.lapse(37_000);
  assert.ok(taken.hasEnded);
});

test("a line's timer that went with another request is made up for within a second", async () => {
  const host = hosted({ perSecond: 1 });
  const patient = { retryPolicy: { kind: "circuit-breaker", patience: 60_000 } };
  assert.is(await host.until(host.get("/x").result), 200);
  const from = host.time.now();
  const alive = host.get("/x", patient);
  await host.time.advance(1);
  await endAll(host, [host.get("/x", patient)]);
  assert.is(await host.until(alive.result), 200);
  assert.ok((host.world.times("a").at(-1) ?? Infinity) <= from + 2000);
});

test("lines in which nobody lives keep no newcomer from a place, not even one that would go on elsewhere", async () => {
  const host = hosted({ concurrency: 1 }, ["a", "b"]);
  host.says = () => [200, 60_000];
  const dead = [host.get("/held")];
  await host.time.advance(1);
  dead.push(host.get("/line", { retryPolicy: { kind: "circuit-breaker", patience: 600_000 } }));
  await endAll(host, dead);
  host.says = () => [200, 10];
  await host.time.advance(40_000);
  assert.is(await host.until(host.send().result), "a");
});

test("nor does one whose place comes with time, or with a rate", async () => {
  const host = hosted({ perSecond: 1 }, ["a", "b"]);
  assert.is(await host.until(host.get("/x").result), 200);
  await endAll(host, [host.get("/line")]);
  await host.time.advance(4000);
  assert.is(await host.until(host.send().result), "a");
  const platform = new Platform();
  const rules = DEFAULT_CIRCUIT_BREAKER;
  const endpoint = { service: "default", method: "GET", path: "/x" };
  const circuit = new Circuit({ clock: platform.clock, rules, endpoint });
  circuit.restore(limited(circuit.state, "recovery", { rate: 1, ceiling: 1 }, rules, 0));
  const ask = {
    call: 1,
    rules,
    hasNext: false,
    isLater: false,
    until: 60_000,
    atMost: 1,
    signals: [],
    isEvidence: true,
  };
  assert.ok(circuit.admit(ask, 0));
  platform.begin(async () => circuit.admit(ask, 0)).end();
  await platform.time.advanceTo(4000);
  assert.equal([circuit.waiting, circuit.state.kind], [1, "limited"]);
  assert.ok(circuit.admit({ ...ask, hasNext: true }, 4000));
  assert.is(circuit.waiting, 0);
});

test("attempts that were ended are no silence", async () => {
  const host = hosted(undefined, ["a", "b"]);
  host.says = () => [200, 60_000];
  await endAll(
    host,
    Array.from({ length: 20 }, () => host.send()),
  );
  host.says = () => [200, 10];
  await host.time.advance(33_000);
  assert.is(await host.until(host.send().result), "a");
});

test.run();
