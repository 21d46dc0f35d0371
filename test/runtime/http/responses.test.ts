import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { BodyError, HttpError, RedirectError, RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, withServer, type Answer, type TestServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";

const test = suite("responses");

const withStatus =
  (status: number, body = ""): Answer =>
  (_, response) =>
    response.writeHead(status).end(body);

const get = (server: TestServer, options: object = {}) => acmeClient(server.origin, options).get("/x");

test("json, text, bytes: read from the promise and from the response", async () => {
  await withServer(
    (_, response) => response.end('{"a":"é"}'),
    async (server) => {
      assert.equal(await get(server).json(), { a: "é" });
      assert.is(await get(server).text(), '{"a":"é"}');
      assert.is((await get(server).bytes()).byteLength, 10);
      assert.is((await get(server).arrayBuffer()).byteLength, 10);
      assert.is((await get(server).blob()).size, 10);
      const response = await get(server);
      assert.is(response.status, 200);
      assert.is(response.url, "");
      assert.equal(await response.json(), { a: "é" });
    },
  );
});

test("formData: is read with the content type of the answer", async () => {
  await withServer(
    (_, response) => response.writeHead(200, { "content-type": "application/x-www-form-urlencoded" }).end("a=1"),
    async (server) => assert.is((await get(server).formData()).get("a"), "1"),
  );
});

test("204 and 205 resolve with an empty body", async () => {
  for (const status of [204, 205]) {
    await withServer(withStatus(status), async (server) => {
      const response = await get(server);
      assert.is(response.status, status);
      assert.is(await response.text(), "");
    });
  }
});

test("304 rejects with HttpError, and resolves where errors are not thrown", async () => {
  await withServer(withStatus(304), async (server) => {
    assert.is((await rejection(get(server), HttpError)).status, 304);
    const response = await acmeClient(server.origin).get("/x", { throwHttpErrors: false });
    assert.is(response.status, 304);
    assert.is(await response.text(), "");
  });
});

test("a status beyond 599 is given out as it is", async () => {
  await withServer(withStatus(999, "odd"), async (server) => {
    const response = await acmeClient(server.origin).get("/x", { throwHttpErrors: false });
    assert.is(response.status, 999);
    assert.is(response.ok, false);
    assert.is(await response.text(), "odd");
  });
});

test("status: 404 rejects, unless throwHttpErrors says otherwise", async () => {
  await withServer(withStatus(404, "no such thing"), async (server) => {
    const client = acmeClient(server.origin);
    const error = await rejection(client.get("/x"), HttpError);
    assert.is(error.message, "GET /x of acme answered 404: no such thing");
    assert.is(error.text, "no such thing");
    assert.is(await client.get("/x", { throwHttpErrors: false }).text(), "no such thing");
    assert.is((await client.get("/x", { throwHttpErrors: (status) => status !== 404 })).status, 404);
    await rejection(client.get("/x", { throwHttpErrors: (status) => status === 404 }), HttpError);
  });
});

test("12.1: throwHttpErrors that returns a promise is told, and its answer leaves no connection open", async () => {
  let cancelled = 0;
  const fetch = async (): Promise<Response> =>
    new Response(new ReadableStream({ cancel: () => void (cancelled += 1) }), { status: 404 });
  const client = acmeClient("https://a.test", { fetch });
  const throwHttpErrors = (async () => false) as unknown as (status: number) => boolean;
  const error = await rejection(client.get("/x", { throwHttpErrors }), RequestError);
  assert.match(error.message, "`throwHttpErrors` returned an object, not a boolean: is it async?");
  const own = new Error("own");
  const thrown = client.get("/x", {
    throwHttpErrors: () => {
      throw own;
    },
  });
  assert.is(await rejection(thrown, Error), own);
  assert.is(cancelled, 2);
});

test("bad-json: a BodyError that does not quote the body", async () => {
  await withServer(
    (_, response) => response.end("canary-4711"),
    async (server) => {
      for (const call of [get(server).json(), get(server).then((response) => response.json())]) {
        const error = await rejection(call, BodyError);
        assert.is(error.code, "body-not-json");
        assert.not.match(String(error.stack), "canary-4711");
      }
    },
  );
});

test("a body that is no form: a BodyError that does not quote it; one that was read already is the platform's", async () => {
  for (const type of ["multipart/form-data; boundary=canary-4711", "text/plain"]) {
    const fetch = async (): Promise<Response> => new Response("canary-4711", { headers: { "content-type": type } });
    const client = acmeClient("https://a.test", { fetch });
    const read = client.get("/x");
    for (const call of [read.formData(), client.get("/x", { stream: true }).then((response) => response.formData())]) {
      const error = await rejection(call, BodyError);
      assert.is(error.code, "body-not-form");
      assert.match(error.message, "GET /x of acme");
      assert.not.match(String(error.stack), "canary-4711");
    }
    const response = await client.get("/x");
    await response.text();
    await rejection(response.formData(), TypeError);
  }
});

test("a form is read as one", async () => {
  const fetch = async (): Promise<Response> => new Response(new URLSearchParams({ a: "1" }));
  const client = acmeClient("https://a.test", { fetch });
  assert.is((await client.get("/x").formData()).get("a"), "1");
  const form = new FormData();
  form.set("file", new Blob(["text"]), "a.txt");
  const parts = acmeClient("https://a.test", { fetch: async () => new Response(form) });
  assert.is(((await parts.get("/x").formData()).get("file") as File).name, "a.txt");
});

test("too-large: 17 MiB, announced or not", async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  await withServer(
    (_, response) => {
      for (let index = 0; index < 17; index += 1) response.write(chunk);
      response.end();
    },
    async (server) => assert.is((await rejection(get(server), BodyError)).code, "body-too-large"),
  );
});

