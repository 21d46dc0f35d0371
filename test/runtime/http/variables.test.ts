import { AsyncLocalStorage } from "node:async_hooks";
import { ConfigurationError } from "@sdkwright/runtime";
import { bindProvider, type ConfiguredValues, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection, type Filling } from "../acme.js";

/** Base URLs, parameters and credentials of one tenant stand in variables beside each other, and change together. */
const test = suite("12: variables that change while a client lives");

const DEFINITION: ProviderDefinition = {
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl: "https://api.acme.example" }, shop: { baseUrl: "https://{TENANT}.shop.example" } },
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Api-Key" },
    token: {
      type: "oauth2",
      flow: "clientCredentials",
      tokenUrl: "https://{TENANT}.auth.example/token",
      clientAuthentication: "post",
    },
  },
  parameters: { TENANT: {} },
};

const CONFIGURED: ConfiguredValues = {
  credentials: { key: { apikey: "$KEY" }, token: { clientId: "$ID", clientSecret: "$SECRET" } },
  parameters: { TENANT: "$TENANT" },
  services: { default: "$URL" },
};

const QUICK = { kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } } as const;

const variablesOf = (tenant: string): Record<string, string> => ({
  KEY: `key-of-${tenant}`,
  URL: `https://${tenant}.example/v1`,
  TENANT: tenant,
  ID: `id-of-${tenant}`,
  SECRET: `secret-of-${tenant}`,
});

interface World {
  readonly env: Record<string, string>;
  readonly client: Filling<"TENANT">;
  /** Each with what it carried. */
  readonly sent: string[];
}

/** `before` runs before each answer. */
function world({
  env = variablesOf("a"),
  credentials = {},
  before = () => 200,
  ...more
}: Partial<{
  env: Record<string, string>;
  credentials: object;
  before: () => number;
  around: object;
  headers: object;
}> = {}): World {
  // prettier-ignore
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { url } = new Request(input);
    const headers = new Headers(init.headers);
    const isToken = url.includes("auth.example");
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    const carried = /secret-of-\w+/.exec(body)?.[0] ?? headers.get("x-api-key") ?? headers.get("authorization") ?? "-";
    sent.push(`${url} ${carried}`);
    if (isToken) return Response.json({ access_token: `token-of-${new URL(url).host}`, token_type: "bearer" });
    return new Response("{}", { status: before() });
  };
  const client: Filling<"TENANT"> = bindProvider(
    DEFINITION,
    CONFIGURED,
    { env, fetch, credentials, ...more },
    { oauth2 },
  );
  return { env, client, sent };
}

test("the next request goes where they lead, in base URLs, paths and token URLs, with the credentials beside them", async () => {
  const { env, client, sent } = world();
  for (const tenant of ["a", "b"]) {
    Object.assign(env, variablesOf(tenant));
    await client.get("/{TENANT}", { security: "key" });
    await client.get("/x", { service: "shop", security: "token" });
  }
  const of = (tenant: string): string[] => [
    `https://${tenant}.example/v1/${tenant} key-of-${tenant}`,
    `https://${tenant}.auth.example/token secret-of-${tenant}`,
    `https://${tenant}.shop.example/x Bearer token-of-${tenant}.auth.example`,
  ];
  assert.equal(sent, [...of("a"), ...of("b")]);
});

test("each user of a client gets his own, where they are looked up for the caller of the moment", async () => {
  const user = new AsyncLocalStorage<string>();
  const env = new Proxy(variablesOf(""), {
    getOwnPropertyDescriptor: (_, name) => ({
      configurable: true,
      enumerable: true,
      value: variablesOf(user.getStore() ?? "")[String(name)],
    }),
    get: (_, name) => variablesOf(user.getStore() ?? "")[String(name)],
  });
  const { client, sent } = world({ env });
  const call = (name: string): Promise<unknown> => user.run(name, async () => client.get("/x", { security: "key" }));
  await Promise.all(["alice", "bob", "alice", "bob"].map(call));
  const expected = ["alice", "bob"].map((name) => `https://${name}.example/v1/x key-of-${name}`);
  assert.equal([...new Set(sent)].sort(), expected);
  assert.is(sent.length, 4);
});

