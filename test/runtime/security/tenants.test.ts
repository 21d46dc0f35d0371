import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { inspect } from "node:util";
import {
  AuthenticationError,
  CircuitOpenError,
  SdkError,
  type HttpError,
  type ProviderClient,
} from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, rejection } from "../acme.js";
import { fakeVendor } from "../auth/oauth2/fake.js";
import { VirtualClock } from "../policy/virtual-clock.js";

const test = suite("several tenants on one client");

/** Its name is its credential, for every scheme. */
const tenant = new AsyncLocalStorage<string>();

type Says = (who: string, init: RequestInit, url: URL) => Response | Promise<Response>;

/** One client for all, whose credentials are functions of the caller's context. */
function shared(says: Says, options: object = {}) {
  const clock = new VirtualClock(1);
  const sent: { readonly who: string; readonly headers: Headers }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const who = tenant.getStore() ?? "nobody";
    sent.push({ who, headers: new Headers(init.headers) });
    return says(who, init, new URL(url as string));
  };
  const secret = (): string => `secret-of-${tenant.getStore()}`;
  const user = { username: () => tenant.getStore(), password: secret };
  const credentials = { header: { apikey: secret }, basic: user, staff: user };
  const client: ProviderClient = bindProvider(acme("https://api.test"), {}, { credentials, fetch, clock, random: () => 0.5, ...options }); // prettier-ignore
  const as = <Value>(who: string, run: (client: ProviderClient) => Promise<Value>): Promise<Value> =>
    tenant.run(who, async () => clock.finish(run(client)));
  return { clock, sent, as };
}

const POLICY = { kind: "circuit-breaker", maxContiguousRetries: 2, patience: 100, openTime: 60_000, backoff: { kind: "exponential", start: 10 } } as const; // prettier-ignore

const shown = (error: unknown): string => JSON.stringify(error) + inspect(error, { depth: 9 });

const saysAlice = (status: number): Response =>
  new Response('{"error":"of alice"}', { status, statusText: "No alice", headers: { "content-type": "text/alice" } });

test("what opened a circuit is told without what the server said: it said that to another call", async () => {
  const { as } = shared(() => saysAlice(500));
  const get = (client: ProviderClient) => client.get("/balance", { retryPolicy: POLICY }).json();
  for (let call = 0; call < 8; call += 1) {
    const error = await rejection(as("alice", get), SdkError);
    // What an application notes on an error of its own.
    Object.assign(error, { note: "noted of alice" });
  }
  const error = await rejection(as("bob", get), CircuitOpenError);
  const { name, code, message, status, provider, body, text, headers } = error.lastError as HttpError;
  assert.equal([name, code, provider, status], ["HttpError", "http-500", "acme", 500]);
  assert.equal([body, text, [...headers]], ["", "", []]);
  assert.is(message, 'GET /balance of acme answered 500');
  assert.not.match(shown(error), /alice/);
}); // prettier-ignore

for (const [how, says] of [
  ["an answer", () => saysAlice(500)],
  [
    "a connection",
    () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } })),
  ],
] as const)
  test(`12: nor with what its caller notes in its message and cause (${how})`, async () => {
    const { as } = shared(says);
    const retryPolicy = { ...POLICY, maxContiguousRetries: 1, backoff: { kind: "exponential", start: 1 } } as const;
    const get = (client: ProviderClient) => client.get("/balance", { retryPolicy }).json();
    const noted = async (who: string): Promise<SdkError> => {
      const error = await rejection(as(who, get), SdkError);
      const { message } = error;
      error.message = `(of ${who}) ${message} (of ${who})`;
      if (error.cause instanceof Object) Object.assign(error.cause, { message: `of ${who}` });
      if (error instanceof CircuitOpenError && error.lastError !== undefined) error.lastError.message += `(of ${who})`;
      return error;
    };
    for (let call = 0; call < 12; call += 1) await noted("alice");
    const error = await rejection(as("bob", get), CircuitOpenError);
    assert.not.match(shown(error), /alice/);
    await noted("bob");
    assert.not.match(shown(await rejection(as("carol", get), CircuitOpenError)), /bob/);
  });

