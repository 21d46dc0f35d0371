// What a map does with its signal, by a client of its own or another use-case, is a deed of its call, as by its `http`.
import type { ProviderClient } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme } from "../acme.js";
import { answerWith, createWorld, type Answer, type Context, type World } from "./world.js";

const test = suite("a map's own client");

const once = { json: { amount: 100 }, idempotent: false } as const;
const LATE = { deadline: 800 };

interface OwnClient {
  readonly own: ProviderClient;
  /** Methods that its server got. */
  readonly sent: string[];
}

/** A client of a map's own, whose server acts and then does not answer, or answers with a status. */
function ownClient(answer: "hang" | number, options: object = {}): OwnClient {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(init?.method ?? "");
    if (answer !== "hang") return new Response("{}", { status: answer });
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
    });
  };
  return { own: bindProvider(acme("https://own.example"), {}, { fetch, ...options }), sent };
}

/** Two providers, of which the first does something else first; `a` is what that is answered by `http`. */
function worldWith(first: (context: Context) => Promise<unknown>, a: Answer = 200): World {
  const maps = { a: first, b: ({ http }: Context): unknown => http.post("/charges", once) };
  return createWorld({ answers: { a, b: 200 }, maps, policies: { a: "none", b: "none" } });
}

test("a charge in flight when the share of the deadline ends is not forgotten", async () => {
  const { own, sent } = ownClient("hang");
  const world = worldWith(async ({ signal }) => own.post("/charges", { ...once, signal }));
  const outcome = await world.run({}, LATE);
  assert.equal([sent, world.times("b")], [["POST"], []]);
  assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
});

test("nor one that succeeded, where the map fails later", async () => {
  const { own, sent } = ownClient(200);
  const world = worldWith(async ({ signal, http }) => {
    await own.post("/charges", { ...once, signal });
    return http.get("/receipt");
  }, 503);
  assert.equal([(await world.run()).ok, sent, world.times("b")], [false, ["POST"], []]);
});

test("nor one that another use-case makes for it, in flight or done, with whichever of its providers", async () => {
  for (const answer of ["hang", 200] as const) {
    const inner = createWorld({
      answers: { c: 429, d: answer },
      map: ({ http }) => http.post("/charges", once),
      policies: { c: "none", d: "none" },
    });
    const world = worldWith(async ({ signal, http }) => {
      await inner.send({}, { signal });
      return http.get("/receipt");
    }, 503);
    assert.is((await world.run({}, LATE)).ok, false);
    assert.equal([inner.times("d").length, world.times("b")], [1, []], `${answer}`);
  }
});

test("nor one two calls below: each map passes its signal on", async () => {
  const { own, sent } = ownClient("hang");
  const inner = createWorld({ answers: { c: 200 }, map: ({ signal }) => own.post("/charges", { ...once, signal }) });
  const world = worldWith(async ({ signal }) => inner.send({}, { signal }));
  assert.is((await world.run({}, LATE)).ok, false);
  assert.equal([sent, world.times("b")], [["POST"], []]);
});

test("what is refused, or is not marked, forbids nothing; a POST that may be repeated says so", async () => {
  for (const [answer, options, mayRepeat] of [
    [429, once, false],
    [503, { json: {} }, true],
    ["hang", { json: {} }, true],
  ] as const) {
    const { own, sent } = ownClient(answer);
    const world = worldWith(async ({ signal }) => own.post("/charges", { ...options, signal }));
    assert.is((await world.run({}, LATE)).ok, true);
    assert.equal([sent, world.times("b").length], [["POST"], 1]);
    assert.equal([world.eventsOf("failover")[0]?.mayRepeat], [mayRepeat], `${answer}`);
  }
});

test("the signal shows nothing of it, and one of the caller's own changes nothing", async () => {
  const controller = new AbortController();
  const seen: unknown[] = [];
  const world = worldWith(
    async ({ signal, http }) => {
      seen.push(Object.keys(signal), JSON.stringify(signal));
      return http.post("/x", { signal: controller.signal });
    },
    answerWith(503, {}),
  );
  assert.is((await world.run()).ok, true);
  assert.equal(seen, [[], "{}"]);
  assert.equal(
    Object.getOwnPropertySymbols(controller.signal).filter((key) => key.description?.includes("sdkwright")),
    [],
  );
});

test("a client that is handed the signal of a map leaves repeating to the map, unless the request says otherwise", async () => {
  for (const [options, sends] of [
    [{}, 1],
    [{ retries: 1 }, 2],
    [{ retryPolicy: "none" }, 1],
  ] as const) {
    const { own, sent } = ownClient(503);
    const world = worldWith(async ({ signal }) => own.get("/x", { ...options, signal }));
    await world.run();
    assert.equal([sent.length, world.times("b").length], [sends, 1], JSON.stringify(options));
  }
});

test("and so does one with settings of its own; a map's own `http` repeats with its signal as without", async () => {
  const { own, sent } = ownClient(503, { retries: 4 });
  await worldWith(async ({ signal }) => own.get("/x", { signal })).run();
  assert.is(sent.length, 1);
  for (const hasSignal of [false, true]) {
    const maps = { a: ({ http, signal }: Context): unknown => http.get("/x", hasSignal ? { signal } : {}) };
    const world = createWorld({ answers: { a: 503 }, maps, policies: { a: null } });
    await world.run();
    assert.is(world.times("a").length, 3);
  }
});

test("where no policy is written, requests have the client's retries if nobody follows, and none if somebody does", async () => {
  for (const [policies, settings, failover, a, b] of [
    [{ a: null, b: null }, {}, true, 1, 3],
    [{ a: null, b: null }, {}, false, 3, 0],
    [{ a: "none", b: "none" }, {}, true, 1, 1],
    [{ a: "none", b: null }, { b: { retries: { limit: 4 } } }, true, 1, 5],
    [{ a: null, b: null }, { a: { retries: { limit: 4 } }, b: { retries: { limit: 0 } } }, true, 1, 1],
  ] as const) {
    const world = createWorld({ answers: { a: 503, b: 503 }, policies, settings, failover });
    await world.run();
    assert.equal([world.times("a").length, world.times("b").length], [a, b], JSON.stringify([policies, settings]));
  }
});

test("POSTs of a map whose provider repeats: what client.json says of it counts there", async () => {
  const maps = { a: ({ http }: Context): unknown => http.post("/messages", { json: {} }) };
  for (const [settings, sends] of [
    [{}, 6],
    [{ idempotent: false }, 1],
    [{ idempotencyKey: true }, 6],
  ] as const) {
    const world = createWorld({ answers: { a: 500 }, maps, settings: { a: settings } });
    await world.run();
    const keys = new Set(world.sent.map(({ headers }) => headers.get("idempotency-key")));
    assert.equal([world.times("a").length, keys.size], [sends, 1], JSON.stringify(settings));
    assert.is(keys.has(null), !("idempotencyKey" in settings));
  }
});

test.run();
