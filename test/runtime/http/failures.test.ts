import { createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import {
  AuthenticationError,
  ConfigurationError,
  HttpError,
  NetworkError,
  RequestError,
  TimeoutError,
} from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { networkError } from "#runtime/http/connection-failure.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acme, acmeClient, recordingFetch, rejection } from "../acme.js";

const test = suite("failures");

/** A server that speaks bytes instead of HTTP. */
async function withSocket(
  onConnection: (socket: Socket) => void,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("refused: never sent", async () => {
  let origin = "";
  await withServer(
    () => {},
    async (server) => {
      ({ origin } = server);
    },
  );
  const error = await rejection(acmeClient(origin).get("/x"), NetworkError);
  assert.is(error.sent, false);
  assert.is(error.code, "network-unreached");
  assert.equal(error.cause, { code: "ECONNREFUSED", message: "the connection was refused" });
});

test("12.7: a port that fetch blocks is never sent to", async () => {
  for (const port of [1, 22, 6000, 10080]) {
    const error = await rejection(acmeClient(`http://127.0.0.1:${port}`).post("/x", { json: {} }), NetworkError);
    const message = "`fetch` refuses this port";
    assert.equal([error.sent, error.code, error.cause], [false, "network-unreached", { code: "BAD_PORT", message }]);
  }
});

test("reset after the request was read: unknown whether it was processed", async () => {
  const reset = (socket: Socket): void => void socket.once("data", () => socket.resetAndDestroy());
  await withSocket(reset, async (origin) => {
    const error = await rejection(acmeClient(origin).post("/x", { json: {} }), NetworkError);
    assert.is(error.sent, "unknown");
    assert.is(error.code, "network-reset");
  });
});

test("malformed HTTP", async () => {
  const answer = (socket: Socket): void => void socket.once("data", () => socket.end("NOT HTTP canary-4711\r\n\r\n"));
  await withSocket(answer, async (origin) => {
    const error = await rejection(acmeClient(origin).get("/x"), NetworkError);
    assert.is(error.code, "network-malformed");
    assert.not.match(JSON.stringify(error) + String(error.stack), "canary-4711");
  });
});

test("cut: a body that ends before its length, and a gzip body that is cut short", async () => {
  for (const headers of [{}, { "content-encoding": "gzip" }]) {
    await withServer(
      (_, response) => {
        response.writeHead(200, { "content-length": "100", ...headers }).write("0123456789");
        response.destroy();
      },
      async (server) => {
        const error = await rejection(acmeClient(server.origin).get("/x"), NetworkError);
        assert.is(error.sent, "unknown");
      },
    );
  }
});

const classified: [unknown, string, boolean | "unknown"][] = [
  [{ cause: { code: "ENOTFOUND" } }, "network-unreached", false],
  [{ cause: { code: "EAI_AGAIN" } }, "network-unreached", false],
  [{ cause: { code: "UND_ERR_CONNECT_TIMEOUT" } }, "network-unreached", false],
  [{ cause: { code: "ETIMEDOUT", syscall: "connect" } }, "network-unreached", false],
  [{ cause: { code: "EACCES", syscall: "connect" } }, "network-unreached", false],
  [{ cause: { code: "ECONNRESET", syscall: "connect" } }, "network-unreached", false],
  [{ cause: { message: "bad port" } }, "network-unreached", false],
  [{ cause: { code: "ETIMEDOUT", syscall: "read" } }, "network-reset", "unknown"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN"].flatMap((code): typeof classified => [
    [{ cause: { code, syscall: "connect" } }, "network-unreached", false],
    [{ cause: { code, syscall: "read" } }, "network-reset", "unknown"],
    [{ cause: { code, syscall: "write" } }, "network-reset", "unknown"],
    [{ cause: { code } }, "network-reset", "unknown"],
  ]),
  [{ cause: { code: "EADDRNOTAVAIL", syscall: "bind" } }, "network-unreached", false],
  [{ cause: { code: "ENOTFOUND", syscall: "getaddrinfo" } }, "network-unreached", false],
  [{ cause: { code: "ECONNREFUSED", syscall: "read" } }, "network-reset", "unknown"],
  [{ cause: { code: "ERR_SSL_WRONG_VERSION_NUMBER" } }, "network-tls", "unknown"],
  [{ cause: { code: "EPROTO", syscall: "write" } }, "network-tls", "unknown"],
  [
    { cause: { errors: [{ code: "ECONNREFUSED" }, { code: "ENETUNREACH", syscall: "connect" }] } },
    "network-unreached",
    false,
  ],
  [{ cause: { errors: [{ code: "ECONNREFUSED" }, { code: "ECONNRESET" }] } }, "network-reset", "unknown"],
  [{ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } }, "network-tls", false],
  [{ cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } }, "network-tls", false],
  [{ cause: { code: "ERR_TLS_SESSION_ATTACK" } }, "network-tls", "unknown"],
  [{ cause: { code: "CERT_HAS_EXPIRED" } }, "network-tls", false],
  [{ cause: { code: "HPE_INVALID_CONSTANT" } }, "network-malformed", true],
  [{ cause: { name: "HTTPParserError", code: undefined } }, "network-malformed", true],
  [{ cause: { code: "UND_ERR_SOCKET" } }, "network-reset", "unknown"],
  [{ cause: { cause: { cause: { code: "EPIPE" } } } }, "network-reset", "unknown"],
  [new TypeError("Failed to fetch https://a.test/?key=canary"), "network-reset", "unknown"],
  ["canary", "network-reset", "unknown"],
];
for (const [error, code, sent] of classified) {
  test(`network: ${JSON.stringify(error)} is ${code}`, () => {
    const label = { provider: "acme", service: "default", method: "GET", path: "/x" };
    const classifiedError = networkError(error, label);
    assert.is(classifiedError.code, code);
    assert.is(classifiedError.sent, sent);
    assert.not.match(JSON.stringify(classifiedError) + String(classifiedError.stack), "canary");
  });
}

