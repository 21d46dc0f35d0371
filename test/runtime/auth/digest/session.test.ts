import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RedirectError, RequestError } from "@sdkwright/runtime";
import { type DigestServer, type DigestServerOptions, startDigestServer } from "../../../servers/digest-server.js";
import { wire } from "./wire.js";

const test = suite("digest sessions");

test("nc-sequential: one challenge, then a use of the nonce per request", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    for (let request = 0; request < 3; request += 1) assert.is((await client.get("/items")).status, 200);
    assert.equal(uses(server), ["asked", "ok 1", "ok 2", "ok 3"]);
  });
});

test("a challenge that comes under 200: answered, and a refusal of it is an error, not an answer", async () => {
  for (const [password, status, refusal] of [
    ["s3cret-passphrase", 200, undefined],
    ["wrong-passphrase", 200, "rejected"],
  ] as const) {
    const asks = 'Digest realm="r", nonce="n", qop="auth"';
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      const isSigned = new Headers(init?.headers).has("authorization") && password === "s3cret-passphrase";
      return new Response("{}", isSigned ? {} : { headers: { "www-authenticate": asks } });
    };
    const result = await wire("http://a.test", { password, fetch, statusCode: 200 }).get("/items");
    assert.equal([result.status, result.refusal], [status, refusal]);
  }
});

test("nc-concurrent-warm: every use once, in whatever order they arrive", async () => {
  await serve({ ordered: false }, async (server) => {
    const client = wire(server.origin);
    await client.get("/items");
    await together(5, () => client.get("/items"));
    assert.equal(uses(server).sort(), ["asked", "ok 1", "ok 2", "ok 3", "ok 4", "ok 5", "ok 6"]);
  });
});

test("a cold start asks once, however many begin together", async () => {
  await serve({ ordered: false }, async (server) => {
    const client = wire(server.origin);
    const results = await together(50, () => client.get("/items"));
    assert.ok(results.every(({ status }) => status === 200));
    assert.is(server.challenges(), 1);
    assert.is(server.received.length, 51);
  });
});

test("cold-leader-fails: the next takes its place", async () => {
  let resets = 0;
  const flaky: typeof fetch = (...args) => (resets++ === 0 ? Promise.reject(new TypeError("reset")) : fetch(...args));
  await serve({ ordered: false }, async (server) => {
    const client = wire(server.origin, { fetch: flaky });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => client.get("/items")));
    assert.equal(
      results.map(({ status }) => status),
      ["rejected", "fulfilled", "fulfilled", "fulfilled", "fulfilled"],
    );
    assert.is(server.challenges(), 1);
  });
});

test("cold-leader-fails: who waits stops waiting when its own signal aborts", async () => {
  const stuck: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)));
  const client = wire("http://127.0.0.1:9", { fetch: stuck });
  const [leader, waiter] = [new AbortController(), new AbortController()];
  const leading = client.get("/", { signal: leader.signal }).catch((error: unknown) => error);
  const waiting = client.get("/", { signal: waiter.signal }).catch((error: unknown) => error);
  const reason = new Error("enough");
  waiter.abort(reason);
  assert.is(await waiting, reason);
  leader.abort(reason);
  assert.is(await leading, reason);
});

test("a server that asks for nothing is not asked one by one", async () => {
  let [busy, most] = [0, 0];
  const counting: typeof fetch = async (...args) => {
    most = Math.max(most, (busy += 1));
    return fetch(...args).finally(() => (busy -= 1));
  };
  await serve({ isProtected: () => false }, async (server) => {
    const client = wire(server.origin, { fetch: counting });
    await together(20, () => client.get("/items"));
    assert.is(most, 19);
  });
});

test("stale: one resend with the new nonce", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    await client.get("/items");
    server.expire();
    assert.is((await client.get("/items")).status, 200);
    assert.equal(uses(server), ["asked", "ok 1", "stale 2", "ok 1"]);
  });
});

test("stale: the old nonce is dropped", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    server.plan("n1", "n2");
    await client.get("/items");
    server.expire();
    await client.get("/items");
    await client.get("/items");
    assert.equal(
      server.verdicts.map(({ nonce, nc }) => `${nonce} ${nc}`),
      ["undefined undefined", "n1 1", "n1 2", "n2 1", "n2 2"],
    );
  });
});

