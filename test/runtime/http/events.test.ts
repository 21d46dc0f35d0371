import { BodyError, HttpError, NetworkError, RequestError, StreamError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bytesOf, clientOf, dataOf, drained, EVENTS, type Pieces, streaming, until } from "./event-streams.js";

const test = suite("events of a stream");

const JSON_EVENTS = { operations: { "POST /chat/completions": { events: "json" } } } as const;

/** Events of one answer. */
async function events(...chunks: readonly (string | Uint8Array)[]) {
  const { all, error } = await drained(clientOf({ chunks }).client.get("/events").events());
  if (error !== undefined) throw error;
  return all;
}

test("sse-bom: a byte order mark is left out, wherever it is split", async () => {
  assert.equal(dataOf(await events(Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf), "data: a\n\n")), ["a"]);
  assert.equal(dataOf(await events("\ufeffdata: a\n\ndata: \ufeffb\n\n")), ["a", "\ufeffb"]);
});

test("sse-cr: a CR ends a line at once, before any further byte", async () => {
  const { client } = clientOf({ chunks: ["data: a\r\rdata: b\r\r"], ends: "open" });
  const stream = client.get("/events").events();
  assert.equal(dataOf([(await stream.next()).value, (await stream.next()).value]), ["a", "b"]);
  await stream.return();
});

test("sse-crlf-split: an LF behind a CR belongs to it, in the next chunk too", async () => {
  assert.equal(dataOf(await events("data: a\r", "\n\r", "\ndata: b\r\n\r\n")), ["a", "b"]);
});

test("sse-utf8: a character may be split", async () => {
  assert.equal(dataOf(await events("data: ", Uint8Array.of(0xc5), Uint8Array.of(0x99), "\n\n")), ["ř"]);
});

test("sse-whatwg: comments, ids that reset, one space", async () => {
  assert.equal(await events(": test\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n"), [
    { event: "message", data: "first", id: "1" },
    { event: "message", data: "second", id: "" },
    { event: "message", data: " third", id: "" },
  ]);
});

test("sse-empty-data: an event may have empty data; what stands behind the last empty line is dropped", async () => {
  assert.equal(dataOf(await events("data\n\ndata\ndata\n\ndata:")), ["", "\n"]);
});

test("names, ids with NUL, unknown fields", async () => {
  assert.equal(await events("event: x\nid: 1\ndata: a\n\nid: \0\nfoo: b\ndata: b\n\nevent: y\n\ndata: c\n\n"), [
    { event: "x", data: "a", id: "1" },
    { event: "message", data: "b", id: "1" },
    { event: "message", data: "c", id: "1" },
  ]);
});

/** Streams of web-platform-tests (`eventsource/format-*`), and what they give. */
const FORMATS: { readonly [name: string]: readonly [text: string, data: readonly string[], event?: string] } = {
  bom: ["\ufeffdata:1\n\n\ufeffdata:2\n\ndata:3\n\n", ["1", "3"]],
  "bom-2": ["\ufeff\ufeffdata:1\n\ndata:2\n\ndata:3\n\n", ["2", "3"]],
  comments: [
    `data:1\r:\0\n:\r\ndata:2\n:${"x".repeat(20)}\rdata:3\n:data:fail\r:${"x".repeat(20)}\ndata:4\n\n`,
    ["1\n2\n3\n4"],
  ],
  "data-before-final-empty-line": ["retry:1000\ndata:test1\n\nid:test\ndata:test2", ["test1"]],
  "field-data": ["data:\n\ndata\ndata\n\ndata:test\n\n", ["", "\n", "test"]],
  "field-event": ["event:test\ndata:x\n\n", ["x"], "test"],
  "field-event-empty": ["event: \ndata:data\n\n", ["data"], "message"],
  "field-parsing": [
    "data:\0\ndata: 2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
    ["\0\n2\n1\n3\n\n4"],
  ],
  "field-retry-bogus": ["retry:3000\nretry:1000x\ndata:x\n\n", ["x"]],
  "field-unknown": [
    "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n",
    ["test\n\ntest"],
  ],
  "leading-space": ["data:\ttest\rdata: \ndata:test\n\n", ["\ttest\n\ntest"]],
  newlines: ["data:test\r\ndata\ndata:test\r\n\r\n", ["test\n\ntest"]],
  "null-character": ["data:\0\n\n\n\n", ["\0"]],
  "utf-8": ["data:ok…\n\n", ["ok…"]],
};