test("nor of a refusal, nor of a token endpoint", async () => {
  for (const [status, endpoint] of [[401, "api"], [500, "token"]] as const) {
    const fake = fakeVendor({ [endpoint]: () => saysAlice(status), policy: { ...POLICY, maxContiguousRetries: 0 } });
    const { send } = fake.useCase(true);
    for (let call = 0; call < 30; call += 1) assert.ok((await fake.clock.finish(send())).ok);
    const errors = fake.events.flatMap((event) => (event.type === "failover" ? [event.error] : []));
    const open = errors.find((error): error is CircuitOpenError => error instanceof CircuitOpenError);
    const { name, tokenEndpoint } = open?.lastError ?? {};
    assert.equal([name, tokenEndpoint], status === 401 ? ["AuthenticationError", undefined] : ["HttpError", "login"]);
    assert.not.match(shown(open), /alice/);
    assert.match(shown(errors[0]), /alice/);
  }
}); // prettier-ignore

test("each attempt has the credentials of its own caller, through waits, retries and turns", async () => {
  const { as, sent } = shared(async (who, { headers }) => {
    await Promise.resolve();
    const given = new Headers(headers).get("x-api-key");
    assert.is(given, `secret-of-${who}`);
    return new Response("{}", { status: sent.length % 3 === 0 ? 200 : 503 });
  });
  const retryPolicy = { ...POLICY, maxContiguousRetries: 5, patience: 60_000 };
  const idempotencyKey = true;
  const ask = (client: ProviderClient) => client.post("/a", { security: "header", retryPolicy, idempotencyKey });
  await Promise.allSettled(Array.from({ length: 40 }, async (_, user) => as(`user-${user}`, ask)));
  const keys = new Map(sent.map(({ who, headers }) => [headers.get("idempotency-key"), who]));
  assert.ok(sent.length > 40);
  assert.equal([keys.size, new Set(keys.values()).size], [40, 40]);
  assert.ok(sent.every(({ who, headers }) => keys.get(headers.get("idempotency-key")) === who));
});

const DIGEST = 'Digest realm="r", qop="auth", algorithm=SHA-256, nonce=';

test("digest: each user has a nonce, a count and a cnonce of its own", async () => {
  const { as, sent } = shared((who, { headers }) => {
    const isSigned = new Headers(headers).has("authorization");
    return new Response("{}", isSigned ? {} : { status: 401, headers: { "www-authenticate": `${DIGEST}"of-${who}"` } });
  });
  const ask = (client: ProviderClient) => client.get("/a", { security: "staff" });
  for (const who of ["alice", "bob", "alice", "bob"]) await as(who, ask);
  const field = (headers: Headers, name: string) =>
    new RegExp(`\\b${name}="?([^",]*)`).exec(headers.get("authorization") ?? "")?.[1];
  const signed = sent.filter(({ headers }) => headers.has("authorization"));
  assert.equal(
    signed.map(({ who, headers }) => [who, ...["username", "nonce", "nc"].map((name) => field(headers, name))]),
    [
      ["alice", "alice", "of-alice", "00000001"],
      ["bob", "bob", "of-bob", "00000001"],
      ["alice", "alice", "of-alice", "00000002"],
      ["bob", "bob", "of-bob", "00000002"],
    ],
  );
  assert.is(new Set(signed.map(({ headers }) => field(headers, "cnonce"))).size, 2);
});

test("digest: who gives another's name is refused by its own password, and keeps nobody out", async () => {
  const tried: string[] = [];
  const says: Says = (_, { headers }) => {
    const given = new Headers(headers).get("authorization");
    tried.push(given === null ? "asks" : isOf(given, "secret-of-alice") ? "alice" : "wrong");
    return new Response("{}", tried.at(-1) === "alice" ? {} : { status: 401, headers: { "www-authenticate": `${DIGEST}"n"` } }); // prettier-ignore
  };
  const credentials = { staff: { username: "alice", password: () => `secret-of-${tenant.getStore()}` } };
  const { as } = shared(says, { credentials });
  const ask = (client: ProviderClient) => client.get("/a", { security: "staff" });
  await as("alice", ask);
  await rejection(as("mallory", ask), AuthenticationError);
  await as("alice", ask);
  assert.equal(tried, ["asks", "alice", "wrong", "wrong", "asks", "alice"]);
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Whether an answer was made with this password (RFC 7616 §3.4.1). */
function isOf(answer: string, password: string): boolean {
  const field = (name: string): string => new RegExp(`\\b${name}="?([^",]*)`).exec(answer)?.[1] ?? "";
  const parts = [sha256(`alice:r:${password}`), ...["nonce", "nc", "cnonce", "qop"].map(field), sha256("GET:/a")];
  return field("response") === sha256(parts.join(":"));
}

test.run();
