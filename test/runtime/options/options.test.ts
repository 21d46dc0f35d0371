import { ConfigurationError, RequestError, SdkError, type ProviderClient } from "@sdkwright/runtime";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../acme.js";
import { configured, definition, doors, env, parts, recorder, type Door } from "./doors.js";

const test = suite("options of every door");

class WithGetters {
  get credentials(): object {
    return { token: { token: "mine" } };
  }
}

const inherited: unknown = Object.create({ credentials: { token: { token: "mine" } } });

/** What is refused, and the words that say which option it is. */
const refused: { readonly [D in Door]: readonly (readonly [unknown, RegExp])[] } = {
  provider: [
    [{ credentials: { token: "mine" } }, /`credentials\.token` of acme is not a plain object of: token/],
    [{ credentials: { token: { tokn: "mine" } } }, /`credentials\.token\.tokn` of acme is unknown; known: token/],
    [{ credentials: { tokn: { token: "mine" } } }, /`credentials\.tokn` of acme is unknown; known: token, key, user/],
    [{ credentials: { token: { token: 7 } } }, /`credentials\.token\.token` of acme is not a string or a function/],
    [{ credentials: { token: { token: Promise.resolve("mine") } } }, /is not a string or a function/],
    [{ credentials: { token: null } }, /`credentials\.token` of acme/],
    [{ credentials: null }, /`credentials` of acme is not a plain object/],
    [{ credentials: () => ({ token: { token: "mine" } }) }, /`credentials` of acme is not a plain object/],
    [{ credentials: new Map([["token", { token: "mine" }]]) }, /`credentials` of acme is not a plain object/],
    [{ credential: { token: { token: "mine" } } }, /`credential` of acme is unknown; known: .*credentials/],
    [{ parameters: null }, /`parameters` of acme is not a plain object/],
    [{ parameters: { HOTS: "a" } }, /`parameters\.HOTS` of acme is unknown; known: HOST, ID/],
    [{ services: null }, /`services` of acme is not a plain object/],
    [{ services: { defualt: "https://a" } }, /`services\.defualt` of acme is unknown; known: default, reports/],
    [{ services: { default: 4010 } }, /`services\.default` of acme is not a string/],
    [{ services: { default: null } }, /`services\.default` of acme is not a string/],
    [{ env: new Map([["TOKEN", "mine"]]) }, /`env` of acme is not an Object or a Module/],
    [{ env: [] }, /`env` of acme is not an Object or a Module/],
    [{ fetch: "https://proxy" }, /`fetch` of acme is not a function/],
    [{ on: {} }, /`on` of acme is not a function/],
    [{ clock: {} }, /`clock` of acme/],
    [{ requestTimeout: null }, /`requestTimeout` of acme is not a number/],
    [{ crossOriginRedirects: true }, /`crossOriginRedirects` of acme/],
    [{ security: null }, /`security` of acme/],
    [new WithGetters(), /`options` of acme is not a plain object/],
    [inherited, /`options` of acme is not a plain object/],
    [null, /`options` of acme/],
    ["mine", /`options` of acme/],
    [Object.defineProperty({}, "credential", { value: 1, enumerable: false }), /`credential` of acme is unknown/],
  ],
  client: [
    [{ credentials: { acme: { token: "mine" } } }, /`credentials\.token` of acme is not a plain object/],
    [{ credentials: { acne: { token: { token: "mine" } } } }, /`credentials\.acne` is unknown; known: acme/],
    [{ credentials: { acme: null } }, /`credentials` of acme/],
    [{ parameters: { acme: { HOTS: "a" } } }, /`parameters\.HOTS` of acme/],
    [{ parameters: null }, /`parameters` is not a plain object/],
    [{ services: null }, /`services` is not a plain object/],
    [{ services: { default: "https://a" } }, /`services\.default` is unknown; known: acme/],
    [
      { services: { acme: { defualt: "https://a" } } },
      /`services\.defualt` of acme is unknown; known: default, reports/,
    ],
    [{ maps: { shoop: {} } }, /`maps\.shoop` is unknown; known: shop/],
    [{ maps: { shop: { acne: {} } } }, /`maps\.shop\.acne` is unknown; known: acme/],
    [{ maps: { shop: { acme: null } } }, /`maps\.shop\.acme` is not an object/],
    [{ requestTimeout: 5 }, /`requestTimeout` is unknown; known: .*maxRetryAfter/],
    [new WithGetters(), /`options` is not a plain object/],
    [null, /`options` is not a plain object/],
  ],
  request: [
    [{ securty: "token" }, /`securty` is unknown; known: service, security/],
    [{ method: "PUT" }, /`method` is unknown/],
    [{ security: null }, /`security` is not a string, an object or an Array/],
    [{ service: null }, /`service` is not a string/],
    [{ params: { id: 1 } }, /`params\.id` is unknown; known: ID/],
    [{ params: new Map([["ID", "1"]]) }, /`params` is not a plain object/],
    [{ headers: new Date(0) }, /`headers` is not a plain object/],
    [{ query: new WithGetters() }, /`query` is not a plain object/],
    [{ throwHttpErrors: "false" }, /`throwHttpErrors` is not a boolean or a function/],
    [{ stream: "true" }, /`stream` is not a boolean/],
    [{ idempotent: 0 }, /`idempotent` is not a boolean/],
    [{ requestTimeout: null }, /`requestTimeout` is not a number/],
    [{ signal: new AbortController() }, /`signal` is not an AbortSignal/],
    [{ retryPolicy: null }, /`retryPolicy` is not a string or an object/],
    [{ retryPolicy: { kind: "none", maxContiguousRetries: 2 } }, /`retryPolicy\.maxContiguousRetries` is unknown/],
    [{ retryPolicy: { kind: "circuit-breaker", backof: {} } }, /`retryPolicy\.backof` is unknown/],
    [
      { retryPolicy: { kind: "circuit-breaker", backoff: { kind: "exponential", delay: 1 } } },
      /`retryPolicy\.backoff\.delay` is unknown; known: kind, start, factor/,
    ],
    [{ retryPolicy: { kind: "circuit-breaker", backoff: "linear" } }, /`retryPolicy\.backoff` is not exponential/],
    [
      { retryPolicy: { kind: "circuit-breaker", backoff: null } },
      /`retryPolicy\.backoff` is not a string or an object/,
    ],
    [new WithGetters(), /`options` is not a plain object/],
    [null, /`options` is not a plain object/],
  ],
  operation: [
    [{ securty: "token" }, /`securty` is unknown; known: service, security/],
    [{ query: new WithGetters() }, /`query` is not a plain object/],
    [{ headers: new Map() }, /`headers` is not a plain object/],
    [{ params: new Map() }, /`params`/],
    [null, /`options` is not a plain object/],
  ],
  call: [
    [{ providr: "acme" }, /`providr` of the call is unknown; known: provider, signal, deadline, parameters/],
    [{ provider: null }, /`provider` of the call is not a string/],
    [{ deadline: "1000" }, /`deadline` of the call is not a number/],
    [{ signal: {} }, /`signal` of the call is not an AbortSignal/],
    [{ parameters: null }, /`parameters` of the call is not an object/],
    [{ parameters: { acne: {} } }, /no provider "acne"; it has acme/],
    [{ parameters: { acme: null } }, /`parameters\.acme` of the call is not a plain object/],
    [{ parameters: { acme: { HOTS: "a" } } }, /no parameter "HOTS"; it has HOST, ID/],
    [{ parameters: { acme: new Map([["HOST", "a"]]) } }, /`parameters\.acme` of the call is not a plain object/],
    [new WithGetters(), /`options` of the call is not a plain object/],
    [null, /`options` of the call is not a plain object/],
  ],
};

