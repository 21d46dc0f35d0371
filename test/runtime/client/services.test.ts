import { ConfigurationError, type ProviderClient, type UseCase } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import {
  bindClient,
  type CircuitControls,
  type ClientOptions,
  type ClientParts,
} from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordingFetch, rejection } from "../acme.js";
import type { Context } from "../policy/world.js";

const test = suite("base URLs of createClient");

type ProviderPart = ClientParts["providers"][string];

interface TestClient extends CircuitControls {
  profiles: { shop: { Send: UseCase<object, unknown> } };
  providers: { pay: ProviderClient; mail: ProviderClient };
}

const provider = (name: string, more: object = {}): ProviderPart => ({
  definition: {
    name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${name}.example` }, ...more },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    security: ["key"],
    parameters: { REGION: { default: "eu" }, PATH: { default: "v1" }, PORT: { default: "443" } },
  },
  configured: { credentials: { key: { apikey: "$KEY" } }, services: { default: "$PAY_URL" } },
});
const send = ({ http }: Context): Promise<unknown> => http.get("/items").json();
const retryPolicy = { kind: "none", requestTimeout: 30_000 } as const;
const generated: ClientParts = {
  providers: { pay: provider("pay"), mail: provider("mail") },
  profiles: {
    shop: {
      name: "shop",
      priority: ["pay"],
      useCases: { Send: { providerFailover: false, input: {}, providers: { pay: { input: {}, retryPolicy } } } },
      definitions: { pay: provider("pay", { ledger: { baseUrl: "https://ledger.example" } }) },
    },
  },
  maps: { shop: { pay: { Send: send } } },
};

function clientWith(options: ClientOptions) {
  const { fetch, sent } = recordingFetch();
  const client = bindClient<TestClient>(generated, {
    fetch,
    env: { KEY: "k", PAY_URL: "https://env.example" },
    ...options,
  });
  return { client, hosts: () => sent.map(({ url, headers }) => `${new URL(url).host} ${headers.get("x-key") ?? "-"}`) };
}

test("by provider, in use-cases too; others stay", async () => {
  const { client, hosts } = clientWith({ services: { pay: { default: "https://code.example" } } });
  await client.providers.pay.get("/x");
  await client.providers.mail.get("/x");
  await client.profiles.shop.Send({});
  assert.equal(hosts(), ["code.example k", "env.example k", "code.example k"]);
});

test("a service of any definition of the provider is known, and no other", async () => {
  assert.ok(clientWith({ services: { pay: { ledger: "https://code.example" } } }));
  const refused: readonly [ClientOptions, RegExp][] = [
    [
      { services: { pay: { legder: "https://tok-7f3a.example" } } },
      /`services\.legder` of pay is unknown; known: default, ledger/,
    ],
    [
      { services: { mail: { ledger: "https://tok-7f3a.example" } } },
      /`services\.ledger` of mail is unknown; known: default/,
    ],
    [{ services: { pya: {} } }, /`services\.pya` is unknown; known: pay, mail/],
    [{ services: { pay: "https://tok-7f3a.example" } }, /`services` of pay is not a plain object/],
    [
      { services: { pay: { default: new URL("https://tok-7f3a.example") } } },
      /`services\.default` of pay is not a string/,
    ],
    [{ services: { pay: { default: null } } }, /`services\.default` of pay is not a string/],
  ];
  for (const [options, message] of refused) {
    try {
      clientWith(options);
      assert.unreachable(String(message));
    } catch (error) {
      assert.instance(error, ConfigurationError);
      assert.match((error as Error).message, message);
      assert.not.match((error as Error).message, "7f3a");
    }
  }
});

test("parameters of a call may change the path of an overriding base URL, and not its origin", async () => {
  const { client, hosts } = clientWith({
    services: { pay: { default: "https://{REGION}.code.example:{PORT}/{PATH}" } },
  });
  const call = (parameters: { readonly [name: string]: string }) =>
    client.profiles.shop.Send({}, { parameters: { pay: parameters } });
  await call({ PATH: "v2" });
  for (const [name, value] of Object.entries({ REGION: "us", PORT: "8443" })) {
    assert.is((await rejection(call({ [name]: value }), ConfigurationError)).code, "origin-changed");
  }
  assert.equal(hosts(), ["eu.code.example k"]);
});

test("a call with parameters does not ask for variables of other services", async () => {
  const { client, hosts } = clientWith({ env: { KEY: "k" }, services: { pay: { default: "https://code.example" } } });
  await client.profiles.shop.Send({}, { parameters: { pay: { REGION: "us" } } });
  const unset = clientWith({ env: { KEY: "k" } });
  const error = await rejection(
    unset.client.profiles.shop.Send({}, { parameters: { pay: { REGION: "us" } } }),
    ConfigurationError,
  );
  assert.is(error.code, "missing-service");
  assert.equal([hosts(), unset.hosts()], [["code.example k"], []]);
});

test("clientJson replaces them, and is checked as client.json is", async () => {
  const security = [{ id: "key", apikey: "$KEY" }];
  const services = { default: "$SANDBOX" };
  const env = { KEY: "k", SANDBOX: "https://sandbox.example", PAY_URL: "https://env.example" };
  const { client, hosts } = clientWith({
    env,
    clientJson: clientJson({ providers: { pay: { security, services }, mail: { security } } }),
  });
  await client.providers.pay.get("/x");
  await client.providers.mail.get("/x");
  assert.equal(hosts(), ["sandbox.example k", "mail.example k"]);
  const wrong = { default: "http://stub.example/tok-7f3a", defualt: "$X", ledger: "${X}" };
  try {
    clientWith({ clientJson: clientJson({ providers: { pay: { services: wrong } } }) });
    assert.unreachable();
  } catch (error) {
    const { issues, message } = error as ConfigurationError;
    assert.equal(issues.map(({ code, pointer }) => `${code} ${pointer}`).sort(), [
      "SW1309 /providers/pay/services/ledger",
      "SW1331 /providers/pay/services/defualt",
      "SW1332 /providers/pay/services/default",
    ]);
    assert.not.match(message, "7f3a");
  }
});

test("circuits go by service id, wherever the service is", async () => {
  const request = { retryPolicy: "circuit-breaker" } as const;
  const first = clientWith({ services: { pay: { default: "https://code.example" } } });
  await first.client.providers.pay.get("/x", request);
  const circuits = first.client.exportCircuits();
  const second = clientWith({ circuits });
  await second.client.providers.pay.get("/x", request);
  const [one, other] = [first, second].map(({ client }) =>
    client.circuits().map(({ provider, service }) => ({ provider, service })),
  );
  assert.equal(one, [{ provider: "pay", service: "default" }]);
  assert.equal(other, one);
  assert.not.match(JSON.stringify(circuits), "code.example");
});

test("12: nor may a parameter of a call once a variable has changed while it runs", async () => {
  const env: Record<string, string> = { KEY: "k", PAY_URL: "https://env.example" };
  const late = async ({ http }: Context): Promise<unknown> => {
    env["PAY_URL"] = "https://{REGION}.example";
    return http.get("/items").json();
  };
  const { fetch, sent } = recordingFetch();
  const client = bindClient<TestClient>({ ...generated, maps: { shop: { pay: { Send: late } } } }, { fetch, env });
  const call = client.profiles.shop.Send({}, { parameters: { pay: { REGION: "other" } } });
  assert.is((await rejection(call, ConfigurationError)).code, "origin-changed");
  assert.equal(sent, []);
});

test.run();
