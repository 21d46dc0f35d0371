import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  AuthenticationError,
  ConfigurationError,
  HttpError,
  NetworkError,
  type ProviderClient,
} from "@sdkwright/runtime";
import { bindProvider as bindWithDigest } from "@sdkwright/runtime/generated/digest";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { fakeProviders, type FakeOptions } from "@sdkwright/runtime/testing";
import { acme, rejection } from "../acme.js";

const test = suite("schemes with fakes");

const BASE = "https://api.acme.example/v1";
const tokenUrl = "https://auth.acme.example/token";

function definition(flow: "clientCredentials" | "refreshToken"): ProviderDefinition {
  const login = { type: "oauth2", flow, tokenUrl, clientAuthentication: "post" } as const;
  return acme(BASE, { securitySchemes: { login }, security: ["login"] });
}

function client(
  options: FakeOptions,
  flow: "clientCredentials" | "refreshToken" = "clientCredentials",
): ProviderClient {
  const login = { clientId: "the-client", clientSecret: "client-secret", refreshToken: "refresh-secret" };
  const { refreshToken: _, ...own } = login;
  const credentials = { login: flow === "refreshToken" ? login : own };
  return bindProvider(definition(flow), {}, { ...options, credentials }, { oauth2 });
}

test("a definition with an oauth2 scheme has a token endpoint by itself", async () => {
  const fake = fakeProviders({ acme: definition("clientCredentials") });
  const seen: unknown[] = [];
  fake.providers.acme.on("GET", "/x").reply(({ headers }) => (seen.push(headers["authorization"]), {}));
  const acmeApi = client(fake.options);
  await acmeApi.get("/x");
  await acmeApi.get("/x");
  assert.equal(seen, ["Bearer fake-access-token-1", "Bearer fake-access-token-1"]);
  await fake.clock.advance(3_600_000);
  await acmeApi.get("/x");
  assert.is(seen.at(-1), "Bearer fake-access-token-2");
  assert.equal(
    fake.requests.map(({ method }) => method),
    ["POST", "GET", "GET", "POST", "GET"],
  );
  assert.not.match(inspect(fake.requests), /fake-access-token|client-secret/);
});

test("so has the definition's file, and refresh tokens are renewed", async () => {
  const file = {
    name: "acme",
    services: [{ id: "default", baseUrl: BASE }],
    securitySchemes: [{ id: "login", type: "oauth2", flow: "refreshToken", tokenUrl }],
  };
  const fake = fakeProviders({ acme: file });
  fake.providers.acme.on("GET", "/x").reply(200);
  await client(fake.options, "refreshToken").get("/x");
  assert.equal(fake.requests[0]?.body, {
    grant_type: "refresh_token",
    refresh_token: "***",
    client_id: "the-client",
    client_secret: "***",
  });
});

test("a token endpoint can fail, and answer otherwise", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").reply(200);
  const { message } = await rejection(client(fake.options).get("/x"), ConfigurationError);
  assert.match(message, "no fake provider is at https://auth.acme.example");
  fake.providers.acme.tokensAt(tokenUrl).fail("refused").reply(400, { error: "invalid_client" });
  const refused = await rejection(client(fake.options).get("/x", { retries: 0 }), NetworkError);
  assert.is(refused.tokenEndpoint, "login");
  const denied = await rejection(client(fake.options).get("/x"), AuthenticationError);
  assert.is(denied.kind, "invalid_client");
});

for (const algorithm of ["MD5", "SHA-256", "SHA-512-256"] as const) {
  test(`a digest login is asked for and checked (${algorithm})`, async () => {
    const fake = fakeProviders({ acme: BASE });
    const login = { username: "alice", password: "staff-secret", algorithm };
    fake.providers.acme.on("GET", "/staff/{id}").digest(login).reply(200, "in");
    const staff = (password: string): ProviderClient =>
      bindWithDigest(acme(BASE), {}, { ...fake.options, credentials: { staff: { username: "alice", password } } });
    const options = { security: "staff", params: { id: "ä 1" }, query: { q: "x" } };
    assert.is(await staff("staff-secret").get("/staff/{id}", options).text(), "in");
    await rejection(staff("wrong-secret").get("/staff/{id}", options), HttpError);
    assert.equal(
      fake.requests.map(({ answer }) => answer),
      [401, 200, 401, 401],
    );
    assert.not.match(inspect(fake.requests), /-secret/);
  });
}

test.run();