for (const [door, cases] of Object.entries(refused) as [Door, (typeof refused)[Door]][]) {
  test(`12.1: ${door}: what would be ignored is an error that names it, before anything is sent`, async () => {
    for (const [options, words] of cases) {
      const { fetch, sent } = recorder();
      const before = globalThis.fetch;
      globalThis.fetch = fetch;
      try {
        const error = await rejection(doors[door](options, fetch), SdkError);
        assert.match(error.message, words);
        assert.not.match(error.message, /mine|configured/);
        assert.equal(sent, []);
      } finally {
        globalThis.fetch = before;
      }
    }
  });
}

test("12.1: what is `undefined` is absent, in objects without a prototype too", async () => {
  const { fetch, sent } = recorder();
  const options = Object.assign(Object.create(null) as object, { env, fetch, credentials: { token: undefined } });
  const client = bindProvider(definition, configured, options);
  await client.get("/items", { security: "token", query: undefined, params: undefined });
  assert.is(sent[0]?.headers.get("authorization"), "Bearer configured-token");
});

test("12.1: `env` may be a module, as bundlers give variables", async () => {
  const { fetch, sent } = recorder();
  const module = await import("./variables.js");
  await bindProvider(definition, configured, { env: module, fetch }).get("/items", { security: "token" });
  assert.is(sent[0]?.headers.get("authorization"), "Bearer of-a-module");
});

