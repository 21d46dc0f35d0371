import type { CircuitOpenError, CircuitSnapshot, ExportedCircuits, Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type Context, type World, type WorldOptions } from "../policy/world.js";

// Seeing and steering: circuits(), isolate(), reset(), exportCircuits() and createClient({ circuits }).
const test = suite("seeing and steering circuits");

const policies = { a: { kind: "circuit-breaker", openTime: 30_000 } } as const;
const owner = { profile: "test", useCase: "Send", provider: "a" };
const endpoint = { service: "default", method: "GET", path: "/x" };

async function callNow(world: World, options: object = {}): Promise<Outcome<unknown>> {
  const call = world.send.safe({}, options);
  await world.clock.advance(0);
  return call;
}

/** The primary's circuit has opened at t = 62000. */
async function opened(options: Partial<WorldOptions> = {}): Promise<World> {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 }, policies, ...options });
  await world.run();
  world.sent.length = 0;
  world.events.length = 0;
  return world;
}

const ofPrimary = (world: World): CircuitSnapshot[] =>
  world.client.circuits().filter(({ provider, useCase }) => provider === "a" && useCase === "Send");

test("snapshot: what each circuit knows, as plain data", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: [200, 503, 503, 503, 503, 503, 503], b: 200 },
    policies,
  });
  assert.equal(world.client.circuits(), []);
  await callNow(world);
  const closed = { ...owner, ...endpoint, state: "closed", cause: undefined, run: 0, waiting: 0 };
  assert.equal(ofPrimary(world), [closed]);
  await world.clock.advance(100_000);
  const call = world.send.safe({});
  await world.clock.advance(7000);
  assert.equal(ofPrimary(world), [{ ...closed, run: 3 }]);
  await world.clock.finish(call);
  assert.equal(ofPrimary(world), [{ ...closed, state: "open", cause: "failures", until: 192_000 }]);
  assert.equal(JSON.parse(JSON.stringify(ofPrimary(world)[0])).state, "open");
});

test("snapshot: a rate while it is limited, and closed as soon as nobody was held back for 5 s", async () => {
  const world = await opened();
  world.answer("a", 200);
  await world.clock.advance(30_000);
  await callNow(world);
  const [limited] = ofPrimary(world);
  assert.equal([limited?.state, limited?.cause, limited?.rate], ["limited", "recovery", 10]);
  await world.clock.advance(5000);
  assert.is(ofPrimary(world)[0]?.state, "closed");
});

test("snapshot: the circuit that further endpoints share is of none", async () => {
  const map = async ({ http, input }: Context): Promise<unknown> => (await http.get(String(input["path"]))).status;
  const world = createWorld({ answers: { a: 200 }, map });
  for (let path = 0; path < 65; path += 1) await world.run({ path: `/${path}` });
  const [last, ...others] = ofPrimary(world).reverse();
  assert.equal(last, { ...owner, state: "closed", cause: undefined, run: 0, waiting: 0 });
  assert.is(new Set(others.map(({ path }) => path)).size, 64);
});

test("snapshot: how many wait", async () => {
  const world = createWorld({ answers: { a: 503 }, policies });
  const calls = Array.from({ length: 30 }, () => world.send.safe({}));
  await world.clock.advance(2600);
  assert.equal([ofPrimary(world)[0]?.state, ofPrimary(world)[0]?.waiting], ["open", 30]);
  await world.clock.finish(Promise.all(calls));
  assert.is(ofPrimary(world)[0]?.waiting, 0);
});

test("isolate: nothing goes there any more; with a backup calls go on, alone they fail at once and do not start their map", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  world.client.isolate({ provider: "a" });
  assert.is((await callNow(world)).provider, "b");
  assert.is(world.eventsOf("failover")[0]?.error.code, "isolated");
  const alone = await callNow(world, { provider: "a" });
  const error = (alone.ok ? undefined : alone.error) as CircuitOpenError;
  assert.equal([error.name, error.code, alone.attempts], ["CircuitOpenError", "isolated", 0]);
  const direct = await world.providers["a"]
    ?.get("/x", { retryPolicy: "circuit-breaker" })
    .catch((thrown: Error) => thrown.name);
  assert.is(direct, "CircuitOpenError");
  assert.equal(world.times("a"), []);
  assert.equal(world.client.circuits()[0], {
    provider: "a",
    profile: undefined,
    useCase: undefined,
    state: "isolated",
    run: 0,
    waiting: 0,
  });
  world.client.reset({ provider: "a" });
  assert.is((await callNow(world)).provider, "a");
  assert.not(world.client.circuits().some(({ state }) => state === "isolated"));
});

