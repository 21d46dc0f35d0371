import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type * as Abort from "#runtime/abort-while-held.js";
import { acmeClient } from "../acme.js";

const test = suite("12.6: streams that nobody reads");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects what can be, until the condition holds; a few rounds at most, because finalizers run later. */
async function collectUntil(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 50 && !condition(); round += 1) {
    collect();
    await setImmediate();
  }
}

/** A signal, and how many listen to it. */
function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const state = { listeners: 0 };
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...all: Parameters<typeof add>) => ((state.listeners += 1), add(...all));
  signal.removeEventListener = (...all: Parameters<typeof remove>) => ((state.listeners -= 1), remove(...all));
  return { controller, signal, state };
}

/** An event stream has no idle timer that would keep it. */
const clientOf = (body: () => ReadableStream<Uint8Array>) =>
  acmeClient("https://a.test", {
    fetch: async () => new Response(body(), { headers: { "content-type": "text/event-stream" } }),
  });

test("12.6: a signal that lives long keeps no answer that nobody has any more, and no listener for it", async () => {
  const { signal, state } = countedSignal();
  const client = clientOf(() => new ReadableStream());
  const bodies: WeakRef<object>[] = [];
  const leave = async (): Promise<void> => {
    const { body } = await client.get("/x", { signal, stream: true });
    if (body !== null) bodies.push(new WeakRef(body));
  };
  for (let number = 0; number < 20; number += 1) await leave();
  assert.equal([bodies.length, state.listeners], [20, 1]);
  await collectUntil(() => state.listeners === 0);
  const kept = bodies.filter((body) => body.deref() !== undefined).length;
  assert.equal([kept, state.listeners], [0, 0]);
});

test("12.6: it ends one that somebody has, and one that somebody waits for by a chunk alone", async () => {
  const { controller, signal } = countedSignal();
  let cancelled = 0;
  const client = clientOf(() => new ReadableStream({ cancel: () => void (cancelled += 1) }));
  const held = await client.get("/x", { signal, stream: true });
  let reason: unknown;
  const wait = async (): Promise<void> => {
    const { body } = await client.get("/x", { signal, stream: true });
    await body?.getReader().read();
  };
  void wait().catch((thrown: unknown) => (reason = thrown));
  await setImmediate();
  let rounds = 0;
  await collectUntil(() => (rounds += 1) > 2);
  controller.abort("enough");
  await setImmediate();
  assert.equal([reason, cancelled], ["enough", 2]);
  assert.is(await held.text().catch((thrown: unknown) => thrown), "enough");
});

test("12.6: where a platform has no weak references, a signal ends a stream all the same", async () => {
  const { FinalizationRegistry: Registry, WeakRef: Ref } = globalThis;
  Reflect.deleteProperty(globalThis, "FinalizationRegistry");
  Reflect.deleteProperty(globalThis, "WeakRef");
  try {
    const bare = (await import(`${import.meta.resolve("#runtime/abort-while-held.js")}?bare`)) as typeof Abort;
    const controller = new AbortController();
    let reason: unknown;
    bare.onAbortWhileHeld(controller.signal, (given) => (reason = given), { callback: undefined });
    controller.abort("enough");
    assert.is(reason, "enough");
  } finally {
    Object.assign(globalThis, { FinalizationRegistry: Registry, WeakRef: Ref });
  }
});

test.run();