test("stale-not-flagged: a restarted server costs one resend", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    await client.get("/items");
    server.forget();
    assert.is((await client.get("/items")).status, 200);
    assert.equal(uses(server), ["asked", "ok 1", "unknown nonce 2", "ok 1"]);
  });
});

test("stale-not-flagged: refused again, the credentials are wrong by now", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    await client.get("/items");
    server.change({ password: "another" });
    assert.is((await client.get("/items")).refusal, "rejected");
    assert.equal(uses(server), ["asked", "ok 1", "response 2", "response 1"]);
  });
});

test("bad-password: two requests, and nothing is remembered", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin, { password: "wrong-passphrase" });
    const result = await client.get("/items");
    assert.equal([result.status, result.refusal, result.body], [401, "rejected", "no"]);
    assert.equal(uses(server), ["asked", "response 1"]);
    await client.get("/items");
    assert.equal(uses(server).slice(2), ["asked", "response 1"]);
  });
});

test("never more than three sends, however often the server says stale", async () => {
  await serve({}, async (server) => {
    server.plan("n", "n", "n", "n", "n");
    const client = wire(server.origin);
    await client.get("/items");
    server.expire();
    assert.is((await client.get("/items")).refusal, "rejected");
    assert.equal(uses(server).slice(2), ["stale 2", "stale 3", "stale 4"]);
  });
});

test("nextnonce: the next request uses it, without another challenge", async () => {
  await serve({ oneTime: true }, async (server) => {
    server.plan("n1", "n2", "n3");
    const client = wire(server.origin);
    await client.get("/items");
    await client.get("/items");
    assert.equal(
      server.verdicts.map(({ verdict, nonce, nc }) => `${verdict} ${nonce} ${nc}`),
      ["asked undefined undefined", "ok n1 1", "ok n2 1"],
    );
  });
});

test("nextnonce-late: the last one received wins", async () => {
  await serve({ ordered: false }, async (server) => {
    const client = wire(server.origin);
    server.plan("n1");
    await client.get("/items");
    server.change({ respond: nextNonces("n2", "n3") });
    await together(2, () => client.get("/items"));
    await client.get("/items");
    const sent = server.verdicts.map(({ nonce, nc }) => `${nonce} ${nc}`);
    assert.equal(sent.slice(2, 4).sort(), ["n1 2", "n1 3"]);
    assert.match(String(sent[4]), /^n[23] 1$/);
  });
});

test("realm-change: the answer is computed for the new realm, the same nonce is counted on", async () => {
  await serve({ ordered: false }, async (server) => {
    const client = wire(server.origin);
    server.plan("n1", "n1");
    await client.get("/items");
    server.change({ realm: "another realm" });
    assert.is((await client.get("/items")).status, 200);
    assert.equal(uses(server), ["asked", "ok 1", "realm 2", "ok 3"]);
  });
});

test("two-origins: each has its own session", async () => {
  await serve({}, async (first) =>
    serve({}, async (second) => {
      const client = wire(first.origin, { other: second.origin });
      for (let round = 0; round < 2; round += 1) {
        await client.get("/items");
        await client.get("/items", { service: "other" });
      }
      assert.equal(uses(first), ["asked", "ok 1", "ok 2"]);
      assert.equal(uses(second), ["asked", "ok 1", "ok 2"]);
    }),
  );
});

test("two-clients: sessions are not shared", async () => {
  await serve({}, async (server) => {
    await wire(server.origin).get("/items");
    await wire(server.origin).get("/items");
    assert.equal(uses(server), ["asked", "ok 1", "asked", "ok 1"]);
  });
});

test("two-users: another user name is another session", async () => {
  await serve({}, async (server) => {
    let user = "alice";
    const client = wire(server.origin, { username: () => user, password: () => `${user}s-passphrase` });
    server.change({ password: "alices-passphrase" });
    await client.get("/items");
    user = "bob";
    server.change({ username: "bob", password: "bobs-passphrase" });
    assert.is((await client.get("/items")).status, 200);
    assert.equal(uses(server), ["asked", "ok 1", "asked", "ok 1"]);
  });
});

test("custom-status-without-header: an ordinary answer", async () => {
  const options = { statusCode: 403, challengeHeader: "x-challenge" };
  await serve({ isProtected: () => false, respond: () => ({ status: 403, body: "forbidden" }) }, async (server) => {
    const result = await wire(server.origin, options).get("/items");
    assert.equal([result.status, result.refusal, result.body], [403, undefined, "forbidden"]);
    assert.is(server.received.length, 1);
  });
});

