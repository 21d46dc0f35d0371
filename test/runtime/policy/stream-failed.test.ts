// A stream that the caller gives as a body and that fails while it is sent: that is none of the connection's failures.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AuthenticationError, NetworkError, RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { createWorld, type Context } from "./world.js";

const test = suite("a body's stream that fails");

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const CHARGE = '{"charge":100}\n';
const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`of a ${code}`), { code, ...more });
const status = 401;

/** What streams fail with: whatever a database, another API or a file says. */
const REASONS: readonly unknown[] = [
  withCode("ECONNREFUSED", { syscall: "connect" }),
  withCode("ENOTFOUND", { syscall: "getaddrinfo" }),
  new TypeError("fetch failed", { cause: withCode("UND_ERR_CONNECT_TIMEOUT") }),
  withCode("CONNECTION_CLOSED"),
  withCode("DEPTH_ZERO_SELF_SIGNED_CERT"),
  withCode("HPE_INVALID"),
  new NetworkError("GET /pages of shop: refused", { code: "network-unreached", provider: "shop", sent: false }),
  new AuthenticationError("GET /pages of shop answered 401", { code: "http-401", kind: "rejected", status }),
  new Error("secret-of-the-database"),
  undefined,
];

/** A server that counts charges as they come, not only when the body is over. */
async function withBank(use: (origin: string, charges: () => number) => Promise<void>, early = false): Promise<void> {
  let charges = 0;
  let told: () => void = () => {};
  seen = new Promise((resolve) => (told = resolve));
  const server = createServer((request, answer) => {
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => {
      charges += String(chunk).split("charge").length - 1;
      if (early) answer.write("{");
      told();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => charges);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** When the bank has the first charge. */
let seen: Promise<void>;

/** Sends a charge and fails once the bank has it. */
const failingWith = (reason: unknown) => (): ReadableStream<Uint8Array> => {
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isFirst) return seen.then(() => controller.error(reason));
        isFirst = false;
        controller.enqueue(encode(CHARGE));
      },
    },
    { highWaterMark: 0 },
  );
};

const retryPolicy = { kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } } as const;

test("it is charged once, whatever the stream failed with, and the error says whose failure it is", async () => {
  for (const [index, reason] of REASONS.entries())
    for (const idempotent of [false, undefined]) {
      await withBank(async (origin, charges) => {
        const body = failingWith(reason);
        const error = await rejection(acmeClient(origin).post("/x", { body, idempotent, retryPolicy }), RequestError);
        assert.equal([charges(), error.code], [1, "failed-body"], `${index}`);
        assert.match(error.message, /the stream given as `body` failed/);
        assert.not.match(error.message, "secret-of-the-database");
      });
    }
});

test("what one of our errors says of the stream is told", async () => {
  await withBank(async (origin) => {
    const reason = new NetworkError("GET /pages of shop: refused", { code: "network-unreached", sent: false });
    const error = await rejection(acmeClient(origin).post("/x", { body: failingWith(reason) }), RequestError);
    assert.match(error.message, "GET /pages of shop: refused");
  });
});

test("a stream by itself, and one that gives something other than bytes", async () => {
  await withBank(async (origin, charges) => {
    const body = failingWith(REASONS[0])();
    await rejection(acmeClient(origin).post("/x", { body, idempotent: false, retryPolicy }), RequestError);
    assert.is(charges(), 1);
    const text = () => new ReadableStream({ start: (controller) => controller.enqueue("text") }) as never;
    const error = await rejection(acmeClient(origin).post("/x", { body: text, retryPolicy }), RequestError);
    assert.match(error.message, /has something other than bytes/);
  });
});

test("an answer that has begun does not break by its connection either", async () => {
  for (const stream of [false, true])
    await withBank(async (origin, charges) => {
      const body = failingWith(REASONS[0]);
      const send = acmeClient(origin).post("/x", { body, idempotent: false, retryPolicy, stream });
      const error = await rejection(send.text(), RequestError);
      assert.equal([charges(), error.code], [1, "failed-body"]);
    }, true);
});

/** A `fetch` that reads the body, and fails as platforms do that say nothing of why. */
const reading = async (_: unknown, init?: RequestInit): Promise<Response> => {
  try {
    return new Response(await new Response(init?.body).text());
  } catch {
    throw Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED", syscall: "connect" });
  }
};

test("no other provider is tried, and no circuit hears of it", async () => {
  for (const reason of REASONS) {
    let sent = 0;
    const body = (): ReadableStream<Uint8Array> => {
      sent += 1;
      return new ReadableStream({ pull: (controller) => controller.error(reason) });
    };
    const map = async ({ http }: Context): Promise<unknown> => http.post("/x", { body, idempotent: false });
    const world = createWorld({ answers: { a: 200, b: 200 }, map, options: { fetch: reading } });
    for (let call = 1; call <= 20; call += 1) {
      assert.is((await world.run()).ok, false);
      assert.is(sent, call);
    }
    assert.equal([world.eventsOf("failover"), world.eventsOf("circuit")], [[], []]);
  }
});

test("a connection that fails while the stream is sound is one that failed", async () => {
  const body = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(encode(CHARGE)) });
  const fetch = async (): Promise<Response> => {
    throw Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" });
  };
  const error = await rejection(acmeClient("https://a.example", { fetch }).post("/x", { body }), NetworkError);
  assert.equal([error.code, error.sent], ["network-unreached", false]);
});

test("a stream that failed for a request before says nothing of the next", async () => {
  let isFirst = true;
  const bodies = [failingWith(REASONS[0]), () => new ReadableStream<Uint8Array>({ start: (one) => one.close() })];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    if (!isFirst) throw withCode("ECONNRESET");
    isFirst = false;
    const reader = ((init as RequestInit).body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    seen = Promise.resolve();
    await reader.read().catch(() => {});
    return new Response(null, { status: 307, headers: { location: "/y" } });
  };
  const body = (): ReadableStream<Uint8Array> => (bodies.shift() as () => ReadableStream<Uint8Array>)();
  const error = await rejection(acmeClient("https://a.example", { fetch }).post("/x", { body }), NetworkError);
  assert.equal([error.code, error.sent], ["network-reset", "unknown"]);
});

test("where a stream has a length of its own it is sent as it is, and a failure is never known to be unsent", async () => {
  // Of workerd: what `fetch` gets has to be its own, or the request has no `content-length`.
  Object.assign(globalThis, { FixedLengthStream: TransformStream });
  try {
    const given = new ReadableStream<Uint8Array>();
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      assert.is(init?.body, given);
      throw withCode("ECONNREFUSED", { syscall: "connect" });
    };
    const error = await rejection(acmeClient("https://a.example", { fetch }).post("/x", { body: given }), NetworkError);
    assert.is(error.sent, "unknown");
  } finally {
    Reflect.deleteProperty(globalThis, "FixedLengthStream");
  }
});

test("codes that only begin like one of the platform's are none", async () => {
  for (const code of ["CONNECTION_CLOSED", "ECONNREFUSED_BY_PROXY", "CONNECT_RESET"]) {
    const fetch = async (): Promise<Response> => {
      throw withCode(code);
    };
    const error = await rejection(acmeClient("https://a.example", { fetch }).post("/x"), NetworkError);
    assert.equal([error.code, error.sent], ["network-reset", "unknown"], code);
  }
});

test.run();
