import {
  BodyError,
  ConfigurationError,
  DeadlineError,
  RequestError,
  TimeoutError,
  type ProviderResponse,
} from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { settle, VirtualClock } from "../policy/virtual-clock.js";
import { createWorld } from "../policy/world.js";

const test = suite("12.6: streams");

/** A body that a test feeds; it keeps whether somebody gave it up. */
function feed() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (out = controller),
    cancel: () => void (state.cancelled = true),
  });
  return {
    body,
    state,
    send: (text: string) => out?.enqueue(new TextEncoder().encode(text)),
    close: () => out?.close(),
  };
}

/** A client whose `fetch` knows nothing of signals and answers with the body. */
function clientOf(body: ReadableStream<Uint8Array>, options: object = {}, headers: Record<string, string> = {}) {
  const clock = new VirtualClock();
  const client = acmeClient("https://a.test", {
    fetch: async () => new Response(body, { headers }),
    clock,
    ...options,
  });
  return { client, clock };
}

function readerOf(response: ProviderResponse): ReadableStreamDefaultReader<Uint8Array> {
  if (response.body === null) throw new Error("no body");
  return response.body.getReader();
}

const textOf = (value: Uint8Array | undefined): string => new TextDecoder().decode(value);

test("12.6: a chunk that a reader waits for comes within 30 s, or the stream ends", async () => {
  const { body, state, send } = feed();
  const { client, clock } = clientOf(body);
  const reader = readerOf(await client.get("/x", { stream: true }));
  send("a");
  assert.is(textOf((await reader.read()).value), "a");
  const next = rejection(reader.read(), TimeoutError);
  await clock.advance(29_999);
  assert.is(state.cancelled, false);
  await clock.advance(1);
  const error = await next;
  assert.is(error.code, "idle-timeout");
  assert.is(error.message, "GET /x of acme: the body of the answer sent nothing for 30000 ms");
  assert.equal([state.cancelled, clock.pending], [true, 0]);
  await rejection(reader.read(), TimeoutError);
});

test("12.6: each chunk has the whole time, and what a reader takes for itself does not count", async () => {
  const { body, state, send, close } = feed();
  const { client, clock } = clientOf(body, { idleTimeout: 1000 });
  const reader = readerOf(await client.get("/x", { stream: true }));
  for (let chunk = 0; chunk < 3; chunk += 1) {
    const read = reader.read();
    await clock.advance(999);
    send(String(chunk));
    assert.is(textOf((await read).value), String(chunk));
    assert.is(clock.pending, 0);
    await clock.advance(3_600_000);
  }
  send("late");
  assert.is(textOf((await reader.read()).value), "late");
  close();
  assert.is((await reader.read()).done, true);
  assert.equal([state.cancelled, clock.pending], [false, 0]);
});

test("12.6: `false` waits forever, and so does an event stream", async () => {
  for (const [options, headers] of [
    [{ idleTimeout: false }, {}],
    [{}, { "content-type": "text/event-stream" }],
    [{ idleTimeout: 10 }, { "content-type": "Text/Event-Stream; charset=utf-8" }],
  ] as const) {
    const { body, send } = feed();
    const { client, clock } = clientOf(body, options, headers);
    const read = readerOf(await client.get("/x", { stream: true })).read();
    await clock.advance(86_400_000);
    send("at last");
    assert.is(textOf((await read).value), "at last");
  }
  const { client, clock } = clientOf(feed().body, {}, { "content-type": "text/event-streaming" });
  const read = rejection(readerOf(await client.get("/x", { stream: true })).read(), TimeoutError);
  await clock.advance(30_000);
  await read;
});

test("12.6: text() and json() of a stream end with it too", async () => {
  for (const read of ["text", "json", "arrayBuffer"] as const) {
    const { body } = feed();
    const { client, clock } = clientOf(body, { idleTimeout: 5 });
    const reading = rejection(client.get("/x", { stream: true })[read](), TimeoutError);
    await clock.advance(5);
    await reading;
  }
});

test("12.6: maxResponseBytes bounds a stream where it is given, and only there", async () => {
  const { body, state, send } = feed();
  const { client } = clientOf(body, { maxResponseBytes: 4 });
  const reader = readerOf(await client.get("/x", { stream: true }));
  send("abc");
  send("d");
  send("e");
  assert.is(textOf((await reader.read()).value), "abc");
  assert.is(textOf((await reader.read()).value), "d");
  assert.is((await rejection(reader.read(), BodyError)).code, "body-too-large");
  assert.is(state.cancelled, true);
  const whole = new Response(new Uint8Array(17 * 1024 * 1024)).body;
  if (whole === null) return assert.unreachable();
  const bytes = await clientOf(whole).client.get("/x", { stream: true }).bytes();
  assert.is(bytes.byteLength, 17 * 1024 * 1024);
});