/** What changes, and where the request was to go. */
const CHANGES: { readonly [what: string]: readonly [changed: Record<string, string>, path: string, service?: string] } =
  {
    "the base URL": [{ URL: "https://b.example/v1", KEY: "key-of-b" }, "/x"],
    "the path of the base URL": [{ URL: "https://a.example/v2", KEY: "key-of-b" }, "/x"],
    "a parameter of the path": [{ TENANT: "b", KEY: "key-of-b" }, "/{TENANT}"],
    "a parameter of the base URL": [{ TENANT: "b", KEY: "key-of-b" }, "/x", "shop"],
  };

for (const [what, [changed, path, service = "default"]] of Object.entries(CHANGES)) {
  test(`${what} changes between two attempts: the second is not made`, async () => {
    const { env, client, sent } = world({ before: () => (Object.assign(env, changed), 503) });
    const call = client.get(path, { service, security: "key", retryPolicy: QUICK });
    const error = await rejection(call, ConfigurationError);
    assert.is(error.code, "base-url-changed");
    assert.match(error.message, `service "${service}" of acme has changed since the call began`);
    assert.not.match(error.message, /example|key-of/);
    assert.is(sent.length, 1);
  });

  test(`${what} changes while a credential is awaited: nothing is sent`, async () => {
    const apikey = async (): Promise<string> => {
      await Promise.resolve();
      Object.assign(env, changed);
      return "key-of-a";
    };
    const { env, client, sent } = world({ credentials: { key: { apikey } } });
    const error = await rejection(client.get(path, { service, security: "key" }), ConfigurationError);
    assert.equal([error.code, sent], ["base-url-changed", []]);
  });
}

for (const security of ["key", "token"])
  test(`they change, and back again, while an attempt waits: the ${security} of then is sent nowhere`, async () => {
    const env = variablesOf("a");
    const around = {
      attempt: async (_: unknown, run: () => Promise<void>) => {
        Object.assign(env, variablesOf("b"));
        await run();
      },
    };
    const headers = async (): Promise<object> => (Object.assign(env, variablesOf("a")), {});
    const { client, sent } = world({ env, around, headers });
    const error = await rejection(client.get("/x", { security }), ConfigurationError);
    assert.equal([error.code, sent], ["base-url-changed", []]);
  });

test("a credential alone counts at once, in the middle of retries too", async () => {
  const statuses = [503, 200];
  const { env, client, sent } = world({
    before: () => (Object.assign(env, { KEY: "new-key" }), statuses.shift() ?? 200),
  });
  await client.get("/x", { security: "key", retryPolicy: QUICK });
  assert.equal(sent, ["https://a.example/v1/x key-of-a", "https://a.example/v1/x new-key"]);
});

test("the token URL changes while a credential is awaited: the secret is sent nowhere", async () => {
  const clientSecret = async (): Promise<string> => {
    await Promise.resolve();
    Object.assign(env, { TENANT: "b" });
    return "secret-of-a";
  };
  const { env, client, sent } = world({ credentials: { token: { clientSecret } } });
  const error = await rejection(client.get("/x", { security: "token" }), ConfigurationError);
  assert.equal([error.code, sent], ["base-url-changed", []]);
  assert.match(error.message, 'scheme "token" of acme: its token URL has changed');
});

test("whenever its variables change, a secret goes to its own token URL, or nowhere", async () => {
  for (let jobs = 0; jobs < 60; jobs += 1) {
    const { env, client, sent } = world();
    const call = client.get("/x", { security: "token" }).catch((error: unknown) => error);
    for (let job = 0; job < jobs; job += 1) await Promise.resolve();
    Object.assign(env, { TENANT: "b", SECRET: "secret-of-b" });
    await call;
    const tokens = sent.filter((line) => line.includes("secret"));
    for (const line of tokens) assert.match(line, /^https:\/\/(\w)\.auth\.example\/token secret-of-\1$/);
  }
});

test.run();
