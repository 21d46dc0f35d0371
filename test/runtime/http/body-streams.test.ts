// What becomes of a stream that the caller gives as a body, once nobody needs it any more.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import {
  HttpError,
  NetworkError,
  RequestError,
  type RequestOptions,
  type SdkError,
  TimeoutError,
} from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, acmeClient, credentials, rejection } from "../acme.js";

const test = suite("2.4: streams of the caller's");

type Stream = ReadableStream<Uint8Array>;

/** Opens streams of so many chunks of 64 KiB, and counts. */
function counted(chunks = Infinity, cancel: () => unknown = () => {}) {
  const state = { opened: 0, cancelled: 0, pulls: 0, openAtOnce: 0 };
  const body = (): Stream => {
    state.opened += 1;
    state.openAtOnce = Math.max(state.openAtOnce, state.opened - state.cancelled);
    let left = chunks;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      await setImmediate();
      state.pulls += 1;
      if ((left -= 1) < 0) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    };
    return new ReadableStream({ pull, cancel: () => ((state.cancelled += 1), cancel()) as void });
  };
  return { body, state };
}

/** What is read in the turns to come, where anybody still reads. */
async function readLater(state: { readonly pulls: number }): Promise<number> {
  // What had begun.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  const before = state.pulls;
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  return state.pulls - before;
}

