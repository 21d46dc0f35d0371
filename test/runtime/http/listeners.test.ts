import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../acme.js";
import { createWorld } from "../policy/world.js";

const test = suite("12.7: listeners");

/** What Node warns of while the work runs; it warns once per signal, when the eleventh listens. */
async function warningsOf(work: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", note);
  try {
    await work();
    await setImmediate();
  } finally {
    process.off("warning", note);
  }
  return warnings;
}

const twenty = Array.from({ length: 20 }, (_, index) => index);

test("12.7: the warning is seen where a signal has too many listeners", async () => {
  const { signal } = new AbortController();
  // What Node 20 allows; later ones do not count the listeners of a signal.
  setMaxListeners(10, signal);
  const warnings = await warningsOf(async () => {
    for (const _ of twenty) signal.addEventListener("abort", () => {});
  });
  assert.equal(warnings, ["MaxListenersExceededWarning"]);
});

test("12.7: 20 parallel requests of one map, also with the map's own signal, and 20 with one signal", async () => {
  const world = createWorld({
    answers: { a: 200 },
    map: async ({ http, signal }) => {
      await Promise.all(twenty.map(() => http.get("/x")));
      await Promise.all(twenty.map(() => http.get("/x", { signal })));
      await Promise.all(twenty.map(() => http.get("/x", { stream: true })));
    },
  });
  const { signal } = new AbortController();
  const alone = acmeClient("https://a.test", { fetch: async () => new Response("{}") });
  const warnings = await warningsOf(async () => {
    assert.is((await world.run({}, { signal })).ok, true);
    await Promise.all(twenty.map(() => alone.get("/x", { signal })));
  });
  assert.equal(warnings, []);
});

test("12.7: 20 parallel calls with one signal, and 20 requests of one map, which wait before they retry", async () => {
  const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 30 } } as const;
  for (const requests of [1, 20]) {
    const failing = Array.from({ length: 20 }, () => 503);
    const world = createWorld({
      answers: { a: [...failing, 200] },
      policies,
      map: ({ http }) => Promise.all(twenty.slice(0, requests).map(() => http.get("/x"))),
    });
    const { signal } = new AbortController();
    const warnings = await warningsOf(async () => {
      const calls = Promise.all(twenty.slice(0, 20 / requests).map(() => world.send({}, { signal })));
      await world.clock.finish(calls);
    });
    assert.equal([warnings, world.sent.length], [[], 40]);
  }
});

test("12.7: an abort ends each of those who share the signal", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const pending: Promise<unknown>[] = [];
  const client = acmeClient("https://a.test", {
    fetch: (_: unknown, init: RequestInit) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(new Error("cut")))),
  });
  for (const _ of twenty) pending.push(client.get("/x", { signal }).catch((error: unknown) => error));
  await setImmediate();
  controller.abort(new RangeError("enough"));
  const reasons = await Promise.all(pending);
  assert.ok(reasons.every((reason) => reason === signal.reason));
});

test.run();
