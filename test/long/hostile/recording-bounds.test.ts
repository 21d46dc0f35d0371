import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BodyError, ConfigurationError } from "@sdkwright/runtime";
import { acmeClient, rejection } from "../../runtime/acme.js";
import { withServer, type Answer } from "../../server.js";
import { drawer, open, tapeOf, type Drawer } from "../../runtime/testing/tapes.js";

const test = suite("12: recordings of servers that send more than anybody reads");

const MIB = 1 << 20;

/** Sends until nobody reads any more; `count` is what it wrote. */
function flood(sent: { bytes: number; closed?: boolean }): Answer {
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
  ask: (client: ReturnType<typeof acmeClient>, files: Drawer) => Promise<unknown>,
  options: object = {},
): Promise<{ readonly files: Drawer; readonly origin: string }> {
  const files = drawer();
  return withServer(answer, async ({ origin }) => {
    const tape = open(files);
    await ask(acmeClient(origin, { ...tape.options, ...options }), files);
    await tape.done();
    return { files, origin };
  });
}

test("12: what the client does not read is not read: a flood ends where the client ends", async () => {
  const sent = { bytes: 0 };
  const options = { maxResponseBytes: MIB };
  const ask = (client: ReturnType<typeof acmeClient>) => rejection(client.get("/x"), BodyError);
  const { files, origin } = await recordedBy(flood(sent), ask, options);
  assert.ok(sent.bytes < 16 * MIB, String(sent.bytes));
  // As much as the client has read: it refuses that in the replay, too.
  await rejection(acmeClient(origin, { ...open(files).options, ...options }).get("/x"), BodyError);
});

test("12: a stream without end ends when its reader cancels, and what was read is replayed", async () => {
  const first = async (client: ReturnType<typeof acmeClient>): Promise<string> => {
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

test("12: `done` waits for no body that nobody reads", async () => {
  const ask = (client: ReturnType<typeof acmeClient>) => client.get("/x", { stream: true });
  const { files } = await recordedBy(flood({ bytes: 0 }), ask);
  assert.is(tapeOf(files).exchanges[0]?.response?.status, 200);
});

test("12: an answer that is cut keeps no half of a secret, nor half of a character", async () => {
  const secret = "bearer-secret-of-acme-0123456789";
  const cut: Answer = ({ headers }, response) => {
    const said = headers.authorization?.replace("Bearer ", "") ?? "";
    response.writeHead(200, { "content-type": "text/plain" });
    response.write(Buffer.from(`you are ${said.slice(0, 20)}`));
  };
  const credentials = { bearer: { token: secret } };
  const ask = async (client: ReturnType<typeof acmeClient>): Promise<void> => {
    const { body } = await client.get("/x", { stream: true, security: "bearer" });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
  };
  const { files } = await recordedBy(cut, ask, { credentials });
  const text = files.texts.get("pay.json") ?? "";
  assert.match(text, /you are \*\*\*/);
  assert.not.ok(text.includes(secret.slice(0, 12)), text);
});

test("12: more than 8 MiB that the client did read are told, and nothing is written", async () => {
  const big: Answer = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(9 * MIB)); // prettier-ignore
  const asked = recordedBy(big, (client) => client.get("/x", { stream: true }).text());
  const { message } = await rejection(asked, ConfigurationError);
  assert.is(message, "more than 8 MiB came: nothing is written. Record less at a time");
});

for (const type of ["application/json", "text/plain"]) {
  test(`12: ${type} that is nested without end is told, and no failure of the connection`, async () => {
    const deep: Answer = (_, response) => response.writeHead(200, { "content-type": type }).end("[".repeat(20_000) + "]".repeat(20_000)); // prettier-ignore
    const { message } = await rejection(
      recordedBy(deep, (client) => client.get("/x").text()),
      ConfigurationError,
    );
    assert.is(message, "a body is nested more than 500 levels deep");
  });
}

test("12: deep and wide at once makes no file of spaces", async () => {
  const json = "[".repeat(400) + `[${"1,".repeat(200_000)}1]` + "]".repeat(400);
  const wide: Answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(json);
  const { files, origin } = await recordedBy(wide, (client) => client.get("/x"));
  assert.ok((files.texts.get("pay.json") ?? "").length < 2 * json.length);
  assert.is(await acmeClient(origin, open(files).options).get("/x").text(), json);
});

test("12: many texts are cleaned as fast as one", async () => {
  const many: Answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `value ${at}`))); // prettier-ignore
  const begin = process.cpuUsage().user;
  await recordedBy(many, (client) => client.get("/x", { security: "bearer" }));
  assert.ok(process.cpuUsage().user - begin < 5_000_000, String(process.cpuUsage().user - begin));
});

test("12: megabytes of ordinary JSON take seconds, on a machine with other work too", async () => {
  const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, name: `Customer ${id}`, email: `user${id}@acme.test`, tags: ["new", "paying"], url: `https://acme.test/v1/customers/${id}?page=2`, note: "What is said of a customer, in a few words, or in some more of them" })); // prettier-ignore
  const answer: Answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows)); // prettier-ignore
  const begin = process.cpuUsage().user;
  await recordedBy(answer, (client) => client.get("/x", { security: "bearer" }));
  assert.ok(process.cpuUsage().user - begin < 8_000_000, String(process.cpuUsage().user - begin));
});

/** More than the stack of a pattern holds. */
const LONG: { readonly [what: string]: string } = {
  "one word": "x".repeat(6 * MIB),
  "an element": `<token>${"x ".repeat(3.9 * MIB)}`,
};
for (const [what, text] of Object.entries(LONG)) {
  test(`12: ${what} without end is cleaned as any other`, async () => {
    const long: Answer = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end(text);
    const { files } = await recordedBy(long, (client) => client.get("/x", { security: "bearer" }));
    assert.is(tapeOf(files).exchanges[0]?.response?.status, 200);
  });
}

test("12: JSON in JSON without end is told", async () => {
  let json = '""';
  for (let times = 0; times < 10; times += 1) json = `${"[".repeat(400)}${JSON.stringify(json)}${"]".repeat(400)}`;
  const nested: Answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(json);
  const { message } = await rejection(
    recordedBy(nested, (client) => client.get("/x")),
    ConfigurationError,
  );
  assert.is(message, "a body is nested more than 500 levels deep");
});

test("12: text that is called JSON is replayed as it came", async () => {
  const { files, origin } = await recordedBy((_, response) => response.writeHead(200, { "content-type": "application/json" }).end("no {JSON"), (client) => client.get("/x").text()); // prettier-ignore
  assert.is(await acmeClient(origin, open(files).options).get("/x").text(), "no {JSON");
});

test("12: a file that is nested without end is told", () => {
  const files = drawer();
  files.texts.set("pay.json", "[".repeat(20_000) + "]".repeat(20_000));
  assert.throws(() => open(files), /pay.json is nested more than 500 levels deep/);
});

test.run();
