import { ConfigurationError, RequestError, type StoredTokens, type TokenKey, type UseCase } from "@sdkwright/runtime";
import { bindClient, type ProviderDefinition } from "@sdkwright/runtime/generated/client";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import type { Context } from "../../policy/world.js";
import { fakeVendor, granted, LOGIN } from "./fake.js";

const test = suite("oauth2: options");

for (const [given, problem] of [
  [{ laod: () => {} }, "`tokens.laod` of acme is unknown; known: load, save"],
  [{ save: "db" }, "`tokens.save` of acme is not a function"],
  [new Map(), "`tokens` of acme is not a plain object of: load, save"],
  ["db", "`tokens` of acme is not an object"],
] as const) {
  test(`create<Provider> refuses tokens: ${problem}`, () => {
    const fake = fakeVendor();
    assert.throws(
      () => fake.client({ tokens: given }),
      (error: unknown) => error instanceof ConfigurationError && error.message === problem,
    );
  });
}

test("`tokens` of an SDK without the scheme is refused: nobody would look at it", () => {
  const definition = { name: "acme", defaultService: "a", services: { a: { baseUrl: "https://a.test" } }, securitySchemes: {} }; // prettier-ignore
  assert.throws(() => bindProvider(definition, {}, { tokens: {} }), /`tokens` of acme is for schemes of oauth2/);
  assert.throws(
    () => bindClient({ providers: { acme: { definition } } }, { tokens: {} }),
    /`tokens` of acme is for schemes of oauth2/,
  );
});

test("a definition with the scheme, without its part of the runtime: a ConfigurationError", async () => {
  const acme = bindProvider(vendor("https://auth.test/token"), {}, { credentials: { login: LOGIN } });
  const error = await rejection(acme.get("/items"), ConfigurationError);
  assert.is(error.code, "oauth2-unavailable");
});

for (const [security, problem] of [
  [{ id: "login", scopes: "a" }, "`security.scopes` is not an Array"],
  [{ id: "login", scopes: ["a b"] }, "`security.scopes` has something that is not a scope"],
  [{ id: "login", scopes: ['"'] }, "`security.scopes` has something that is not a scope"],
  [{ id: "login", scopes: [7] }, "`security.scopes` has something that is not a scope"],
  [{ id: "login", scope: ["a"] }, "a part of `security` is unknown; known: id, scopes"],
  [{ sk_live_canary: [] }, "a part of `security` is unknown; known: id, scopes"],
  [{ id: "login", sk_live_canary: 1 }, "a part of `security` is unknown; known: id, scopes"],
  [{ "sk_live_canary.scopes": [] }, "a part of `security` is unknown; known: id, scopes"],
  [{ scopes: ["a"] }, "the provider has no such security scheme; it has login"],
  [{ id: "key", scopes: ["a"] }, "the provider has no such security scheme; it has login"],
  [[{ id: "login", scopes: ["a"] }, "login"], "two of the security schemes write to the same place"],
] as const) {
  test(`security ${JSON.stringify(security)} is a RequestError: ${problem}`, async () => {
    const fake = fakeVendor();
    const error = await rejection(fake.client().get("/items", { security: security as never }), RequestError);
    assert.match(error.message, problem);
    assert.not.match(error.message, "canary");
    assert.equal([fake.tokens.length, fake.calls.length], [0, 0]);
  });
}

test("scopes of a scheme that has none are refused", async () => {
  const definition = vendor("https://auth.test/token");
  const schemes = { ...definition.securitySchemes, key: { type: "http", scheme: "bearer" } } as const;
  const options = { credentials: { login: LOGIN, key: { token: "t" } }, fetch: async () => new Response("{}") };
  const acme = bindProvider({ ...definition, securitySchemes: schemes }, {}, options, { oauth2 });
  const security = { id: "key", scopes: ["a"] };
  await rejection(acme.get("/items", { security: security as never }), RequestError);
});

test("no scopes at all are asked for with an empty list", async () => {
  const fake = fakeVendor({ scheme: { scopes: ["a"] } });
  await fake.client().get("/items", { security: { id: "login", scopes: [] } });
  assert.is(fake.tokens[0]?.form["scope"], undefined);
});

function vendor(tokenUrl: string): ProviderDefinition {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: "https://api.test" } },
    securitySchemes: { login: { type: "oauth2", flow: "clientCredentials", tokenUrl, clientAuthentication: "basic" } },
    security: ["login"],
    parameters: { TENANT: { default: "home" } },
  };
}

/** A use-case of the vendor, in a client that shares its tokens with requests outside. */
function connect(tokenUrl: string, options: object = {}) {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    return granted(`access-${asked.length}`);
  };
  const retryPolicy = { kind: "none", requestTimeout: 30_000 } as const;
  const Send = { providerFailover: false, input: {}, providers: { acme: { input: {}, retryPolicy } } };
  const client = bindClient<{
    profiles: { shop: { Send: UseCase<object, unknown> } };
    providers: { acme: { get: (path: string) => Promise<Response> } };
  }>(
    {
      providers: { acme: { definition: vendor(tokenUrl) } },
      profiles: { shop: { name: "shop", priority: ["acme"], useCases: { Send } } },
      maps: { shop: { acme: { Send: ({ http }: Context): unknown => http.get("/items").json() } } },
      oauth2,
    },
    { credentials: { acme: { login: LOGIN } }, fetch: fetch as typeof globalThis.fetch, ...options },
  );
  return { asked, client };
}

test("parameters of a call may not change the origin of the token URL, whatever its query", async () => {
  const evil = { TENANT: "evil" };
  const moves = [
    ["https://{TENANT}.auth.test/token", evil],
    ["https://{TENANT}.auth.test?kind=1", evil],
    ["https://{TENANT}.auth.test?next=https://a.test/", evil],
    ["{TENANT}?next=https://a.test/", { TENANT: "https://evil.test" }],
  ] as const;
  for (const [tokenUrl, acme] of moves) {
    const { asked, client } = connect(tokenUrl, { parameters: { acme: { TENANT: tokenUrl.startsWith("{") ? "https://auth.test" : "own" } } }); // prettier-ignore
    const error = await rejection(client.profiles.shop.Send({}, { parameters: { acme } }), ConfigurationError);
    assert.equal([error.code, asked], ["origin-changed", []], tokenUrl);
  }
});

test("they may change its path: that is another key", async () => {
  const { asked, client } = connect("https://auth.test/{TENANT}/token");
  await client.profiles.shop.Send({});
  await client.profiles.shop.Send({}, { parameters: { acme: { TENANT: "other" } } });
  await client.profiles.shop.Send({});
  const tokens = asked.filter((url) => url.endsWith("/token"));
  assert.equal(tokens, ["https://auth.test/home/token", "https://auth.test/other/token"]);
});

test("use-cases and requests outside of them share the client's tokens; `tokens` is an option of createClient", async () => {
  const saved: [TokenKey, StoredTokens][] = [];
  const tokens = { save: (...what: [TokenKey, StoredTokens]) => void saved.push(what) };
  const { asked, client } = connect("https://auth.test/token", { tokens });
  await client.profiles.shop.Send({});
  await client.providers.acme.get("/items");
  assert.equal([asked.length, saved.length, saved[0]?.[1].refreshToken], [3, 1, undefined]);
});

test.run();