test("isolate: a plain request outside use-cases is held back too, until reset", async () => {
  const world = createWorld({ answers: { a: 200 }, options: { on: undefined } });
  const asked = async () =>
    world.providers["a"]?.get("/x").then(
      ({ status }) => status,
      (thrown: CircuitOpenError) => thrown.code,
    );
  assert.is(await asked(), 200);
  world.client.isolate({ provider: "a" });
  assert.is(await asked(), "isolated");
  world.client.reset({ provider: "a" });
  assert.is(await asked(), 200);
  assert.is(world.times("a").length, 2);
});

test("isolate: who waits is sent away at once, who has a next provider goes on", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 503, b: 200 } });
  const sleeping = world.send.safe({});
  await world.clock.advance(100);
  world.client.isolate({ provider: "a", profile: "test", useCase: "Send" });
  assert.is((await sleeping).provider, "b");
  assert.is(world.clock.pending, 0);
  const alone = createWorld({ answers: { a: 503 }, policies });
  const calls = Array.from({ length: 30 }, () => alone.send.safe({}));
  await alone.clock.advance(2600);
  alone.client.isolate({ provider: "a" });
  for (const outcome of await Promise.all(calls)) assert.is(outcome.ok || outcome.error.name, "CircuitOpenError");
  assert.is(alone.clock.pending, 0);
});

test("isolate: with a backup, too, its map is not started", async () => {
  let started = 0;
  const map = async ({ http }: Context): Promise<unknown> => {
    started += 1;
    return (await http.get("/x")).status;
  };
  const world = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 }, maps: { a: map } });
  world.client.isolate({ provider: "a" });
  assert.equal([(await callNow(world)).provider, started], ["b", 0]);
  assert.is(world.eventsOf("failover")[0]?.error.code, "isolated");
});

test("isolate: after everything was reset as before it", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  for (let round = 0; round < 2; round += 1) {
    world.client.isolate({ provider: "a" });
    assert.is((await callNow(world)).provider, "b");
    world.client.reset();
    assert.is((await callNow(world)).provider, "a");
  }
  assert.ok(world.client.circuits().every(({ state }) => state === "closed"));
});

test("reset: a call that waits between its attempts goes on waiting", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: [503, 200], b: 200 } });
  const call = world.send.safe({});
  await world.clock.advance(1000);
  world.client.reset();
  assert.is((await world.clock.finish(call)).provider, "a");
  assert.equal(world.times("a"), [0, 2000]);
});

test("isolate: a part of what a provider does; the latest word counts", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  world.client.isolate({ provider: "a", profile: "test" });
  assert.is((await callNow(world)).provider, "b");
  assert.is((await world.providers["a"]?.get("/x"))?.status, 200);
  world.client.isolate({ provider: "a" });
  world.client.reset({ provider: "a", useCase: "Send" });
  assert.is((await callNow(world)).provider, "a");
  const held = await world.providers["a"]
    ?.get("/x", { retryPolicy: "circuit-breaker" })
    .catch((thrown: Error) => thrown.name);
  assert.is(held, "CircuitOpenError");
  world.client.reset();
  assert.is((await world.providers["a"]?.get("/x", { retryPolicy: "circuit-breaker" }))?.status, 200);
});

test("isolate and reset refuse what the client does not have: a typing mistake isolates nothing in silence", () => {
  const { client } = createWorld({ answers: { a: 200 } });
  for (const target of [
    { provider: "c" },
    { provider: "a", profile: "tset" },
    { provider: "a", useCase: "Sned" },
    { provider: "constructor" },
  ]) {
    assert.throws(() => client.isolate(target), /the client has no .*; it has/);
    assert.throws(() => client.reset(target), /the client has no /);
  }
});

test("reset: closes what was open; who waits, goes", async () => {
  const world = await opened();
  world.answer("a", 200);
  world.client.reset();
  assert.equal(
    world.eventsOf("circuit").map(({ from, to, call }) => [from, to, call]),
    [["open", "closed", undefined]],
  );
  assert.is((await callNow(world)).provider, "a");
  const alone = createWorld({ answers: { a: 503 }, policies });
  const calls = Array.from({ length: 30 }, () => alone.send.safe({}));
  await alone.clock.advance(2600);
  alone.answer("a", 200);
  alone.client.reset({ provider: "a" });
  for (const outcome of await Promise.all(calls)) assert.is(outcome.ok, true);
  assert.is(alone.clock.now(), 2600);
});

