// What a map has under way with its signal sends nothing once the map has failed: the next provider does it again.
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ProviderClient } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme } from "../acme.js";
import { settle, VirtualClock } from "./virtual-clock.js";
import { createWorld, type Context, type MapFunction, type World } from "./world.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const test = suite("what a failed map has left under way");

const once = { json: { amount: 100 }, idempotent: false } as const;

/** Two providers that are asked once; of the first, `/fx` fails after 10 ms. The second charges. */
function worldWith(clock: VirtualClock, first: MapFunction): World {
  const answer = async ({ method }: { method: string }): Promise<number> => {
    await clock.sleep(10);
    return method === "POST" ? 200 : 501;
  };
  const maps = { a: first, b: ({ http }: Context): unknown => http.post("/charges", once) };
  return createWorld({ clock, answers: { a: answer, b: 200 }, maps, policies: { a: "none", b: "none" } });
}

type OwnOptions = NonNullable<Parameters<typeof bindProvider>[2]>;

/** A client of a map's own, whose server counts what it got, and answers 429 so many times before. */
function ownClient(clock: VirtualClock, options: OwnOptions = {}, busy = 0): { own: ProviderClient; sent: number[] } {
  const sent: number[] = [];
  const fetch: typeof globalThis.fetch = async () => {
    sent.push(clock.now());
    return new Response("{}", { status: sent.length <= busy ? 429 : 200 });
  };
  const bound = { clock, fetch, random: () => 0.5, ...options };
  return { own: bindProvider(acme("https://own.example"), {}, bound), sent };
}

/** Another use-case; its only provider is `c`. */
function innerWorld(clock: VirtualClock, map: MapFunction): World {
  return createWorld({ clock, answers: { c: 200 }, map, policies: { c: "none" } });
}

const lateCharge =
  (clock: VirtualClock): MapFunction =>
  async ({ http }) =>
    clock.sleep(50).then(() => http.post("/charges", once));

/** A charge that goes out 50 ms after it has begun, if nobody ends it; with what its server got. */
type MakeCharge = (clock: VirtualClock) => { begin: (signal: AbortSignal) => Promise<unknown>; sent: () => number };

const charges: { readonly [by: string]: MakeCharge } = {
  "another use-case, whose map looks something up before": (clock) => {
    const inner = innerWorld(clock, lateCharge(clock));
    return { begin: async (signal) => inner.send({}, { signal }), sent: () => inner.times("c").length };
  },
  "a use-case two calls below": (clock) => {
    const below = innerWorld(clock, lateCharge(clock));
    const inner = innerWorld(clock, async ({ signal }) => below.send({}, { signal }));
    return { begin: async (signal) => inner.send.safe({}, { signal }), sent: () => below.times("c").length };
  },
  "a client of its own with a hook around calls": (clock) => {
    const call = async (_: unknown, run: () => Promise<unknown>): Promise<void> => {
      await clock.sleep(50);
      await run();
    };
    const { own, sent } = ownClient(clock, { around: { call } });
    return { begin: async (signal) => own.post("/charges", { ...once, signal }), sent: () => sent.length };
  },
  "a client of its own that is asked late": (clock) => {
    const { own, sent } = ownClient(clock);
    const begin = async (signal: AbortSignal): Promise<unknown> => {
      await clock.sleep(50);
      return own.post("/charges", { ...once, signal });
    };
    return { begin, sent: () => sent.length };
  },
  "a client of its own with a signal that is made of the map's": (clock) => {
    const { own, sent } = ownClient(clock);
    const begin = async (signal: AbortSignal): Promise<unknown> => {
      const any = AbortSignal.any([signal, new AbortController().signal]);
      await clock.sleep(50);
      return own.post("/charges", { ...once, signal: any });
    };
    return { begin, sent: () => sent.length };
  },
  "a client of its own that waits before it tries again": (clock) => {
    const { own, sent } = ownClient(clock, {}, 1);
    const options = { ...once, retryPolicy: "circuit-breaker" } as const;
    return { begin: async (signal) => own.post("/charges", { ...options, signal }), sent: () => sent.length - 1 };
  },
};

for (const [by, make] of Object.entries(charges)) {
  test(`a charge by ${by} is not sent after the next provider's`, async () => {
    const clock = new VirtualClock();
    const { begin, sent } = make(clock);
    const ends: unknown[] = [];
    const world = worldWith(clock, async ({ signal, http }) => {
      const charge = begin(signal);
      charge.catch(() => ends.push((signal.reason as { code?: string } | undefined)?.code));
      await Promise.all([charge, http.get("/fx")]);
    });
    const { ok } = await world.run();
    assert.equal([ok, sent(), world.times("b").length, ends], [true, 0, 1, ["use-case-ended"]]);
  });
}

