import { setImmediate } from "node:timers/promises";
import { getEventListeners } from "node:events";
import { Circuit } from "#runtime/policy/circuit.js";
import type { Permit } from "#runtime/policy/permit.js";
import { DEFAULT_CIRCUIT_BREAKER } from "@sdkwright/runtime/config";
import { FailoverError, type ClientEvent, type Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { run } from "../../simulation/load.js";
import { product } from "../../simulation/product.js";
import { always, backup } from "../../simulation/providers.js";
import { runs } from "../../effort.js";
import { VirtualClock } from "./virtual-clock.js";
import { createWorld, type Answer, type Context, type World } from "./world.js";

// What must not get out of a call: requests, events, timers, listeners, and work that grows with the square of the load.
const test = suite("what leaks out of calls");

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const byPath =
  (answers: { readonly [path: string]: Answer }): Answer =>
  ({ url }) =>
    answers[url.pathname] ?? 200;

test("settled-map: requests in flight and in a wait end with it; nothing is counted, no event follows, no timer is left", async () => {
  const world: World = createWorld({
    answers: { a: byPath({ "/hangs": "hang", "/fails": 503 }) },
    map: async ({ http }) => {
      http.get("/hangs").catch(() => {});
      http.get("/fails").catch(() => {});
      while (!world.eventsOf("attempt").some(({ path }) => path === "/fails")) await setImmediate();
      return (await http.get("/main")).status;
    },
  });
  assert.equal(await world.run(), { ok: true, value: 200, provider: "a", attempts: 3 });
  const signals = world.sent.map(({ url, signal }) => [url.pathname, signal.aborted]);
  assert.equal(signals, [
    ["/hangs", true],
    ["/fails", false],
    ["/main", false],
  ]);
  assert.is(world.clock.pending, 0);
  assert.is(world.events.at(-1)?.type, "success");
  assert.equal(
    world.client.circuits().map(({ run }) => run),
    [0, 1, 0],
  );
  const attempts = world.eventsOf("attempt").map(({ path, status, error }) => [path, status, error?.name]);
  assert.equal(new Set(attempts.map(String)), new Set(["/hangs,,", "/fails,503,HttpError", "/main,200,"]));
});

test("settled-map: what it leaves waiting for a circuit is woken and rejected", async () => {
  const rejections: unknown[] = [];
  const map = async ({ http, input }: Context): Promise<unknown> => {
    if (input["leaves"] !== true) return (await http.get("/x")).status;
    http.get("/x").catch((error: { code?: string }) => rejections.push(error.code));
    await http.get("/fine");
    return "left";
  };
  const policies = { a: { kind: "circuit-breaker", openTime: 30_000 } } as const;
  const world = createWorld({ answers: { a: byPath({ "/x": 503 }) }, map, policies });
  const controller = new AbortController();
  const failing = times(16, undefined).map(() => world.send.safe({}, { signal: controller.signal }).catch(() => {}));
  await world.clock.advance(0);
  controller.abort();
  await Promise.all(failing);
  assert.is((await world.run({ leaves: true })).ok, true);
  await world.clock.advance(0);
  assert.equal([rejections, world.clock.pending], [["use-case-ended"], 0]);
  assert.ok(world.client.circuits().every(({ waiting }) => waiting === 0));
});

test("attempt events equal what the server counted, whatever becomes of the calls", async () => {
  const answers: Answer[] = [200, 503, "hang", 404, 429, "hang", 200, 501, 403];
  let number = 0;
  const world: World = createWorld({
    answers: { a: () => answers[(number += 1) % answers.length] as Answer, b: 200 },
    map: async ({ http, input }) => {
      const controller = new AbortController();
      const side = http.get("/side", { signal: controller.signal }).catch(() => {});
      if (input["aborts"] === true) controller.abort();
      if (input["awaits"] === true) await side;
      await http.get("/needs", { security: "key" });
      return (await http.get("/x")).status;
    },
  });
  const calls: Promise<unknown>[] = [];
  for (let call = 0; call < 60; call += 1) {
    const controller = new AbortController();
    const input = { aborts: call % 3 === 0, awaits: call % 2 === 0 };
    const deadline = call % 5 === 0 ? 3000 : undefined;
    calls.push(world.send.safe(input, { signal: controller.signal, deadline }).catch(() => {}));
    await world.clock.advance(call % 7);
    if (call % 4 === 0) controller.abort();
  }
  await world.clock.finish(Promise.all(calls));
  const ended = world.eventsOf("attempt").length;
  assert.is(ended, world.sent.length);
  const told = [...world.eventsOf("success"), ...world.eventsOf("failure")].reduce(
    (sum, { attempts }) => sum + attempts,
    0,
  );
  assert.is(told, world.sent.length);
  assert.is(world.clock.pending, 0);
});

test("a request that fails before it is sent is no attempt", async () => {
  const { a } = createWorld({ answers: { a: 200 } }).providers;
  const events: ClientEvent[] = [];
  const world = createWorld({
    answers: { a: 200 },
    options: { on: (event) => events.push(event), credentials: { a: { key: { apikey: () => "" } } } },
    map: async ({ http }) => (await http.get("/x", { security: "key" })).status,
  });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.attempts, world.sent.length], [false, 0, 0]);
  assert.equal(
    events.map(({ type }) => type),
    ["failure"],
  );
  assert.ok(a !== undefined);
});

