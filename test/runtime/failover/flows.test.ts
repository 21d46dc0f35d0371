import { NetworkError, type ServerEvent } from "@sdkwright/runtime";
import { failover } from "@sdkwright/runtime/failover";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientOf, dataOf, drained, type Pieces } from "../http/event-streams.js";
import { type Answer, createWorld, type MapFunction, type Sent } from "../policy/world.js";

// A map or a function may return events or lines: it has succeeded with the first of them.
const test = suite("events and lines with failover");

/** An answer in pieces, which breaks, ends or stays open. */
function streaming(
  chunks: readonly string[],
  end: "end" | "break" | "open" = "end",
  type = "text/event-stream",
): Answer {
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
    return new Response(body, { headers: { "content-type": type } });
  };
}

const GOOD = streaming(["data: c1\n\ndata: c2\n\n"]);
const events: MapFunction = async ({ http }) => http.get("/x").events();

type Events = AsyncIterable<ServerEvent>;

for (const [what, answer] of [
  ["breaks before its first event", streaming([": hello\n\n"], "break")],
  ["answers something else", streaming(["{}"], "end", "application/json")],
  ["refuses", () => new Response(null, { status: 503 })],
] as const)
  test(`a map returns events: a provider that ${what} is passed over`, async () => {
    const world = createWorld({ answers: { b: answer, c: GOOD }, map: events });
    const outcome = await world.run();
    assert.equal([outcome.ok, outcome.provider], [true, "c"]);
    const { value } = outcome as { readonly value?: unknown };
    assert.equal(dataOf((await drained(value as Events)).all), ["c1", "c2"]);
  });

test("once the first event is there, the call has succeeded, and what breaks is the reader's", async () => {
  const world = createWorld({ answers: { b: streaming(["data: b\n\n"], "break"), c: GOOD }, map: events });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.provider], [true, "b"]);
  const { all, error } = await drained((outcome as { readonly value?: unknown }).value as Events);
  assert.equal(dataOf(all), ["b"]);
  assert.instance(error, NetworkError);
  assert.is(world.times("c").length, 0);
});

test("a stream that a map has returned goes on after a break, although its map has ended", async () => {
  let asked = 0;
  const answer: Answer = (request) => {
    asked += 1;
    const script = streaming([`id: ${asked}\ndata: b${asked}\n\n`], asked === 1 ? "break" : "end");
    return typeof script === "function" ? script(request) : script;
  };
  const map: MapFunction = async ({ http }) => http.get("/x").events({ resume: true });
  const world = createWorld({ answers: { b: answer, c: GOOD }, map });
  const { value } = (await world.run()) as { readonly value?: unknown };
  assert.equal(dataOf((await world.clock.finish(drained(value as Events))).all), ["b1", "b2"]);
});

test("lines count by the first, and the call's signal ends what it has returned", async () => {
  const answers = {
    b: streaming([], "break", "application/jsonl"),
    c: streaming(["1\n2\n"], "open", "application/jsonl"),
  };
  const map: MapFunction = async ({ http }) => http.get("/x").lines();
  const controller = new AbortController();
  const world = createWorld({ answers, map });
  const outcome = await world.run({}, { signal: controller.signal });
  assert.is(outcome.provider, "c");
  const lines = (outcome as { readonly value?: unknown }).value as AsyncIterator<number>;
  assert.equal([(await lines.next()).value, (await lines.next()).value], [1, 2]);
  const last = lines.next();
  controller.abort(new Error("enough"));
  assert.is(await last.then(String, (error: Error) => error.message), "enough");
});

test("functions that return events: the first counts, with `stream: true` and without", async () => {
  const broken: Pieces = { chunks: [": hello\n\n"], ends: "cut" };
  for (const options of [{ stream: true }, {}]) {
    const [a, b] = [clientOf(broken), clientOf({ chunks: ["data: 1\n\ndata: 2\n\n"] })];
    const ask = failover(
      "ask",
      {
        a: async () => a.client.get("/x").events(),
        b: async () => b.client.get("/x").events(),
      },
      options,
    );
    assert.equal(dataOf((await drained(await ask())).all), ["1", "2"]);
    assert.equal([a.sent.length, b.sent.length], [1, 1]);
  }
});

test.run();
