import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { setImmediate } from "node:timers/promises";
import { HttpError, RequestError, type RequestOptions } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type ReceivedRequest, type TestServer } from "../../server.js";
import { acmeClient, recordingFetch, rejection, type SentRequest } from "../acme.js";

const test = suite<{ server: TestServer }>("bodies");
test.before.each(async (context) => {
  context.server = await startServer();
});
test.after.each(({ server }) => server.close());

async function post({ server }: { server: TestServer }, options: RequestOptions): Promise<ReceivedRequest> {
  await acmeClient(server.origin).post("/x", options);
  const request = server.received.at(-1);
  assert.ok(request);
  return request;
}

const contentOf = ({ headers, body }: ReceivedRequest): [string | undefined, string] => [headers["content-type"], body];

test("json: content type and bytes", async (context) => {
  assert.equal(contentOf(await post(context, { json: { a: 1, b: "é" } })), [
    "application/json",
    Buffer.from('{"a":1,"b":"é"}').toString("latin1"),
  ]);
  assert.equal(contentOf(await post(context, { json: null })), ["application/json", "null"]);
});

test("json: what cannot be written as JSON is refused, without its content", async ({ server }) => {
  const cycle: Record<string, unknown> = { "canary-4711": 1 };
  cycle["self"] = cycle;
  for (const json of [cycle, 1n, () => 1, Symbol("canary-4711")]) {
    const error = await rejection(acmeClient(server.origin).post("/x", { json }), RequestError);
    assert.not.match(String(error.stack), "canary-4711");
  }
  assert.is(server.received.length, 0);
});

test("json: nested without end it is sent, with an API key in it too, or told", async () => {
  const { fetch, sent } = recordingFetch();
  const post = (depth: number, security: "body" | undefined): Promise<unknown> => {
    const json: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
    return acmeClient("https://a.test", { fetch }).post("/x", { json, security });
  };
  for (const depth of [1000, 3000, 3500]) await post(depth, "body");
  assert.equal(sent.map(({ body }) => body.slice(-24)), Array(3).fill('},"key":"body-secret"}'.padStart(24, "}"))); // prettier-ignore
  for (const security of [undefined, "body"] as const) {
    const error = await post(1_000_000, security).catch((thrown: unknown) => thrown);
    if (error instanceof Error) assert.equal([error.name, /too deep/.test(error.message)], ["RequestError", true]);
  }
});

test("12.1: json: what JSON.stringify would empty without a word is refused", async (context) => {
  class WithGetters {
    get amount(): number {
      return 1;
    }
  }
  class Registry extends Map<string, number> {
    readonly kind = "registry";
  }
  for (const json of [
    new Map([["amount", 1]]),
    new Registry([["amount", 1]]),
    Object.assign(new URLSearchParams("amount=1"), { kind: "query" }),
    new Set([1]),
    new WeakMap(),
    Promise.resolve({ amount: 1 }),
    new Headers({ amount: "1" }),
    new FormData(),
    new URLSearchParams("amount=1"),
    new Blob(["1"]),
    new ArrayBuffer(8),
    new Error("amount"),
    /amount/,
    new WithGetters(),
    new Uint8Array([7]),
    new Float32Array([0.5]),
  ]) {
    for (const given of [json, { order: json }, [{}, [json]]]) {
      const error = await rejection(acmeClient(context.server.origin).post("/x", { json: given }), RequestError);
      assert.match(error.message, "`json` has values that JSON loses");
    }
  }
  assert.is(context.server.received.length, 0);
  class Order {
    amount = 1;
  }
  const written = [{}, Object.create(null), [], new Order(), new Date(0), { toJSON: () => ({}) }, { 0: 7 }];
  const sent = await Promise.all(written.map(async (json) => (await post(context, { json })).body));
  assert.equal(new Set(sent), new Set(["{}", "[]", '{"amount":1}', '"1970-01-01T00:00:00.000Z"', '{"0":7}']));
  // oxlint-disable-next-line unicorn/new-for-builtins -- what a number may be wrapped in
  const beside = [{}, new Number(5), new String("x"), Buffer.from([7]), [], { 0: 7 }];
  assert.is((await post(context, { json: beside })).body, JSON.stringify(beside));
});

test("form: content type and bytes", async (context) => {
  const form = { a: "b c&d", tag: ["x", "y"], none: null };
  assert.equal(contentOf(await post(context, { form })), [
    "application/x-www-form-urlencoded",
    "a=b+c%26d&tag=x&tag=y",
  ]);
});