test("no event comes after the call's own success or failure, and every event has the number of its call", async () => {
  let number = 0;
  const world = createWorld({
    answers: { a: () => ((number += 1) % 3 === 0 ? "hang" : number % 3 === 1 ? 503 : 200), b: 200 },
    map: async ({ http, input }) => {
      const all = ["/1", "/2", "/3"].map((path) => http.get(path).then(({ status }) => status));
      for (const one of all) one.catch(() => {});
      return input["race"] === true ? Promise.race(all) : Promise.all(all);
    },
  });
  const calls = times(30, undefined).map((_, call) => world.send.safe({ race: call % 2 === 0 }, { deadline: 9000 }));
  await world.clock.finish(Promise.all(calls));
  const last = new Map(world.events.map((event) => [("call" in event && event.call) as number, event.type]));
  for (const [call, type] of last) assert.match(type, /^(?:success|failure)$/, `call ${call}`);
  assert.is(last.size, 30);
});

test("a signal that many requests share has one listener, and none when they have ended", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on("warning", listen);
  const controller = new AbortController();
  const { signal } = controller;
  const slow: Answer = async () => {
    await world.clock.sleep(100);
    return 200;
  };
  const world: World = createWorld({
    answers: { a: slow },
    map: ({ http, signal: own }) => Promise.all(times(40, undefined).map(() => http.get("/x", { signal: own }))),
  });
  const calls = [
    ...times(10, undefined).map(() => world.send.safe({}, { signal })),
    ...times(10, undefined).map(async () =>
      world.providers["a"]?.get("/x", { signal, retryPolicy: "circuit-breaker" }),
    ),
  ];
  await world.clock.advance(50);
  assert.is(getEventListeners(signal, "abort").length, 1);
  await world.clock.finish(Promise.all(calls));
  assert.is(getEventListeners(signal, "abort").length, 0);
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off("warning", listen);
  assert.equal(
    warnings.map(({ name }) => name),
    [],
  );
});

/** A number that counts how often it is looked at: comparisons are the steps of queue and in-flight. */
function counted(value: number, count: () => void): number {
  return Object.assign(Object(value) as object, {
    valueOf: () => {
      count();
      return value;
    },
  }) as never;
}

/** Steps for so many attempts that begin together and fail in one tick, and then wait for the circuit. */
function stepsFor(attempts: number): number {
  let steps = 0;
  const look = (): void => void (steps += 1);
  const clock = new VirtualClock();
  const rules = { ...DEFAULT_CIRCUIT_BREAKER };
  const circuit = new Circuit({ clock, rules, endpoint: { service: "default", method: "GET", path: "/x" } });
  const ask = (n: number, until: number) => ({
    call: n,
    rules,
    hasNext: false,
    isLater: false,
    until: counted(until, look),
    atMost: 30_000,
    signals: [new AbortController().signal],
    isEvidence: true,
  });
  const tickets = Array.from({ length: attempts }, (_, n) => circuit.admit(ask(n, 1e6), counted(n, look)) as Permit);
  // In an order of their own: answers do not come in the order of their requests.
  const order = tickets.map((ticket, index) => ({ ticket, key: (index * 7919) % attempts }));
  for (const { ticket } of order.sort((a, b) => a.key - b.key)) {
    ticket.done({ type: "failure", timedOut: false }, counted(attempts, look));
  }
  assert.is(circuit.state.kind, "open");
  const controllers = Array.from({ length: Math.min(attempts, 10_000) }, () => new AbortController());
  const waiting = controllers.map(({ signal }, n) =>
    (circuit.admit({ ...ask(n, 1e6 + ((n * 31) % 1000)), signals: [signal] }, attempts) as Promise<unknown>).catch(
      () => {},
    ),
  );
  for (const controller of controllers) controller.abort();
  assert.equal([circuit.waiting, waiting.length], [0, controllers.length]);
  return steps;
}

test("counted steps of queue and in-flight for twice as many attempts that fail in one tick are at most 2.5 times as many", () => {
  const count = runs(10_000, 1000);
  const [few, many] = [stepsFor(count), stepsFor(2 * count)];
  assert.ok(many <= 2.5 * few, `${few} steps, ${many} steps`);
  assert.ok(few > count, "the steps are counted");
});

const FAILING = runs(3000, 200);

test(`${FAILING} calls that fail in one tick: all settle, nothing is left`, async () => {
  const fails = always(() => ({ status: 503, ms: 1 }));
  const { ok, left } = await run(product, { seed: 1, at: times(FAILING, 0), b: backup, a: fails });
  assert.equal([ok, left], [FAILING, 0]);
});

test("an inner use-case's FailoverError lets the outer call fail over like any failure", async () => {
  const inner = createWorld({ answers: { a: 501, b: 501 } });
  const outer = createWorld({
    answers: { a: 200, b: 200 },
    maps: {
      a: ({ http }) => inner.send({}).then(() => http.get("/x")),
      b: async ({ http }) => (await http.get("/x")).status,
    },
  });
  assert.equal(await outer.run(), { ok: true, value: 200, provider: "b", attempts: 1 });
  assert.instance(outer.eventsOf("failover")[0]?.error, FailoverError);
});

test("an inner failure that must not be repeated is not repeated by the outer call", async () => {
  const inner = createWorld({
    answers: { a: 503, b: 200 },
    map: ({ http }) => http.post("/x", { idempotent: false }),
  });
  const outer = createWorld({
    answers: { a: 200, b: 200 },
    maps: { a: () => inner.send({}), b: async ({ http }) => (await http.get("/x")).status },
  });
  const outcome: Outcome<unknown> = await outer.run();
  assert.equal([outcome.ok, outer.times("b")], [false, []]);
  const message = outcome.ok ? "" : outcome.error.message;
  assert.is(message.split("because a request marked idempotent: false may have").length, 3, "said by both");
});

test.run();