test("12.1: the text of an unknown option cannot write to a terminal", async () => {
  const error = await rejection(doors.provider({ "a\u202eb\u001b[1m": 1 }), ConfigurationError);
  assert.match(error.message, "`a\\u{202e}b\\u{1b}[1m` of acme is unknown");
});

function clientWith(credentials: object): {
  readonly client: ProviderClient;
  readonly sent: readonly { headers: Headers }[];
} {
  const { fetch, sent } = recorder();
  return { client: bindProvider(definition, configured, { env, fetch, credentials }), sent };
}

test("12.1: a scheme's credentials as one function: asked once per attempt, only the scheme's fields are read", async () => {
  let asked = 0;
  const user = async (): Promise<object> => {
    asked += 1;
    return {
      username: `me-${asked}`,
      password: () => "p",
      get lease(): never {
        throw new Error("read");
      },
    };
  };
  const { client, sent } = clientWith({ user });
  await client.get("/a", { security: "user" });
  await client.get("/b", { security: "user" });
  assert.equal(
    sent.map(({ headers }) => atob(headers.get("authorization")?.slice(6) ?? "")),
    ["me-1:p", "me-2:p"],
  );
});

test("12.1: what such a function leaves out does not come from client.json: that is another identity's", async () => {
  const { client, sent } = clientWith({ user: () => ({ password: "mine" }) });
  const half = await rejection(client.get("/a", { security: "user" }), ConfigurationError);
  assert.match(half.message, 'credential "username" of scheme "user" of acme is missing: the function must return');
  assert.equal(sent, []);
  for (const returned of [
    {},
    { tokn: "mine" },
    { token: undefined },
    "mine",
    null,
    undefined,
    7,
    new WithGetters(),
    [],
  ]) {
    const wrong = clientWith({ token: () => returned });
    const error = await rejection(wrong.client.get("/a", { security: "token" }), ConfigurationError);
    assert.match(error.message, 'credential "token" of scheme "token" of acme');
    assert.not.match(error.message, "mine");
    assert.equal(wrong.sent, []);
  }
});

test("12.1: such a function that throws is an error without what it threw", async () => {
  const throwing = clientWith({
    token: () => {
      throw new Error("mine");
    },
  });
  const error = await rejection(throwing.client.get("/a", { security: "token" }), ConfigurationError);
  assert.is(error.code, "credential-source-failed");
  assert.not.match(JSON.stringify(error), "mine");
});

test("12.1: which circuit to steer is an object of options too", () => {
  const client = bindClient<{ isolate: (target: object | null) => void }>(parts, { env });
  assert.throws(
    () => client.isolate({ provider: "acme", usecase: "Send" }),
    /`target\.usecase` is unknown; known: provider/,
  );
  assert.throws(() => client.isolate(null), /`target` is not a plain object/);
});

test("12.1: `method` belongs to `request()` alone, and there it is demanded", async () => {
  const { fetch, sent } = recorder();
  const client = bindProvider(definition, configured, { env, fetch });
  await client.request("/items", { method: "REPORT" });
  await rejection(client.request("/items", {} as { method: string }), RequestError);
  await rejection(client.request("/items", null as unknown as { method: string }), RequestError);
  assert.equal(sent.map(({ init }) => init.method), ["REPORT"]); // prettier-ignore
});

test.run();
