import { NetworkError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient } from "../acme.js";
import { dataOf, drained } from "../http/event-streams.js";
import { drawer, open, tapeOf } from "./tapes.js";

const test = suite("streams of fake providers and recordings");

const BASE = "https://api.acme.example";

function fakes() {
  const fake = fakeProviders({ acme: BASE });
  return { fake, acme: fake.providers.acme, client: acmeClient(BASE, { ...fake.options, retries: 2 }) };
}

test("events come in pieces of any size, with delays that take no time", async () => {
  const { fake, acme, client } = fakes();
  const events = [{ event: "a", data: "one\ntwo", id: "1" }, { data: { ř: 1 } }, { retry: 5 }, { data: "" }];
  for (const chunk of [1, 7, undefined]) {
    acme.on("GET", "/events").events(events, { chunk, delay: 60_000 });
    const before = fake.clock.now();
    assert.equal((await drained(client.get("/events").events())).all, [
      { event: "a", data: "one\ntwo", id: "1" },
      { event: "message", data: '{"ř":1}', id: "1" },
      { event: "message", data: "", id: "1" },
    ]);
    assert.is(fake.clock.now() - before, 240_000);
  }
});

test("a stream that is cut goes on behind the event that the client names", async () => {
  const { fake, acme, client } = fakes();
  const events = [1, 2, 3, 4, 5].map((number) => ({ data: number, id: String(number) }));
  acme.on("GET", "/events").events(events, { chunk: 1, cut: 3 });
  const cut = await drained(client.get("/events").events());
  assert.instance(cut.error, NetworkError);
  assert.equal(dataOf(cut.all), ["1", "2", "3"]);
  const whole = await drained(client.get("/events").events({ resume: true }));
  assert.equal(dataOf(whole.all), ["1", "2", "3", "4", "5"]);
  assert.equal(
    fake.requests.map(({ headers }) => headers["last-event-id"]),
    [undefined, undefined, "3"],
  );
});

test("lines come in pieces, and are cut", async () => {
  const { acme, client } = fakes();
  acme
    .on("GET", "/rows")
    .lines([{ a: 1 }, null, 2])
    .times(1)
    .lines([1, 2], { chunk: 1, cut: 1 });
  assert.equal(await drained(client.get("/rows").lines()), { all: [{ a: 1 }, null, 2] });
  const { all, error } = await drained(client.get("/rows").lines());
  assert.equal(all, [1]);
  assert.instance(error, NetworkError);
});

test("settings that mean nothing are refused", () => {
  const { acme } = fakes();
  for (const settings of [{ chunk: 0 }, { delay: -1 }, { cut: 0.5 }, { pieces: 1 }])
    assert.throws(() => acme.on("GET", "/x").events([], settings));
  assert.throws(() => acme.on("GET", "/x").events([{ name: "a" } as object]));
});

test("a recording keeps the chunks of a stream, how it ended, and no secret", async () => {
  const files = drawer();
  const pieces = ["data: 1\n\ndata: he", "ader-secret\n\n", 'data: {"token":"abcdefgh"}\n\n'];
  const seen: unknown[] = [];
  const read = async (client: ReturnType<typeof acmeClient>, path: "/whole" | "/cut") => {
    const { all, error } = await drained(client.get(path, { security: "header" }).events());
    return [dataOf(all), (error as NetworkError | undefined)?.code];
  };
  await withServer(
    ({ url }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = (at: number): void => {
        const piece = pieces[at];
        if (piece !== undefined) response.write(piece, () => setImmediate(write, at + 1));
        else if (url === "/cut") response.destroy();
        else response.end();
      };
      write(0);
    },
    async ({ origin }) => {
      const tape = open(files, {});
      const client = acmeClient(origin, tape.options);
      seen.push(await read(client, "/whole"), await read(client, "/cut"));
      await tape.done();
      const text = JSON.stringify(tapeOf(files));
      assert.not.match(text, "header-secret");
      assert.not.match(text, "abcdefgh");
      const [whole, cut] = tapeOf(files).exchanges.map(({ response }) => response);
      assert.equal([whole?.cut, cut?.cut], [undefined, true]);
      assert.is(whole?.chunks?.join(""), 'data: 1\n\ndata: ***\n\ndata: {"token":"***"}\n\n');
      const again = open(files);
      const replaying = acmeClient(origin, again.options);
      const data = ["1", "***", '{"token":"***"}'];
      assert.equal(await read(replaying, "/whole"), [data, undefined]);
      assert.equal(await read(replaying, "/cut"), [data, "network-reset"]);
      await again.done();
    },
  );
  assert.equal(
    seen.map((each) => (each as unknown[])[1]),
    [undefined, "network-reset"],
  );
});

test.run();