test("nor one that a use-case has left under way which has ended well", async () => {
  const clock = new VirtualClock();
  const { own, sent } = ownClient(clock);
  const inner = innerWorld(clock, async ({ signal }) => {
    void clock
      .sleep(50)
      .then(() => own.post("/charges", { ...once, signal }))
      .catch(() => {});
  });
  const world = worldWith(clock, async ({ signal, http }) => {
    await inner.send({}, { signal });
    await http.get("/fx");
  });
  assert.equal([(await world.run()).ok, sent, world.times("b").length], [true, [], 1]);
});

test("one that is in flight ends with the map, and no other provider is asked", async () => {
  const clock = new VirtualClock();
  let isAborted = false;
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => {
        isAborted = true;
        reject(init.signal?.reason as Error);
      });
    });
  const { own } = ownClient(clock, { fetch });
  const world = worldWith(clock, async ({ signal, http }) => {
    await Promise.all([own.post("/charges", { ...once, signal }), http.get("/fx")]);
  });
  const outcome = await world.run();
  assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
  assert.equal([isAborted, world.times("b"), clock.pending], [true, [], 0]);
});

test("whatever a map fails with, its signal has the reason that its `http` gives", async () => {
  for (const thrown of [new Error("own"), "text", undefined]) {
    const clock = new VirtualClock();
    let signal = new AbortController().signal;
    const world = worldWith(clock, async (context) => {
      signal = context.signal;
      throw thrown;
    });
    assert.is((await world.run()).ok, false);
    const { name, code, message } = signal.reason as Error & { code: string };
    assert.equal([name, code], ["RequestError", "use-case-ended"]);
    assert.match(message, "Send of test has ended, so its map cannot send anything more");
  }
});

test("what a map has returned is not ended: not its signal, and not a stream that has it", async () => {
  const clock = new VirtualClock();
  const chunks = ["a", "b"];
  const fetch: typeof globalThis.fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await clock.sleep(50);
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    return new Response(body);
  };
  const { own } = ownClient(clock, { fetch });
  const inner = innerWorld(clock, async ({ signal }) => own.get("/export", { stream: true, signal }));
  const world = worldWith(clock, async ({ signal }) => inner.send({}, { signal }));
  const outcome = await world.run();
  const answer = (outcome.ok ? outcome.value : undefined) as Response;
  assert.is(await clock.finish(answer.text()), "ab");
});

test("nobody has to wait for it: what is ended so is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const clock = new VirtualClock();
  const { own, sent } = ownClient(clock, { around: { call: async (_, run) => clock.sleep(50).then(run) } });
  const inner = innerWorld(clock, lateCharge(clock));
  const world = worldWith(clock, async ({ signal, http }) => {
    void own.post("/charges", { ...once, signal });
    void own.post("/charges", { ...once, signal }).json();
    void inner.send({}, { signal });
    void inner.send.safe({}, { signal });
    await http.get("/fx");
  });
  assert.is((await world.run()).ok, true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", note);
  assert.equal([sent, inner.times("c"), unhandled], [[], [], []]);
});

test("a map that makes calls with its signal keeps nothing of those that have ended", async () => {
  const clock = new VirtualClock();
  const signals: WeakRef<AbortSignal>[] = [];
  const inner = innerWorld(clock, async ({ signal }) => signals.push(new WeakRef(signal)));
  let kept = Infinity;
  const world = worldWith(clock, async ({ signal }) => {
    for (let call = 0; call < 100; call += 1) await inner.send({}, { signal });
    await settle();
    collect();
    kept = signals.filter((reference) => reference.deref() !== undefined).length;
  });
  await world.run();
  assert.is(signals.length, 100);
  assert.ok(kept < 10, `${kept} of 100`);
});

test("a hundred requests and use-cases with it are one listener, and none when they have ended", async () => {
  const clock = new VirtualClock();
  const { own } = ownClient(clock);
  const inner = innerWorld(clock, lateCharge(clock));
  const listeners: number[] = [];
  const world = worldWith(clock, async ({ signal }) => {
    const asked = Array.from({ length: 100 }, async () => {
      await Promise.all([own.get("/x", { signal }), inner.send({}, { signal })]);
    });
    listeners.push(getEventListeners(signal, "abort").length);
    await Promise.all(asked);
    throw new Error("own");
  });
  await world.run();
  assert.ok(Math.max(...listeners) <= 1, listeners.join());
});

test.run();
