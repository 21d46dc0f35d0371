import type { SignedRequest } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type RecordingServer, type Respond } from "../../servers/http-server.js";
import { isSigned, signedBy, signedClient } from "./signing.js";

const test = suite("signatures at a server that verifies them");

async function withSigned(
  respond: Respond,
  use: (server: RecordingServer, seen: SignedRequest[]) => Promise<void>,
): Promise<SignedRequest[]> {
  const seen: SignedRequest[] = [];
  const server = await startServer((request, index) => {
    if (!isSigned(server.origin, request)) return { status: 418 };
    return respond(request, index);
  });
  try {
    await use(server, seen);
  } finally {
    await server.close();
  }
  return seen;
}

const fine: Respond = () => ({ body: "{}" });

/** Each kind of body that has bytes, and a request without. */
const bodies: { readonly [kind: string]: object } = {
  "no body": {},
  json: { json: { text: "grüß" } },
  form: { form: { a: "1 2", b: ["x", "y"] } },
  "multipart fields and a Blob": { multipart: { title: "x", file: new Blob(["content"], { type: "text/plain" }) } },
  FormData: { multipart: formOf("title", "y") },
  "a Blob": { body: new Blob(["blob"], { type: "text/x-blob" }) },
  "a Blob that is read while it is sent": { body: new Blob(["blob".repeat(20_000)], { type: "text/x-blob" }) },
  text: { body: "text" },
  bytes: { body: new Uint8Array([0, 255, 128]) },
};

for (const [kind, options] of Object.entries(bodies)) {
  test(`a signature covers method, URL, headers and the bytes that are sent: ${kind}`, async () => {
    const seen = await withSigned(fine, async ({ origin }, seen) => {
      const client = signedClient(`${origin}/v1`, signedBy(seen));
      const headers = { "X-Caller": "mine" };
      await client.put("/items/{id}", {
        security: "signed",
        params: { id: "a b" },
        query: { q: "ä" },
        headers,
        ...options,
      });
    });
    assert.is(seen.length, 1);
    assert.ok(seen[0]?.url.endsWith("/v1/items/a%20b?q=%C3%A4"));
    assert.is(seen[0]?.method, "PUT");
    assert.is(seen[0]?.headers["x-caller"], "mine");
    assert.instance(seen[0]?.body, Uint8Array);
    assert.is(seen[0]?.body.length === 0, kind === "no body");
  });
}

test("GET without a body signs no bytes", async () => {
  const seen = await withSigned(fine, async ({ origin }, seen) => {
    await signedClient(origin, signedBy(seen)).get("/items", { security: "signed" }).json();
  });
  assert.equal(seen.map(({ body, headers }) => [body, headers["accept"]]), [[new Uint8Array(), "application/json"]]); // prettier-ignore
});

for (const scheme of ["key", "field", "basic"]) {
  test(`it comes after all others: ${scheme} is in what is signed, whichever is named first`, async () => {
    for (const security of [
      ["signed", scheme],
      [scheme, "signed"],
    ]) {
      const seen = await withSigned(fine, async ({ origin }, seen) => {
        await signedClient(origin, signedBy(seen)).post("/items", { security, json: {} });
      });
      const { url = "", headers = {}, body } = seen[0] ?? {};
      const text = `${url} ${headers["authorization"] ?? ""} ${new TextDecoder().decode(body)}`;
      assert.match(text, /key=query-secret|"key":"field-secret"|Basic /);
    }
  });
}

test("headers of the definition and of the client are signed too", async () => {
  const seen = await withSigned(fine, async ({ origin }, seen) => {
    const options = { headers: () => ({ "x-version": "2" }) };
    const client = signedClient(origin, signedBy(seen), options, { headers: { "x-constant": "1" } });
    await client.get("/items", { security: "signed" });
  });
  assert.is(seen[0]?.headers["x-version"], "2");
  assert.is(seen[0]?.headers["x-constant"], "1");
});