test("timeout: an answer that never comes, and a body that stalls", async () => {
  for (const stall of [false, true]) {
    await withServer(
      (_, response) => {
        if (stall) response.writeHead(200, { "content-length": "10" }).write("a");
      },
      async (server) => {
        const error = await rejection(acmeClient(server.origin, { requestTimeout: 30 }).get("/x"), TimeoutError);
        assert.is(error.message, "GET /x of acme took longer than 30 ms");
      },
    );
  }
});

test("timeout: a credential function, or a fetch, that never answers", async () => {
  const forever = (): Promise<never> => new Promise(() => {});
  const options = { requestTimeout: 20, credentials: { header: { apikey: forever } }, fetch: forever };
  const client = acmeClient("https://a.test", options);
  await rejection(client.get("/x", { security: "header" }), TimeoutError);
  await rejection(client.get("/x"), TimeoutError);
});

test("timeout: a credential that comes too late sends nothing", async () => {
  const { fetch, sent } = recordingFetch();
  let late: (key: string) => void = () => {};
  const apikey = () => new Promise<string>((resolve) => (late = resolve));
  const client = acmeClient("https://a.test", { requestTimeout: 20, credentials: { header: { apikey } }, fetch });
  await rejection(client.get("/x", { security: "header" }), TimeoutError);
  late("key");
  await setImmediate();
  assert.is(sent.length, 0);
});

test("timeout-range: requestTimeout 2147483648 is a ConfigurationError, and so is every limit that bounds nothing", () => {
  const wrong = [0, -1, 1.5, Number.NaN, Infinity, "5"];
  const limits = {
    requestTimeout: [...wrong, 2_147_483_648],
    maxRetryAfter: [...wrong, 2_147_483_648],
    maxResponseBytes: wrong,
  };
  for (const [limit, values] of Object.entries(limits)) {
    for (const value of values) {
      assert.throws(
        () => acmeClient("https://a.test", { [limit]: value }),
        (error: unknown) => error instanceof ConfigurationError && error.message.includes(`\`${limit}\``),
      );
    }
  }
});

