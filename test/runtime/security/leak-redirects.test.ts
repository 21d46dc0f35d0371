import { RedirectError } from "@sdkwright/runtime";
import { bindProvider, type ProviderOptions } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer } from "../../servers/http-server.js";
import {
  carriesCredential,
  clientOn,
  failure,
  network,
  redirect,
  schemes,
  secrets,
  type ClientOptions,
  type Network,
  type Route,
} from "./leak-network.js";
import { acme, rejection } from "../acme.js";
import { assertSilent } from "./canary-report.js";

const home = "https://api.example.test";
const start = `${home}/v1/start`;
const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256';
const anonymous: ClientOptions = { crossOriginRedirects: "follow-anonymous" };

const test = suite("redirects and credentials");

/** Credentials sent at the first request already: digest needs a challenge first. */
const answering =
  (answer: Route): Route =>
  (request) => {
    const asked =
      request.url.includes("api_key") || request.headers.has("x-api-key") || request.headers.has("authorization");
    if (!asked) return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
    return typeof answer === "function" ? answer(request) : answer.clone();
  };

for (const scheme of schemes) {
  const refused = async (name: string, location: string, options: ClientOptions = {}): Promise<void> => {
    const net = network({ [start]: answering(redirect(302, location)) });
    const error = await failure(clientOn(net.fetch, options).get("/start", { security: scheme }));
    assert.instance(error, RedirectError, name);
    assertSilent(error, [...Object.values(secrets), "evil"]);
    assert.ok(net.sent.every(({ url }) => url.startsWith(start)));
  };

  test(`redir-other-origin-${scheme}: refused, and not even asked`, () =>
    refused("other origin", "https://evil.test/"));
  test(`redir-other-port: ${scheme}`, () => refused("other port", "https://api.example.test:8443/v1/start"));
  test(`redir-downgrade: ${scheme}`, () => refused("http after https", "http://api.example.test/v1/start"));
  test(`redir-downgrade: ${scheme}, not even anonymously`, () =>
    refused("http after https", "http://evil.test/", anonymous));
  test(`redir-location-userinfo: ${scheme}`, async () => {
    await refused("user info", "https://u:p@api.example.test/");
    await refused("user info", "https://u:p@evil.test/", anonymous);
  });
  test(`redir-nonhttp: ${scheme}`, async () => {
    for (const location of ["file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "https://"]) {
      await refused(location, location);
      await refused(location, location, anonymous);
    }
  });

  test(`redir-upgrade: ${scheme}`, async () => {
    const net = network({
      "http://api.example.test/start": answering(redirect(301, "https://api.example.test/start")),
    });
    const client = clientOn(net.fetch, { baseUrl: "http://api.example.test" });
    assert.instance(await failure(client.get("/start", { security: scheme })), RedirectError);
  });

  test(`redir-other-origin-${scheme}: followed anonymously where asked for, and credentials stay off on the way back`, async () => {
    const net = network({
      [start]: answering(redirect(302, "https://evil.test/a")),
      "https://evil.test/a": redirect(302, `${home}/v1/back`),
      [`${home}/v1/back`]: new Response("public"),
    });
    const headers = {
      accept: "text/plain",
      "accept-language": "cs",
      "user-agent": "me",
      "x-request-id": "1",
      cookie: "a=b",
    };
    const answer = clientOn(net.fetch, anonymous).get("/start", { security: scheme, headers });
    assert.is(await answer.text(), "public");
    const away = net.sent.filter(({ url }) => !url.startsWith(start));
    assert.is(away.length, 2);
    for (const request of away) {
      assert.not.ok(carriesCredential(request));
      assert.equal([...request.headers.keys()].sort(), ["accept", "accept-language", "user-agent"]);
    }
  });

  test(`redir-a-b-a: ${scheme}, refused at B`, () => refused("away and back", `https://evil.test/?back=${home}`));

  test(`redir-307-body: ${scheme}, the body goes nowhere else`, async () => {
    for (const options of [{}, anonymous]) {
      for (const status of [307, 308]) {
        const net = network({ [start]: answering(redirect(status, "https://evil.test/")) });
        const call = clientOn(net.fetch, options).post("/start", { security: scheme, json: { card: 4242 } });
        assert.instance(await failure(call), RedirectError);
        assert.ok(net.sent.every(({ url }) => url.startsWith(start)));
      }
    }
  });

  test(`redir-303-post: ${scheme}, a GET without body and content headers, with credentials`, async () => {
    for (const status of [301, 302, 303]) {
      const net = network({
        [start]: answering(redirect(status, "/v1/done")),
        [`${home}/v1/done`]: new Response("done"),
      });
      const headers = { "content-language": "en", "x-kept": "1" };
      await clientOn(net.fetch).post("/start", { security: scheme, headers, json: {}, redirect: "follow" });
      const { method, headers: sent, body, ...last } = lastOf(net);
      assert.equal([method, body, sent.get("x-kept")], ["GET", "", "1"]);
      assert.equal(
        [...sent.keys()].filter((name) => name.startsWith("content-")),
        [],
      );
      assert.ok(carriesCredential({ method, headers: sent, body, ...last }));
    }
  });

  test(`307 on the same origin: ${scheme}, everything again`, async () => {
    const net = network({ [start]: answering(redirect(307, "done?x=1")), [`${home}/v1/done`]: new Response("done") });
    await clientOn(net.fetch).put("/start", { security: scheme, json: { a: 1 } });
    const last = lastOf(net);
    assert.equal([last.method, last.body, last.headers.get("content-type")], ["PUT", '{"a":1}', "application/json"]);
    assert.ok(carriesCredential(last));
  });

  test(`redir-browser-opaque: ${scheme}`, async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
      ok: { value: false },
    });
    for (const options of [{}, anonymous]) {
      const modes: unknown[] = [];
      const browser: typeof fetch = (_url, init) => (modes.push(init?.redirect), Promise.resolve(opaque));
      assert.instance(await failure(clientOn(browser, options).get("/start", { security: scheme })), RedirectError);
      assert.equal(modes, ["manual"]);
    }
  });
}

