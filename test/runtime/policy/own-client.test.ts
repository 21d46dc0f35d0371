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
function ownClient(answer: "hang" | number): OwnClient {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(init?.method ?? "");
    if (answer !== "hang") return new Response("{}", { status: answer });
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
    });
  };
  return { own: bindProvider(acme("https://own.example"), {}, { fetch }), sent };
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

test.run();
