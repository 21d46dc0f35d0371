import { AuthenticationError, ConfigurationError, HttpError, NetworkError, RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startDigestServer } from "../../servers/digest-server.js";
import { startServer } from "../../servers/http-server.js";
import { assertSilent } from "./canary-report.js";
import { clientOn, definition, failure, network, schemes, secrets, type Route } from "./leak-network.js";

const items = "https://api.example.test/v1/items";
const test = suite("where credentials can never go");

const refusing = (status: number, challenge: string, body = "no"): Route =>
  new Response(body, { status, headers: { "www-authenticate": challenge } });

test("digest-downgrade-basic: Basic is never sent with a digest password", async () => {
  const net = network({ [items]: refusing(401, 'Basic realm="x"') });
  const error = await failure(clientOn(net.fetch).get("/items", { security: "digest" }));
  assert.instance(error, AuthenticationError);
  assert.is((error as AuthenticationError).kind, "unsupportedChallenge");
  assert.equal(
    net.sent.map(({ headers }) => headers.get("authorization")),
    [null],
  );
});

test("digest without a challenge: AuthenticationError(missingChallenge)", async () => {
  const net = network({ [items]: new Response(null, { status: 401 }) });
  const error = await failure(clientOn(net.fetch).get("/items", { security: "digest" }));
  assert.is((error as AuthenticationError).kind, "missingChallenge");
});

test("basic-no-challenge-reply: one send, then AuthenticationError", async () => {
  const net = network({ [items]: refusing(401, 'Basic realm="x"') });
  const client = clientOn(net.fetch);
  const error = await failure(client.get("/items", { security: "basic" }));
  assert.instance(error, HttpError);
  assert.equal([(error as AuthenticationError).kind, (error as AuthenticationError).status], ["rejected", 401]);
  assert.is(net.sent.length, 1);
  const handled = await client.get("/items", { security: "basic", throwHttpErrors: false });
  assert.is(handled.status, 401);
});

test("RFC 6750: what the server says of a token is the kind of the error", async () => {
  const kindOf = async (status: number, challenge: string): Promise<string> => {
    const net = network({ [items]: refusing(status, challenge) });
    const error = await failure(clientOn(net.fetch).get("/items", { security: "bearer" }));
    if (!(error instanceof AuthenticationError)) return error.name;
    assert.is(error.message.endsWith(` (${error.kind})`), error.kind !== "rejected", error.message);
    return error.kind;
  };
  assert.is(await kindOf(401, 'Bearer realm="x", error="invalid_token"'), "invalid_token");
  assert.is(await kindOf(403, 'Basic realm="y", Bearer error="insufficient_scope", scope="a b"'), "insufficient_scope");
  assert.is(await kindOf(401, "Bearer"), "rejected");
  assert.is(await kindOf(403, "Bearer"), "HttpError");
  assert.is(await kindOf(400, 'Bearer error="invalid_token"'), "HttpError");
});

test("a 401 to a request without credentials is an ordinary HttpError", async () => {
  const net = network({ [items]: refusing(401, "Bearer") });
  const error = await failure(clientOn(net.fetch).get("/items"));
  assert.is(error.name, "HttpError");
  assert.match(error.message, / answered 401.* \(sent without `security`\)$/);
});

test("service-unknown, also from untyped code: an error before anything is sent", async () => {
  const net = network({});
  for (const service of ["other", "constructor", "__proto__"]) {
    const error = await failure(
      clientOn(net.fetch).get("/items", { service: service as "default", security: "header" }),
    );
    assert.instance(error, RequestError);
  }
  assert.is(net.sent.length, 0);
});

test("hdr-value-error: our own error, without the value", async () => {
  const net = network({});
  const secret = "canary-with-newline";
  const broken = {
    header: { apikey: `${secret}\n` },
    bearer: { token: `${secret} x` },
    query: { apikey: `${secret}\0` },
  };
  const client = clientOn(net.fetch, { credentials: broken });
  for (const security of ["header", "bearer", "query"] as const) {
    const error = await failure(client.get("/items", { security }));
    assert.instance(error, ConfigurationError);
    assertSilent(error, [secret]);
  }
  assert.is(net.sent.length, 0);
});

test("network-error-message: the host, and neither URL nor key, whatever the platform says", async () => {
  const failing: typeof fetch = (input, init) => {
    const { url, headers } = new Request(input, init);
    const cause = Object.assign(new Error(`connect ECONNREFUSED ${url}`), { code: "ECONNREFUSED", url });
    return Promise.reject(new TypeError(`fetch failed: ${url} ${[...headers].join()}`, { cause }));
  };
  for (const security of schemes.filter((scheme) => scheme !== "digest")) {
    const error = await failure(clientOn(failing).get("/items?q=canary-in-query", { security }));
    assert.instance(error, NetworkError);
    assert.match(error.message, /at api\.example\.test: the connection was refused/);
    assertSilent(error, [...Object.values(secrets), "canary-in-query", "api.example.test/"]);
  }
});