test("K7: a form that callers have made is sent as it is, with a key of the scheme behind it", async (context) => {
  const form = new URLSearchParams("a=b+c&a=&d=%C3%A4");
  assert.equal(contentOf(await post(context, { form })), ["application/x-www-form-urlencoded", "a=b+c&a=&d=%C3%A4"]);
  assert.is((await post(context, { form, security: "body" })).body, "a=b+c&a=&d=%C3%A4&key=body-secret");
});

test("multipart: content type with the boundary of the body", async (context) => {
  const file = new File(["content"], "a.txt", { type: "text/plain" });
  const { headers, body } = await post(context, { multipart: { title: "t", files: [file, "plain"], none: undefined } });
  const [type, boundary = ""] = headers["content-type"]?.split("; boundary=") ?? [];
  assert.is(type, "multipart/form-data");
  assert.is(body.split(`--${boundary}`).length, 5);
  assert.match(body, 'name="files"; filename="a.txt"');
  assert.match(body, "content");
});

test("multipart: a type that `new Blob` would drop is not written", async (context) => {
  // That of Node's `openAsBlob` is as it was given.
  const file = Object.defineProperty(new Blob(["content"]), "type", { value: "text/plain\r\nx-role: admin\r\n\r\n" });
  const { body } = await post(context, { multipart: { avatar: file } });
  assert.match(body, "Content-Type: application/octet-stream\r\n\r\ncontent");
  assert.not.match(body, "admin");
});

test("multipart: FormData is accepted, a content type of the caller is not", async (context) => {
  const form = new FormData();
  form.append("a", "1");
  assert.match((await post(context, { multipart: form })).body, 'name="a"');
  const headers = { "content-type": "multipart/form-data" };
  await rejection(acmeClient(context.server.origin).post("/x", { multipart: form, headers }), RequestError);
});

test("body: text, bytes, buffers and blobs are sent as they are", async (context) => {
  const bytes = new Uint8Array([0, 1, 255]);
  const raw = Buffer.from(bytes).toString("latin1");
  assert.equal(contentOf(await post(context, { body: "text" })), ["text/plain;charset=UTF-8", "text"]);
  assert.equal(contentOf(await post(context, { body: bytes })), [undefined, raw]);
  assert.equal(contentOf(await post(context, { body: bytes.buffer })), [undefined, raw]);
  const blob = new Blob(["<a/>"], { type: "text/xml" });
  assert.equal(contentOf(await post(context, { body: blob })), ["text/xml", "<a/>"]);
});

test("body: a stream, or a function that returns one", async (context) => {
  const stream = (): ReadableStream<Uint8Array> => new Blob(["streamed"]).stream();
  assert.is((await post(context, { body: stream() })).body, "streamed");
  assert.is((await post(context, { body: stream })).body, "streamed");
});

test("body: a type that no header can carry is refused before anything is sent", async ({ server }) => {
  class Odd extends Blob {
    override get type(): string {
      return "text/\u0142";
    }
  }
  const error = await rejection(acmeClient(server.origin).post("/x", { body: new Odd(["x"]) }), RequestError);
  assert.is(error.code, "bad-header");
  assert.match(error.message, "`headers.content-type` is not valid in a header");
  assert.is(server.received.length, 0);
  const headers = { "content-type": "text/plain" };
  await acmeClient(server.origin).post("/x", { body: new Odd(["x"]), headers });
  assert.is(server.received[0]?.headers["content-type"], "text/plain");
});

test("body: at most one, none on GET and HEAD, and nothing of another kind", async ({ server }) => {
  const client = acmeClient(server.origin);
  await rejection(client.post("/x", { json: 1, form: {} } as object), RequestError);
  await rejection(client.get("/x", { json: 1 }), RequestError);
  await rejection(client.head("/x", { body: "x" }), RequestError);
  await rejection(client.post("/x", { body: 7 as unknown as string }), RequestError);
  await rejection(client.post("/x", { form: { a: {} as string } }), RequestError);
  await rejection(client.post("/x", { multipart: { a: {} as string } }), RequestError);
  assert.is(server.received.length, 0);
});