/** A server that sees requests at their head; whether their bodies came to their end. */
async function withServer(
  listen: RequestListener,
  use: (origin: string, seen: { requests: number; complete: number }) => Promise<void>,
): Promise<void> {
  const seen = { requests: 0, complete: 0 };
  const server = createServer((request, response) => {
    seen.requests += 1;
    request.on("error", () => {});
    request.on("end", () => (seen.complete += 1));
    listen(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function withDigest(origin: string, options: object = {}) {
  const { staff } = credentials;
  return bindProvider(acme(origin), {}, { credentials: { staff }, ...options });
}

const retryPolicy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 2,
  backoff: { kind: "exponential", start: 1 },
} as const;

const reset: RequestListener = (request) => void request.once("data", () => request.socket.resetAndDestroy());
const silent: RequestListener = (request) => void request.resume();
const junk: RequestListener = (request) => void request.once("data", () => request.socket.end("junk\r\n\r\n"));
const tooLarge: RequestListener = (request, response) => {
  request.once("data", () => response.writeHead(413).end("too large"));
};

type Bounds = Pick<RequestOptions, "requestTimeout" | "retryPolicy">;

const failing: readonly (readonly [string, RequestListener, Bounds, typeof SdkError, number])[] = [
  ["a connection that is reset", reset, { retryPolicy }, NetworkError, 3],
  ["an answer that is no HTTP", junk, { retryPolicy }, NetworkError, 1],
  ["silence", silent, { requestTimeout: 100 }, TimeoutError, 1],
  ["an early 413", tooLarge, {}, HttpError, 1],
];
for (const [what, listen, options, error, sends] of failing)
  test(`${what}: each stream is cancelled once, and nobody reads on`, async () => {
    await withServer(listen, async (origin, seen) => {
      const { body, state } = counted();
      await rejection(acmeClient(origin).post("/x", { body, ...options }), error);
      assert.is(await readLater(state), 0);
      assert.equal([state.opened, state.cancelled, state.openAtOnce], [sends, sends, 1]);
      // Half a body is not told as a whole one.
      assert.equal([seen.requests, seen.complete], [sends, 0]);
    });
  });

test("the caller's abort cancels it", async () => {
  const controller = new AbortController();
  const abort: RequestListener = (request) => void request.once("data", () => controller.abort("stop"));
  await withServer(abort, async (origin) => {
    const { body, state } = counted();
    const sent = acmeClient(origin).post("/x", { body: body(), signal: controller.signal });
    assert.is(await sent.catch((reason: unknown) => reason), "stop");
    assert.equal([await readLater(state), state.cancelled], [0, 1]);
  });
});

test("one that was read to its end is not cancelled, and the server has all of it", async () => {
  let bytes = 0;
  const receive: RequestListener = (request, response) => {
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => response.end("{}"));
  };
  await withServer(receive, async (origin, seen) => {
    const { body, state } = counted(3);
    await acmeClient(origin).post("/x", { body });
    await acmeClient(origin).post("/x", { body, stream: true }).text();
    assert.equal([bytes, seen.complete, state.opened, state.cancelled], [6 * 65_536, 2, 2, 0]);
  });
});

/** Answers at the first bytes, and goes on for as long as it is sent some. */
function echo(turns: number): RequestListener {
  return (request, response) => {
    let left = turns;
    request.on("data", () => {
      if ((left -= 1) === 0) response.end("over");
      else if (left > 0) response.write("on ");
    });
  };
}

test("with `stream: true` it goes on while the answer is read, and is cancelled when that has ended", async () => {
  await withServer(echo(40), async (origin, seen) => {
    const { body, state } = counted();
    const response = await acmeClient(origin).post("/x", { body, stream: true });
    assert.is(state.cancelled, 0);
    assert.match(await response.text(), /^on on .*over$/);
    assert.equal([await readLater(state), state.cancelled, seen.complete], [0, 1, 0]);
  });
});

test("with `stream: true` it is cancelled with an answer that is given up", async () => {
  await withServer(echo(Infinity), async (origin, seen) => {
    const { body, state } = counted();
    const { body: answer } = await acmeClient(origin).post("/x", { body, stream: true });
    const before = await readLater(state);
    assert.ok(before > 0 && state.cancelled === 0);
    await answer?.cancel();
    assert.equal([await readLater(state), state.cancelled, seen.complete], [0, 1, 0]);
  });
});

test("a redirect that comes early, and an answer to a challenge: the stream before is cancelled first", async () => {
  const early: RequestListener = (request, response) => {
    request.once("data", () => {
      if (request.url === "/x") response.writeHead(307, { location: "/y" }).end();
      else if (request.headers.authorization !== undefined) response.end("{}");
      else response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' }).end();
    });
  };
  await withServer(early, async (origin) => {
    const { body, state } = counted();
    await withDigest(origin).post("/x", { body, security: "staff" });
    assert.equal([await readLater(state), state.opened, state.cancelled, state.openAtOnce], [0, 3, 3, 1]);
  });
});

test("a `cancel` that throws, or never comes to its end, changes nothing and is told nobody", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const failures = [() => Promise.reject(new Error("canary")), () => new Promise(() => {})];
  for (const cancel of failures)
    for (const [, listen, options, error] of failing)
      await withServer(listen, async (origin) => {
        const { body, state } = counted(Infinity, cancel);
        await rejection(acmeClient(origin).post("/x", { body, ...options, retryPolicy: "none" }), error);
        assert.equal([await readLater(state), state.cancelled], [0, 1]);
      });
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
});

test("a `fetch` that answers without reading it, or that never answers, ends it too", async () => {
  for (const fetch of [async () => new Response("{}"), async () => new Promise<never>(() => {})]) {
    const { body, state } = counted();
    const sent = acmeClient("https://a.test", { fetch }).post("/x", { body, requestTimeout: 300 });
    await sent.catch(() => {});
    assert.equal([await readLater(state), state.cancelled], [0, 1]);
  }
});

test("one that was never sent stays the caller's", async () => {
  const { body, state } = counted(1);
  const stream = body();
  const client = withDigest("https://a.test", { fetch: async () => new Response("{}") });
  const error = await rejection(client.post("/x", { body: stream, security: "staff" }), RequestError);
  assert.equal([error.code, state.cancelled, stream.locked], ["one-shot-body", 0, false]);
  await client.post("/x", { body: stream });
  assert.is(state.cancelled, 1);
});

test("where streams are sent as they are, one that nobody has taken is cancelled", async () => {
  Object.assign(globalThis, { FixedLengthStream: TransformStream });
  try {
    const { body, state } = counted();
    const fetch = async (): Promise<Response> => new Response("{}");
    await acmeClient("https://a.test", { fetch }).post("/x", { body });
    const taking = async (_: unknown, init?: RequestInit): Promise<Response> => {
      (init?.body as Stream | undefined)?.getReader();
      return new Response("{}");
    };
    await acmeClient("https://a.test", { fetch: taking }).post("/x", { body });
    assert.equal([state.opened, state.cancelled], [2, 1]);
  } finally {
    Reflect.deleteProperty(globalThis, "FixedLengthStream");
  }
});

test.run();
