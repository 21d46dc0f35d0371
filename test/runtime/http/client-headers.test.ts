import { inspect } from "node:util";
import { AuthenticationError, ConfigurationError, HttpError, RedirectError, RequestError, type ProviderClient } from "@sdkwright/runtime"; // prettier-ignore
import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type RecordingServer, type Respond } from "../../servers/http-server.js";
import { acmeClient, recordingFetch, rejection } from "../acme.js";
import { assertSilent } from "../security/canary-report.js";

const test = suite("headers of a client");

/** A client with these headers, and what went out. */
function clientWith(headers: unknown, parts?: Partial<ProviderDefinition>) {
  const { fetch, sent } = recordingFetch();
  return { client: acmeClient("https://a.test", { headers, fetch }, parts), sent };
}

async function withServer(respond: Respond, use: (server: RecordingServer) => Promise<void>): Promise<void> {
  const server = await startServer(respond);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

for (const [kind, headers] of Object.entries({
  "a record": { "X-Version": "2024-01", "x-none": undefined },
  "a function": () => ({ "X-Version": "2024-01" }),
  "an async function": async () => ({ "X-Version": "2024-01", "x-none": undefined }),
  "an object without a prototype": Object.assign(Object.create(null) as object, { "x-version": "2024-01" }),
})) {
  test(`${kind}: every request carries them`, async () => {
    const { client, sent } = clientWith(headers);
    await client.get("/a");
    await client.post("/b", { security: "bearer", json: {} });
    assert.equal(
      sent.map(({ headers }) => [headers.get("x-version"), headers.get("x-none")]),
      [
        ["2024-01", null],
        ["2024-01", null],
      ],
    );
  });
}

test("a request's own win over the client's, and those over the definition's and over what we write", async () => {
  const own = { "x-a": "client", "x-b": "client", accept: "application/vnd.acme+json" };
  const { client, sent } = clientWith(own, { headers: { "x-a": "constant", "x-b": "constant", "x-c": "constant" } });
  await client.get("/a", { headers: { "X-A": "request" } }).json();
  await client.get("/a", { headers: { Accept: "text/plain" } }).json();
  const [first, second] = sent.map(({ headers }) => headers);
  assert.equal(
    ["x-a", "x-b", "x-c", "accept"].map((name) => first?.get(name)),
    ["request", "client", "constant", "application/vnd.acme+json"],
  );
  assert.equal([second?.get("x-a"), second?.get("accept")], ["client", "text/plain"]);
});

test("a function is called once per attempt, retries included; the client's object may change afterwards", async () => {
  let calls = 0;
  const waits = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms >= 30_000) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
  };
  await withServer(
    (_, index) => ({ status: index < 2 ? 503 : 200 }),
    async ({ origin, received }) => {
      const options = { headers: () => ({ "x-n": String((calls += 1)) }), clock: { now: () => 0, sleep: waits } };
      const client = acmeClient(origin, options);
      await client.get("/a", { retryPolicy: { kind: "circuit-breaker", circuit: false } });
      assert.equal(received.map(({ headers }) => headers["x-n"]), ["1", "2", "3"]); // prettier-ignore
    },
  );
  const headers = { "x-n": "1" };
  const { client, sent } = clientWith(headers);
  headers["x-n"] = "2";
  await client.get("/a");
  assert.is(sent[0]?.headers.get("x-n"), "1");
});

const wrong: { readonly [what: string]: readonly [unknown, RegExp] } = {
  "a framing header": [{ Host: "canary" }, /`headers\.Host` of acme is set by the platform/],
  "content-type": [{ "Content-Type": "canary" }, /`headers\.content-type` of acme is set by each request/],
  "idempotency-key": [{ "idempotency-key": "canary" }, /`headers\.idempotency-key` of acme is set by each request/],
  "no token": [{ "canary canary": "1" }, /`headers` of acme has a name that is not a token/],
  "a line break": [{ "x-a": "canary\r\nx-b: 1" }, /`headers\.x-a` of acme is not valid in a header/],
  "a number": [{ "x-a": 1 }, /`headers\.x-a` of acme is not valid in a header/],
  "a function in the record": [{ "x-a": () => "canary" }, /`headers\.x-a` of acme is not valid in a header/],
  null: [null, /`headers` of acme is not a plain object/],
  text: ["canary", /`headers` of acme is not a plain object/],
  "a list": [[["x-a", "canary"]], /`headers` of acme is not a plain object/],
  Headers: [new Headers({ "x-a": "canary" }), /`headers` of acme is not a plain object/],
  "a Map": [new Map([["x-a", "canary"]]), /`headers` of acme is not a plain object/],
};

