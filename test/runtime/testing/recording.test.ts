import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError, HttpError, NetworkError } from "@sdkwright/runtime";
import { fakeProviders, recording } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";
import { withServer, type Answer } from "../../server.js";
import { drawer, open, tapeOf, type Drawer } from "./tapes.js";

const test = suite("recordings");

/** Counts what it is asked, by path. */
const counting: Answer = ({ url, body }, response, count) => {
  const type = url.startsWith("/text") ? "text/plain" : url.startsWith("/bytes") ? "image/png" : "application/json";
  response.writeHead(url.startsWith("/missing") ? 404 : 200, { "content-type": type, "x-request": `r-${count}` });
  if (type === "image/png") return response.end(new Uint8Array([137, 80, 255, 0]));
  response.end(
    type === "text/plain" ? `text ${count}` : JSON.stringify({ count, body: body === "" ? null : JSON.parse(body) }),
  );
};

type Client = ReturnType<typeof acmeClient>;

/** Records what a function asks for; then no server is there any more. */
async function recorded(
  ask: (client: Client) => Promise<unknown>,
  answer = counting,
): Promise<{ readonly files: Drawer; readonly origin: string }> {
  const files = drawer();
  return withServer(answer, async ({ origin }) => {
    const tape = open(files, { bodies: "all" });
    assert.is(tape.mode, "record");
    // Pauses need not be real.
    await ask(acmeClient(origin, { clock: fakeProviders({ any: origin }).clock, ...tape.options }));
    await tape.done();
    return { files, origin };
  });
}

async function everything(client: Client): Promise<unknown> {
  const { status } = await client.get("/missing", { throwHttpErrors: false });
  const bytes = [...(await client.get("/bytes").bytes())];
  const texts = [await client.get("/text").text(), await client.get("/text").text()];
  const posted = await client.post("/charges", { json: { amount: 1 }, query: { a: 1 } }).json();
  return { status, bytes, texts, posted };
}

test("what was recorded is replayed without a network: status, headers, JSON, text and bytes, in order", async () => {
  let real: unknown;
  const { files, origin } = await recorded(async (client) => (real = await everything(client)));
  const tape = open(files);
  assert.is(tape.mode, "replay");
  assert.equal(await everything(acmeClient(origin, tape.options)), real);
  await tape.done();
  assert.is(tapeOf(files).exchanges.length, 5);
});

test("endpoints have their own order", async () => {
  const { files, origin } = await recorded(async (client) => {
    for (const path of ["/text", "/charges", "/text"]) await client.get(path);
  });
  const client = acmeClient(origin, open(files).options);
  assert.is((await client.get("/charges").json<{ count: number }>()).count, 2);
  assert.equal([await client.get("/text").text(), await client.get("/text").text()], ["text 1", "text 3"]);
});

test("another request fails at once, with a difference line by line", async () => {
  const { files, origin } = await recorded((client) =>
    client.post("/charges", { json: { amount: 100, list: [1], gone: true }, query: { a: 1 } }),
  );
  const tape = open(files);
  const asked = acmeClient(origin, tape.options).post("/charges", { json: { amount: 200, list: [1, 2] }, query: { a: 2 }, retryPolicy: "circuit-breaker", idempotent: true }); // prettier-ignore
  const { message } = await rejection(asked, ConfigurationError);
  const lines = [
    `pay.json: POST ${origin}/charges is not what was recorded`,
    '- query/a: "1"',
    '+ query/a: "2"',
    "- body/amount: 100",
    "+ body/amount: 200",
    "- body/list/1: nothing",
    "+ body/list/1: 2",
    "- body/gone: true",
    "+ body/gone: nothing",
  ];
  assert.is(message, lines.join("\n"));
  await rejection(tape.done(), ConfigurationError);
});

test("so does one too many, one that is not there, and one that did not come", async () => {
  const { files, origin } = await recorded((client) => client.get("/text"));
  const tape = open(files);
  const client = acmeClient(origin, tape.options);
  const unused = await rejection(tape.done(), ConfigurationError);
  assert.is(unused.message, `pay.json: GET ${origin}/text was recorded but not requested`);
  await client.get("/text");
  const more = await rejection(client.get("/text"), ConfigurationError);
  assert.is(more.message, `pay.json: GET ${origin}/text was recorded 1 time, and requested once more`);
  const absent = await rejection(client.get("/texts"), ConfigurationError);
  assert.match(absent.message, `GET ${origin}/texts was not recorded; did you mean GET ${origin}/text?`);
});

