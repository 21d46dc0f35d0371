import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FailoverError, NetworkError, type ProviderResponse } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Answer, type Context, createWorld, type MapFunction, type Sent, type World } from "../policy/world.js";

const test = suite("streams in maps");

const EVENTS = { "content-type": "text/event-stream" };
const LINES = { "content-type": "application/x-ndjson" };

type End = "end" | "break" | "hang";

/** Answers with chunks, one whenever somebody reads, and ends so. */
function streaming(chunks: readonly string[], end: End, headers: Record<string, string> = EVENTS): Answer {
  return ({ signal }: Sent) => {
    const left = [...chunks];
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
        pull(controller) {
          const next = left.shift();
          if (next !== undefined) controller.enqueue(new TextEncoder().encode(next));
          else if (end === "end") controller.close();
          else if (end === "break") controller.error(new TypeError("terminated"));
          else return new Promise(() => {});
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers });
  };
}

async function readAll({ body }: ProviderResponse): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
}

const ask = async ({ http }: Context): Promise<ProviderResponse> => http.post("/x", { json: {}, stream: true });
/** Reads the answer to its end. */
const whole: MapFunction = async (context) => readAll(await ask(context));

const GOOD = streaming(["data: c\n\n"], "end");
const statesOf = (world: World): unknown[] => world.client.circuits().map(({ provider, state }) => [provider, state]);

/** Before the policy is loaded, and with it. */
const PATHS = [{ on: undefined }, {}] as const;

for (const [kind, answer, options] of [
  ["breaks", streaming(["data: b\n\n"], "break"), {}],
  ["stalls", streaming(['{"b":1}\n'], "hang", LINES), { idleTimeout: 50 }],
] as const)
  test(`F4: a provider whose streams all break: its stream ${kind}, and it is asked about 18 times in 60 calls`, async () => {
    for (const path of PATHS) {
      const world = createWorld({ answers: { b: answer, c: GOOD }, map: whole, options: { ...options, ...path } });
      for (let call = 0; call < 60; call += 1) {
        const outcome = await world.run();
        assert.equal([outcome.ok, outcome.provider], [true, "c"]);
        if (call > 0) continue;
        // The first of all counts too, for which circuits are loaded.
        await world.clock.advance(1);
        assert.equal(
          world.client.circuits().map(({ provider, run }) => [provider, run]),
          [
            ["b", 1],
            ["c", 0],
          ],
        );
      }
      const asked = world.times("b").length;
      assert.ok(asked >= 16 && asked <= 20, `${asked} requests`);
      assert.equal(statesOf(world)[0], ["b", "open"]);
    }
  });

test("F4 neighbour: the client's own requests, with a circuit: a broken stream counts, a whole one does as well", async () => {
  let number = 0;
  const answer: Answer = (request) => {
    number += 1;
    const script = streaming(["data: b\n\n"], number === 10 ? "end" : "break");
    return typeof script === "function" ? script(request) : script;
  };
  const world = createWorld({ answers: { b: answer } });
  const send = async (): Promise<unknown> => {
    const response = await world.providers["b"]?.post("/x", { stream: true, retryPolicy: "circuit-breaker" });
    return response && readAll(response).catch((error: unknown) => error);
  };
  const run = async (): Promise<unknown> => world.clock.finish(send());
  assert.instance(await run(), NetworkError);
  for (let count = 1; count < 9; count += 1) await run();
  const runOf = (): unknown => world.client.circuits().map((circuit) => circuit.run);
  assert.equal(runOf(), [9]);
  await world.clock.advance(1);
  assert.is(await run(), "data: b\n\n");
  assert.equal(runOf(), [0]);
});

test("F4 neighbour: after streams that went well, those that break limit, and those that stall open", async () => {
  for (const [end, state] of [
    ["break", "limited"],
    ["hang", "open"],
  ] as const) {
    const good = Array.from({ length: 40 }, () => streaming(["1"], "end", LINES));
    const answers = { b: [...good, streaming(["1"], end, LINES)], c: GOOD };
    const world = createWorld({ answers, map: whole, options: { idleTimeout: 1 } });
    for (let call = 0; call < 40; call += 1) assert.is((await world.run()).provider, "b");
    await world.clock.advance(1);
    for (let call = 0; call < 16; call += 1) assert.is((await world.run()).provider, "c");
    assert.equal(statesOf(world)[0], ["b", state]);
  }
});

