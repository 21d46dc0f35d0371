import { RequestError, SdkError, defineMap, type ProviderClient } from "@sdkwright/runtime";
import { bindProvider, type ProviderOptions } from "@sdkwright/runtime/generated";
import { recording } from "@sdkwright/runtime/testing";
import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyData } from "#runtime/config/options.js";
import { createWorld, type Context } from "../policy/world.js";
import { acme, credentials, rejection } from "../acme.js";
import { withServer, type Answer } from "../../server.js";
import { doors, env, recorder, type Door } from "./doors.js";

const test = suite("own properties, read once at the doors");

/** What each door takes, and what a request then has of it. */
const given: { readonly [D in Door]: readonly [options: object, sent: RegExp] } = {
  provider: [{ credentials: { token: { token: "own" } } }, /Bearer own/],
  client: [{ credentials: { acme: { token: { token: "own" } } } }, /Bearer own/],
  request: [{ params: { ID: "own" }, query: { q: "1" }, headers: { "x-own": "2" } }, /items\/own\?q=1.*"x-own","2"/],
  operation: [{ params: { ID: "own" }, query: { ids: ["3", "4"] }, security: "token" }, /lists\/own\?ids=3,4.*Bearer/],
  call: [{ parameters: { acme: { ID: "own" } }, provider: "acme" }, /items\/own/],
};

/** Puts something else in place of each record, the innermost first; what no door takes apart stays. */
function everywhere(value: unknown, change: (record: Record<string, unknown>) => object): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner, change)])));
}

/** The same, as libraries have it that keep what it holds out of logs. */
function hidden(record: object): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { value, enumerable: false }])),
  );
}

/** Gives each value once. */
function once(record: object): object {
  const read = new Set<string>();
  const getter = (name: string, value: unknown) => (): unknown =>
    read.has(name) ? assert.unreachable(`${name} is read twice`) : (read.add(name), value);
  return Object.defineProperties(
    {},
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { get: getter(name, value), enumerable: true }])), // prettier-ignore
  );
}

const bare = (record: object): object => Object.assign(Object.create(null) as object, record);

async function sentBy(door: Door, options: object): Promise<string> {
  const { fetch, sent } = recorder();
  const isMaker = door === "provider" || door === "client";
  if (isMaker)
    for (const [name, value] of Object.entries({ fetch, env })) Object.defineProperty(options, name, { value });
  await doors[door](options, fetch);
  return sent.map(({ url, headers }) => `${url} ${JSON.stringify([...headers])}`).join();
}

for (const [door, [options, expected]] of Object.entries(given) as [Door, (typeof given)[Door]][]) {
  test(`12.1: ${door}: what is not enumerable, has no prototype or is said once is sent like the rest`, async () => {
    const plain = await sentBy(door, everywhere(options, (record) => record) as object);
    assert.match(plain, expected);
    for (const change of [hidden, once, bare])
      assert.is(await sentBy(door, everywhere(options, change) as object), plain, change.name);
  });

  test(`12.3: ${door}: what is inherited is refused, and nothing is sent`, async () => {
    const outer = await rejection(sentBy(door, Object.create(options) as object), SdkError);
    assert.match(outer.message, /is not a plain object/);
    const [name = "", inner] = Object.entries(options)[0] ?? [];
    const error = await rejection(sentBy(door, { [name]: Object.create(inner as object) as object }), SdkError);
    assert.match(error.message, new RegExp(`\`${name}\` .*not (?:a plain|an) object`));
  });
}

const repeats: Answer = ({ url }, response) => response.writeHead(404).end(`no such session: ${url}`);

test("12.8: what is not enumerable, or said by a getter, is masked like the rest", async () => {
  await withServer(repeats, async (server) => {
    let read = 0;
    const oneTime = {
      get token() {
        return `one-time-${String((read += 1))}-Kq7vZ0pLm2Xw9`;
      },
    };
    for (const params of [hidden({ token: "Kq7vZ0pLm2Xw9Rt4" }), oneTime]) {
      const client: ProviderClient<string, string, string, "token"> = bindProvider(acme(`${server.origin}/v1`), {}, {});
      const error = await rejection(client.get("/sessions/{token}", { params: params as { token: string } }), Error);
      assert.match(server.received.at(-1)?.url ?? "", "Kq7vZ0pLm2Xw9");
      assert.not.match(inspect(error, { depth: 9 }), "Kq7vZ0pLm2Xw9");
    }
    assert.is(read, 1);
  });
});

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
  assert.throws(() => watched({ security: holes }), /`security` of acme takes only ids/);
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
  assert.throws(() => defineMap(new (class { Send(): void {} })(), { variant: "v" }), /is an instance of a class: pass a plain object/); // prettier-ignore
});

test("what a function gives for a scheme counts with names that are not enumerable", async () => {
  const login = Object.defineProperty({ username: "alice", password: "p" }, "passwrod", { value: "x" });
  const { client } = watched({ credentials: { basic: () => login }, headers: () => hidden({ "x-tenant": "a" }) });
  await client.get("/x", { security: "basic" });
});

test("JSON that loses something is refused, also where `toJSON` is no function or gives it", async () => {
  const { client, sent } = watched();
  let read = 0;
  const changing = {
    get items() {
      read += 1;
      return read === 1 ? new Map([["a", 1]]) : {};
    },
  };
  for (const json of [{ toJSON: false, items: new Map() }, { toJSON: () => ({ items: new Map() }) }, changing])
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

test("a copy of a list keeps its length, holes included", () => {
  const list: unknown[] = [];
  list.length = 3;
  assert.equal(copyData({ list }), { list: [undefined, undefined, undefined] });
});

test("copies of data: a key `__proto__` stays a key, and what it holds is copied", () => {
  const input = JSON.parse('{ "__proto__": { "deep": {} } }') as object;
  const copy = copyData(input);
  assert.is(JSON.stringify(copy), JSON.stringify(input));
  assert.is(Object.getPrototypeOf(copy), Object.prototype);
  assert.is.not(Reflect.get(copy, "__proto__"), Reflect.get(input, "__proto__"));
});

test("copies of data: what is frozen can be changed in the copy; a getter is read once; a circle stays one", () => {
  let read = 0;
  const input = {
    list: Object.freeze([Object.freeze({ n: 1 })]),
    get once() {
      return { read: (read += 1) };
    },
    self: {} as object,
  };
  input.self = input;
  const copy = copyData(input) as { list: { n: number }[]; once: object; self: object };
  copy.list.push({ n: 2 });
  assert.equal([copy.list, copy.once, copy.once], [[{ n: 1 }, { n: 2 }], { read: 1 }, { read: 1 }]);
  assert.is(copy.self, copy);
});

test("copies of data: one that is nested as deep as it likes is copied", () => {
  let input: unknown[] = [];
  for (let depth = 0; depth < 100_000; depth += 1) input = [input];
  let levels = 0;
  for (let inner: unknown = copyData(input); Array.isArray(inner); [inner] = inner as unknown[]) levels += 1;
  assert.is(levels, 100_001);
});

test("copies of data: one without an end is given up", () => {
  const endless = (): object => new Proxy({}, { ownKeys: () => ["in"], get: endless, getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) }); // prettier-ignore
  assert.throws(() => copyData(endless(), 1000), RangeError);
});

test.run();
