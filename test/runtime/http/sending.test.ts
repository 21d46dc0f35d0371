import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { NetworkError, RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";

// What goes from ky to `fetch`, the client's own or the platform's.
const test = suite("sending");

const ORIGIN = "https://a.test";
const LARGE = 70_000;

type Call = readonly [input: unknown, init: RequestInit & { duplex?: string }];

/** A `fetch` that keeps what it was called with, and of the body its text. */
function keeping(answer: () => unknown = () => new Response("{}")) {
  const calls: Call[] = [];
  const texts: string[] = [];
  const fetch = async (...call: Call): Promise<unknown> => {
    calls.push(call);
    texts.push(await new Response(call[1].body ?? null).text());
    return answer();
  };
  return { calls, texts, fetch };
}

const stream = (): ReadableStream<Uint8Array> => new Blob(["streamed"]).stream();
const blob = new Blob(["b".repeat(LARGE)], { type: "text/x-blob" });

/** How each body is handed on. */
const bodies: readonly (readonly [what: string, options: object, tag: string, text: string])[] = [
  ["JSON", { json: { a: 1 } }, "Uint8Array", '{"a":1}'],
  ["bytes", { body: new Uint8Array([97, 98]) }, "Uint8Array", "ab"],
  ["bytes beside ky", { body: new Uint8Array(LARGE).fill(97) }, "Uint8Array", "a".repeat(LARGE)],
  ["a small Blob", { body: new Blob(["blob"]) }, "Uint8Array", "blob"],
  ["a large Blob", { body: blob }, "Blob", "b".repeat(LARGE)],
  ["a stream", { body: stream }, "ReadableStream", "streamed"],
];

for (const [what, options, tag, text] of bodies) {
  test(`\`fetch\` gets the URL as text, and all else as init: ${what}`, async () => {
    const { calls, texts, fetch } = keeping();
    const { signal } = new AbortController();
    await acmeClient(ORIGIN, { fetch }).put("/x", { ...options, query: { q: "1" }, security: "header", signal });
    const [[input, init] = ["", {}]] = calls;
    assert.is(calls.length, 1);
    assert.is(input, `${ORIGIN}/x?q=1`);
    assert.equal([init.method, init.redirect, init.credentials], ["PUT", "manual", "omit"]);
    assert.instance(init.headers, Headers);
    assert.is(new Headers(init.headers).get("x-api-key"), "header-secret");
    assert.instance(init.signal, AbortSignal);
    assert.is(Object.prototype.toString.call(init.body), `[object ${tag}]`);
    assert.equal(texts, [text]);
    assert.is(init.duplex, tag === "Uint8Array" ? undefined : "half");
  });
}

test("a Blob that is large is sent as it is, and not copied", async () => {
  const { calls, fetch } = keeping();
  await acmeClient(ORIGIN, { fetch }).post("/x", { body: blob });
  assert.is(calls[0]?.[1].body, blob);
});

test("without a `fetch` of the client the platform's is called, whichever it is when the request is sent", async () => {
  const client = acmeClient(ORIGIN);
  const { fetch: platform } = globalThis;
  const { calls, fetch } = keeping();
  globalThis.fetch = fetch as typeof platform;
  try {
    await client.get("/x");
  } finally {
    globalThis.fetch = platform;
  }
  assert.is(calls[0]?.[0], `${ORIGIN}/x`);
  assert.is(calls[0]?.[1].body, null);
});

test("a caller who aborts ends what `fetch` waits for", async () => {
  const controller = new AbortController();
  const reason = new RangeError("enough");
  const fetch = (_: unknown, { signal }: RequestInit): Promise<Response> => {
    controller.abort(reason);
    return new Promise((_resolve, fail) => (signal?.aborted ? fail(new Error("cut")) : undefined));
  };
  const error = await rejection(acmeClient(ORIGIN, { fetch }).get("/x", { signal: controller.signal }), RangeError);
  assert.is(error, reason);
});

test("an answer of a foreign class is the answer, and nothing is fetched again", async () => {
  class Foreign {
    readonly status = 200;
    readonly ok = true;
    readonly statusText = "";
    readonly type = "basic";
    readonly redirected = false;
    readonly headers = new Headers({ "content-type": "application/json" });
    readonly body = new Blob(['{"a":1}']).stream();
    readonly bodyUsed = false;
  }
  const { calls, fetch } = keeping(() => new Foreign());
  assert.equal(await acmeClient(ORIGIN, { fetch }).get("/x", { security: "header" }).json(), { a: 1 });
  assert.is(calls.length, 1);
});

test("nothing of ky is switched on: an answer that it would retry or throw at comes once, and a redirect to us", async () => {
  await withServer(
    ({ url }, response) => {
      if (url === "/there") response.end("there");
      else if (url === "/moved") response.writeHead(307, { location: "/there" }).end();
      else response.writeHead(503, { "retry-after": "0" }).end("busy");
    },
    async ({ origin, received }) => {
      const client = acmeClient(origin);
      const busy = await client.get("/busy", { throwHttpErrors: false });
      assert.equal([busy.status, await busy.text(), received.length], [503, "busy", 1]);
      assert.is(await client.put("/moved", { body: blob, security: "header" }).text(), "there");
      assert.equal(
        received.slice(1).map(({ method, url, body, headers }) => [method, url, body.length, headers["x-api-key"]]),
        ["/moved", "/there"].map((url) => ["PUT", url, LARGE, "header-secret"]),
      );
    },
  );
});

test("a connection that breaks is a NetworkError that quotes no URL, whatever `fetch` and ky say", async () => {
  const fail = (): never => {
    throw new TypeError("fetch failed: https://a.test/x?key=query-secret");
  };
  const { calls, fetch } = keeping(fail);
  const error = await rejection(
    acmeClient(ORIGIN, { fetch, retries: 0 }).get("/x", { security: "query" }),
    NetworkError,
  );
  assert.not.match(inspect(error, { depth: 9 }), "query-secret");
  assert.is(calls.length, 1);
});

test("a large Blob goes with its size and its type", async () => {
  await withServer(
    (_, response) => void response.end(),
    async ({ origin, received }) => {
      await acmeClient(origin).post("/x", { body: blob });
      const { headers, body } = received[0] ?? { headers: {}, body: "" };
      const told = [headers["content-length"], headers["content-type"], headers["transfer-encoding"], body.length];
      assert.equal(told, [String(LARGE), "text/x-blob", undefined, LARGE]);
    },
  );
});

test("a large file that is gone is a mistake of the caller's, and nothing is sent", async () => {
  const folder = await mkdtemp(join(tmpdir(), "canary-"));
  const file = join(folder, "canary.bin");
  await writeFile(file, "x".repeat(LARGE));
  const body = await openAsBlob(file);
  await rm(folder, { recursive: true });
  const { calls, fetch } = keeping();
  const error = await rejection(acmeClient(ORIGIN, { fetch }).post("/x", { body }), RequestError);
  assert.equal([error.code, calls.length], ["bad-body", 0]);
  assert.not.match(inspect(error, { depth: 9 }), "canary");
});

test("a large file that changes while it is sent is told as that, and not sent again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "canary-"));
  const file = join(folder, "canary.bin");
  await writeFile(file, "x".repeat(LARGE));
  const form = { multipart: { file: await openAsBlob(file) } };
  await rm(folder, { recursive: true });
  await withServer(
    (_, response) => void response.end(),
    async ({ origin }) => {
      let sent = 0;
      const fetch: typeof globalThis.fetch = async (...call) => {
        sent += 1;
        return globalThis.fetch(...call);
      };
      const given = { ...form, idempotent: true, retryPolicy: "circuit-breaker" } as const;
      // Pauses are over at once; what limits an attempt never comes.
      const sleep = async (ms: number): Promise<void> => (ms < 20_000 ? undefined : new Promise<void>(() => {}));
      const clock = { now: () => 0, sleep };
      const error = await rejection(acmeClient(origin, { fetch, clock }).post("/x", given), RequestError);
      assert.equal([error.code, sent], ["failed-body", 1]);
      assert.match(error.message, /`multipart` cannot be read: a file is gone or has changed/);
      assert.not.match(inspect(error, { depth: 9 }), "canary");
    },
  );
});

test("what a large form holds under telling names is masked where the server quotes it", async () => {
  await withServer(
    (_, response) => response.writeHead(400, { "content-type": "text/plain" }).end("no such password: hunter2-4711"),
    async ({ origin }) => {
      const form = new FormData();
      form.append("password", "hunter2-4711");
      form.append("file", blob);
      for (const multipart of [form, { password: "hunter2-4711", file: blob }]) {
        const error = await rejection(acmeClient(origin).post("/x", { multipart }), Error);
        assert.not.match(inspect(error, { depth: 9 }), "hunter2");
      }
    },
  );
});

test.run();
