import { ConfigurationError, RedirectError, RequestError, type ProviderClient } from "@sdkwright/runtime";
import { bindProvider, type ConfiguredValues, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, withServer, type TestServer } from "../../server.js";
import { recordingFetch, rejection } from "../acme.js";

const test = suite<{ production: TestServer; stub: TestServer }>("base URLs from outside the definition");
test.before.each(async (context) => {
  context.production = await startServer();
  context.stub = await startServer();
});
test.after.each(async ({ production, stub }) => {
  await production.close();
  await stub.close();
});

const SECRET = "bearer-secret";

function definitionAt(baseUrl: string, more: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    name: "pay",
    defaultService: "default",
    services: { default: { baseUrl }, reports: { baseUrl: `${baseUrl}/reports` } },
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    security: ["token"],
    parameters: { REGION: {}, PATH: { default: "v9" } },
    ...more,
  };
}

function client(baseUrl: string, services: ConfiguredValues["services"], options: object = {}): ProviderClient {
  const credentials = { token: { token: SECRET } };
  return bindProvider(definitionAt(baseUrl), { services }, { credentials, ...options });
}

function urls({ received }: TestServer): string[] {
  return received.map(({ url, headers }) => `${url} ${headers.authorization ?? "-"}`);
}

async function refusal(pay: ProviderClient, path = "/x"): Promise<ConfigurationError> {
  return rejection(pay.get(path), ConfigurationError);
}

test("requests and credentials go to what a variable holds, and not to the definition's base URL", async ({
  production,
  stub,
}) => {
  const pay = client(production.origin, { default: "$PAY_URL" }, { env: { PAY_URL: `${stub.origin}/sandbox/` } });
  await pay.get("/charges");
  await pay.post("/charges", { json: { amount: 1 } });
  assert.equal(urls(stub), [`/sandbox/charges Bearer ${SECRET}`, `/sandbox/charges Bearer ${SECRET}`]);
  assert.is(production.received.length, 0);
});

test("other services stay where they are", async ({ production, stub }) => {
  const pay = client(production.origin, { default: stub.origin });
  await pay.get("/a");
  await pay.get("/b", { service: "reports" });
  assert.equal([urls(stub), urls(production)], [[`/a Bearer ${SECRET}`], [`/reports/b Bearer ${SECRET}`]]);
});

test("code wins over client.json, client.json over the definition; what is undefined is absent", async ({
  production,
  stub,
}) => {
  const elsewhere = { default: "https://client-json.example" };
  await client(production.origin, elsewhere, { services: { default: `${stub.origin}/code` } }).get("/x");
  const { fetch, sent } = recordingFetch();
  await client(production.origin, elsewhere, { services: { default: undefined }, fetch }).get("/x");
  await client(production.origin, {}, { services: undefined }).get("/x");
  assert.equal(urls(stub), [`/code/x Bearer ${SECRET}`]);
  assert.equal(
    sent.map(({ url }) => url),
    ["https://client-json.example/x"],
  );
  assert.equal(urls(production), [`/x Bearer ${SECRET}`]);
});

test("a variable that is unset or empty sends nothing anywhere, and the error names it", async ({
  production,
  stub,
}) => {
  const inherited = Object.create({ PAY_URL: stub.origin }) as object;
  for (const env of [{}, { PAY_URL: "" }, { PAY_URL: undefined }, inherited]) {
    const error = await refusal(client(production.origin, { default: "$PAY_URL" }, { env }));
    assert.is(error.code, "missing-service");
    assert.is(error.provider, "pay");
    assert.match(error.message, 'service "default" of pay (from $PAY_URL) is missing: the variable is unset or empty');
    assert.equal(
      error.issues.map(({ pointer }) => pointer),
      ["/providers/pay/services/default"],
    );
  }
  assert.is(production.received.length + stub.received.length, 0);
});

test("a variable that is unset is nothing to other services, and none to code that has its own", async ({
  production,
  stub,
}) => {
  const options = { env: {}, services: { default: stub.origin } };
  await client(production.origin, { default: "$PAY_URL" }, options).get("/x");
  await client(production.origin, { default: "$PAY_URL" }, { env: {} }).get("/x", { service: "reports" });
  assert.equal([stub.received.length, production.received.length], [1, 1]);
});

test("what code gives and what a variable holds is never read as a reference", async ({ production }) => {
  const env = { PAY_URL: "$OTHER", OTHER: production.origin };
  const errors = [
    await refusal(client(production.origin, {}, { env, services: { default: "$OTHER" } })),
    await refusal(client(production.origin, { default: "$PAY_URL" }, { env })),
    await refusal(client(production.origin, { default: "$$OTHER" }, { env })),
    await refusal(client(production.origin, { default: "${OTHER}" }, { env })),
  ];
  assert.equal(
    errors.map(({ code }) => code),
    ["bad-base-url", "bad-base-url", "bad-base-url", "missing-service"],
  );
  assert.match(errors[3]?.message ?? "", "starts with `$` but is not $NAME");
  assert.is(production.received.length, 0);
});