test("with digest each send is signed anew, over the answer to the challenge", async () => {
  const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' };
  const challenging: Respond = ({ headers }) =>
    headers.authorization === undefined ? { status: 401, headers: challenge } : {};
  const seen = await withSigned(challenging, async ({ origin }, seen) => {
    const client = signedClient(origin, signedBy(seen));
    await client.post("/items", { security: ["signed", "staff"], json: { a: 1 } });
  });
  assert.equal(
    seen.map(({ headers }) => headers["authorization"]?.startsWith("Digest ") ?? false),
    [false, true],
  );
});

test("two signatures: the one that is named first covers the other", async () => {
  const seen = await withSigned(fine, async ({ origin }, seen) => {
    const credentials = { signed: { sign: signedBy(seen) }, second: { sign: () => ({ "x-second": "2" }) } };
    const client = signedClient(origin, undefined, { credentials });
    await client.get("/items", { security: ["signed", "second"] });
    assert.is((await client.get("/items", { security: ["second", "signed"], handle: [418] })).status, 418);
  });
  assert.equal(seen.map(({ headers }) => headers["x-second"]), ["2", undefined]); // prettier-ignore
});

test("a same-origin redirect is signed anew, over the new URL and method, without the old signature", async () => {
  const redirecting: Respond = ({ target }) => (target === "/b" ? {} : { status: 303, headers: { location: "/b" } });
  const seen = await withSigned(redirecting, async ({ origin }, seen) => {
    await signedClient(origin, signedBy(seen)).post("/a", { security: "signed", json: {} });
  });
  assert.equal(
    seen.map(({ method, url, headers, body }) => [method, new URL(url).pathname, headers["x-signature"], body.length]),
    [
      ["POST", "/a", undefined, 2],
      ["GET", "/b", undefined, 0],
    ],
  );
});

test("another origin gets no signature and the function is not called, not even on the way back", async () => {
  const other = await startServer(({ headers }) => ({ status: 302, headers: { location: String(headers["x-back"] ?? home.origin) } })); // prettier-ignore
  const home = await startServer(({ target }) => (target === "/a" ? { status: 302, headers: { location: other.origin } } : {})); // prettier-ignore
  const seen: SignedRequest[] = [];
  try {
    const client = signedClient(home.origin, signedBy(seen), { crossOriginRedirects: "follow-anonymous" });
    await client.get("/a", { security: "signed" });
    assert.equal(seen.map(({ url }) => url), [`${home.origin}/a`]); // prettier-ignore
    assert.equal(
      [...other.received, ...home.received.slice(1)].map(({ headers }) => headers["x-signature"]),
      [undefined, undefined],
    );
  } finally {
    await Promise.all([home.close(), other.close()]);
  }
});

test("each attempt signs anew", async () => {
  const failing: Respond = (_, index) => ({ status: index < 2 ? 503 : 200 });
  const seen = await withSigned(failing, async ({ origin, received }, seen) => {
    const client = signedClient(origin, signedBy(seen), { clock: { now: () => 0, sleep: quick } });
    await client.put("/a", { security: "signed", json: {}, retryPolicy: { kind: "circuit-breaker", circuit: false } });
    assert.equal(received.map(({ headers }) => headers["x-timestamp"]), ["t-1", "t-2", "t-3"]); // prettier-ignore
  });
  assert.is(seen.length, 3);
});

test("what the function does with the request changes nothing that is sent", async () => {
  const server = await startServer(fine);
  try {
    const sign = ({ body, headers }: SignedRequest) => {
      body.fill(0);
      Object.assign(headers, { "x-caller": "changed" });
      return {};
    };
    const client = signedClient(server.origin, sign);
    await client.post("/a", { security: "signed", body: "text", headers: { "x-caller": "mine" } });
    assert.is(server.received[0]?.body.toString(), "text");
    assert.is(server.received[0]?.headers["x-caller"], "mine");
  } finally {
    await server.close();
  }
});

test.run();

/** Waits of retries pass at once, time limits never end. */
async function quick(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms >= 30_000) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
}

function formOf(name: string, value: string): FormData {
  const form = new FormData();
  form.append(name, value);
  return form;
}