test("redir-other-port: a real server on another port gets neither key nor request", async () => {
  const elsewhere = await startServer(() => ({ body: "stolen" }));
  const server = await startServer(() => ({ status: 302, headers: { location: `${elsewhere.origin}/` } }));
  try {
    const client = clientOn(fetch, { baseUrl: server.origin });
    assert.instance(await failure(client.get("/", { security: "header" })), RedirectError);
    assert.is(server.received[0]?.headers["x-api-key"], secrets.header);
    assert.is(elsewhere.received.length, 0);
  } finally {
    await Promise.all([server.close(), elsewhere.close()]);
  }
});

test("12.8: a Location that repeats a secret in a form that URLs write otherwise is refused, also anonymously", async () => {
  for (const [password, location] of [
    ["пароль-мой", Buffer.from("https://пароль-мой.evil.example/").toString("latin1")],
    [String.raw`pa\ss\word`, String.raw`https://evil.example/pa\ss\word`],
    ["3405803777", "https://3405803777/"],
    ["AbCdEf1234567/./x890123", "https://evil.example/AbCdEf1234567/./x890123"],
  ] as const) {
    const sent: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      sent.push(url);
      return sent.length > 1 ? new Response("{}") : new Response(null, { status: 302, headers: { location } });
    };
    const given = { basic: { username: "alice", password } };
    const options = {
      fetch,
      credentials: given,
      crossOriginRedirects: "follow-anonymous",
    } as unknown as ProviderOptions;
    const client = bindProvider(acme("https://api.test"), {}, options);
    const error = await rejection(client.get("/x", { security: "basic" }), RedirectError);
    assert.equal([error.code, sent.length], ["redirect-secret", 1], location);
  }
});