test("F4 neighbour: over a socket that is destroyed after one event", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(200, EVENTS);
    response.write("data: b\n\n", () => setTimeout(() => response.destroy(), 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const toServer: Answer = ({ signal }) => fetch(`http://127.0.0.1:${port}/`, { signal });
  try {
    const world = createWorld({ answers: { b: toServer, c: GOOD }, map: whole, options: { on: undefined } });
    for (let call = 0; call < 30; call += 1) assert.is((await world.send.safe({})).provider, "c");
    assert.ok(asked >= 16 && asked <= 20, `${asked} requests`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

/** What comes before the first item, and ends so. */
const BEFORE: readonly (readonly [string, Answer, at: number])[] = [
  ["breaks", streaming([], "break"), 0],
  ["only comments, and breaks", streaming([": hello\n\n", ":\n\n"], "break"), 0],
  ["a ping, and breaks", streaming(["event: ping\nda", 'ta: {"type": "ping"}\n\n'], "break"), 0],
  ["a ping in two halves, and breaks", streaming(["event: ping\r", "\ndata: {}\r\n\r\n"], "break"), 0],
  ["half an event, and breaks", streaming(["data: half\n"], "break"), 0],
  ["an event without data, and silence", streaming(["id: 1\nretry: 5\n\n"], "hang"), 30_000],
  ["silence", streaming([], "hang"), 30_000],
  ["empty chunks alone, and breaks", streaming(["", ""], "break", LINES), 0],
  ["silence of other chunks", streaming([], "hang", LINES), 30_000],
];

test("before the first item: the next provider is asked, and the first not again: a POST may have acted", async () => {
  for (const [what, answer, at] of BEFORE)
    for (const path of PATHS) {
      const world = createWorld({ answers: { b: answer, c: GOOD }, map: ask, options: path });
      const outcome = await world.run();
      assert.equal([outcome.ok, outcome.provider], [true, "c"], what);
      assert.is(outcome.ok && (await readAll(outcome.value as ProviderResponse)), "data: c\n\n");
      assert.equal([world.times("b"), world.times("c")], [[0], [at]], what);
    }
});

test("before the first item: it fails as an answer does that breaks off, or takes too long", async () => {
  const both = { breaks: streaming([], "break"), hangs: streaming([":\n"], "hang") };
  const world = createWorld({ answers: { a: both.breaks, b: both.hangs, c: 400 }, map: whole });
  await world.run();
  assert.equal(
    world.eventsOf("failover").map(({ from, error }) => [from, error.name, error.code]),
    [
      ["a", "NetworkError", "network-reset"],
      ["b", "TimeoutError", "timeout"],
    ],
  );
});

test("before the first item: `idleTimeout` may be nearer, and a signal ends it", async () => {
  const world = createWorld({
    answers: { b: streaming([], "hang", LINES), c: GOOD },
    map: whole,
    options: { idleTimeout: 50 },
  });
  await world.run();
  assert.equal(world.times("c"), [50]);
  const controller = new AbortController();
  const call = world.send.safe({}, { signal: controller.signal }).catch((error: unknown) => error);
  await world.clock.advance(10);
  controller.abort("enough");
  assert.is(await call, "enough");
  assert.is(world.clock.pending, 0);
});

test("a stream is given out whole from its beginning, its first item and what came before it too", async () => {
  const chunks = [": hello\r\n\r", "\nevent: ping\r", "\ndata: 1\r\n\r\n", "data: caf\u00e9", "\n\nda", "ta: 2\n\n"];
  for (const end of ["end", "break"] as const) {
    const pieces: string[] = [];
    const map: MapFunction = async (context) => {
      const reader = (await ask(context)).body?.getReader();
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) return "ended";
        pieces.push(new TextDecoder().decode(value));
      }
    };
    const world = createWorld({ answers: { b: streaming(chunks, end), c: 400 }, map });
    const outcome = await world.run();
    assert.equal(pieces, chunks);
    // Afterwards it is the caller's: what breaks then fails in the map, and goes on from there.
    assert.equal([outcome.ok, outcome.provider], end === "end" ? [true, "b"] : [false, "c"]);
  }
});

test("a stream that ends without an item has succeeded", async () => {
  for (const [chunks, headers] of [
    [[], EVENTS],
    [[": nothing to say\n\n"], EVENTS],
    [[""], LINES],
  ] as const) {
    const world = createWorld({ answers: { b: streaming(chunks, "end", headers), c: GOOD }, map: whole });
    const outcome = await world.run();
    assert.equal([outcome.ok && outcome.value, outcome.provider], [chunks.join(""), "b"]);
  }
});

test("what is no ping and no comment is an item, whatever its name; a long text is one, too", async () => {
  const items = ["data\n\n", "\ufeffdata: 1\r\r\n", "event: message_start\ndata: {}\n\n", "data: \u2028\n\n"];
  for (const item of [...items, `:${"x".repeat(1024 * 1024)}`]) {
    const map: MapFunction = async (context) => {
      await ask(context);
      return "an answer";
    };
    const world = createWorld({ answers: { b: streaming([item], "hang"), c: GOOD }, map });
    assert.is((await world.run()).provider, "b", JSON.stringify(item.slice(0, 20)));
    assert.is(world.clock.now(), 0);
  }
});

test("the last provider, and one alone, give a stream out at its headers; so does a request that nobody else may do", async () => {
  const at: number[] = [];
  const map: MapFunction = async ({ http, input }) => {
    const response = await http.post("/x", { json: {}, stream: true, ...input });
    at.push(world.clock.now());
    return response.status;
  };
  const silent = streaming([], "hang");
  const world = createWorld({ answers: { a: silent, b: silent }, map });
  assert.is((await world.run()).provider, "b");
  assert.is((await world.run({ idempotent: false })).provider, "a");
  assert.is((await world.run({}, { provider: "a" })).provider, "a");
  assert.equal(at, [30_000, 30_000, 30_000]);
});

test("a GET is repeated once in place where its stream breaks before its first item", async () => {
  const map: MapFunction = async ({ http }) => readAll(await http.get("/x", { stream: true }));
  const world = createWorld({ answers: { b: streaming([], "break"), c: GOOD }, map });
  assert.is((await world.run()).provider, "c");
  assert.equal([world.times("b"), world.times("c")], [[0, 200], [200]]);
});

test("all providers' streams say nothing: the error names what happened with each", async () => {
  const world = createWorld({ answers: { a: streaming([], "break"), b: streaming([":\n"], "break") }, map: whole });
  const outcome = await world.run();
  if (outcome.ok || !(outcome.error instanceof FailoverError)) return assert.unreachable();
  assert.ok(outcome.error.failures.every(({ error }) => error instanceof NetworkError));
});

test.run();