test("http leads to this machine only, unless the definition's base URL has it", async () => {
  const local = ["http://localhost:4010", "http://a.localhost", "http://127.0.0.1", "http://[::1]:1", "http://127.1"];
  const far = ["http://stub.example/token-7f3a", "http://10.0.0.1", "http://0.0.0.0:1", "HTTP://127.0.0.1.nip.io"];
  const outcome = async (defined: string, url: string, from: "code" | "variable") => {
    const { fetch, sent } = recordingFetch();
    const options = from === "code" ? { services: { default: url } } : { env: { PAY_URL: url } };
    const pay = client(defined, from === "code" ? {} : { default: "$PAY_URL" }, { ...options, fetch });
    const error = await pay.get("/x").then(
      () => undefined,
      (reason: ConfigurationError) => reason,
    );
    assert.is(sent.length, error === undefined ? 1 : 0);
    return error;
  };
  for (const from of ["code", "variable"] as const) {
    for (const url of local) assert.is(await outcome("https://api.example", url, from), undefined, url);
    for (const url of far) {
      const error = await outcome("https://api.example", url, from);
      assert.instance(error, ConfigurationError);
      assert.is(error?.message.includes(" (from $PAY_URL): "), from === "variable");
      assert.not.match(error?.message ?? "", /7f3a|stub/);
      assert.is(await outcome("http://api.example", url, from), undefined, url);
      assert.is((await outcome("{REGION}://api.example", url, from))?.code, "bad-base-url");
    }
  }
});

test("what can be no base URL is refused, and no message shows it", async () => {
  const bad = "https://u:tok-7f3a@a.example|https://a.example/?tok-7f3a|https://a.example#tok-7f3a|ftp://tok-7f3a";
  const more =
    "tok-7f3a.example|//tok-7f3a|https://a.example/tok-7f3a\\|https:// tok-7f3a|/tok-7f3a|https://{tok-7f3a}.example";
  for (const url of [...bad.split("|"), ...more.split("|"), "https://a.example/{tok-7f3a", " ", ""]) {
    const { fetch, sent } = recordingFetch();
    const env = { PAY_URL: url };
    const given = url === "" ? { services: { default: url } } : {};
    const error = await refusal(client("https://api.example", { default: "$PAY_URL" }, { env, fetch, ...given }));
    assert.is(error.code, "bad-base-url", url);
    assert.not.match(JSON.stringify(error) + error.message + String(error.stack), "7f3a");
    assert.is(sent.length, 0);
  }
});

test("declared parameters fill it, with their checks", async () => {
  const { fetch, sent } = recordingFetch();
  const services = { default: "https://{REGION}.sandbox.example/{PATH}" };
  const pay = (REGION: string) => client("https://api.example", services, { fetch, parameters: { REGION } });
  await pay("eu").get("/x");
  assert.match((await refusal(pay("evil.example/"))).message, 'parameter "REGION" does not fit into the base URL');
  const unset = client("https://api.example", { default: "$URL" }, { fetch, env: { URL: services.default } });
  assert.match(
    (await refusal(unset)).message,
    'service "default" of pay (from $URL): the base URL needs a value for the parameter "REGION"',
  );
  assert.equal(
    sent.map(({ url }) => url),
    ["https://eu.sandbox.example/v9/x"],
  );
});

test("a redirect stays at the overriding origin", async ({ production }) => {
  const locations = ["/moved", `${production.origin}/x`];
  await withServer(
    ({ url }, response) => {
      const location = url === "/ok" ? undefined : url === "/moved" ? "/ok" : locations.shift();
      response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end("{}");
    },
    async (stub) => {
      const pay = client(production.origin, { default: stub.origin });
      await pay.get("/first");
      await rejection(pay.get("/second"), RedirectError);
      assert.equal(
        urls(stub).map((line) => line.split(" ")[0]),
        ["/first", "/moved", "/ok", "/second"],
      );
      assert.ok(urls(stub).every((line) => line.endsWith(SECRET)));
    },
  );
  assert.is(production.received.length, 0);
});

test("an absolute URL is one of the overriding origin, below its path", async ({ production, stub }) => {
  const pay = client(production.origin, { default: `${stub.origin}/v2` });
  await pay.get(`${stub.origin}/v2/next?page=2`);
  for (const url of [`${production.origin}/v2/x`, `${stub.origin}/v1/x`]) await rejection(pay.get(url), RequestError);
  assert.equal([urls(stub).length, urls(production).length], [1, 0]);
});

test("an operation that names a service goes to what stands in its place", async ({ production, stub }) => {
  const wires = { "GET /daily": { service: "reports" } };
  const credentials = { token: { token: SECRET } };
  const definition = definitionAt(production.origin, { operations: wires });
  const pay: ProviderClient = bindProvider(definition, { services: { reports: stub.origin } }, { credentials });
  await pay.get("/daily");
  assert.equal([urls(stub).length, urls(production).length], [1, 0]);
});

test.run();