/** Options whose every object the caller goes on to use, and what it then does with them. */
const reused: { readonly [kind: string]: () => { options: RequestOptions; change: () => void } } = {
  json: () => {
    const json = { amount: 100, lines: [{ sku: "a" }] };
    return { options: { json }, change: () => Object.assign(json, { amount: 999, lines: [] }) };
  },
  form: () => {
    const form = { amount: 100 };
    return { options: { form }, change: () => (form.amount = 999) };
  },
  bytes: () => {
    const body = new TextEncoder().encode("amount=100");
    return { options: { body }, change: () => body.fill(57) };
  },
  buffer: () => {
    const body = new TextEncoder().encode("amount=100");
    return { options: { body: body.buffer }, change: () => body.fill(57) };
  },
  "a path with its key": () => {
    const parts = { params: { id: "1" }, query: { q: "1" }, headers: { "x-a": "1" } };
    const options: RequestOptions = { ...parts, security: "path" };
    const change = (): void => {
      parts.params.id = parts.query.q = parts.headers["x-a"] = "9";
      Object.assign(options, { security: "header", retryPolicy: "none" });
    };
    return { options, change };
  },
  multipart: () => {
    const multipart = { amount: 100 };
    const headers = { "x-a": "1" };
    return { options: { multipart, headers }, change: () => (multipart.amount = Number((headers["x-a"] = "9"))) };
  },
};
for (const [kind, make] of Object.entries(reused)) {
  test(`what the caller gave is read in the call: ${kind} that changes afterwards is sent as it was, by every attempt`, async () => {
    for (const moment of ["after the call", "between the attempts"]) {
      const { options, change } = make();
      const { fetch, sent } = recordingFetch();
      const failing: typeof fetch = async (...args) => {
        await fetch(...args);
        if (sent.length === 1) change();
        return new Response("{}", { status: sent.length < 2 ? 503 : 200 });
      };
      const clock = {
        now: () => 0,
        sleep: (ms: number) => (ms < 30_000 ? Promise.resolve() : new Promise<never>(() => {})),
      };
      const path: string = options.params === undefined ? "/x" : "/{token}/{id}";
      const call = acmeClient("https://a.test", { fetch: failing, clock }).post(
        path,
        Object.assign(options, { retryPolicy: "circuit-breaker" }),
      );
      if (moment === "after the call") change();
      await call;
      const { fetch: once, sent: expected } = recordingFetch();
      await acmeClient("https://a.test", { fetch: once }).post(path, make().options);
      const [first, second] = sent.map(contentSent);
      assert.equal([first, second], [contentSent(expected[0]), contentSent(expected[0])]);
    }
  });
}

test("a `retryPolicy` that changes after the call holds as it was", async () => {
  const sent: string[] = [];
  const fetch = async (url: unknown): Promise<Response> => (
    sent.push(String(url)),
    new Response("{}", { status: 503 })
  );
  const retryPolicy = {
    kind: "circuit-breaker" as const,
    maxContiguousRetries: 2,
    backoff: { kind: "exponential", start: 1 },
  };
  const clock = {
    now: () => 0,
    sleep: (ms: number) => (ms < 30_000 ? Promise.resolve() : new Promise<never>(() => {})),
  };
  const call = acmeClient("https://a.test", { fetch, clock }).get("/x", { retryPolicy } as object);
  Object.assign(retryPolicy, { maxContiguousRetries: 9, unknown: true });
  Object.assign(retryPolicy.backoff, { start: -1 });
  const { code } = await rejection(call, HttpError);
  assert.equal([code, sent.length], ["http-503", 3]);
});

function contentSent(request: SentRequest | undefined): object {
  assert.ok(request);
  const { url, headers, body } = request;
  const boundary = headers.get("content-type")?.split("boundary=")[1] ?? "no boundary";
  const named = [...headers].map(([name, value]) => [name, value.replace(boundary, "b")]);
  return { url, headers: named, body: body.replaceAll(boundary, "b") };
}

test("a file that has changed since it was opened, or is gone, is a mistake of the caller's that shows nothing of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "canary-"));
  for (const change of [async (file: string) => writeFile(file, "shorter"), async (file: string) => rm(file)]) {
    const file = join(folder, "canary.bin");
    await writeFile(file, "x".repeat(1000));
    const blob = await openAsBlob(file);
    await change(file);
    const { fetch, sent } = recordingFetch();
    for (const options of [{ body: blob }, { multipart: { file: blob } }]) {
      const error = await rejection(acmeClient("https://a.test", { fetch }).post("/x", options), RequestError);
      assert.equal([error.code, error.provider, sent.length], ["bad-body", "acme", 0]);
      assert.not.match(inspect(error), "canary");
    }
  }
  await rm(folder, { recursive: true });
});

test("body: a function that throws, or that returns a stream in use, is a mistake of the caller's and sent by nobody", async () => {
  const { fetch, sent } = recordingFetch();
  const client = acmeClient("https://a.test", { fetch });
  const used = new Blob(["x"]).stream();
  used.getReader();
  const throwing = (): never => {
    throw new Error("canary-4711");
  };
  for (const body of [throwing, () => used, () => undefined as unknown as typeof used, used]) {
    const error = await rejection(client.post("/x", { body, retryPolicy: "circuit-breaker" }), RequestError);
    assert.is(error.code, "bad-body");
    assert.not.match(String(error.stack), "canary-4711");
  }
  assert.is(sent.length, 0);
});