test("redir-query-key: a Location that repeats the key is refused, also anonymously", async () => {
  for (const options of [{}, anonymous]) {
    const net = network({ [start]: ({ url }) => redirect(302, `https://evil.test/?${new URL(url).searchParams}`) });
    const error = await failure(clientOn(net.fetch, options).get("/start", { security: "query" }));
    assert.instance(error, RedirectError);
    assertSilent(error, [secrets.query, "api_key", "evil"]);
    assert.is(net.sent.length, 1);
  }
});

test("redir-query-key: on the same origin the key stands there once", async () => {
  const net = network({
    [start]: () => redirect(302, "/v1/next?a=%7E&api_key=old&b=+"),
    [`${home}/v1/next`]: new Response("ok"),
  });
  await clientOn(net.fetch).get("/start", { security: "query" });
  assert.is(lastOf(net).url, `${home}/v1/next?a=%7E&b=+&api_key=${secrets.query}`);
});

test("at most 10 redirects", async () => {
  const net = network({ [start]: redirect(302, "/v1/start") });
  const error = await failure(clientOn(net.fetch).get("/start"));
  assert.instance(error, RedirectError);
  assert.is(net.sent.length, 11);
});

test("only 301, 302, 303, 307 and 308 are followed; any other 3xx with a Location is an HttpError", async () => {
  for (const status of [300, 304, 305, 306]) {
    const net = network({ [start]: redirect(status, "/v1/done"), [`${home}/v1/done`]: new Response("done") });
    assert.is((await failure(clientOn(net.fetch).get("/start"))).name, "HttpError");
    assert.is(net.sent.length, 1);
  }
});

test("only POST becomes GET after 301 and 302; HEAD stays HEAD after 303 too", async () => {
  const followed = async (status: number, method: string, body?: string): Promise<string> => {
    const net = network({ [start]: redirect(status, "/v1/done"), [`${home}/v1/done`]: () => new Response(null) });
    await clientOn(net.fetch).request("/start", { method, body });
    const last = lastOf(net);
    return `${last.method} ${last.body}`.trim();
  };
  for (const status of [301, 302]) {
    assert.is(await followed(status, "PUT", "x"), "PUT x");
    assert.is(await followed(status, "DELETE"), "DELETE");
    assert.is(await followed(status, "HEAD"), "HEAD");
  }
  assert.is(await followed(303, "PUT", "x"), "GET");
  assert.is(await followed(303, "DELETE"), "GET");
  assert.is(await followed(303, "HEAD"), "HEAD");
});

test("a stream is sent a second time only where a function opens it anew", async () => {
  const open = (): ReadableStream<Uint8Array> => new Blob(["x"]).stream();
  for (const [body, sent] of [
    [open(), ["x"]],
    [open, ["x", "x"]],
  ] as const) {
    const net = network({ [start]: redirect(307, "/v1/done"), [`${home}/v1/done`]: new Response("done") });
    const call = clientOn(net.fetch).post("/start", { body, security: "header" });
    if (sent.length === 1) assert.instance(await failure(call), RedirectError);
    else await call;
    assert.equal(
      net.sent.map((request) => request.body),
      sent,
    );
  }
});

test("digest-challenge-foreign: whoever is redirected to gets no answer", async () => {
  const demand = new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
  const net = network({ [start]: redirect(302, "https://evil.test/"), "https://evil.test/": demand });
  const call = clientOn(net.fetch, anonymous).get("/start", { security: "digest" });
  assert.is((await failure(call)).name, "HttpError");
  assert.equal(
    net.sent.map(({ headers }) => headers.has("authorization")),
    [false, false],
  );
});

test("a fetch that follows by itself is found out", async () => {
  const followed = Object.defineProperty(new Response("ok"), "redirected", { value: true });
  const error = await failure(clientOn(() => Promise.resolve(followed)).get("/start", { security: "header" }));
  assert.instance(error, RedirectError);
});

test("crossOriginRedirects is checked", () => {
  assert.throws(() => clientOn(fetch, { crossOriginRedirects: "follow" as "follow-anonymous" }), /follow-anonymous/);
});

test.run();

function lastOf({ sent }: Network) {
  const last = sent.at(-1);
  if (last === undefined) throw new Error("nothing was sent");
  return last;
}
