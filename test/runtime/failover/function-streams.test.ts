import { failover, type FailoverOptions, type FunctionContext } from "@sdkwright/runtime/failover";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../policy/virtual-clock.js";

// A stream has succeeded with its first item; before it the next function is asked, afterwards it is the caller's.
const test = suite("streams of functions");

const broken = (): Error => Object.assign(new Error("terminated"), { code: "UND_ERR_SOCKET" });

interface Script {
  /** Items, errors, and "silence" for ever. */
  readonly items: readonly unknown[];
}

/** As an SDK has it: an object that can be iterated, with more on it. */
class VendorStream {
  returned = false;
  readonly #script: Script;
  constructor(script: Script) {
    this.#script = script;
  }
  async *iterator(): AsyncGenerator<string> {
    try {
      for (const item of this.#script.items) {
        if (item === "silence") await new Promise(() => {});
        if (item instanceof Error) throw item;
        yield item as string;
      }
    } finally {
      this.returned = true;
    }
  }
  [Symbol.asyncIterator](): AsyncIterator<string> {
    return this.iterator();
  }
  /** Reads two times what it was asked for. */
  async texts(): Promise<string> {
    let text = "";
    for await (const item of this.iterator()) text += item;
    return text;
  }
}

function pair(first: readonly unknown[], options: Partial<FailoverOptions<unknown, "a" | "b">> = {}) {
  const clock = new VirtualClock();
  let asked = 0;
  const signals: AbortSignal[] = [];
  const send = failover(
    "generate",
    {
      a: async (_: unknown, { signal }: FunctionContext) => {
        asked += 1;
        signals.push(signal);
        return new VendorStream({ items: first });
      },
      b: () => new VendorStream({ items: ["from ", "b"] }),
    },
    { retryPolicy: "circuit-breaker", stream: true, clock, requestTimeout: 1000, ...options },
  );
  return { clock, send, asked: () => asked, signals };
}

async function read(stream: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const item of stream) text += item;
  return text;
}

test("all items come, the vendor's own object is given out, and its own methods go by them", async () => {
  const { send, clock } = pair(["one ", "two"]);
  const stream = await clock.finish(send({}));
  assert.instance(stream, VendorStream);
  assert.is(await read(stream), "one two");
  assert.is(await (await clock.finish(send({}))).texts(), "one two");
});

test("a break, a silence or an error before the first item: the next function, and the stream is given up", async () => {
  for (const items of [[broken()], ["silence"]]) {
    const { send, clock, signals } = pair(items);
    assert.is(await read(await clock.finish(send({}))), "from b");
    assert.is(signals[0]?.aborted, true);
  }
});

test("a first item that says nothing does not count; an end before one that counts is a failure", async () => {
  const firstItem = (item: string) => item !== "ping";
  for (const items of [["ping", "ping", broken()], ["ping"], ["ping", "silence"]]) {
    const { send, clock } = pair(items, { firstItem });
    assert.is(await read(await clock.finish(send({}))), "from b");
  }
  const { send, clock } = pair(["ping", "one"], { firstItem });
  assert.is(await read(await clock.finish(send({}))), "pingone");
});

test("a stream that ends without an item has succeeded", async () => {
  const { send, clock } = pair([]);
  assert.is(await read(await clock.finish(send({}))), "");
});

test("a break afterwards is the caller's, and the circuit hears of it: about 18 of 60 calls, not 60", async () => {
  const { send, clock, asked } = pair(["one ", broken()]);
  for (let call = 0; call < 60; call += 1) {
    const stream = await clock.finish(send({}));
    await read(stream).catch((error: unknown) => assert.instance(error, Error));
    await clock.advance(10);
  }
  assert.ok(asked() <= 20, String(asked()));
});

test("a Response of events: pings are no items; a ReadableStream is given out as one", async () => {
  const clock = new VirtualClock();
  const events = (...chunks: string[]): Response =>
    new Response(
      new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk === undefined) controller.error(broken());
          else if (chunk === "end") controller.close();
          else controller.enqueue(new TextEncoder().encode(chunk));
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const send = failover(
    "events",
    { a: () => events(": ping\n\n", ": ping\n\n"), b: () => events(": ping\n\n", "data: 1\n\n", "end") },
    { retryPolicy: "circuit-breaker", stream: true, clock },
  );
  assert.is(await (await clock.finish(send())).text(), ": ping\n\ndata: 1\n\n");
  const stream = failover("bytes", { a: () => events("a", "b", "end").body }, { stream: true, clock });
  const body = await clock.finish(stream());
  assert.instance(body, ReadableStream);
  assert.is(await new Response(body).text(), "ab");
});

test("a caller that stops reading ends the stream; one that aborts does, too", async () => {
  const { send, clock, signals } = pair(["one", "two", "silence"]);
  const stream = await clock.finish(send({}));
  for await (const item of stream) {
    assert.is(item, "one");
    break;
  }
  assert.is(stream.returned, true);
  const controller = new AbortController();
  await clock.finish(send({}, { signal: controller.signal }));
  controller.abort("enough");
  assert.is(signals[1]?.reason, "enough");
});

test("a deadline bounds the wait for the first item, too", async () => {
  const { send, clock } = pair(["silence"], { requestTimeout: 30_000, firstItemTimeout: 20_000 });
  const outcome = await clock.finish(send.safe({}, { deadline: 400 }));
  assert.equal([outcome.ok, outcome.provider, clock.now()], [true, "b", 200]);
});

test("an error of any kind before the first item goes on; a generator's own `next` loses nothing", async () => {
  const { send, clock } = pair([new SyntaxError("not JSON")]);
  assert.is(await read(await clock.finish(send({}))), "from b");
  async function* numbers(): AsyncGenerator<number> {
    yield* [1, 2];
  }
  const stream = await clock.finish(failover("n", { a: numbers }, { stream: true, clock })());
  assert.equal(
    [await stream.next(), await stream.next()].map(({ value }) => value as number),
    [1, 2],
  );
});

test("who leaves after what it wanted tells the circuit of a success", async () => {
  const { send, clock, asked } = pair(["one", "two"]);
  for (let call = 0; call < 40; call += 1) {
    for await (const item of await clock.finish(send({}))) if (item === "two") break;
    await clock.advance(10);
  }
  assert.equal([asked(), send.circuits()[0]?.state], [40, "closed"]);
});

test("a caller that aborts while it reads is no failure of the function", async () => {
  const clock = new VirtualClock();
  let asked = 0;
  async function* words(signal: AbortSignal): AsyncGenerator<string> {
    asked += 1;
    yield "one";
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  }
  const send = failover(
    "generate",
    { a: (_: object, { signal }) => words(signal), b: () => words(AbortSignal.abort()) },
    { retryPolicy: "circuit-breaker", stream: true, clock },
  );
  for (let call = 0; call < 40; call += 1) {
    const controller = new AbortController();
    const stream = await clock.finish(send({}, { signal: controller.signal }));
    const reading = read(stream).catch(() => {});
    await clock.advance(5);
    controller.abort();
    await reading;
  }
  assert.equal([asked, send.circuits()[0]?.state], [40, "closed"]);
});

test("without `stream: true` an async iterable is a value like any", async () => {
  const { send, clock } = pair([broken()], { stream: false });
  assert.instance(await clock.finish(send({})), VendorStream);
});

test.run();
