import {
  type ClientEvent,
  type ConfigurationError,
  defineMap,
  type ProviderClient,
  type UseCase,
} from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { bindClient, bindProviders, type ClientOptions, type ClientParts } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Context } from "../policy/world.js";

const test = suite("clientJson");

interface TestClient {
  profiles: { "a/send": { Send: UseCase<Record<string, unknown>, unknown> } };
  providers: { one: ProviderClient; two: ProviderClient };
}

const none = { kind: "none", requestTimeout: 30_000 } as const;
const provider = (name: string): ClientParts["providers"][string] => ({
  definition: {
    name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${name}.{region}.example` } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    parameters: { region: { default: "eu" } },
  },
  configured: { credentials: { key: { apikey: "baked" } }, parameters: { region: "baked" } },
});
const generated: ClientParts = {
  providers: { one: provider("one"), two: provider("two") },
  profiles: {
    "a/send": {
      name: "a/send",
      priority: ["one"],
      useCases: {
        Send: {
          providerFailover: false,
          input: { from: "baked" },
          providers: { one: { input: {}, retryPolicy: none }, two: { input: {}, retryPolicy: none } },
        },
      },
    },
  },
};
const map = {
  Send: async ({ http, input }: Context) => {
    await http.get("/x", { security: "key" });
    return input;
  },
};

function run(json: object, options: ClientOptions = {}, status = 200) {
  const sent: string[] = [];
  const events: ClientEvent[] = [];
  const client = bindClient<TestClient>(generated, {
    clientJson: clientJson(json),
    maps: { "a/send": { one: map, two: map } },
    env: { KEY: "from-env" },
    on: (event: ClientEvent) => events.push(event),
    fetch: (input, init) => {
      const url = new URL(input as string);
      sent.push(`${url.host} ${new Headers(init?.headers).get("x-key")}`);
      return Promise.resolve(new Response("{}", { status: url.host.startsWith("one") ? status : 200 }));
    },
    ...options,
  });
  return { client, sent, events };
}

const security = [{ id: "key", apikey: "$KEY" }];

test("so is what requests follow: retries, times and keys", async () => {
  const settings = { retries: { limit: 1, start: 1 }, idempotencyKey: true };
  const { client, sent } = run({ providers: { one: settings, two: { idempotent: false, deadline: 5000 } } }, {}, 503);
  const error = await client.providers.one.get("/x").catch((thrown: unknown) => thrown);
  assert.equal([(error as Error).name, sent.length], ["HttpError", 2]);
  await client.providers.one.get("/x", { retries: 0 }).catch(() => {});
  assert.is(sent.length, 3);
  assert.ok((await client.providers.two.get("/x")).ok);
  const wrong = () => run({ providers: { one: { retries: -1 }, two: {} } });
  assert.throws(wrong, (thrown: ConfigurationError) => thrown.issues?.[0]?.pointer === "/providers/one/retries");
});

test("credentials and parameters are those of clientJson", async () => {
  const { client, sent } = run({ providers: { one: { security, parameters: { region: "us" } }, two: {} } });
  await client.providers.one.get("/x", { security: "key" });
  const error = await client.providers.two.get("/x", { security: "key" }).catch((thrown: unknown) => thrown);
  assert.equal(sent, ["one.us.example from-env"]);
  assert.is((error as Error).name, "ConfigurationError");
});

test("literal credentials work", async () => {
  const { client, sent } = run({ providers: { one: { security: [{ id: "key", apikey: "literal" }] } } });
  await client.providers.one.get("/x", { security: "key" });
  assert.equal(sent, ["one.eu.example literal"]);
});

test("what code gives still wins", async () => {
  const { client, sent } = run(
    { providers: { one: { security } } },
    { credentials: { one: { key: { apikey: "code" } } } },
  );
  await client.providers.one.get("/x", { security: "key" });
  assert.equal(sent, ["one.eu.example code"]);
});

test("priority, failover, defaults and policies are those of clientJson", async () => {
  const json = {
    profiles: {
      "a/send": {
        version: "1.0.0",
        priority: ["one", "two"],
        defaults: { Send: { providerFailover: true, input: { to: "json", deep: { a: 1 } } } },
        providers: { two: { defaults: { Send: { input: { deep: { b: "$KEY" } } } } } },
      },
    },
    providers: { one: { security }, two: { security } },
  };
  const { client, sent } = run(json, {}, 503);
  const outcome = await client.profiles["a/send"].Send.safe({ more: 1 });
  assert.equal(outcome, {
    ok: true,
    value: { to: "json", deep: { a: 1, b: "from-env" }, more: 1 },
    provider: "two",
    attempts: 2,
  });
  assert.equal(sent, ["one.eu.example from-env", "two.eu.example from-env"]);
});

test("a retry policy of clientJson opens its circuit", async () => {
  const backoff = { kind: "exponential", start: 1 };
  const retryPolicy = {
    kind: "circuit-breaker",
    maxContiguousRetries: 20,
    openTime: 30_000,
    patience: 1,
    backoff: { ...backoff, factor: 1 },
  };
  const json = {
    profiles: { "a/send": { version: "1.0.0", providers: { one: { defaults: { Send: { retryPolicy } } } } } },
    providers: { one: { security } },
  };
  const { client, events } = run(json, {}, 503);
  const first = await client.profiles["a/send"].Send.safe({});
  const second = await client.profiles["a/send"].Send.safe({});
  assert.equal([first.attempts, first.ok || first.error.name], [16, "CircuitOpenError"]);
  assert.equal([second.attempts, second.ok || second.error.name], [0, "CircuitOpenError"]);
  assert.is(events.filter(({ type }) => type === "circuit").length, 1);
});

test("without a list, all its providers with a map take part", async () => {
  const json = {
    profiles: { "a/send": { version: "1.0.0", defaults: { Send: { providerFailover: true } } } },
    providers: { two: { security }, one: { security } },
  };
  const { client } = run(json, { maps: { "a/send": { one: map } } });
  assert.is((await client.profiles["a/send"].Send.safe({})).provider, "one");
  const both = run(json);
  assert.is((await both.client.profiles["a/send"].Send.safe({})).provider, "two");
});

test("a profile that it leaves out stays, and fails with a ConfigurationError at the call", async () => {
  const { client } = run({ providers: { one: {} } });
  const outcome = await client.profiles["a/send"].Send.safe({});
  assert.is(outcome.ok || outcome.error.name, "ConfigurationError");
});

test("map-variant: clientJson selects among the maps", async () => {
  const marked = (variant: string): object => defineMap({ Send: () => Promise.resolve(variant) }, { variant });
  const json = (mapVariant: string): object => ({
    profiles: { "a/send": { version: "1.0.0", providers: { one: { mapVariant } } } },
    providers: { one: {} },
  });
  const maps = { "a/send": { one: [marked("x"), marked("y")] } };
  assert.is(await run(json("y"), { maps }).client.profiles["a/send"].Send({}), "y");
  assert.throws(() => run(json("z"), { maps }), /variant "z".*variant "x".*variant "y"/);
});

test("one wrong field: a ConfigurationError with its pointer, and nothing of the value", () => {
  const wrong = { providers: { one: { security: [{ id: "key", apiKey: "s3cret" }] } } };
  try {
    run(wrong);
    assert.unreachable();
  } catch (thrown) {
    const error = thrown as ConfigurationError;
    assert.is(error.name, "ConfigurationError");
    assert.ok(error.issues.every(({ pointer }) => pointer?.startsWith("/providers/one/security/0")));
    assert.not.match(JSON.stringify(error) + String(error.stack), /s3cret/);
  }
});

test("what is no configuration at all is refused", () => {
  for (const json of [[], "text", 7, { foo: 1 }, null] as unknown[]) {
    assert.throws(
      () => run(json as never),
      (error: Error) => error.name === "ConfigurationError",
    );
  }
});

test("the parsed object by itself is refused at once, and the message says what to write", () => {
  for (const json of [{ providers: { one: { security: [{ id: "key", apikey: "s3cret" }] } } }, null, 7, "text", []]) {
    for (const bind of [bindClient, bindProviders])
      assert.throws(
        () => bind(generated, { clientJson: json } as object),
        ({ name, message }: Error) =>
          name === "ConfigurationError" &&
          message.includes("clientJson: clientJson(parsed)") &&
          message.includes('import { clientJson } from "@sdkwright/runtime/client-json"') &&
          !message.includes("s3cret"),
      );
  }
});

test("read once, it configures several clients", async () => {
  const configuration = clientJson({ providers: { one: { security } } });
  for (const apikey of ["first", "second"]) {
    const { client, sent } = run({}, { clientJson: configuration, env: { KEY: apikey } });
    await client.providers.one.get("/x", { security: "key" });
    assert.equal(sent, [`one.eu.example ${apikey}`]);
  }
});

test("later changes of the object change nothing", async () => {
  const json = { providers: { one: { security, parameters: { region: "us" } } } };
  const { client, sent } = run(json);
  json.providers.one.parameters.region = "cn";
  await client.providers.one.get("/x", { security: "key" });
  assert.equal(sent, ["one.us.example from-env"]);
});

test.run();