test("json: a number or a date that JSON would write as null is a mistake; what has a toJSON says what is sent", async () => {
  const { fetch, sent } = recordingFetch();
  const client = acmeClient("https://a.test", { fetch });
  for (const json of [NaN, Infinity, -Infinity, new Date(NaN), new Number(NaN)])
    assert.is((await rejection(client.post("/x", { json }), RequestError)).code, "bad-body");
  assert.is(sent.length, 0);
  for (const json of [null, { toJSON: () => null }]) await client.post("/x", { json });
  assert.is(sent.length, 2);
});

test("json: a Blob anywhere in it, which JSON would empty, is a mistake; what has a toJSON says what is sent", async (context) => {
  const blob = new Blob(["x"]);
  const { fetch, sent } = recordingFetch();
  for (const json of [blob, { files: [{ name: "a", content: blob }] }, [{}, { blob }]]) {
    const error = await rejection(acmeClient("https://a.test", { fetch }).post("/x", { json }), RequestError);
    assert.is(error.code, "bad-body");
  }
  assert.is(sent.length, 0);
  const file = { blob, toJSON: () => "eA==" };
  assert.is((await post(context, { json: { empty: {}, file } })).body, '{"empty":{},"file":"eA=="}');
});

test("a body on GET that cannot be encoded either is one rejection, not a second one that nobody handles", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  await rejection(acmeClient("https://a.test").get("/x", { multipart: { a: {} as string } }), RequestError);
  await setImmediate();
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
});

test("key-body-json: the key goes last", async (context) => {
  const json = { a: 1 };
  assert.is((await post(context, { json, security: "body" })).body, '{"a":1,"key":"body-secret"}');
  assert.equal(json, { a: 1 });
});

test("key-body-form: the key goes last", async (context) => {
  assert.is((await post(context, { form: { a: 1 }, security: "body" })).body, "a=1&key=body-secret");
  assert.is((await post(context, { form: {}, security: "body" })).body, "key=body-secret");
});

test("key-body-path: objects on the way are created or joined; the caller's stays unchanged", async (context) => {
  const json = { d: 1 };
  assert.is((await post(context, { json, security: "nested" })).body, '{"d":1,"a":{"b":{"c":"nested-secret"}}}');
  assert.equal(json, { d: 1 });
  const joined = { a: { x: 1, b: { y: 2 } }, d: 1 };
  assert.is(
    (await post(context, { json: joined, security: "nested" })).body,
    '{"a":{"x":1,"b":{"y":2,"c":"nested-secret"}},"d":1}',
  );
  assert.equal(joined, { a: { x: 1, b: { y: 2 } }, d: 1 });
  const own = JSON.parse('{"__proto__":{"p":1}}') as object;
  assert.is((await post(context, { json: own, security: "body" })).body, '{"__proto__":{"p":1},"key":"body-secret"}');
});

test("key-body-raw: beside a key, numbers that JavaScript cannot hold go out as they were written", async (context) => {
  const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };
  // Node 22 and later.
  if (rawJSON === undefined) return;
  const json = { account: rawJSON("12345678901234567890"), in: [{ amount: rawJSON("0.1000000000000000055") }, 1e21] };
  const { body } = await post(context, { json });
  assert.is(body, '{"account":12345678901234567890,"in":[{"amount":0.1000000000000000055},1e+21]}');
  const kept = body.slice(0, -1);
  assert.is((await post(context, { json, security: "body" })).body, `${kept},"key":"body-secret"}`);
  assert.is((await post(context, { json, security: "nested" })).body, `${kept},"a":{"b":{"c":"nested-secret"}}}`);
  const blocked = { a: rawJSON("12345678901234567890") };
  await rejection(post(context, { json: blocked, security: "nested" }), RequestError);
});

test("key-body-blocked: no place for the key, nothing sent", async ({ server }) => {
  const client = acmeClient(server.origin);
  const blocked: RequestOptions[] = [
    { json: { a: 1 }, security: "nested" },
    { json: { a: { b: null } }, security: "nested" },
    { json: [1], security: "body" },
    { json: "text", security: "body" },
    { json: { key: "mine" }, security: "body" },
    { form: { key: "mine" }, security: "body" },
    { form: {}, security: "nested" },
    { body: "raw", security: "body" },
    { multipart: { a: 1 }, security: "body" },
    { security: "body" },
  ];
  for (const options of blocked) await rejection(client.post("/x", options), RequestError);
  assert.is(server.received.length, 0);
});

test.run();