/** What a caller can do with a stream before its signal aborts. */
const handedTo: { readonly [way: string]: (response: ProviderResponse) => Promise<unknown> } = {
  "a reader that waits": async (response) => readerOf(response).read(),
  "text()": async (response) => response.text(),
  "a clone": async (response) => response.clone().text(),
  "a transformation": async (response) =>
    new Response(response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>())).text(),
  "a response around it": async (response) => new Response(response.body).arrayBuffer(),
  "a loop": async (response) => {
    for await (const _ of response.body ?? []) void _;
  },
};

for (const [way, use] of Object.entries(handedTo)) {
  test(`12.6: the caller's signal ends what a use-case has returned, handed to ${way}`, async () => {
    const { body, state } = feed();
    const world = createWorld({
      answers: { a: 200 },
      options: { fetch: async () => new Response(body) },
      map: ({ http }) => http.get("/x", { stream: true }),
    });
    const controller = new AbortController();
    const outcome = await world.run({}, { signal: controller.signal });
    const reading = rejection(use((outcome.ok ? outcome.value : undefined) as ProviderResponse), RangeError);
    await settle();
    controller.abort(new RangeError("enough"));
    await reading;
    assert.is(state.cancelled, true);
  });
}

test("12.6: a stream that a use-case has returned lives on when its map left another request in flight", async () => {
  const { body, state, send, close } = feed();
  let left: Promise<unknown> = Promise.resolve();
  const world = createWorld({
    answers: { a: 200 },
    options: {
      fetch: async (url, init) => {
        if ((url as string).endsWith("/x")) return new Response(body);
        return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
      },
    },
    map: async ({ http }) => {
      const response = await http.get("/x", { stream: true });
      left = rejection(http.get("/left"), RequestError);
      await settle();
      return response;
    },
  });
  const outcome = await world.run({}, { signal: new AbortController().signal });
  const reading = ((outcome.ok ? outcome.value : undefined) as ProviderResponse).text();
  await left;
  send("whole");
  await settle();
  close();
  assert.is(await reading, "whole");
  assert.is(state.cancelled, false);
});

test("12.6: a stream that its map still reads ends with the deadline of the call", async () => {
  const { body, state } = feed();
  const world = createWorld({
    answers: { a: 200 },
    options: { fetch: async () => new Response(body) },
    map: async ({ http }) => (await http.get("/x", { stream: true })).text(),
  });
  const call = world.send.safe({}, { deadline: 1000 });
  // Not so long that nobody waits for a chunk any more.
  await world.clock.advance(2000);
  const outcome = await call;
  assert.instance(outcome.ok ? undefined : outcome.error, DeadlineError);
  await settle();
  assert.is(state.cancelled, true);
});

test("12.6: a signal of the request, and one of the client's call, end a stream that nobody reads yet", async () => {
  const { body, state } = feed();
  const { client } = clientOf(body);
  const controller = new AbortController();
  const response = await client.get("/x", { stream: true, signal: controller.signal });
  controller.abort(new RangeError("enough"));
  await settle();
  assert.is(state.cancelled, true);
  await rejection(response.text(), RangeError);
});

test("12.6: a use-case that has returned its stream, and a signal that aborts after its end, change nothing", async () => {
  const { body, state, send, close } = feed();
  const world = createWorld({
    answers: { a: 200 },
    options: { fetch: async () => new Response(body) },
    map: ({ http }) => http.get("/x", { stream: true }),
  });
  const controller = new AbortController();
  const outcome = await world.run({}, { signal: controller.signal, deadline: 1000 });
  const reading = ((outcome.ok ? outcome.value : undefined) as ProviderResponse).text();
  await world.clock.advance(20_000);
  send("whole");
  await settle();
  close();
  assert.is(await reading, "whole");
  controller.abort();
  assert.equal([state.cancelled, world.clock.pending], [false, 0]);
});

test("12.6: a stream that was read or given up leaves no listener on the caller's signal", async () => {
  for (const end of [
    (response: ProviderResponse) => response.text(),
    async (response: ProviderResponse) => response.body?.cancel(),
  ]) {
    const { signal } = new AbortController();
    let listening = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...all: Parameters<typeof add>) => ((listening += 1), add(...all));
    signal.removeEventListener = (...all: Parameters<typeof remove>) => ((listening -= 1), remove(...all));
    const { body, send, close } = feed();
    const response = await clientOf(body).client.get("/x", { stream: true, signal });
    assert.is(listening, 1);
    send("whole");
    close();
    await end(response);
    assert.is(listening, 0);
  }
});

test("12.6: an idleTimeout that is none is refused when the client is made", async () => {
  for (const idleTimeout of [0, -1, 1.5, "30", true, null, Number.NaN, Infinity]) {
    const error = await rejection((async () => acmeClient("https://a.test", { idleTimeout }))(), ConfigurationError);
    assert.match(error.message, "idleTimeout");
  }
});

test.run();