test("custom-all: asked and answered where the definition says", async () => {
  const custom = { statusCode: 403, challengeHeader: "X-Challenge", authorizationHeader: "X-Answer" };
  await serve(custom, async (server) => {
    const client = wire(server.origin, {
      statusCode: 403,
      challengeHeader: "x-challenge",
      authorizationHeader: "x-answer",
    });
    await client.get("/items");
    await client.get("/items");
    assert.equal(uses(server), ["asked", "ok 1", "ok 2"]);
    assert.ok(server.received.every(({ headers }) => headers.authorization === undefined));
  });
});

test("header-case: names are compared without case", async () => {
  await serve({ challengeHeader: "x-challenge" }, async (server) => {
    assert.is((await wire(server.origin, { challengeHeader: "X-CHALLENGE" }).get("/items")).status, 200);
  });
});

test("custom-redirect: another origin gets neither answer nor request", async () => {
  await serve({}, async (elsewhere) => {
    const location = `${elsewhere.origin}/stolen`;
    const custom = { authorizationHeader: "X-Answer" };
    await serve({ ...custom, respond: () => ({ status: 302, headers: { location } }) }, async (server) => {
      const error = await wire(server.origin, { authorizationHeader: "x-answer" })
        .get("/items")
        .catch((thrown: unknown) => thrown);
      assert.instance(error, RedirectError);
      assert.not.match(String(error), /stolen/);
      assert.is(elsewhere.received.length, 0);
    });
  });
});

test("redirect-then-401: uri is that of the place redirected to", async () => {
  const respond = ({ target }: { target: string }) =>
    target === "/a" ? { status: 302, headers: { location: "/b?x=1" } } : { body: "b" };
  await serve({ isProtected: (path) => path === "/b", respond }, async (server) => {
    assert.is((await wire(server.origin).get("/a")).body, "b");
    assert.equal(
      server.verdicts.map(({ target, verdict }) => `${target} ${verdict}`),
      ["/a public", "/b?x=1 asked", "/b?x=1 ok"],
    );
  });
});

test("post-body-replay: the same bytes and type twice", async () => {
  await serve({ qop: "auth-int" }, async (server) => {
    const result = await wire(server.origin).get("/items", { method: "POST", body: '{"a":"žluť"}' });
    assert.is(result.status, 200);
    assert.equal(server.received[0]?.body, server.received[1]?.body);
    assert.is(server.received[1]?.body.toString(), '{"a":"žluť"}');
  });
});

for (const content of ["content", "content".repeat(20_000)]) {
  test(`post-formdata-replay: the same boundary both times, so auth-int agrees (${content.length} characters)`, async () => {
    await serve({ qop: "auth-int" }, async (server) => {
      const form = new FormData();
      form.append("file", new Blob([content]), "a.txt");
      assert.is((await wire(server.origin).get("/items", { method: "POST", body: form })).status, 200);
      const [asked, answered] = server.received;
      assert.equal(asked?.body, answered?.body);
      assert.is(asked?.headers["content-type"], answered?.headers["content-type"]);
    });
  });
}

test("a stream is refused, because it may have to be sent twice; a function that opens one is not", async () => {
  await serve({}, async (server) => {
    const open = (): ReadableStream<Uint8Array> => new Blob(["streamed"]).stream();
    const client = wire(server.origin);
    const error = await client.get("/items", { method: "POST", body: open() }).catch((thrown: unknown) => thrown);
    assert.instance(error, RequestError);
    assert.is(server.received.length, 0);
    assert.is((await client.get("/items", { method: "POST", body: open })).status, 200);
    assert.equal(
      server.received.map(({ body }) => body.toString()),
      ["streamed", "streamed"],
    );
    server.change({ qop: "auth-int" });
    server.forget();
    const unsigned = await client.get("/items", { method: "POST", body: open }).catch((thrown: unknown) => thrown);
    assert.instance(unsigned, RequestError);
  });
});

test("401-body-drained: a long refusal is cancelled before the answer is sent", async () => {
  const seen: Response[] = [];
  const keeping: typeof fetch = async (...args) => {
    assert.ok(seen.every(({ status, bodyUsed }) => status === 200 || bodyUsed));
    const response = await fetch(...args);
    seen.push(response);
    return response;
  };
  await serve({ refusal: "x".repeat(1024 * 1024) }, async (server) => {
    assert.is((await wire(server.origin, { fetch: keeping }).get("/items")).status, 200);
    assert.equal(
      seen.map(({ status }) => status),
      [401, 200],
    );
  });
});

