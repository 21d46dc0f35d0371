import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { CircuitOpenError, SdkError, type HttpError, type ProviderClient } from "@sdkwright/runtime";
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
  const { name, code, message, response, provider } = error.lastError as HttpError;
  assert.equal([name, code, provider, response], ["HttpError", "http-500", "acme", { status: 500, headers: {}, body: "" }]);
  assert.is(message, 'GET /balance of acme (service "default") answered 500');
  assert.not.match(shown(error), /alice/);
}); // prettier-ignore

test("nor of a refusal, nor of a token endpoint", async () => {
  for (const [status, endpoint] of [[401, "api"], [500, "token"]] as const) {
    const fake = fakeVendor({ [endpoint]: () => saysAlice(status), policy: { ...POLICY, maxContiguousRetries: 0 } });
    const { send } = fake.useCase(true);
    for (let call = 0; call < 30; call += 1) assert.ok((await fake.clock.finish(send())).ok);
    const errors = fake.events.flatMap((event) => (event.type === "failover" ? [event.error] : []));
    const open = errors.filter((error): error is CircuitOpenError => error instanceof CircuitOpenError).at(-1);
    const { name, tokenEndpoint } = open?.lastError ?? {};
    assert.equal([name, tokenEndpoint], status === 401 ? ["AuthenticationError", undefined] : ["HttpError", "login"]);
    assert.not.match(shown(open), /alice/);
    assert.match(shown(errors[0]), /alice/);
  }
}); // prettier-ignore

test.run();