test("abort-before: nothing is sent, and the reason is the signal's", async () => {
  await withServer(
    (_, response) => response.end(),
    async (server) => {
      const signal = AbortSignal.abort(new RangeError("not now"));
      const error = await rejection(acmeClient(server.origin).get("/x", { signal }), RangeError);
      assert.is(error.message, "not now");
      assert.is(server.received.length, 0);
    },
  );
});

test("abort-flight: rejects with the reason, after one request", async () => {
  const controller = new AbortController();
  await withServer(
    () => controller.abort(new RangeError("enough")),
    async (server) => {
      await rejection(acmeClient(server.origin).get("/x", { signal: controller.signal }), RangeError);
      assert.is(server.received.length, 1);
    },
  );
});

test("a signal that many requests share keeps no listener", async () => {
  const counts = { added: 0, removed: 0 };
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.assign(signal, {
    addEventListener: (...args: Parameters<typeof add>) => ((counts.added += 1), add(...args)),
    removeEventListener: (...args: Parameters<typeof remove>) => ((counts.removed += 1), remove(...args)),
  });
  const client = acmeClient("https://a.test", { fetch: async () => new Response("{}") });
  for (let index = 0; index < 20; index += 1) await client.get("/x", { signal });
  assert.equal(counts, { added: 20, removed: 20 });
});

test("error body: is drained for at most 64 KiB, the rest is cancelled", async () => {
  let pulled = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(97));
    },
    cancel() {
      cancelled = true;
    },
  });
  const client = acmeClient("https://a.test", { retries: 0, fetch: async () => new Response(body, { status: 500 }) });
  const error = await rejection(client.get("/x"), HttpError);
  assert.is(error.text, "a".repeat(64 * 1024));
  assert.is(error.truncated, true);
  assert.ok(cancelled);
  assert.ok(pulled <= 6, `${pulled} chunks`);
});

test("error body: one that stalls changes nothing about the error", async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([97])) });
  const fetch = async (): Promise<Response> => new Response(body, { status: 503, headers: { "retry-after": "7" } });
  const error = await rejection(
    acmeClient("https://a.test", { fetch, requestTimeout: 50, retries: 0 }).get("/x"),
    HttpError,
  );
  assert.is(error.status, 503);
  assert.is(error.headers.get("retry-after"), "7");
});

test("rejected credentials: a 401 is an AuthenticationError only where credentials were sent", async () => {
  await withServer(
    (_, response) => response.writeHead(401).end(),
    async (server) => {
      const client = acmeClient(server.origin);
      for (const security of ["header", "query", "basic", "bearer", "body", "path"]) {
        const path: string = security === "path" ? "/{token}" : "/t";
        const error = await rejection(client.post(path, { security, json: {} }), AuthenticationError);
        assert.is(error.kind, "rejected");
        assert.is(error.status, 401);
        assert.instance(error, HttpError);
      }
      assert.is((await rejection(client.get("/x"), HttpError)).name, "HttpError");
      assert.is((await client.get("/x", { security: "header", throwHttpErrors: false })).status, 401);
      assert.is(server.received.length, 8);
    },
  );
});

test("base-url-bare: a base URL without scheme is a ConfigurationError when a request needs it", async () => {
  for (const baseUrl of ["noop.localhost", "localhost:3000"]) {
    const client = bindProvider(acme(baseUrl), {}, {});
    assert.is((await rejection(client.get("/x"), ConfigurationError)).code, "bad-base-url");
  }
});

