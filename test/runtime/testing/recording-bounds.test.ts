import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BodyError, ConfigurationError } from "@sdkwright/runtime";
import { withServer, type Answer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";
import { drawer, open, tapeOf, type Drawer } from "./tapes.js";

const test = suite("how much of an answer is recorded");

const MIB = 1 << 20;
type Client = ReturnType<typeof acmeClient>;

/** Sends until nobody reads any more. */
function flood(sent: { bytes: number }): Answer {
  const block = "x".repeat(65_536);
  return (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const write = (): void => {
      if (response.destroyed) return;
      sent.bytes += block.length;
      if (response.write(block)) setImmediate(write);
      else response.once("drain", write);
    };
    write();
  };
}

async function recordedBy(
  answer: Answer,
  ask: (client: Client) => Promise<unknown>,
  options: object = {},
): Promise<{ readonly files: Drawer; readonly origin: string }> {
  const files = drawer();
  return withServer(answer, async ({ origin }) => {
    const tape = open(files);
    await ask(acmeClient(origin, { ...tape.options, ...options }));
    await tape.done();
    return { files, origin };
  });
}

test("what the client does not read is not read: a flood ends where the client ends", async () => {
  const sent = { bytes: 0 };
  const options = { maxResponseBytes: MIB };
  const ask = (client: Client) => rejection(client.get("/x"), BodyError);
  const { files, origin } = await recordedBy(flood(sent), ask, options);
  assert.ok(sent.bytes < 16 * MIB, String(sent.bytes));
  // As much as the client has read: it refuses that in the replay, too.
  await rejection(acmeClient(origin, { ...open(files).options, ...options }).get("/x"), BodyError);
});

test("a stream without end ends when its reader cancels, and what was read is replayed", async () => {
  const first = async (client: Client): Promise<string> => {
    const { body } = await client.get("/x", { stream: true });
    const reader = body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new TextDecoder().decode(value);
  };
  const endless: Answer = (_, response) =>
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  const { files, origin } = await recordedBy(endless, first);
  assert.is(await first(acmeClient(origin, open(files).options)), "data: 1\n\n");
});

test("`done` waits for no body that nobody reads", async () => {
  const { files } = await recordedBy(flood({ bytes: 0 }), (client) => client.get("/x", { stream: true }));
  assert.is(tapeOf(files).exchanges[0]?.response?.status, 200);
});

test("more than 8 MiB that the client did read are told, and nothing is written", async () => {
  const big: Answer = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(9 * MIB)); // prettier-ignore
  const asked = recordedBy(big, (client) => client.get("/x", { stream: true }).text());
  const { message } = await rejection(asked, ConfigurationError);
  assert.is(message, "more than 8 MiB: nothing is written. Record less at a time");
});

test("what is nested without end is told, and no failure of the connection", async () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  for (const type of ["application/json", "text/plain"]) {
    const answer: Answer = (_, response) => response.writeHead(200, { "content-type": type }).end(deep);
    const { message } = await rejection(recordedBy(answer, (client) => client.get("/x").text()), ConfigurationError); // prettier-ignore
    assert.is(message, "a body is nested more than 500 levels deep");
  }
  const files = drawer();
  files.texts.set("pay.json", deep);
  assert.throws(() => open(files), /pay.json is nested more than 500 levels deep/);
});

test("text that is called JSON is replayed as it came", async () => {
  const answer: Answer = (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("no {JSON");
  const { files, origin } = await recordedBy(answer, (client) => client.get("/x").text());
  assert.is(await acmeClient(origin, open(files).options).get("/x").text(), "no {JSON");
});

test.run();
