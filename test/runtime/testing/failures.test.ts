import { createServer, type AddressInfo, type Socket } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type HttpError, NetworkError, SdkError, TimeoutError } from "@sdkwright/runtime";
import { fakeProviders, type ConnectionFailure } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";
import { pair } from "./pair.js";

const test = suite("failures of fakes");

const BASE = "https://api.acme.example";

async function failure(kind: ConnectionFailure | number, options?: { retryAfter: number }): Promise<SdkError> {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").fail(kind, options);
  return rejection(acmeClient(BASE, fake.options).get("/x"), SdkError);
}

for (const [kind, code, sent] of [
  ["dns", "network-unreached", false],
  ["refused", "network-unreached", false],
  ["unreachable", "network-unreached", false],
  ["tls", "network-tls", false],
  ["malformed", "network-malformed", true],
  ["reset", "network-reset", "unknown"],
  ["cut", "network-reset", "unknown"],
] as const) {
  test(`${kind} is a NetworkError: ${code}, sent: ${String(sent)}`, async () => {
    const error = await failure(kind);
    assert.instance(error, NetworkError);
    assert.equal([error.code, (error as NetworkError).sent], [code, sent]);
  });
}

/** What a real server, or none, makes of the same request. */
async function real(handle: ((socket: Socket) => void) | undefined): Promise<SdkError> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  if (handle === undefined) await new Promise((resolve) => server.close(resolve));
  const error = await rejection(acmeClient(`http://127.0.0.1:${port}`).get("/x"), SdkError);
  server.close();
  return error;
}

for (const [kind, handle] of [
  ["refused", undefined],
  ["reset", (socket: Socket) => void socket.once("data", () => socket.destroy())],
  ["malformed", (socket: Socket) => void socket.end("220 mail.example ESMTP\r\n")],
  ["cut", (socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")],
] as const) {
  test(`${kind} is what the real network gives, to the last word`, async () => {
    const [fake, network] = [await failure(kind), await real(handle)];
    const withoutCode = (error: SdkError): object => ({
      ...error.toJSON(),
      message: error.message.replace(/ at \S+:/, ":"),
      cause: undefined,
    });
    assert.equal(withoutCode(fake), withoutCode(network));
  });
}

test("a timeout passes at once, and is the TimeoutError of the time limit", async () => {
  const begun = performance.now();
  const error = await failure("timeout");
  assert.instance(error, TimeoutError);
  assert.match(error.message, "took longer than 30000 ms");
  assert.ok(performance.now() - begun < 20_000);
});

test("statuses fail too, 429 with Retry-After in whole seconds", async () => {
  const error = (await failure(429, { retryAfter: 1500 })) as HttpError;
  assert.equal([error.status, error.retryAfter], [429, 2000]);
  assert.is(((await failure(503)) as HttpError).retryAfter, undefined);
});

test("a retry finds the second answer, after the pause of its policy and in no time", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").fail("reset").fail(429, { retryAfter: 5000 }).reply(200, "at last");
  const client = acmeClient(BASE, { ...fake.options, random: () => 0.5 });
  assert.is(await client.get("/x", { retryPolicy: "circuit-breaker" }).text(), "at last");
  assert.equal(
    fake.requests.map(({ answer }) => answer),
    ["reset", 429, 200],
  );
  const [first = 0, second = 0, third = 0] = fake.requests.map(({ at }) => at);
  assert.ok(second > first && third - second >= 5000, `${second} ${third}`);
});

for (const kind of ["refused", "reset", "timeout", "tls", "malformed", "cut", 503, 500] as const) {
  test(`a provider that is down (${kind}) fails over to the next, and works again after recover()`, async () => {
    const { fake, client } = pair();
    fake.providers.first.on("POST", "/send").reply(200, { by: "first" });
    fake.providers.second.on("POST", "/send").reply(200, { by: "second" });
    fake.providers.first.fail(kind);
    assert.equal(await client.profiles.test.Send({}), { by: "second" });
    fake.providers.first.recover();
    await fake.clock.advance(120_000);
    assert.equal(await client.profiles.test.Send({}), { by: "first" });
  });
}

test("a request that nothing was set up for does not fail over", async () => {
  const { fake, client } = pair();
  fake.providers.second.on("POST", "/send").reply(200, {});
  const outcome = await client.profiles.test.Send.safe({}).catch((error: unknown) => ({ ok: false, error }));
  assert.not.ok(outcome.ok);
  assert.throws(() => fake.verify(), /fake first: nothing answers POST \/send/);
  assert.is(fake.requests.length, 1);
});

test("circuits open by failures, and let one through when the time has been moved on", async () => {
  const { fake, client } = pair({}, "circuit-breaker");
  fake.providers.first.fail("refused");
  fake.providers.second.on("POST", "/send").reply(200, { by: "second" });
  for (let call = 0; call < 40; call += 1) await client.profiles.test.Send({});
  assert.is(client.circuits().find(({ provider }) => provider === "first")?.state, "open");
  const before = fake.requests.length;
  await client.profiles.test.Send({});
  assert.is(fake.requests.length, before + 1);
  fake.providers.first.recover();
  fake.providers.first.on("POST", "/send").reply(200, { by: "first" });
  await fake.clock.advance(120_000);
  assert.equal(await client.profiles.test.Send({}), { by: "first" });
});

test.run();