test("response-echo: the body is data and unaltered; what an error shows of it is masked", async () => {
  const echo: Route = ({ headers }) => {
    const key = headers.get("x-api-key") ?? "";
    const status = headers.has("x-fail") ? 500 : 200;
    return new Response(`you sent ${key}`, {
      status,
      statusText: key,
      headers: { "x-request-id": key, "x-echo": key },
    });
  };
  const client = clientOn(network({ [items]: echo }).fetch);
  assert.is(await client.get("/items", { security: "header" }).text(), `you sent ${secrets.header}`);
  const error = await failure(client.get("/items", { security: "header", headers: { "x-fail": "1" } }));
  assert.is((error as HttpError).text, "you sent ***");
  assertSilent(error, [secrets.header]);
});

test("client-inspect: a client shows no secret, before and after it was used", async () => {
  const net = network({ [items]: new Response("ok") });
  const client = clientOn(net.fetch);
  assertSilent(client, Object.values(secrets));
  for (const security of schemes) await client.get("/items", { security });
  assertSilent(client, Object.values(secrets));
  const response = await client.get("/items", { security: "query" });
  assertSilent(response, Object.values(secrets));
  assert.is(response.url, "");
});

test("env-empty, env-newline: the variable is named, its value is not, nothing is sent", async () => {
  const net = network({});
  const env = { EMPTY: "", BROKEN: "canary-env-value\n" };
  for (const name of ["EMPTY", "BROKEN", "UNSET"]) {
    const error = await failure(configured(net.fetch, `$${name}`, env).get("/items", { security: "header" }));
    assert.instance(error, ConfigurationError);
    assert.match(error.message, new RegExp(`\\$${name}\\b`));
    assertSilent(error, ["canary-env-value"]);
  }
  assert.is(net.sent.length, 0);
});

test("env-nested: what a variable holds is used as it is", async () => {
  const net = network({ [items]: new Response("ok") });
  await configured(net.fetch, "$A", { A: "$B", B: "other" }).get("/items", { security: "header" });
  assert.is(net.sent[0]?.headers.get("x-api-key"), "$B");
});

test("env-braces: an error that shows how to write it", async () => {
  const error = await failure(configured(network({}).fetch, "${A}", { A: "x" }).get("/items", { security: "header" }));
  assert.instance(error, ConfigurationError);
  assert.match(error.message, /\$NAME/);
});

test("retry-mutates: every send of a digest answer is a new one", async () => {
  const server = await startDigestServer({ password: secrets.digestPassword, ordered: false });
  try {
    const client = clientOn(fetch, { baseUrl: server.origin });
    for (let round = 0; round < 3; round += 1) await client.get("/items", { security: "digest" });
    const sent = server.received.map(({ headers }) => headers.authorization).filter((value) => value !== undefined);
    assert.is(sent.length, 3);
    assert.is(new Set(sent).size, 3);
  } finally {
    await server.close();
  }
});

test("rotation: a function is asked once per attempt, a digest answer included, and what it gives counts at once", async () => {
  let [calls, password] = [0, "first-passphrase"];
  const server = await startDigestServer({ password, ordered: false });
  try {
    const digest = { username: "alice", password: () => ((calls += 1), Promise.resolve(password)) };
    const client = clientOn(fetch, { baseUrl: server.origin, credentials: { digest } });
    await client.get("/items", { security: "digest" });
    assert.equal([calls, server.received.length], [1, 2]);
    password = "second-passphrase";
    server.change({ password });
    await client.get("/items", { security: "digest" });
    assert.equal([calls, server.received.length], [2, 3]);
  } finally {
    await server.close();
  }
});

test("what else fetch could give away: cookies, referrer", async () => {
  const seen: (RequestInit | undefined)[] = [];
  const spying: typeof fetch = (_url, init) => (seen.push(init), Promise.resolve(new Response("ok")));
  await clientOn(spying).get("/items", { security: "header" });
  assert.equal([seen[0]?.credentials, seen[0]?.referrerPolicy, seen[0]?.redirect], ["omit", "no-referrer", "manual"]);
});

test("a server that sets cookies does not get them back", async () => {
  const server = await startServer(() => ({ headers: { "set-cookie": "id=1" }, body: "ok" }));
  try {
    const client = clientOn(fetch, { baseUrl: server.origin });
    await client.get("/a");
    await client.get("/b");
    assert.is(server.received[1]?.headers.cookie, undefined);
  } finally {
    await server.close();
  }
});

test.run();

function configured(fetch: typeof globalThis.fetch, apikey: string, env: Record<string, string>) {
  const options = { fetch, env };
  return bindProvider(definition("https://api.example.test/v1"), { credentials: { header: { apikey } } }, options);
}
