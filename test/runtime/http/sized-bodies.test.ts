import { once } from "node:events";
import { createReadStream, mkdtempSync, openAsBlob, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { RequestError, type RequestOptions } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, type Answer, type ReceivedRequest } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";

const test = suite("U1: bodies that are read while they are sent");

const okay: Answer = (_, response) => void response.end("{}");
const file = join(mkdtempSync(join(tmpdir(), "sized-")), "a.txt");
writeFileSync(file, "from a file");
const streamOf = (...chunks: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

/** How a body is framed, and what it was. */
const framed = ({ headers, body }: ReceivedRequest): unknown[] => [
  headers["content-length"],
  headers["transfer-encoding"],
  body,
];

/** What a server gets of a body. */
async function sent(options: Partial<RequestOptions>): Promise<unknown[][]> {
  return withServer(okay, async ({ origin, received }) => {
    await acmeClient(origin).put("/u", options);
    return received.map(framed);
  });
}

const SIZED = [["5", undefined, "hello"]];
const CHUNKED = [[undefined, "chunked", "hello"]];

test("U1: a stream that says its length is sent with it, one that does not in chunks", async () => {
  assert.equal(await sent({ body: { stream: streamOf("he", "llo"), length: 5 } }), SIZED);
  assert.equal(await sent({ body: { stream: () => streamOf("he", "llo"), length: 5 } }), SIZED);
  assert.equal(await sent({ body: streamOf("he", "llo") }), CHUNKED);
  assert.equal(await sent({ body: { stream: streamOf(), length: 0 } }), [["0", undefined, ""]]);
});

test("U1: a `content-length` beside a stream is its length, in whatever case", async () => {
  assert.equal(await sent({ body: streamOf("hello"), headers: { "Content-Length": "5" } }), SIZED);
  assert.equal(await sent({ body: Readable.from(["he", "llo"]), headers: { "content-length": "5" } }), SIZED);
  for (const body of ["hello", new Blob(["hello"])])
    await rejection(acmeClient("https://a.test").put("/u", { body, headers: { "content-length": "5" } }), RequestError);
});

test("U1: every attempt says it, after a redirect too, and a GET that comes of it does not", () =>
  withServer(
    ({ url }, response, count) => {
      if (count === 1) return void response.writeHead(503).end();
      if (url === "/u") return void response.writeHead(307, { location: "/v" }).end();
      if (url === "/v") return void response.writeHead(303, { location: "/w" }).end();
      response.end("{}");
    },
    async ({ origin, received }) => {
      const retryPolicy = { kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } } as const;
      await acmeClient(origin).put("/u", { body: { stream: () => streamOf("hello"), length: 5 }, retryPolicy });
      assert.equal(received.map(framed), [...SIZED, ...SIZED, ...SIZED, [undefined, undefined, ""]]);
    },
  ));

test("U1: a stream that is longer or shorter than it said is a mistake of the caller's", async () => {
  for (const length of [4, 6])
    await withServer(okay, async ({ origin }) => {
      const call = acmeClient(origin).put("/u", { body: { stream: streamOf("he", "llo"), length } });
      const error = await rejection(call, RequestError);
      assert.is(error.code, "failed-body");
      assert.match(error.message, "not have the stated number of bytes");
    });
});

test("U1: what is no length, and an object that is no stream, is refused before anything is sent", async () => {
  const client = acmeClient("https://a.test", { fetch: () => Promise.reject(new Error("sent")) });
  for (const body of [
    { stream: streamOf("a"), length: -1 },
    { stream: streamOf("a"), length: 1.5 },
    { stream: streamOf("a"), length: "1" },
    { stream: "a", length: 1 },
    { stream: streamOf("a") },
    {},
  ])
    assert.is((await rejection(client.put("/u", { body: body as never }), RequestError)).code, "bad-body");
});

test("U1: Node's Readable is a body, of texts, bytes and files, itself or by a function", async () => {
  assert.equal(await sent({ body: Readable.from(["he", "llo"]) }), CHUNKED);
  assert.equal(await sent({ body: Readable.from([Buffer.from("hello")]) }), CHUNKED);
  assert.equal(await sent({ body: () => Readable.from(["hello"]) }), CHUNKED);
  assert.equal(await sent({ body: { stream: Readable.from(["hello"]), length: 5 } }), SIZED);
  assert.equal(await sent({ body: createReadStream(file) }), [[undefined, "chunked", "from a file"]]);
  async function* generated(): AsyncGenerator<Uint8Array> {
    yield* [new TextEncoder().encode("hello")];
  }
  assert.equal(await sent({ body: generated() }), CHUNKED);
});

test("U1: a Readable whose file is gone is a mistake of the caller's, and ends no process", async () => {
  for (const body of [createReadStream(`${file}-gone`), () => createReadStream(`${file}-gone`)])
    await withServer(okay, async ({ origin }) => {
      const error = await rejection(acmeClient(origin).put("/u", { body }), RequestError);
      assert.equal([error.code, /gone/.test(error.message)], ["failed-body", false]);
    });
});

test("U1: one that was read is refused, one that gives objects fails, and one that is given up is closed", async () => {
  const read = Readable.from(["a"]);
  await read.toArray();
  await withServer(okay, async ({ origin }) => {
    const client = acmeClient(origin);
    assert.is((await rejection(client.put("/u", { body: read }), RequestError)).code, "bad-body");
    const objects = Readable.from([{ a: 1 }]);
    assert.is((await rejection(client.put("/u", { body: objects as never }), RequestError)).code, "failed-body");
  });
  const endless = new Readable({ read: () => {} });
  const controller = new AbortController();
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const reader = (Object(init).body as ReadableStream).getReader();
    await reader.read();
    controller.abort("enough");
    await reader.read();
    return new Response();
  };
  const call = acmeClient("https://a.test", { fetch }).put("/u", { body: endless, signal: controller.signal });
  endless.push("a");
  assert.is(await call.catch((reason: unknown) => reason), "enough");
  if (!endless.destroyed) await once(endless, "close");
});

test("U1: a Blob of a file goes with its length, and is not read before", async () => {
  const blob = await openAsBlob(file);
  assert.equal(await sent({ body: blob }), [["11", undefined, "from a file"]]);
});

test.run();