for (const [what, [headers, words]] of Object.entries(wrong)) {
  test(`${what}: refused before anything is sent, of a function too`, async () => {
    const { sent, client } = clientWith(async () => headers);
    const early = await rejection(clientWith(headers).client.get("/a"), ConfigurationError);
    const late = await rejection(client.get("/a"), ConfigurationError);
    for (const { message, code } of [early, late]) {
      assert.match(message, words);
      assert.not.match(message, "canary");
      assert.is(code, "bad-option");
    }
    assert.equal(sent, []);
  });
}

test("a promise in place of headers is refused, and a function that returns nothing", async () => {
  await rejection(clientWith(Promise.resolve({})).client.get("/a"), ConfigurationError);
  const error = await rejection(clientWith(() => undefined).client.get("/a"), ConfigurationError);
  assert.match(error.message, "`headers` of acme is not a plain object");
});

test("a function that throws is a ConfigurationError without what it threw", async () => {
  const failing = () => {
    throw new Error("vault says canary");
  };
  const unreadable = () => Object.defineProperty({}, "x-version", { enumerable: true, get: failing });
  for (const headers of [failing, async () => failing(), unreadable]) {
    const { client, sent } = clientWith(headers);
    const error = await rejection(client.get("/a"), ConfigurationError);
    assert.is(error.message, "`headers` of acme could not be read: its function threw");
    assert.not.match(inspect(error, { depth: Infinity, showHidden: true }), "canary");
    assert.equal(sent, []);
  }
});

for (const [security, headers] of Object.entries({
  header: { "x-API-key": "canary" },
  bearer: { Authorization: "canary" },
  basic: { authorization: "canary" },
})) {
  test(`a clash with ${security} is a RequestError, a request without the scheme is fine`, async () => {
    for (const given of [headers, async () => headers]) {
      const { client, sent } = clientWith(given);
      const error = await rejection(client.get("/a", { security }), RequestError);
      assert.is(error.code, "header-clash");
      assert.match(error.message, /both the client and the security scheme set the header `[a-z-]+`/);
      assert.not.match(error.message, "canary");
      assert.equal(sent, []);
      await client.get("/a");
      assert.is(sent.length, 1);
    }
  });
}

test("to another origin none of them goes, nor one that anonymous requests may have; on the same origin they stay", async () => {
  const headers = { "x-a": "canary-a", "user-agent": "canary-agent", accept: "canary-accept", "accept-language": "cs" };
  const toOther = (location: string): Respond => ({ target }) => ({ status: 302, headers: { location: target === "/a" ? "/b" : location } }); // prettier-ignore
  await withServer(
    () => ({ body: "{}" }),
    async (away) =>
      withServer(toOther(away.origin), async (home) => {
        await rejection(acmeClient(home.origin, { headers }).get("/a"), RedirectError);
        const client: ProviderClient = acmeClient(home.origin, { headers, crossOriginRedirects: "follow-anonymous" });
        await client.get("/a").json();
        assert.equal(home.received.map(({ headers }) => headers["x-a"]), Array.from({ length: 4 }, () => "canary-a")); // prettier-ignore
        assert.is(away.received.length, 1);
        assert.not.match(JSON.stringify(away.received[0]?.headers), /canary|cs/);
        assert.is(away.received[0]?.headers.accept, "application/json");
      }),
  );
});

test("a 401 with nothing but headers of the client is no answer to credentials", async () => {
  await withServer(
    () => ({ status: 401 }),
    async ({ origin }) => {
      const client = acmeClient(origin, { headers: { "x-a": "1" } });
      assert.not.instance(await rejection(client.get("/a"), HttpError), AuthenticationError);
      await rejection(client.get("/a", { security: "bearer" }), AuthenticationError);
    },
  );
});

test("values are masked like credentials, whatever the header is called", async () => {
  const respond: Respond = ({ headers }) => ({ status: 500, body: [headers["x-a"], headers["x-b"]].join(" ") });
  await withServer(respond, async ({ origin }) => {
    const headers = async () => ({ "x-a": "canary-value-7f3a", "x-b": "Token canary-value-91bc" });
    const error = await rejection(acmeClient(origin, { headers }).get("/a"), HttpError);
    assertSilent(error, ["canary-value-7f3a", "Token canary-value-91bc"]);
    assert.is(error.text, "*** ***");
  });
});

test.run();