test("too-large: 20 kB of gzip that become 20 MiB; no more than the limit is kept", async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  assert.ok(bomb.byteLength < 21_000);
  await withServer(
    (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    async (server) => {
      const before = process.memoryUsage().arrayBuffers;
      await rejection(get(server), BodyError);
      assert.ok(process.memoryUsage().arrayBuffers - before < 48 * 1024 * 1024);
    },
  );
});

test("too-large: 16 MiB are read, one byte more is too much", async () => {
  const limit = 16 * 1024 * 1024;
  const sizes = [limit, limit + 1];
  const fetch = async (): Promise<Response> => new Response(new Uint8Array(sizes.shift() ?? 0));
  const client = acmeClient("https://a.test", { fetch });
  assert.is((await client.get("/x").bytes()).byteLength, limit);
  assert.is((await rejection(client.get("/x"), BodyError)).code, "body-too-large");
});

test("maxResponseBytes: is the limit of the client", async () => {
  await withServer(
    (_, response) => response.end("12345"),
    async (server) => {
      assert.is(await get(server, { maxResponseBytes: 5 }).text(), "12345");
      await rejection(get(server, { maxResponseBytes: 4 }), BodyError);
    },
  );
});

test("stream: 100 MiB are readable as they come, beyond maxResponseBytes; what is not read is not sent either", async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const chunks = 1600;
  let written = 0;
  const answer: Answer = (_, response) => {
    const write = (): void => {
      while (written < chunks) {
        written += 1;
        if (!response.write(chunk)) return void response.once("drain", write);
      }
      response.end();
    };
    write();
  };
  await withServer(answer, async (server) => {
    const response = await acmeClient(server.origin).get("/x", { stream: true });
    const reader = response.body?.getReader();
    const read = async (): Promise<number> => (await reader?.read())?.value?.byteLength ?? 0;
    let received = await read();
    // Until the reader goes on, only what buffers hold can have been written.
    for (let before = -1; before < written; await setImmediate()) before = written;
    assert.ok(written < chunks / 2, `${written} chunks were written`);
    for (let size = await read(); size > 0; size = await read()) received += size;
    assert.is(received, chunks * chunk.byteLength);
  });
});

test("stream: the attempt ends at the headers, so requestTimeout does not cut a slow body", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      setTimeout(() => {
        controller.enqueue(new TextEncoder().encode("late"));
        controller.close();
      }, 100);
    },
  });
  const client = acmeClient("https://a.test", { fetch: async () => new Response(body), requestTimeout: 50 });
  const response = await client.get("/x", { stream: true });
  assert.is(await response.text(), "late");
});

