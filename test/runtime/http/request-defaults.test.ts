import { ConfigurationError, RequestError } from "@sdkwright/runtime";
import { bindProvider, type ProviderClient, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ReceivedRequest, startServer, type TestServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";

const test = suite<{ server: TestServer }>("what a definition says of every request");
test.before.each(async (context) => {
  context.server = await startServer();
});
test.after.each(({ server }) => server.close());

function last({ received }: TestServer): ReceivedRequest {
  return received.at(-1) as ReceivedRequest;
}

const COOKIES: ProviderDefinition["securitySchemes"] = {
  session: { type: "apiKey", in: "cookie", name: "sid" },
  region: { type: "apiKey", in: "cookie", name: "region" },
  basic: { type: "http", scheme: "basic" },
};

function cookieClient({ origin }: TestServer, apikey = "abc=1"): ProviderClient {
  const definition = acme(origin, { securitySchemes: COOKIES });
  return bindProvider(definition, {}, { credentials: { session: { apikey }, region: { apikey: "eu" } } });
}

test("default security applies where neither the request nor the client names a scheme", async ({ server }) => {
  const parts = { security: ["bearer", "query"] };
  await acmeClient(server.origin, {}, parts).get("/a");
  assert.equal([last(server).headers.authorization, last(server).url], ["Bearer bearer-secret", "/a?key=query-secret"]);
  await acmeClient(server.origin, {}, parts).get("/a", { security: "header" });
  assert.equal([last(server).headers.authorization, last(server).headers["x-api-key"]], [undefined, "header-secret"]);
  await acmeClient(server.origin, { security: "basic" }, parts).get("/a");
  assert.match(last(server).headers.authorization ?? "", /^Basic /);
  for (const options of [{ security: [] }, {}]) {
    const request = options.security === undefined ? { security: [] } : {};
    await acmeClient(server.origin, options, parts).get("/a", request);
    assert.equal([last(server).headers.authorization, last(server).url], [undefined, "/a"]);
  }
});

test("a clash with a scheme that the request did not name says how to go without", async ({ server }) => {
  const clashes: readonly [string, string, object, string][] = [
    ["bearer", "/a", { headers: { authorization: "Bearer own" } }, "header-clash"],
    ["query", "/a?key=own", {}, "query-clash"],
    ["body", "/a", { json: { key: "own" } }, "body-clash"],
    ["body", "/a", {}, "no-place-for-key"],
    ["path", "/a", {}, "no-place-for-key"],
  ];
  for (const [scheme, path, call, code] of clashes) {
    const byDefault = acmeClient(server.origin, {}, { security: [scheme] });
    const error = await rejection(byDefault.post(path, call), RequestError);
    assert.is(error.code, code);
    assert.match(error.message, "security: []");
    const named = await rejection(byDefault.post(path, { ...call, security: scheme }), RequestError);
    assert.not.match(named.message, "security: []");
    assert.not.match(`${error.message}${named.message}`, "own");
  }
  await acmeClient(server.origin, {}, { security: ["bearer"] }).get("/a", {
    headers: { authorization: "x" },
    security: [],
  });
  assert.is(last(server).headers.authorization, "x");
});

test("a default scheme without credentials is a ConfigurationError before sending", async ({ server }) => {
  const client = bindProvider(acme(server.origin, { security: ["bearer"] }), {}, {});
  await rejection(client.get("/a"), ConfigurationError);
  assert.is(server.received.length, 0);
});

test("constant headers stand in every request; a request's own wins, in whatever case", async ({ server }) => {
  const headers = { "X-Version": "2", Accept: "application/vnd.acme+json" };
  const client = acmeClient(server.origin, {}, { headers });
  await client.get("/a").json();
  assert.equal([last(server).headers["x-version"], last(server).headers.accept], ["2", "application/vnd.acme+json"]);
  await client.post("/a", { headers: { "x-version": "3", accept: "text/csv" } });
  assert.equal([last(server).headers["x-version"], last(server).headers.accept], ["3", "text/csv"]);
  await client.get("/a", { headers: { "x-version": undefined } });
  assert.is(last(server).headers["x-version"], "2");
});

test("keys in cookies are one header, and the caller's own cookies are refused", async ({ server }) => {
  const client = cookieClient(server);
  await client.get("/a", { security: "session" });
  assert.is(last(server).headers.cookie, "sid=abc=1");
  await client.get("/a", { security: ["session", "region"] });
  assert.is(last(server).headers.cookie, "sid=abc=1; region=eu");
  const error = await rejection(client.get("/a", { security: "session", headers: { Cookie: "a=b" } }), RequestError);
  assert.is(error.code, "header-clash");
  await client.get("/a", { headers: { Cookie: "a=b" } });
  assert.is(last(server).headers.cookie, "a=b");
});

test("a key that a cookie cannot carry is refused and not shown", async ({ server }) => {
  for (const apikey of ["a;b", "a b", 'a"b', "a,b", "a\\b", "é"]) {
    const error = await rejection(cookieClient(server, apikey).get("/a", { security: "session" }), ConfigurationError);
    assert.is(error.code, "bad-credential");
    assert.not.match(error.message, apikey);
  }
  assert.is(server.received.length, 0);
});

test("a key in a cookie stays with its origin, once, and is masked in errors", async ({ server }) => {
  const elsewhere = await startServer();
  const moving = await startServer((_, response, count) => {
    if (count === 1) response.writeHead(307, { location: "/b" }).end();
    else if (count === 2) response.writeHead(302, { location: `${elsewhere.origin}/c` }).end();
    else response.writeHead(500).end("sid abc123 is wrong");
  });
  const options = { credentials: { session: { apikey: "abc123" } }, crossOriginRedirects: "follow-anonymous" } as const;
  const client = bindProvider(acme(moving.origin, { securitySchemes: COOKIES }), {}, options);
  await client.get("/a", { security: "session" });
  assert.equal(
    moving.received.map(({ headers }) => headers.cookie),
    ["sid=abc123", "sid=abc123"],
  );
  assert.is(last(elsewhere).headers.cookie, undefined);
  const error = await rejection(client.get("/a", { security: "session" }), Error);
  assert.not.match(JSON.stringify(error) + error.message, "abc123");
  await Promise.all([elsewhere.close(), moving.close()]);
  assert.is(server.received.length, 0);
});

test.run();