test("snapshot: exported state opens the circuit in the next client, with its age taken off", async () => {
  const world = await opened();
  await world.clock.advance(10_000);
  const exported = JSON.parse(JSON.stringify(world.client.exportCircuits())) as ExportedCircuits;
  assert.equal([exported.version, exported.circuits.length], [1, 1]);
  assert.equal(exported.circuits[0], {
    ...owner,
    ...endpoint,
    hasEnded: true,
    state: "open",
    cause: "failures",
    remaining: 20_000,
  });
  const circuits = { ...exported, at: Date.now() - 5000 };
  const next = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 }, policies, options: { circuits } });
  const [snapshot] = ofPrimary(next);
  assert.is(snapshot?.state, "open");
  // The export's clock is the platform's: a few ms may have passed.
  assert.ok((snapshot?.until ?? 0) <= 15_000 && (snapshot?.until ?? 0) > 14_000, String(snapshot?.until));
  assert.is((await callNow(next)).provider, "b");
  assert.equal(next.times("a"), []);
  await next.clock.advance(15_000);
  assert.is((await callNow(next)).provider, "a");
  assert.equal(
    next.eventsOf("circuit").map(({ to }) => to),
    ["half-open", "limited"],
  );
  assert.equal(
    next.client.exportCircuits().circuits.map(({ state, rate }) => [state, rate]),
    [["limited", 10]],
  );
});

test("what was isolated is not exported; a circuit that is closed is not either", async () => {
  const world = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  await callNow(world);
  world.client.isolate({ provider: "a" });
  assert.equal(world.client.exportCircuits().circuits, []);
});

const imported = (circuits: unknown): World =>
  createWorld({
    failoverAfter: "retries",
    answers: { a: 200, b: 200 },
    policies,
    options: { circuits: circuits as ExportedCircuits },
  });
const entry = { ...owner, ...endpoint, hasEnded: false, state: "open", cause: "failures", remaining: 1000 };
const withEntries = (...circuits: unknown[]): unknown => ({ version: 1, at: Date.now(), circuits });

test("an import is bounded: rests of 300 s, rates of 1/s at least, 64 endpoints of one owner", () => {
  const long = imported(withEntries({ ...entry, remaining: 1e12 }));
  assert.is(ofPrimary(long)[0]?.until, 300_000);
  const slow = imported(withEntries({ ...entry, state: "limited", cause: "refusals", rate: 1e-9 }));
  assert.is(ofPrimary(slow)[0]?.rate, 1);
  const many = imported(withEntries(...Array.from({ length: 100 }, (_, n) => ({ ...entry, path: `/${n}` }))));
  assert.is(ofPrimary(many).length, 64);
  assert.equal(
    many.eventsOf("import").map(({ ignored }) => ignored.length),
    [1],
  );
  const future = imported({ version: 1, at: Date.now() + 1e9, circuits: [entry] });
  assert.is(ofPrimary(future)[0]?.until, 1000);
});

test("what is malformed is ignored with an event, and never thrown", () => {
  const wrong: unknown[] = [
    null,
    "text",
    [],
    { version: 2, at: 0, circuits: [] },
    { version: 1, at: "now", circuits: [] },
    { version: 1, at: 0, circuits: {} },
    Object.create(withEntries(entry) as object),
    withEntries(null, 7, "x", []),
    ...[
      { state: "closed" },
      { state: "constructor" },
      { cause: "recovery" },
      { cause: "because" },
      { remaining: -1 },
      { remaining: NaN },
      { remaining: "1000" },
      { state: "limited", cause: "refusals" },
      { state: "limited", cause: "refusals", rate: Infinity },
      { state: "limited", cause: "refusals", rate: 1, ceiling: "high" },
      { provider: "c" },
      { provider: 7 },
      { profile: 7 },
      { useCase: "__proto__" },
      { useCase: undefined },
      { path: undefined },
    ].map((change) => withEntries({ ...entry, ...change })),
    withEntries(Object.create(entry)),
  ];
  for (const circuits of wrong) {
    const world = imported(circuits);
    assert.equal(world.client.circuits(), [], JSON.stringify(circuits));
    assert.is(world.eventsOf("import").length, 1, JSON.stringify(circuits));
  }
  const half = imported(withEntries({ ...entry, cause: "because" }, entry));
  assert.is(ofPrimary(half).length, 1);
});

const throwing: ProxyHandler<object> = {
  get: () => fail(),
  has: () => fail(),
  getOwnPropertyDescriptor: () => fail(),
  getPrototypeOf: () => fail(),
};

function fail(): never {
  throw new Error("trap");
}