test("fields that are other each time can be ignored", async () => {
  const { files, origin } = await recorded((client) =>
    client.post("/charges", { json: { id: 1, amount: 5 }, query: { at: 1 } }),
  );
  const client = acmeClient(origin, open(files, { ignore: ["id", "at"] }).options);
  await client.post("/charges", { json: { id: 2, amount: 5 }, query: { at: 2 } });
});

test("a key that was made is another one each time, and one of the caller's has to be the same", async () => {
  const parts = { idempotency: { POST: [{ body: "/idempotency_key", of: ["/charges"] }] } };
  const charge = async (origin: string, options: object, json: object) =>
    acmeClient(origin, options, parts).post("/charges", { json });
  const files = drawer();
  await withServer(
    (_, response) => response.end("{}"),
    async ({ origin }) => {
      const tape = open(files);
      for (const json of [{}, { idempotency_key: "order-17" }]) await charge(origin, tape.options, json);
      await tape.done();
      const replay = open(files);
      await charge(origin, replay.options, {});
      const other = charge(origin, replay.options, { idempotency_key: "order-18" });
      assert.match((await rejection(other, ConfigurationError)).message, /- body\/idempotency_key: "order-17"/);
    },
  );
});

test("failures of the connection are replayed, and pauses between attempts take no time", async () => {
  const flaky: Answer = (_, response, count) => (count === 1 ? response.destroy() : response.writeHead(count === 2 ? 503 : 200).end("{}")); // prettier-ignore
  const options = { retryPolicy: "circuit-breaker" } as const;
  const { files, origin } = await recorded((client) => client.get("/x", options), flaky);
  const tape = open(files);
  await acmeClient(origin, tape.options).get("/x", options);
  await tape.done();
  assert.is(tapeOf(files).exchanges[0]?.failure, "reset");
  const refused = open(drawer());
  await rejection(acmeClient(origin, refused.options).get("/x"), NetworkError);
});

test("a client that goes on reading gets its stream as it comes", async () => {
  const files = drawer();
  const slow: Answer = (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).write("first ");
    setImmediate(() => response.end("second"));
  };
  await withServer(slow, async ({ origin }) => {
    const tape = open(files);
    const answer = await acmeClient(origin, tape.options).get("/x", { stream: true });
    assert.is(await answer.text(), "first second");
    await tape.done();
  });
  assert.is(tapeOf(files).exchanges[0]?.response?.body, "first second");
});

test("a mode is chosen, by the file or by a variable; never to record in CI", async () => {
  const { files } = await recorded((client) => client.get("/text"));
  assert.is(open(files).mode, "replay");
  assert.is(open(files, { env: { CI: "true" } }).mode, "replay");
  assert.is(open(files, { env: { SDKWRIGHT_RECORD: "1" } }).mode, "record");
  assert.is(open(files, { mode: "record" }).mode, "record");
  for (const settings of [{}, { mode: "record" }, { env: { CI: "1", SDKWRIGHT_RECORD: "1" } }] as const) {
    assert.throws(() => open(drawer(), { env: { CI: "1" }, ...settings }), /not in CI/);
  }
  assert.throws(() => open(drawer(), { mode: "replay" }), /pay.json does not exist/);
  assert.throws(() => open(files, { mode: "both" as "record" }), /neither "record" nor "replay"/);
  assert.throws(() => open(files, { modes: "record" } as object), /`modes` is unknown; known: mode,/);
  for (const text of ["[]", "{", '{"recording":2,"exchanges":[]}']) {
    files.texts.set("pay.json", text);
    assert.throws(() => open(files), /not a recording that this version can read/);
  }
});

test("files are those of the platform, by path or URL, in folders that are made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  const path = join(folder, "deep", "fixtures", "pay.json");
  await withServer(counting, async ({ origin }) => {
    const tape = recording(path, { env: {} });
    await acmeClient(origin, tape.options).get("/text");
    await tape.done();
    const again = recording(pathToFileURL(path), { env: {} });
    assert.is(again.mode, "replay");
    assert.is(await acmeClient(origin, again.options).get("/text").text(), "text 1");
  });
  assert.match(readFileSync(path, "utf8"), /"recording": 1/);
  rmSync(folder, { recursive: true });
});

test("nothing is written as long as `done` was not called", async () => {
  const files = drawer();
  await withServer(counting, async ({ origin }) => {
    await rejection(acmeClient(origin, open(files).options).get("/missing"), HttpError);
  });
  assert.is(files.texts.size, 0);
});

test.run();