test("a `fetch` that is no function, or gives nothing, is a mistake of the configuration and not of the network", async () => {
  assert.throws(() => acmeClient("https://a.test", { fetch: 7 as never }), /`fetch` of acme is not a function/);
  const forgotten = (async () => undefined) as unknown as typeof fetch;
  const error = await rejection<Error>(
    acmeClient("https://a.test", { fetch: forgotten }).get("/x"),
    ConfigurationError,
  );
  assert.match(error.message, /GET \/x of acme.*something other than a Response/);
});

/** What a client's requests reject with, one after the other, whose `fetch` does this. */
async function errorsOf(fetch: () => unknown, options: object = {}, times = 1): Promise<readonly ConfigurationError[]> {
  const client = acmeClient("https://a.test", { fetch: async () => fetch() as Response });
  const errors = [];
  for (let time = 0; time < times; time += 1)
    errors.push(await client.get("/x", options).catch((error: unknown) => error));
  return errors as readonly ConfigurationError[];
}

test("what a `fetch` of one's own resolves to that is no Response is a mistake of the configuration", async () => {
  const headers = new Headers();
  const given = [
    undefined,
    null,
    "{}",
    {},
    { status: 200, headers: {}, json: async () => ({}) },
    { ok: true, status: 200, headers, json: async () => ({}) },
    { ok: true, status: 200, statusText: "", headers, body: "{}" },
    { ok: true, status: "200", statusText: "", headers, body: null },
  ];
  for (const response of given) {
    for (const options of [{}, { stream: true }, { handle: [404] }, { retryPolicy: "circuit-breaker" }]) {
      const [error] = await errorsOf(() => response, options);
      assert.equal([error?.name, error?.code], ["ConfigurationError", "bad-option"]);
      assert.match(String(error?.message), /GET \/x of acme.*`fetch` .*something other than a Response/);
    }
  }
});

test("a `fetch` of one's own that gives one Response twice, or one that was read, is told that", async () => {
  const read = new Response("{}");
  await read.text();
  const locked = new Response("{}", { status: 503 });
  locked.body?.getReader();
  for (const response of [new Response("{}"), new Response("{}", { status: 503 }), read, locked]) {
    for (const options of [{}, { stream: true }, { retryPolicy: "circuit-breaker" }]) {
      const error = (await errorsOf(() => response, options, 2))[1];
      assert.equal([error?.name, error?.code], ["ConfigurationError", "bad-option"]);
      assert.match(String(error?.message), /`fetch` .*a Response whose body was read before/);
    }
  }
});

test("a `fetch` of one's own whose body is no bytes is told that", async () => {
  for (const chunk of ["{}", new Uint16Array([0x7d7b]), new DataView(new ArrayBuffer(2))]) {
    const body = (): ReadableStream =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(chunk);
          controller.close();
        },
      });
    const [whole] = await errorsOf(() => new Response(body()));
    const [refused] = await errorsOf(() => new Response(body(), { status: 404 }));
    assert.equal([whole?.name, refused?.name], ["ConfigurationError", "HttpError"]);
    const client = acmeClient("https://a.test", { fetch: async () => new Response(body()) });
    const streamed = await client.get("/x", { stream: true });
    for (const error of [whole, await rejection(streamed.text(), ConfigurationError)])
      assert.match(String(error?.message), /`fetch` .*something other than a Response with a body of bytes/);
  }
});

test("what a `fetch` of one's own throws that is no error is told as a broken connection", async () => {
  for (const thrown of ["canary-4711", undefined, null, 7, Symbol("canary-4711"), {}]) {
    const [error] = await errorsOf(() => {
      throw thrown;
    });
    assert.equal([error?.name, error?.code], ["NetworkError", "network-reset"]);
    assert.not.match(inspect(error), "canary-4711");
  }
});

test("a method that is no text is a RequestError", async () => {
  await rejection(acmeClient("https://a.test").request("/x", { method: 7 as never }), RequestError);
});

test.run();
