import { createHash } from "node:crypto";
import { AuthenticationError, type SignedRequest } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { signature } from "@sdkwright/runtime/generated/signature";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, type Answer, type TestServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";

const test = suite("A1: credentials that were refused");

/** Takes one value of a header, and answers 401 to all others; after what `meanwhile` says. */
const taking =
  (good: string, header = "authorization", headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    const isGood = request.headers[header] === good;
    response.writeHead(isGood ? 200 : 401, { "content-type": "application/json", ...headers }).end('{"said":"so"}');
  };

/** A vault: what it has been asked, and gives, one after the other; the last one stays. */
function vault(...values: string[]) {
  const asked: boolean[] = [];
  let refusals = 0;
  const token = async ({ refused }: { readonly refused: boolean }): Promise<string> => {
    asked.push(refused);
    if (refused) refusals += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return values[Math.min(refusals, values.length - 1)] ?? "";
  };
  return { asked, token };
}

const bearerOf = ({ origin }: Pick<TestServer, "origin">, token: unknown, options: object = {}) =>
  acmeClient(origin, { credentials: { bearer: { token } }, security: "bearer", ...options });

test("A1: a function is asked once more with `refused: true`, and the request is sent once more", () =>
  withServer(taking("Bearer good"), async (server) => {
    const { token, asked } = vault("stale", "good");
    assert.equal(
      await bearerOf(server, token)
        .post("/x", { json: { a: 1 } })
        .json(),
      { said: "so" },
    );
    assert.equal(asked, [false, true]);
    assert.equal(
      server.received.map(({ headers, body }) => [headers.authorization, body]),
      [
        ["Bearer stale", '{"a":1}'],
        ["Bearer good", '{"a":1}'],
      ],
    );
  }));

test("A1: where it gives the same again the caller has the answer as it came, after one request", () =>
  withServer(taking("Bearer good"), async (server) => {
    const { token, asked } = vault("stale");
    const error = await rejection(bearerOf(server, token).get("/x"), AuthenticationError);
    assert.equal([error.status, error.body, asked, server.received.length], [401, { said: "so" }, [false, true], 1]);
  }));

test("A1: a later request that is refused asks again, whatever was given before", () =>
  withServer(taking("Bearer good"), async (server) => {
    const { token, asked } = vault("stale");
    const acme = bearerOf(server, token);
    for (let call = 0; call < 2; call += 1) await rejection(acme.get("/x"), AuthenticationError);
    assert.equal(asked, [false, true, false, true]);
  }));

test("A1: once: what is refused again is told, and masked", () =>
  withServer(
    (_, response) => void response.writeHead(401).end("not stale-token, not other-token"),
    async (server) => {
      const { token, asked } = vault("stale-token", "other-token", "third-token");
      const error = await rejection(bearerOf(server, token).get("/x"), AuthenticationError);
      assert.equal([error.text, asked, server.received.length], ["not ***, not ***", [false, true], 2]);
    },
  ));

test("A1: texts, variables and a function that throws change nothing", () =>
  withServer(taking("Bearer good"), async (server) => {
    await rejection(bearerOf(server, "stale").get("/x"), AuthenticationError);
    const throwing = ({ refused }: { readonly refused: boolean }): string => {
      if (refused) throw new Error("vault is down");
      return "stale";
    };
    await rejection(bearerOf(server, throwing).get("/x"), AuthenticationError);
    const bound = bindProvider(
      acme(server.origin),
      { credentials: { bearer: { token: "$TOKEN" } } },
      { env: { TOKEN: "stale" }, security: "bearer" },
    );
    await rejection(bound.get("/x"), AuthenticationError);
    assert.is(server.received.length, 3);
  }));

test("A1: one that hangs takes the time of the attempt, and the 401 is what the caller has, once", () =>
  withServer(taking("Bearer good"), async (server) => {
    const token = ({ refused }: { readonly refused: boolean }) => (refused ? new Promise<string>(() => {}) : "stale");
    const options = { requestTimeout: 200, retries: 2 };
    const error = await rejection(bearerOf(server, token, options).get("/x"), AuthenticationError);
    assert.equal([error.status, server.received.length], [401, 1]);
  }));

