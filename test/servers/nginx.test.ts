import { type AuthenticationError, HttpError, RedirectError, RequestError } from "@sdkwright/runtime";
import { bindProvider, type ProviderClient, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { account } from "./accounts.js";
import { type Daemon, startDaemon, testsOf } from "./daemon.js";
import { apiKey, nginx } from "./nginx.js";

type SchemeId = "basic" | "header" | "query";
type Client = ProviderClient<"acme", "default", SchemeId>;

const test = suite("nginx");
const run = testsOf(nginx, test);

run("basic: right and wrong", async () => {
  await serve(async ({ origin }) => {
    assert.is(await clientOf(origin).get("/api/items", { security: "basic" }).text(), "items\n");
    const error = await rejection(clientOf(origin, { password: "wrong" }).get("/api/items", { security: "basic" }));
    assert.is((error as AuthenticationError).kind, "rejected");
    assert.instance(await rejection(clientOf(origin).get("/api/items")), HttpError);
  });
});

run("keys in header and query", async () => {
  await serve(async ({ origin }) => {
    const client = clientOf(origin);
    assert.is(await client.get("/key/items", { security: "header" }).text(), "items\n");
    assert.is(await client.get("/query-key/items?a=1", { security: "query" }).text(), "items\n");
    assert.is(((await rejection(client.get("/key/items"))) as HttpError).status, 403);
  });
});

run("12.4: nginx goes up where a slash is encoded; such a path is never sent", async () => {
  await serve(async ({ origin, log }) => {
    // What nginx makes of it, without us: the key would be there.
    const raw = await fetch(`${origin}/api/x/..%2F..%2Fadmin%2F`, { headers: { "x-api-key": apiKey } });
    assert.is(await raw.text(), `admin key=${apiKey}\n`);
    const client = clientOf(`${origin}/api`);
    for (const id of ["../../admin/", "..%2f..%2fadmin/"]) {
      assert.instance(await rejection(client.get("/x/{id}", { security: "header", params: { id } })), RequestError);
    }
    assert.instance(await rejection(client.get("/x/..%2f..%2fadmin%2f", { security: "header" })), RequestError);
    assert.is((await log(1)).length, 1);
  });
});

run("redirects: followed here with the key, refused elsewhere with any scheme", async () => {
  await serve(async ({ origin, log }) => {
    const client = clientOf(origin);
    assert.is(await client.get("/moved-here", { security: "header" }).text(), "items\n");
    for (const security of ["basic", "header", "query"] as const) {
      assert.instance(await rejection(client.get("/moved-away", { security })), RedirectError);
      assert.instance(await rejection(client.get("/moved-with-key", { security })), RedirectError);
      assert.instance(await rejection(client.post("/moved-with-body", { security, json: {} })), RedirectError);
    }
    assert.is((await log(11)).length, 11);
  });
});

run("follow-anonymous: the other origin sees neither credential nor query key", async () => {
  await serve(async ({ origin }) => {
    const client = clientOf(origin, {}, "follow-anonymous");
    for (const security of ["basic", "header", "query"] as const) {
      assert.is(await client.get("/moved-away", { security }).text(), "auth= key= query=\n");
    }
    assert.instance(await rejection(client.get("/moved-with-key", { security: "query" })), RedirectError);
  });
});

test.run();

function clientOf(origin: string, changed: object = {}, crossOriginRedirects?: "follow-anonymous"): Client {
  const definition: ProviderDefinition<"default", SchemeId> = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: origin } },
    securitySchemes: {
      basic: { type: "http", scheme: "basic" },
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      query: { type: "apiKey", in: "query", name: "api_key" },
    },
  };
  const { username, password } = account;
  const credentials = {
    basic: { username, password, ...changed },
    header: { apikey: apiKey },
    query: { apikey: apiKey },
  };
  return bindProvider(definition, {}, { credentials, crossOriginRedirects });
}

async function serve(use: (daemon: Daemon) => Promise<void>): Promise<void> {
  const daemon = await startDaemon(nginx);
  try {
    await use(daemon);
  } finally {
    await daemon.stop();
  }
}

function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
}