for (const [name, [text, data, event = "message"]] of Object.entries(FORMATS))
  test(`format-${name}, under every split into two chunks and byte by byte`, async () => {
    const bytes = bytesOf(text);
    const splits = Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
    for (const chunks of [...splits, Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
      const given = await events(...chunks);
      assert.equal([dataOf(given), new Set(given.map((each) => each.event))], [data, new Set([event])]);
    }
  });

test("every split into two chunks, and byte by byte, gives the same", async () => {
  const text =
    ': c\r\n\r\nevent: é\r\ndata: {"a":"ř😀"}\rdata:2\n\nid: 7\n\nretry: 5\rid\ndata\r\n\r\ndata: x\r\r\ndata: y\n\n';
  const bytes = bytesOf(`\ufeff${text}`);
  const whole = await events(bytes);
  assert.is(whole.length, 4);
  for (let at = 0; at <= bytes.length; at += 1)
    assert.equal(await events(bytes.subarray(0, at), bytes.subarray(at)), whole, `split at ${at}`);
  assert.equal(await events(...Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
});

test("sse-openai: [DONE] as all of the data ends the stream, and frees the connection", async () => {
  const chunk = { id: "c", choices: [{ index: 0, delta: { content: "Hi [DONE] " } }] };
  await streaming(
    EVENTS,
    (response) => response.write(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`),
    async (client, server) => {
      const stream = client.post("/chat/completions", { json: { stream: true } }).events();
      assert.equal(await drained(stream), { all: [{ event: "message", data: chunk, id: "" }] });
      assert.ok(await until(() => server.closed() === 1));
      assert.is(server.received[0]?.headers.accept, "text/event-stream");
      assert.is(server.received[0]?.body, '{"stream":true}');
    },
    JSON_EVENTS,
  );
});

test("data is text, [DONE] too, if nobody says that it is JSON", async () => {
  assert.equal(dataOf(await events('data: {"a":1}\n\ndata: [DONE]\n\n')), ['{"a":1}', "[DONE]"]);
  const { client } = clientOf({ chunks: ['data: {"a":1}\n\ndata: [DONE]\n\n'], ends: "open" });
  assert.equal(dataOf((await drained(client.get("/events").events({ json: true }))).all), [{ a: 1 }]);
});

test("JSON of some events, by their names", async () => {
  const parts = { operations: { "GET /events": { events: ["object"] } } } as const;
  const { client } = clientOf({ chunks: ["event: text\ndata: 1\n\nevent: object\ndata: 1\n\n"] }, {}, parts);
  assert.equal(dataOf((await drained(client.get("/events").events())).all), ["1", 1]);
});

test("sse-anthropic: an event that is declared as an error is one; others of any name come", async () => {
  const text =
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1"}}\n\nevent: ping\ndata: {"type":"ping"}\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  const parts = { ...JSON_EVENTS, streams: { "/chat/**": { error: { event: "error" } } } } as const;
  const { client, cancelled } = clientOf({ chunks: [text], ends: "open" }, {}, parts);
  const { all, error } = await drained(client.post("/chat/completions").events());
  assert.equal(
    all.map(({ event }) => event),
    ["message_start", "ping"],
  );
  assert.instance(error, StreamError);
  const { code, data, message } = error as StreamError & { data: { error: { type: string } } };
  assert.equal([code, data.error.type], ["stream-error", "overloaded_error"]);
  assert.is(message, "POST /chat/completions of acme: event 3 says that the server has failed: Overloaded");
  assert.is(cancelled(), 1);
});

test("an error in the data is found by its place; secrets are masked in what it shows", async () => {
  const parts = {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
    streams: { "POST /chat": {}, "/chat": { error: { data: "/error" } } },
  } as const;
  const options = { credentials: { key: { apikey: "sesame-open" } } };
  const text = 'data: {"ok":{"error":1}}\n\ndata: {"error":{"message":"bad key sesame-open"}}\n\n';
  const { client } = clientOf({ chunks: [text] }, options, parts);
  const { all, error } = await drained(client.get("/chat", { security: "key" }).events());
  assert.equal(dataOf(all), ['{"ok":{"error":1}}']);
  assert.instance(error, StreamError);
  assert.equal((error as StreamError).data, { error: { message: "bad key ***" } });
  assert.not.ok(JSON.stringify(error).includes("sesame"));
  // The first pattern that matches holds.
  assert.is((await drained(client.post("/chat", { security: "key" }).events())).all.length, 2);
});

test("sse-cut: a stream that ends without what is declared to end it was cut", async () => {
  const parts = { ...JSON_EVENTS, streams: { "POST /chat/**": { done: "[DONE]" } } };
  const { client } = clientOf({ chunks: ["data: 1\n\ndata: 2\n\n"] }, {}, parts);
  const { all, error } = await drained(client.post("/chat/completions").events());
  assert.equal(dataOf(all), [1, 2]);
  assert.instance(error, StreamError);
  assert.is((error as StreamError).code, "stream-cut");
});

test("sse-json-answer: JSON is no stream, and the error names `stream`", async () => {
  const { client, cancelled } = clientOf({ chunks: ["{}"], type: "application/json; charset=utf-8" });
  const { error } = await drained(client.post("/chat/completions", { json: {} }).events());
  assert.instance(error, BodyError);
  const { code, status, contentType, message } = error as BodyError;
  assert.equal([code, status, contentType], ["not-events", 200, "application/json"]);
  assert.is(
    message,
    'POST /chat/completions of acme answered 200, but the body is not a stream of events: its content type is application/json: does the body need `"stream": true`?',
  );
  assert.is(cancelled(), 1);
  // A GET has no body to ask with.
  const got = await drained(
    clientOf({ chunks: ["{}"], type: "application/json" })
      .client.get("/models")
      .events(),
  );
  assert.match((got.error as Error).message, /its content type is application\/json; read json\(\)$/);
});

test("data that is not JSON is a BodyError with the number of the event, and nothing of its text", async () => {
  const { client } = clientOf({ chunks: ["data: 1\n\n: c\n\ndata: secret words\n\n"] });
  const { all, error } = await drained(client.get("/events").events({ json: true }));
  assert.equal(dataOf(all), [1]);
  assert.instance(error, BodyError);
  assert.is((error as BodyError).code, "body-not-json");
  assert.is((error as BodyError).message, "GET /events of acme answered 200, but the data of event 2 is not JSON");
});

test("sse-long: a line is as long as it may be", async () => {
  const piece = new Uint8Array(1).fill(120);
  let size = 0;
  const body = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(((size += 1), piece)) },
    { highWaterMark: 0 },
  );
  const fetch = async () => new Response(body, { headers: EVENTS });
  const { client } = clientOf({ chunks: [] }, { fetch, maxEventBytes: 10_000 });
  const { error } = await drained(client.get("/events").events());
  assert.instance(error, BodyError);
  assert.is((error as BodyError).code, "event-too-large");
  assert.is(size, 10_001);
});

test("lines of one event count together, and what was whole before comes", async () => {
  const chunks = ["data: 1\n\ndata: 2222\ndata: 3333\ndata: 4444\n\ndata: 5\n\n"];
  const limited = (maxEventBytes: number) =>
    drained(clientOf({ chunks }, { maxEventBytes }).client.get("/events").events());
  assert.equal(dataOf((await limited(14)).all), ["1", "2222\n3333\n4444", "5"]);
  const { all, error } = await limited(13);
  assert.equal(dataOf(all), ["1"]);
  assert.is((error as BodyError).code, "event-too-large");
});

test("sse-break: the body is cancelled before the statement behind the loop runs, and nothing is sent again", async () => {
  const { client, sent, cancelled } = clientOf({ chunks: ["data: 1\n\ndata: 2\n\ndata: 3\n\n"], ends: "open" });
  let last: unknown;
  for await (const { data } of client.get("/events").events({ resume: true })) {
    last = data;
    if (data === "2") break;
  }
  assert.equal([last, cancelled(), sent.length], ["2", 1, 1]);
});

test("after a break at any event the server sees its connection closed", async () => {
  await streaming(
    EVENTS,
    (response) => response.write("data: 1\n\ndata: 2\n\n"),
    async (client, server) => {
      for (const at of ["1", "2"]) {
        const before = server.closed();
        try {
          for await (const { data } of client.get("/events").events()) if (data === at) throw new Error(at);
        } catch (error) {
          assert.is((error as Error).message, at);
        }
        assert.ok(await until(() => server.closed() === before + 1));
      }
    },
  );
});

test("nothing is sent before the first event is asked for; nothing is read ahead", async () => {
  const { client, sent, asked } = clientOf({ chunks: ["data: 1\n\ndata: 2\n\n", "data: 3\n\n"] });
  const stream = client.get("/events").events();
  await until(() => false);
  assert.is(sent.length, 0);
  await stream.next();
  await stream.next();
  await until(() => false);
  assert.equal([sent.length, asked()], [1, 1]);
  assert.is(((await stream.next()).value as { data: string }).data, "3");
  assert.equal(await stream.next(), { done: true, value: undefined });
  assert.equal(await stream.next(), { done: true, value: undefined });
});

test("calls of next that come at once are served in order, each event once", async () => {
  const { client } = clientOf({ chunks: ["data: 1\n\n", "data: 2\n\ndata: 3\n\n"] });
  const stream = client.get("/events").events();
  const all = await Promise.all([1, 2, 3, 4].map(() => stream.next()));
  assert.equal(
    all.map(({ value }) => (value as { data: string } | undefined)?.data),
    ["1", "2", "3", undefined],
  );
});

test("`response` has status and headers, and sends the request", async () => {
  const { client, sent } = clientOf({ chunks: ["id: 4\ndata: 1\n\nid: 5\n\n"] });
  const stream = client.get("/events").events();
  const response = await stream.response;
  assert.equal(
    [response.status, response.headers.get("content-type"), response.body],
    [200, "text/event-stream", null],
  );
  await stream.next();
  assert.is(stream.lastEventId, "4");
  assert.is((await stream.next()).done, true);
  assert.equal([stream.lastEventId, sent.length], ["5", 1]);
});

test("it is iterated once, and called at once", async () => {
  const { client, sent } = clientOf({ chunks: ["data: 1\n\n"] });
  const stream = client.get("/events").events();
  await drained(stream);
  const again = await drained(stream);
  assert.instance(again.error, RequestError);
  assert.is((again.error as RequestError).code, "iterated");
  const call = client.get("/events", { stream: true });
  await call;
  const late = await drained(call.events());
  assert.instance(late.error, RequestError);
  assert.is((late.error as RequestError).code, "late-reader");
  assert.is(sent.length, 2);
});

test("options that have no meaning beside it are errors", async () => {
  const { client, sent } = clientOf({ chunks: [] });
  const codes: unknown[] = [];
  for (const stream of [
    client.get("/e", { handle: [404] }).events(),
    client.get("/e", { throwHttpErrors: false }).events(),
    client.get("/e").events({ resum: true } as object),
    client.get("/e").events({ idleTimeout: 0 }),
    client.get("/e").events({ resume: "sometimes" as "always" }),
    client.post("/e").events({ resume: true }),
    client.get("/e").lines({ json: true } as object),
  ])
    codes.push(((await drained(stream)).error as RequestError).code);
  assert.equal(
    codes,
    Array.from(codes, () => "bad-option"),
  );
  assert.is(sent.length, 0);
});

test("a status that is no success is an HttpError, retried as ever before the headers", async () => {
  const { client, sent } = clientOf([{ chunks: [], status: 503 }, { chunks: ["data: 1\n\n"] }], {
    retries: { limit: 1, start: 1 },
  });
  assert.equal(dataOf((await drained(client.get("/e").events())).all), ["1"]);
  assert.is(sent.length, 2);
  const refused = await drained(clientOf({ chunks: [], status: 404 }).client.get("/e").events());
  assert.instance(refused.error, HttpError);
});

test("a connection that breaks is a NetworkError behind what came, and nothing is sent again", async () => {
  const { client, sent } = clientOf({ chunks: ["id: 1\ndata: 1\n\ndata: 2"], ends: "cut" }, { retries: 2 });
  const { all, error } = await drained(client.get("/e").events());
  assert.equal(dataOf(all), ["1"]);
  assert.instance(error, NetworkError);
  assert.is(sent.length, 1);
});

test("a signal ends it between two events that were parsed together", async () => {
  const controller = new AbortController();
  const { client, cancelled } = clientOf({ chunks: ["data: 1\n\ndata: 2\n\n"], ends: "open" });
  const stream = client.get("/e", { signal: controller.signal }).events();
  await stream.next();
  controller.abort(new Error("enough"));
  const { all, error } = await drained({ [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) });
  assert.equal([all.length, (error as Error).message], [0, "enough"]);
  assert.ok(await until(() => cancelled() === 1));
});

/** A clock that passes at once, and what it slept. */
function clock() {
  const slept: number[] = [];
  const sleep = async (ms: number, signal: AbortSignal, isLimit?: boolean): Promise<void> => {
    if (isLimit === true)
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    slept.push(ms);
  };
  return { slept, clock: { now: () => 0, sleep }, random: () => 0.5 };
}

const lastIds = (sent: readonly Request[]) => sent.map(({ headers }) => headers.get("last-event-id"));

test("sse-id-alone: an id without data counts", async () => {
  const { clock: time, random } = clock();
  const answers: Pieces[] = [{ chunks: ["id: 5\n\n"], ends: "cut" }, { chunks: ["data: 1\n\n"] }];
  const { client, sent } = clientOf(answers, { clock: time, random, retries: 2 });
  assert.equal(dataOf((await drained(client.get("/e").events({ resume: true }))).all), ["1"]);
  assert.equal(lastIds(sent), [null, "5"]);
});

test("sse-retry: the server's wish is the wait; what is not all digits changes nothing", async () => {
  const { slept, ...time } = clock();
  const first = { chunks: ["retry: 50\nretry: 1e3\nid: 1\ndata: a\n\nid: 9\ndata: torn"], ends: "cut" } as const;
  const { client, sent } = clientOf([first, { chunks: ["data: b\n\n"] }], { ...time, retries: 2 });
  const stream = client.get("/e").events({ resume: true });
  assert.equal((await drained(stream)).all, [
    { event: "message", data: "a", id: "1" },
    { event: "message", data: "b", id: "1" },
  ]);
  assert.equal(lastIds(sent), [null, "1"]);
  assert.equal(slept, [50]);
});

test("a longer wish than `maxRetryAfter` is cut to that; without one the policy's backoff counts", async () => {
  const { slept, ...time } = clock();
  const torn = (text: string) => ({ chunks: [text], ends: "cut" }) as const;
  const answers = [torn("id: 1\ndata: a\n\n"), torn("retry: 9999999\ndata: b\n\n"), { chunks: ["data: c\n\n"] }];
  const { client } = clientOf(answers, { ...time, retries: 2, maxRetryAfter: 700 });
  assert.equal(dataOf((await drained(client.get("/e").events({ resume: true }))).all), ["a", "b", "c"]);
  assert.equal(slept, [500, 700]);
});

test("sse-204: a resumed stream that is answered 204 has ended", async () => {
  const { slept: _, ...time } = clock();
  const { client, sent } = clientOf(
    [
      { chunks: ["id: 1\ndata: a\n\n"], ends: "cut" },
      { chunks: [], status: 204 },
    ],
    {
      ...time,
      retries: 2,
    },
  );
  const { all, error } = await drained(client.get("/e").events({ resume: true }));
  assert.equal([all.length, error, sent.length], [1, undefined, 2]);
});

test("tries count from the last event, and end with the failure", async () => {
  const { slept, ...time } = clock();
  const { client, sent } = clientOf(
    [
      { chunks: ["id: 1\ndata: a\n\n"], ends: "cut" },
      { chunks: [": c\n\n"], ends: "cut" },
    ],
    {
      ...time,
      retries: 2,
    },
  );
  const { all, error } = await drained(client.get("/e").events({ resume: true }));
  assert.equal([all.length, sent.length, slept], [1, 3, [500, 1000]]);
  assert.instance(error, NetworkError);
});

test("each event that is given out gives all tries back", async () => {
  const { slept, ...time } = clock();
  const answers = [1, 2, 3, 4, 5].map((id): Pieces => ({ chunks: [`id: ${id}\ndata: ${id}\n\n`], ends: "cut" }));
  const { client, sent } = clientOf([...answers, { chunks: ["data: 6\n\n"] }], { ...time, retries: 1 });
  const { all, error } = await drained(client.get("/e").events({ resume: true }));
  assert.equal([all.length, error, sent.length], [6, undefined, 6]);
  assert.equal(slept, [500, 500, 500, 500, 500]);
});

test("a silence that is too long is a break, too", async () => {
  const answers: Pieces[] = [{ chunks: ["id: 1\ndata: 1\n\n"], ends: "open" }, { chunks: ["data: 2\n\n"] }];
  const { client, sent } = clientOf(answers, { retries: { limit: 2, start: 1 } });
  const { all } = await drained(client.get("/e").events({ resume: true, idleTimeout: 5 }));
  assert.equal(
    [dataOf(all), lastIds(sent)],
    [
      ["1", "2"],
      [null, "1"],
    ],
  );
});

test("without an id it starts again only if no event was given out", async () => {
  const { slept: _, ...time } = clock();
  const none = clientOf([{ chunks: [": c\n\n"], ends: "cut" }, { chunks: ["data: a\n\n"] }], { ...time, retries: 2 });
  assert.equal(dataOf((await drained(none.client.get("/e").events({ resume: true }))).all), ["a"]);
  const some = clientOf([{ chunks: ["data: a\n\n"], ends: "cut" }, { chunks: ["data: a\n\n"] }], {
    ...time,
    retries: 2,
  });
  const { all, error } = await drained(some.client.get("/e").events({ resume: true }));
  assert.equal([all.length, some.sent.length], [1, 1]);
  assert.instance(error, NetworkError);
});

test('a clean end is one, and begins again only for "always"', async () => {
  const { slept: _, ...time } = clock();
  const answers: Pieces[] = [
    { chunks: ["id: 1\ndata: a\n\n"] },
    { chunks: ["id: 2\ndata: b\n\n"] },
    { chunks: [], status: 204 },
  ];
  const once = clientOf(answers, { ...time, retries: 2 });
  assert.is((await drained(once.client.get("/e").events({ resume: true }))).all.length, 1);
  const always = clientOf(answers, { ...time, retries: 2 });
  assert.equal(dataOf((await drained(always.client.get("/e").events({ resume: "always" }))).all), ["a", "b"]);
  assert.equal(lastIds(always.sent), [null, "1", "2"]);
});

test("a status that may pass is tried again when it is resumed, another one is thrown, and so is another type", async () => {
  const { slept: _, ...time } = clock();
  const torn: Pieces = { chunks: ["id: 1\ndata: a\n\n"], ends: "cut" };
  const ask = async (...rest: Pieces[]) => {
    const { client, sent } = clientOf([torn, ...rest], { ...time, retries: 2 });
    const { all, error } = await drained(client.get("/e").events({ resume: true }));
    return [all.length, sent.length, (error as { code?: string } | undefined)?.code];
  };
  assert.equal(await ask({ chunks: [], status: 503 }, { chunks: ["data: b\n\n"] }), [2, 3, undefined]);
  assert.equal(await ask({ chunks: [], status: 404 }), [1, 2, "http-404"]);
  assert.equal(await ask({ chunks: [], type: "text/html" }), [1, 2, "not-events"]);
});

test("a declared place of the last event goes back as a parameter, for a POST too", async () => {
  const { slept: _, ...time } = clock();
  const streams = { "POST /responses": { resume: { query: "starting_after", from: "/sequence_number" } } };
  const parts = { streams, operations: { "POST /responses": { events: "json" } } } as const;
  const answers: Pieces[] = [
    { chunks: ['data: {"sequence_number":7}\n\n'], ends: "cut" },
    { chunks: ['data: {"sequence_number":8}\n\n'], ends: "cut" },
    { chunks: ["data: [DONE]\n\n"] },
  ];
  const { client, sent } = clientOf(answers, { ...time, retries: 2 }, parts);
  const call = client.post("/responses", { json: { input: "x" }, query: { a: "1 2", starting_after: 3 } });
  assert.is((await drained(call.events({ resume: true }))).all.length, 2);
  assert.equal(
    sent.map(({ url }) => url.replace(/.*\?/, "")),
    ["a=1+2&starting_after=3", "a=1+2&starting_after=7", "a=1+2&starting_after=8"],
  );
  assert.equal(lastIds(sent), [null, null, null]);
});

test("an idle timeout of its own ends it", async () => {
  const { client } = clientOf({ chunks: ["data: 1\n\n"], ends: "open" });
  const { all, error } = await drained(client.get("/e").events({ idleTimeout: 5 }));
  assert.equal([all.length, (error as { code: string }).code], [1, "idle-timeout"]);
});

test("a caller's own `accept` is sent", async () => {
  const { client, sent } = clientOf({ chunks: [] });
  await drained(client.get("/e", { headers: { Accept: "text/event-stream;v=2" } }).events());
  await drained(client.get("/e").lines());
  assert.is(sent[0]?.headers.get("accept"), "text/event-stream;v=2");
  assert.is(sent[1]?.headers.get("accept"), "application/jsonl, application/x-ndjson, */*;q=0.5");
});

test.run();