test("stream: a signal ends the body, and a cut body is our error", async () => {
  const server = await startServer((_, response) => {
    response.writeHead(200, { "content-length": "10" }).write("a");
  });
  const controller = new AbortController();
  const aborted = await acmeClient(server.origin).get("/x", { stream: true, signal: controller.signal });
  const cut = await acmeClient(server.origin).get("/x", { stream: true });
  controller.abort(new RangeError("enough"));
  await rejection(aborted.text(), RangeError);
  await server.close();
  const error = await rejection<Error>(cut.text(), Error);
  assert.is(error.name, "NetworkError");
});

test("stream: read to its end, cut or cancelled, it leaves no listener on the signal and nothing open", async () => {
  const outcomes = {
    end: async (response: Response) => assert.is(await response.text(), "a"),
    cut: async (response: Response) => void (await rejection<Error>(response.text(), Error)),
    cancel: async (response: Response) => response.body?.cancel(),
  };
  for (const [outcome, use] of Object.entries(outcomes)) {
    let [pulls, cancelled] = [0, false];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((pulls += 1) === 1) controller.enqueue(new TextEncoder().encode("a"));
        else if (outcome === "end") controller.close();
        else if (outcome === "cut") controller.error(new Error("cut"));
      },
      cancel: () => void (cancelled = true),
    });
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => ((listeners += 1), add(...args)),
      removeEventListener: (...args: Parameters<typeof remove>) => ((listeners -= 1), remove(...args)),
    });
    const client = acmeClient("https://a.test", { fetch: async () => new Response(body) });
    const response = await client.get("/x", { stream: true, signal });
    assert.is(listeners, 1);
    await use(response);
    assert.equal([listeners, cancelled], [0, outcome === "cancel"], outcome);
  }
});

test("redirects to another origin are a RedirectError that does not say where to", async () => {
  await withServer(
    (_, response) => response.writeHead(302, { location: "http://evil.test/?canary-4711" }).end(),
    async (server) => {
      const error = await rejection(acmeClient(server.origin).get("/x", { throwHttpErrors: false }), RedirectError);
      assert.not.match(String(error.stack), "canary-4711");
      assert.is(server.received.length, 1);
    },
  );
});

test("HEAD: has headers and no body", async () => {
  await withServer(
    (_, response) => response.writeHead(200, { "content-length": "5", "x-total": "7" }).end(),
    async (server) => {
      const response = await acmeClient(server.origin).head("/x");
      assert.is(response.headers.get("x-total"), "7");
      assert.is(await response.text(), "");
    },
  );
});

test("a reason phrase beyond Latin-1 is no reason to fail, read whole or as a stream", async () => {
  await withServer(
    (_, response) => response.socket?.end("HTTP/1.1 200 D€j\tà\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"),
    async (server) => {
      for (const stream of [false, true]) {
        const response = await acmeClient(server.origin).get("/x", { stream });
        assert.equal([response.status, response.statusText, await response.text()], [200, "D?j\tà", "{}"]);
      }
    },
  );
});

test("a `fetch` whose Response is of another class is asked once, and nobody else is", async () => {
  /** As undici's own `fetch`, a polyfill or a test environment has it. */
  class ForeignResponse {
    readonly #response: Response;
    constructor(response: Response) {
      this.#response = response;
    }
    get status(): number {
      return this.#response.status;
    }
    get statusText(): string {
      return this.#response.statusText;
    }
    get ok(): boolean {
      return this.#response.ok;
    }
    get headers(): Headers {
      return this.#response.headers;
    }
    get body(): ReadableStream<Uint8Array> | null {
      return this.#response.body;
    }
    get type(): ResponseType {
      return this.#response.type;
    }
    get redirected(): boolean {
      return this.#response.redirected;
    }
  }
  await withServer(
    (_, response, count) => response.end(JSON.stringify({ count })),
    async ({ origin, received }) => {
      const fetch = async (input: string, init: RequestInit): Promise<unknown> =>
        new ForeignResponse(await globalThis.fetch(input, init));
      const client = acmeClient(origin, { fetch });
      assert.equal(await client.post("/x", { security: "header", json: {} }).json(), { count: 1 });
      assert.equal(
        received.map(({ method, headers }) => [method, headers["x-api-key"]]),
        [["POST", "header-secret"]],
      );
    },
  );
});

test.run();
