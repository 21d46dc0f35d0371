import { ConfigurationError, RequestError, defineMap, type ProviderClient } from "@sdkwright/runtime";
import { bindProvider, type ProviderOptions } from "@sdkwright/runtime/generated";
import { recording } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type Context } from "../policy/world.js";
import { acme, credentials, rejection } from "../acme.js";

const test = suite("12.1: what is given is read once");

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly length: number;
}

/** A client whose requests are written down; each is answered with a status of the list, the last again and again. */
function watched(options: object = {}, statuses: readonly number[] = [200]): { client: ProviderClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: { headers: Headers; body: Uint8Array | null }): Promise<Response> => {
    sent.push({ url, headers: new Headers(init.headers), length: init.body?.byteLength ?? 0 });
    // As one does that hands the body to a worker, or traces its requests.
    if (init.body !== null) structuredClone(init.body, { transfer: [init.body.buffer] });
    init.headers.append("x-trace", String(sent.length));
    return new Response("{}", { status: statuses[Math.min(sent.length, statuses.length) - 1] ?? 200 });
  };
  const given = { credentials, fetch, ...options } as unknown as ProviderOptions;
  return { client: bindProvider(acme("https://a.test"), {}, given), sent };
}

test("a list of schemes that changes afterwards says nothing", async () => {
  const security = ["header"];
  const { client, sent } = watched({ security });
  security[0] = "bearer";
  await client.get("/x");
  security.length = 0;
  await client.get("/x");
  assert.equal(
    sent.map(({ headers }) => [headers.get("x-api-key"), headers.get("authorization")]),
    [1, 2].map(() => ["header-secret", null]),
  );
  const holes: string[] = [];
  holes[1] = "header";
  assert.throws(() => watched({ security: holes }), /`security` of acme takes ids alone/);
});

test("a base URL that is another at each reading gets nothing", async () => {
  let read = 0;
  const env = {
    get URL1() {
      read += 1;
      return read <= 1 ? "https://a.test" : "https://b.test";
    },
  };
  const sent: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    sent.push(url);
    return new Response("{}");
  };
  const options = { env, fetch, credentials } as unknown as ProviderOptions;
  const client = bindProvider(acme("https://a.test"), { services: { default: "$URL1" } }, options);
  const error = await rejection(client.get("/x", { security: "header" }), ConfigurationError);
  assert.equal([error.code, sent], ["base-url-changed", []]);
});

/** Pauses are over at once; what limits an attempt never comes. */
const sleep = async (ms: number): Promise<void> => (ms < 20_000 ? undefined : new Promise<void>(() => {}));

test("each attempt sends the same, whatever `fetch` does with what it gets", async () => {
  const { client, sent } = watched({ random: () => 0.5, clock: { now: () => 0, sleep } }, [503, 503, 200]);
  await client.put("/x", { body: new Uint8Array(12), retryPolicy: "circuit-breaker" });
  assert.equal(
    sent.map(({ length, headers }) => [length, headers.get("x-trace")]),
    [1, 2, 3].map(() => [12, null]),
  );
});

test("a map's function is looked up before the call, and one of a class not spread", async () => {
  let given = 0;
  const map = {
    get Send() {
      given += 1;
      return given === 1 ? async ({ http }: Context) => http.get("/x").text() : undefined;
    },
  };
  const world = createWorld({ answers: { a: 200 }, options: { maps: { test: { a: map } } } });
  assert.is((await world.run()).ok, true);
  assert.is(given, 1);
  assert.throws(() => defineMap(new (class { Send(): void {} })(), { variant: "v" }), /is an instance of a class: give a plain object/); // prettier-ignore
});

test("what a function gives for a scheme counts with names that are not enumerable", async () => {
  const hidden = (name: string, value: unknown): object =>
    Object.defineProperty({ username: "alice", password: "p" }, name, { value });
  const { client } = watched({ credentials: { basic: () => hidden("passwrod", "x") } });
  await client.get("/x", { security: "basic" });
});

test("JSON that loses something is refused, also where `toJSON` is no function or gives it", async () => {
  const { client, sent } = watched();
  let read = 0;
  const once = {
    get items() {
      read += 1;
      return read === 1 ? new Map([["a", 1]]) : {};
    },
  };
  for (const json of [{ toJSON: false, items: new Map() }, { toJSON: () => ({ items: new Map() }) }, once])
    await rejection(client.post("/x", { json }), RequestError);
  assert.equal(sent, []);
});

test("an idempotency key of blanks is none", async () => {
  const { client } = watched();
  const error = await rejection(client.post("/x", { json: {}, idempotencyKey: "  " }), RequestError);
  assert.match(error.message, "`idempotencyKey` is empty");
});

test("a recording takes no `env` of which it would see nothing", () => {
  for (const env of [
    Object.create({ CI: "true" }),
    new (class {
      CI = "true";
    })(),
  ])
    // prettier-ignore
    assert.throws(() => recording("never.json", { env: env as Record<string, string> }), /`env` is an instance, or inherits/);
});

test.run();