test("A1: only a 401 asks: a 403 is about who it is", () =>
  withServer(
    (_, response) => void response.writeHead(403).end(),
    async (server) => {
      const { token, asked } = vault("stale", "good");
      await bearerOf(server, token)
        .get("/x")
        .catch(() => {});
      assert.equal([asked, server.received.length], [[false], 1]);
    },
  ));

test("A1: requests that are refused together share the asking, and those that come later have what it gave", () =>
  withServer(taking("Bearer good"), async (server) => {
    const { token, asked } = vault("stale", "good");
    const client = bearerOf(server, token);
    await Promise.all(Array.from({ length: 20 }, async () => client.get("/x")));
    assert.equal([asked.filter(Boolean).length, server.received.length], [1, 40]);
    await client.get("/x");
    assert.is(asked.filter(Boolean).length, 1);
  }));

test("A1: who is refused with another credential asks for itself", () =>
  withServer(
    ({ headers }, response) => {
      response.writeHead(/new/.test(headers.authorization ?? "") ? 200 : 401).end(headers.authorization);
    },
    async (server) => {
      // The user is known by who calls, as from an AsyncLocalStorage.
      let user = "";
      const token = ({ refused }: { readonly refused: boolean }): string => `${user}-${refused ? "new" : "old"}`;
      const client = bearerOf(server, token);
      for (user of ["ada", "bob"]) assert.is(await client.get("/x").text(), `Bearer ${user}-new`);
    },
  ));

test("A1: one that gives up does not end the asking of the others", () =>
  withServer(taking("Bearer good"), async (server) => {
    const { token, asked } = vault("stale", "good");
    const client = bearerOf(server, async (given: { readonly refused: boolean }) => {
      if (given.refused) controller.abort("enough");
      return token(given);
    });
    const controller = new AbortController();
    const first = client.get("/x", { signal: controller.signal }).catch((reason: unknown) => reason);
    const others = Promise.all([client.get("/x"), client.get("/x")]);
    assert.is(await first, "enough");
    assert.is((await others).length, 2);
    assert.is(asked.filter(Boolean).length, 1);
  }));

test("A1: every place of a key, Basic, digest, and a function for a whole scheme", async () => {
  const given = <T>(stale: T, good: T) =>
    (({ refused }: { readonly refused: boolean }) => (refused ? good : stale)) as unknown;
  const cases: readonly (readonly [
    string,
    object,
    (request: { url: string; body: string; headers: Record<string, unknown> }) => boolean,
  ])[] = [
    ["header", { apikey: given("stale", "good") }, ({ headers }) => headers["x-api-key"] === "good"],
    ["query", { apikey: given("stale", "good") }, ({ url }) => url.endsWith("key=good")],
    ["body", { apikey: given("stale", "good") }, ({ body }) => body.includes('"good"')],
    ["path", { apikey: given("stale", "good") }, ({ url }) => url.includes("/good/")],
    ["basic", given({ username: "a", password: "stale" }, { username: "a", password: "good" }) as object, ({ headers }) => headers["authorization"] === `Basic ${btoa("a:good")}`], // prettier-ignore
    ["bearer", given({ token: "stale" }, { token: "good" }) as object, ({ headers }) => headers["authorization"] === "Bearer good"], // prettier-ignore
  ];
  for (const [scheme, credentials, isGood] of cases) {
    await withServer(
      (request, response) => void response.writeHead(isGood(request) ? 200 : 401).end("{}"),
      async (server) => {
        const client = acmeClient(server.origin, { credentials: { [scheme]: credentials } });
        const path = scheme === "path" ? "/{token}/x" : "/x";
        await client.post(path, { security: scheme, json: {} });
        assert.is(server.received.length, 2, scheme);
      },
    );
  }
});

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