test("401-body-drained: a short refusal is read, so the connection is used again", async () => {
  await serve({}, async (server) => {
    const client = wire(server.origin);
    for (let round = 0; round < 3; round += 1) {
      await client.get("/items");
      server.expire();
    }
    assert.is(server.challenges(), 3);
    // Six requests; undici may open a second one while it tidies up the first.
    assert.ok(server.connections() <= 2, `${server.connections()} connections`);
  });
});

test("one-time-nonce-parallel: one send each on a warm session", async () => {
  await serve({ oneTime: true }, async (server) => {
    const client = wire(server.origin);
    await client.get("/items");
    const before = server.received.length;
    const results = await together(4, () => client.get("/items"));
    assert.ok(results.every(({ status }) => status === 200));
    assert.is(server.received.length - before, 4);
    assert.is(server.challenges(), 1);
  });
});

test("one-time nonces: an error page without nextnonce changes nothing but costs a challenge", async () => {
  const respond = ({ target }: { target: string }) => ({ status: target === "/missing" ? 404 : 200 });
  await serve({ oneTime: true, respond }, async (server) => {
    const client = wire(server.origin);
    const paths = ["/items", "/missing", "/items", "/items"];
    const results = await Promise.all(paths.map((path) => client.get(path)));
    assert.equal(
      results.map(({ status }) => status),
      [200, 404, 200, 200],
    );
  });
});

for (const algorithm of ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess"]) {
  for (const qop of ["auth", "auth-int", "auth-int, auth", undefined]) {
    if (qop === undefined && algorithm.endsWith("-sess")) continue;
    test(`${algorithm} with qop ${qop ?? "of RFC 2069"} and everything else on`, async () => {
      const options = { userhash: true, charset: true, opaque: 'a"b', realm: 'the "realm"', username: "Jäsøn" };
      await serve({ ...options, algorithms: [algorithm], qop }, async (server) => {
        const client = wire(server.origin, { username: "Ja\u0308søn" });
        const call = { method: "POST", body: "x" };
        assert.is((await client.get("/items?a=%22&b=c+d", call)).status, 200);
        assert.is((await client.get("/items", call)).status, 200);
        assert.is(server.challenges(), 1);
      });
    });
  }
}

test("the strongest algorithm is chosen, wherever it stands", async () => {
  await serve({ algorithms: ["MD5", "SHA-512-256", "SHA-256"] }, async (server) => {
    await wire(server.origin).get("/items");
    assert.match(String(server.received[1]?.headers.authorization), /algorithm=SHA-512-256,/);
  });
});

test("at most 100 sessions; the one unused for longest goes", async () => {
  await serve({ isProtected: () => true }, async (server) => {
    let user = 0;
    const client = wire(server.origin, { username: () => `user ${user}` });
    const asks = async (name: number): Promise<boolean> => {
      user = name;
      server.change({ username: `user ${name}` });
      const before = server.challenges();
      assert.is((await client.get("/items")).status, 200);
      return server.challenges() > before;
    };
    for (let name = 0; name < 100; name += 1) assert.ok(await asks(name));
    assert.not(await asks(0));
    assert.ok(await asks(100));
    assert.not(await asks(0));
    assert.ok(await asks(1));
  });
});

test("guesses push out no session that the server took an answer of", async () => {
  await serve({}, async (server) => {
    let name = "alice";
    const client = wire(server.origin, { username: () => name });
    await client.get("/items");
    for (let guess = 0; guess < 150; guess += 1) {
      name = `guess ${guess}`;
      assert.is((await client.get("/items")).refusal, "rejected");
    }
    name = "alice";
    const before = server.received.length;
    assert.is((await client.get("/items")).status, 200);
    assert.is(server.received.length - before, 1);
  });
});

test.run();

async function serve(options: DigestServerOptions, use: (server: DigestServer) => Promise<void>): Promise<void> {
  const server = await startDigestServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

function uses(server: DigestServer): string[] {
  return server.verdicts.map(({ verdict, nc }) => (nc === undefined ? verdict : `${verdict} ${nc}`));
}

function together<T>(count: number, begin: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, begin));
}

function nextNonces(...nonces: string[]) {
  return () => ({ body: "ok", headers: { "authentication-info": `nextnonce="${nonces.shift()}"` } });
}