test("an import that somebody made to do harm is ignored, with one event of bounded length", async () => {
  const long = "secret-".repeat(100_000);
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const hostile: unknown[] = [
    new Proxy({}, throwing),
    { version: 1, at: 0, circuits: proxy },
    withEntries(new Proxy({}, throwing)),
    { version: 1, at: 0, circuits: Object.assign([], { length: 2 ** 32 - 1 }) },
    withEntries(...Array.from({ length: 10_001 }, () => entry)),
    withEntries(...Array.from({ length: 5000 }, () => long)),
    ...[
      { provider: long },
      { service: long },
      { service: "constructor" },
      { method: long },
      { method: "get" },
      { path: `/${long}` },
      { path: "/items?key=secret" },
      { path: "https://user:secret@a.example/items" },
      { path: "/items\u001b[2J" },
      { profile: long },
      { useCase: long },
      { cause: long },
      { state: "limited", cause: "refusals", rate: 1, ceiling: Number.NaN },
      { state: "limited", cause: "refusals", rate: 1, ceiling: -1 },
    ].map((change) => withEntries({ ...entry, ...change })),
  ];
  for (const [index, circuits] of hostile.entries()) {
    const world = imported(circuits);
    assert.equal(world.client.circuits(), [], String(index));
    const told = JSON.stringify(world.eventsOf("import"));
    assert.is(world.eventsOf("import").length, 1, told);
    assert.ok(told.length < 300 && !told.includes("secret"), told);
    assert.is((await callNow(world)).provider, "a");
  }
});

test("services that a provider does not have leave the table to those that it has", async () => {
  const unknown = Array.from({ length: 200 }, (_, n) => ({ ...entry, service: `s${n}` }));
  const world = imported(withEntries(...unknown, entry));
  assert.equal(
    ofPrimary(world).map(({ service, state }) => [service, state]),
    [["default", "open"]],
  );
});

test("what is whole is taken over without an event, of requests outside use-cases too", async () => {
  const { profile: _, useCase: __, ...outside } = { ...entry, remaining: 20_000 };
  const next = imported(JSON.parse(JSON.stringify(withEntries(outside, entry))));
  assert.equal(next.eventsOf("import"), []);
  const [direct] = next.client.circuits();
  assert.ok((direct?.until ?? 0) > 19_000 && (direct?.until ?? 0) <= 20_000);
  const plain = { provider: "a", ...endpoint, state: "open", cause: "failures", run: 0, waiting: 0 };
  assert.equal({ ...direct, until: 0 }, { ...plain, until: 0 });
  const refused = await next.providers["a"]
    ?.get("/x", { retryPolicy: { kind: "circuit-breaker", patience: 1 } })
    .catch((error: Error) => error.name);
  assert.is(refused, "CircuitOpenError");
});

test("an endpoint that had ended calls keeps them from starting there, another only from asking it", async () => {
  for (const [hasEnded, asked] of [
    [true, []],
    [false, ["/first"]],
  ] as const) {
    const circuits = withEntries({ ...entry, hasEnded }) as ExportedCircuits;
    const world = createWorld({
      answers: { a: 200, b: 200 },
      policies,
      options: { circuits },
      map: async ({ http }) => {
        await http.get("/first");
        return (await http.get("/x")).status;
      },
    });
    assert.is((await callNow(world)).provider, "b");
    const paths = world.sent.flatMap(({ provider, url }) => (provider === "a" ? url.pathname : []));
    assert.equal(paths, asked);
  }
});

test("isolate and reset leave alone what their target does not cover", async () => {
  const world = createWorld({
    failoverAfter: "retries",
    answers: { a: 503, b: 503 },
    policies: { ...policies, b: policies.a },
  });
  const calls = Array.from({ length: 30 }, () => world.send.safe({}, { provider: "b" }));
  await world.clock.advance(2600);
  const ofBackup = (): CircuitSnapshot | undefined =>
    world.client.circuits().find(({ provider, path }) => provider === "b" && path === "/x");
  assert.equal([ofBackup()?.state, ofBackup()?.waiting], ["open", 30]);
  world.client.isolate({ provider: "a" });
  world.client.reset({ provider: "a" });
  assert.equal([ofBackup()?.state, ofBackup()?.waiting], ["open", 30]);
  world.client.isolate({ provider: "b" });
  await Promise.all(calls);
});

test("reset forgets what maps made of an endpoint", async () => {
  const map = ({ http }: Context): unknown => http.get("/x").then(String, () => "without");
  const world = createWorld({ answers: { a: 503 }, map, policies: { a: { ...policies.a, maxContiguousRetries: 1 } } });
  assert.is((await world.run()).attempts, 2);
  assert.is((await world.run()).attempts, 1);
  world.client.reset();
  assert.is((await world.run()).attempts, 2);
});

test("two clients share nothing", async () => {
  const world = await opened();
  const other = createWorld({ failoverAfter: "retries", answers: { a: 200, b: 200 } });
  world.client.isolate({ provider: "a" });
  assert.is((await callNow(other)).provider, "a");
});

test.run();