test("A1: a new password answers the challenge", () =>
  withServer(
    ({ headers }, response) => {
      const field = (name: string): string =>
        new RegExp(`\\b${name}="?([^",]+)`).exec(headers.authorization ?? "")?.[1] ?? "";
      const digest = [md5("ada:r:good"), "n", field("nc"), field("cnonce"), "auth", md5("GET:/x")].join(":");
      const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5' };
      response.writeHead(field("response") === md5(digest) ? 200 : 401, challenge).end();
    },
    async (server) => {
      const staff = ({ refused }: { readonly refused: boolean }) => ({
        username: "ada",
        password: refused ? "good" : "old",
      });
      const client = bindProvider(acme(server.origin), {}, { credentials: { staff } });
      assert.is((await client.get("/x", { security: "staff" })).status, 200);
      // A challenge and its answer with each of the passwords.
      assert.is(server.received.length, 4);
    },
  ));

test("A1: after a redirect it is the hop that is sent once more, and not what has acted", () =>
  withServer(
    ({ url, headers }, response) => {
      if (url === "/x") return void response.writeHead(303, { location: "/done", connection: "close" }).end();
      response.writeHead(headers.authorization === "Bearer good" ? 200 : 401).end();
    },
    async (server) => {
      const { token } = vault("stale", "good");
      await bearerOf(server, token).post("/x", { json: {}, idempotent: false });
      assert.equal(
        server.received.map(({ method, url }) => `${method} ${url}`),
        ["POST /x", "GET /done", "GET /done"],
      );
    },
  ));

test("A1: a stream that was read is not sent again; one that a function opens is", () =>
  withServer(taking("Bearer good"), async (server) => {
    const open = (): ReadableStream<Uint8Array> => new Blob(["abc"]).stream();
    const once = vault("stale", "good");
    await rejection(bearerOf(server, once.token).post("/x", { body: open() }), AuthenticationError);
    assert.equal([once.asked, server.received.length], [[false], 1]);
    await bearerOf(server, vault("stale", "good").token).post("/x", { body: open });
    assert.equal(
      server.received.slice(1).map(({ body }) => body),
      ["abc", "abc"],
    );
  }));

test("A1: with a policy it is one attempt, and a status that the caller handles is asked for too", () =>
  withServer(taking("Bearer good"), async (server) => {
    const attempts: unknown[] = [];
    const on = (event: { readonly type: string; readonly status?: number }): void => {
      if (event.type === "attempt") attempts.push(event.status);
    };
    const client = bearerOf(server, vault("stale", "good").token, { on });
    assert.is((await client.get("/x", { retryPolicy: "circuit-breaker", handle: [401] })).status, 200);
    assert.equal(attempts, [200]);
  }));

const signedBy = (origin: string, sign: (request: SignedRequest) => object, headers = ["x-signature"]) =>
  bindProvider(
    acme(origin, { securitySchemes: { signed: { type: "signature", headers } } }),
    {},
    { credentials: { signed: { sign } }, security: "signed" },
    { signature },
  );

test("A1: a signature is told the time of the server, and signs once more", () =>
  withServer(taking("2026-11-29", "x-signature", { date: "Sun, 29 Nov 2026 06:00:00 GMT" }), async (server) => {
    const told: unknown[] = [];
    const client = signedBy(server.origin, ({ refused }) => {
      told.push(refused && refused.date?.toISOString());
      return { "x-signature": (refused?.date ?? new Date(0)).toISOString().slice(0, 10) };
    });
    await client.post("/x", { json: {} });
    assert.equal([told, server.received.length], [[undefined, "2026-11-29T06:00:00.000Z"], 2]);
  }));

test("A1: the same signature is not sent again, and a date that is none is absent", () =>
  withServer(taking("good", "x-signature", { date: "soon" }), async (server) => {
    const told: unknown[] = [];
    const client = signedBy(server.origin, ({ refused }) => {
      told.push(refused);
      return { "x-signature": "same" };
    });
    const error = await rejection(client.get("/x"), AuthenticationError);
    assert.equal([error.body, told, server.received.length], [{ said: "so" }, [undefined, { date: undefined }], 1]);
  }));

test.run();
