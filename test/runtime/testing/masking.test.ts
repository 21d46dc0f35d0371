import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { bindProvider as bindWithDigest } from "@sdkwright/runtime/generated/digest";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { fakeProviders, recording, type RecordingSettings } from "@sdkwright/runtime/testing";
import { withServer, type Answer } from "../../server.js";
import { acme, acmeClient, credentials, rejection, type Filling } from "../acme.js";
import { drawer, open, SECRETS, tapeOf, type Drawer } from "./tapes.js";

const test = suite("what recordings and records of fakes mask");

const BASE = "https://api.acme.example/v1";
const JSON_TYPE = { "content-type": "application/json" };

type Client = Filling<"token">;
type Use = (client: Client) => Promise<unknown>;
type Answered = NonNullable<ReturnType<typeof tapeOf>["exchanges"][number]["response"]>;

/** Records what a function asks for, of a server that answers so; or replays it. */
async function run(files: Drawer, use: Use, settings: RecordingSettings = {}, options: object = {}): Promise<unknown> {
  const tape = open(files, { fetch: async () => Response.json({ ok: true }), ...settings });
  await use(acmeClient(BASE, { ...tape.options, ...options }));
  return tape.done();
}

/** What is in the file of one answer. */
async function answered(
  body: BodyInit,
  headers: Record<string, string>,
  settings: RecordingSettings = {},
  options: object = {},
): Promise<Answered> {
  const files = drawer();
  const ask: Use = async (client) => client.get("/x", { security: "query" });
  await run(files, ask, { fetch: async () => new Response(body, { headers }), ...settings }, options);
  const { response } = tapeOf(files).exchanges[0] ?? {};
  assert.ok(response);
  return response;
}

/** Of a replay: what the call and `done()` say. */
async function told(files: Drawer, use: Use, settings: RecordingSettings = {}): Promise<readonly [string, string]> {
  const tape = open(files, settings);
  assert.is(tape.mode, "replay");
  const error = await rejection(use(acmeClient(BASE, tape.options)), ConfigurationError);
  return [inspect(error), inspect(await rejection(tape.done(), ConfigurationError))];
}

const SECRET = `c4n&ry "é/1'<2>+3 x`;
const base64 = (before: string): string => Buffer.from(`${before}${SECRET}!`).toString("base64");
const WRITINGS: { readonly [writing: string]: readonly [text: string, masked: RegExp] } = {
  "as it is": [`is ${SECRET} wrong`, /^is \*\*\* wrong$/],
  "in JSON": [`is ${JSON.stringify(SECRET)} wrong`, /^is "\*\*\*" wrong$/],
  "in JSON of ASCII": [String.raw`is "c4n&ry \"\u00e9/1'<2>+3 x" wrong`, /^is "\*\*\*" wrong$/],
  "percent-encoded": [`is ${encodeURIComponent(SECRET)} wrong`, /^is \*\*\* wrong$/],
  "as a form": [`is ${new URLSearchParams({ "": SECRET }).toString().slice(1)} wrong`, /^is \*\*\* wrong$/],
  "escaped for HTML": [`is c4n&amp;ry &quot;é/1&#39;&lt;2&gt;+3 x wrong`, /^is \*\*\* wrong$/],
  "in base64": [`is ${base64("")} wrong`, /^is \*\*\*\S{0,4} wrong$/],
  "in base64, an octet later": [`is ${base64("a")} wrong`, /^is \S\S?\*\*\*\S{0,4} wrong$/],
  "in base64, two octets later": [`is ${base64("ab")} wrong`, /^is \S\S\S?\*\*\*\S{0,4} wrong$/],
};

for (const [writing, [text, masked]] of Object.entries(WRITINGS)) {
  test(`a credential is masked ${writing}`, async () => {
    const given = { credentials: { query: { apikey: SECRET } } };
    const { body } = await answered(text, { "content-type": "text/plain" }, {}, given);
    assert.match(String(body), masked);
    const fake = fakeProviders({ acme: BASE });
    fake.providers.acme.on("*", "*").reply(200);
    await acmeClient(BASE, { ...fake.options, ...given }).post("/x", { security: "query", body: text });
    assert.match(String(fake.requests[0]?.body), masked);
  });
}

/** Gives back all that it got, in several writings. */
const echoing: Answer = ({ url, headers, body }, response) => {
  const text = JSON.stringify({ url, headers, body, encoded: Buffer.from(body + url).toString("base64") });
  response.writeHead(200, { ...JSON_TYPE, "x-echo": url }).end(text);
};

test("credentials of every scheme are nowhere, though the server gives all of them back", async () => {
  const files = drawer();
  await withServer(echoing, async ({ origin }) => {
    const tape = open(files);
    const client = acmeClient(origin, tape.options);
    // It came before the credential did.
    await client.post("/x", { json: { note: "header-secret" } });
    for (const security of ["header", "query", "body", "nested", "basic", "bearer"])
      await client.post("/x", { security, json: { amount: 1 } });
    await client.get("/bot{token}/x", { security: "path" });
    await tape.done();
  });
  const text = files.texts.get("pay.json") ?? "";
  assert.is(tapeOf(files).exchanges.length, 8);
  assert.equal(SECRETS.filter((secret) => text.includes(secret)), []); // prettier-ignore
});

test("what code fills into the path of a base URL is nowhere, and is replayed", async () => {
  for (const token of ["3f9c2ab4-1d07-4c11-9a2b-77c0de1234ab", "bot123456:AAEh-BOwe_ik6"]) {
    const files = drawer();
    await withServer(echoing, async ({ origin }) => {
      const base = `${origin}/in/${token}`;
      for (const mode of ["record", "replay"] as const) {
        const tape = open(files, { mode });
        await acmeClient(`${origin}/in/none`, { ...tape.options, services: { default: base } }).post("/send", {
          json: { at: base },
        });
        await tape.done();
      }
      assert.is(tapeOf(files).exchanges[0]?.request.url, `${origin}/in/***/send`);
    });
    const text = files.texts.get("pay.json") ?? "";
    for (const form of [token, encodeURIComponent(token)]) assert.not.ok(text.includes(form));
    const fake = fakeProviders({ hook: "https://hooks.example" });
    fake.providers.hook.on("POST", "/in/{id}/send").reply(200);
    const services = { default: `https://hooks.example/in/${token}` };
    await acmeClient("https://hooks.example/in/none", { ...fake.options, services }).post("/send", {
      json: { at: token },
    });
    assert.is(fake.requests[0]?.path, "/in/***/send");
    assert.not.ok(inspect(fake.requests, { depth: 9 }).includes(token));
    const other = fakeProviders({ hook: `https://hooks.example/in/${token}` });
    const error = await rejection(acmeClient(BASE, other.options).get("/x"), ConfigurationError);
    assert.match(error.message, "known: hook (https://hooks.example).");
  }
});

test("cookies and headers with telling names are left out, queries in others are masked, and a challenge stays", async () => {
  const challenge = 'Digest realm="r", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"';
  const { headers } = await answered("{}", {
    ...JSON_TYPE,
    "set-cookie": "sid=canary",
    "x-auth-token": "canary",
    "www-authenticate": challenge,
    location: "https://a.test/?next=1&access_token=canary#end",
    "x-count": "7",
  });
  assert.equal(headers, {
    ...JSON_TYPE,
    "www-authenticate": challenge,
    location: "https://a.test/?next=1&access_token=***#end",
    "x-count": "7",
  });
});

const issued = {
  access_token: "canary",
  nested: { apiKeys: [{ value: "canary", pin: 123_456 }] },
  total_tokens: 17,
  sessions: 5,
};
const clean = {
  access_token: "***",
  nested: { apiKeys: [{ value: "***", pin: "***" }] },
  total_tokens: 17,
  sessions: 5,
};
const SAID: { readonly [what: string]: readonly [type: string, said: string, kept: unknown] } = {
  JSON: ["application/json; charset=utf-8", JSON.stringify(issued), clean],
  "JSON of another type": ["text/plain", JSON.stringify(issued, undefined, 2), JSON.stringify(clean)],
  "JSON by lines": ["application/x-ndjson", `{"a": 1.0}\n${JSON.stringify(issued)}\r\n`, `{"a": 1.0}\n${JSON.stringify(clean)}\r\n`], // prettier-ignore
  "JSON in events": ["text/event-stream", `event: a\ndata: ${JSON.stringify(issued)}\n\n`, `event: a\ndata: ${JSON.stringify(clean)}\n\n`], // prettier-ignore
  "a form": ["application/x-www-form-urlencoded", "user%5Bpassword%5D=canary&b=1", "user%5Bpassword%5D=***&b=1"],
  "text that nobody has to hide": ["text/html", "<p>Your name=value is [1] {2}</p>", "<p>Your name=value is [1] {2}</p>"],
}; // prettier-ignore

for (const [what, [type, said, kept]] of Object.entries(SAID)) {
  test(`what the server issues under telling names is masked: ${what}`, async () => {
    const { body, chunks } = await answered(said, { "content-type": type });
    assert.equal(chunks?.join("") ?? body, kept);
  });
}

test("so is what is sent under them, in JSON, a form and a query; and where it comes back", async () => {
  const files = drawer();
  const fetch: typeof globalThis.fetch = async () => Response.json({ note: "canary-1 canary-2 canary-3" });
  const summary = await run(files, async (client) => {
    await client.post("/x", { json: { password: "canary-1", user: "u" }, query: { sig: "canary-3" } });
    await client.post("/x", { form: { client_secret: "canary-2" } });
  }, { fetch }); // prettier-ignore
  const [first, second] = tapeOf(files).exchanges;
  assert.equal([first?.request.body, first?.request.query], [{ password: "***", user: "u" }, { sig: "***" }]);
  assert.equal(second?.request.body, { client_secret: "***" });
  assert.equal(first?.response?.body, { note: "*** *** ***" });
  assert.equal(summary, { file: "pay.json", exchanges: 2, masked: 5 });
});

test("a short credential is masked in its place, and is a word elsewhere", async () => {
  const files = drawer();
  const use: Use = async (client) => {
    await client.get("/x", { security: "header" });
    await client.post("/x", { json: { word: "open" } });
  };
  const fetch = async (): Promise<Response> => Response.json({ key: "open", state: "open" });
  await run(files, use, { fetch }, { credentials: { header: { apikey: "open" } } });
  const [first, second] = tapeOf(files).exchanges;
  assert.equal(first?.response?.body, { key: "***", state: "***" });
  assert.equal([second?.request.body, second?.response?.body], [{ word: "open" }, { key: "***", state: "open" }]);
});

test("what `secrets` names is nowhere: in texts, names, numbers and URLs", async () => {
  const files = drawer();
  const json = { note: "for acct-canary", "acct-canary": 1, account: 12_345_678, other: 1234 };
  await run(files, async (client) => client.post("/in/{id}", { params: { id: "acct-canary" }, json, query: { q: "acct-canary" } }), { secrets: ["acct-canary", "12345678"] }); // prettier-ignore
  const { url, query, body } = tapeOf(files).exchanges[0]?.request ?? {};
  assert.is(url, `${BASE}/in/***`);
  assert.equal([query, body], [{ q: "***" }, { note: "for ***", "***": 1, account: "***", other: 1234 }]);
});

test("`secrets` that would not be looked for are refused, and show nothing of themselves", async () => {
  for (const secrets of [["short"], [12_345_678], ["long-enough", ""], [null]]) {
    const error = await rejection((async () => recording("x", { secrets: secrets as string[], env: {}, files: drawer() }))(), ConfigurationError); // prettier-ignore
    assert.match(error.message, /^recording: `secrets` (?:has one of fewer than 6 characters|is not a list of texts)/);
    assert.not.match(error.message, /short|12345678/);
  }
});

const BYTES = new Uint8Array([137, 80, 78, 71, 255, 0, 1]);
const IMAGE = { "content-type": "image/png" };

test("of bytes the length is kept, and a replay says so", async () => {
  assert.equal(await answered(BYTES, IMAGE), { status: 200, headers: IMAGE, length: 7 });
  const files = drawer();
  const fetch = async (): Promise<Response> => new Response(BYTES, { headers: IMAGE });
  await run(files, async (client) => client.get("/logo"), { fetch });
  const [error, end] = await told(files, async (client) => client.get("/logo"));
  for (const text of [error, end])
    assert.match(text, `the body of the answer to GET ${BASE}/logo is not in the file, because it is neither JSON nor text (7 bytes). To keep it, record again with \`bodies: "all"\``); // prettier-ignore
});

test('with `bodies: "all"` they are kept and replayed, but for those that hold a credential', async () => {
  const files = drawer();
  const fetch = async (): Promise<Response> => new Response(BYTES, { headers: IMAGE });
  let got: Uint8Array | undefined;
  const use: Use = async (client) => (got = await client.get("/logo").bytes());
  await run(files, use, { fetch, bodies: "all" });
  await run(files, use);
  assert.equal(got, BYTES);
  const holding = Buffer.concat([BYTES, Buffer.from("query-secret"), BYTES]);
  assert.is((await answered(holding, IMAGE, { bodies: "all" })).length, holding.length);
  assert.throws(() => open(drawer(), { bodies: "some" as "all" }), /`bodies` takes "all", or nothing/);
});

test("text in another charset is kept as UTF-8, and replayed", async () => {
  const files = drawer();
  const bytes = Buffer.from('{"name":"Zoë","token":"canary"}', "latin1");
  const fetch = async (): Promise<Response> => new Response(bytes, { headers: { "content-type": "application/json; charset=iso-8859-1" } }); // prettier-ignore
  const use: Use = async (client) => assert.is((await client.get("/x").json<{ name: string }>()).name, "Zoë");
  await run(files, async (client) => client.get("/x"), { fetch });
  assert.is(tapeOf(files).exchanges[0]?.response?.headers["content-type"], "application/json; charset=utf-8");
  await run(files, use);
  assert.not.ok(files.texts.get("pay.json")?.includes("canary"));
});

test("an answer that is cut keeps no half of a secret, nor half of a character", async () => {
  const files = drawer();
  const said = Buffer.from("you are é, query-secé");
  const body = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(said.subarray(0, -1))) }, { highWaterMark: 0 }); // prettier-ignore
  const use: Use = async (client) => {
    const answer = await client.get("/x", { security: "query", stream: true });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  };
  await run(files, use, { fetch: async () => new Response(body(), { headers: { "content-type": "text/plain" } }) });
  assert.is(tapeOf(files).exchanges[0]?.response?.body, "you are é, ");
});

test("oauth2 is recorded without secrets and tokens, and replayed with other credentials", async () => {
  for (const clientAuthentication of ["basic", "post"] as const) {
    const files = drawer();
    const vendor: Answer = ({ url, headers, body }, response) => {
      const token = { access_token: "canary-access", token_type: "Bearer", expires_in: 60 };
      response.setHeader("content-type", "application/json").end(JSON.stringify(url === "/token" ? { ...token, body } : { saw: headers.authorization })); // prettier-ignore
    };
    await withServer(vendor, async ({ origin }) => {
      const login = { type: "oauth2", flow: "clientCredentials", tokenUrl: `${origin}/token`, clientAuthentication } as const; // prettier-ignore
      const definition = acme(origin, { securitySchemes: { login }, security: ["login"] });
      for (const clientSecret of ["a&b=canary+%41 é", "something-else"]) {
        const tape = open(files);
        const given = { ...tape.options, credentials: { login: { clientId: "the-client", clientSecret } } };
        await bindProvider(definition, {}, given, { oauth2 }).get("/x");
        await tape.done();
      }
    });
    assert.is(tapeOf(files).exchanges.length, 2);
    assert.not.match(files.texts.get("pay.json") ?? "", "canary");
  }
});

test("a digest round trip is recorded and replayed", async () => {
  const files = drawer();
  const challenge = 'Digest realm="r", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", qop="auth", algorithm=SHA-256';
  const vendor: Answer = ({ headers }, response) => {
    response.writeHead(headers.authorization === undefined ? 401 : 200, { "www-authenticate": challenge }).end("{}");
  };
  await withServer(vendor, async ({ origin }) => {
    for (const mode of ["record", "replay"] as const) {
      const tape = open(files, { mode });
      const client = bindWithDigest(acme(origin), {}, { ...tape.options, credentials: { staff: credentials.staff } });
      assert.is((await client.get("/x", { security: "staff" })).status, 200);
      await tape.done();
    }
  });
  const text = files.texts.get("pay.json") ?? "";
  assert.equal(SECRETS.filter((secret) => text.includes(secret)), []); // prettier-ignore
});

const ACCOUNT = "acct-canary-99";
const USES: readonly Use[] = [
  async (client) => client.get("/accounts/{id}", { params: { id: ACCOUNT } }),
  async (client) => client.post("/n", { json: { note: `for ${ACCOUNT} only` } }),
  async (client) => client.post("/n", { json: { [ACCOUNT]: 1 } }),
  async (client) => client.get("/q", { query: { q: `owner:${ACCOUNT}` } }),
];

test("what is recorded without secrets that were given is replayed with them", async () => {
  for (const use of USES) {
    const files = drawer();
    for (const mode of ["record", "replay"] as const) await run(files, use, { mode, secrets: [ACCOUNT] });
    assert.not.match(files.texts.get("pay.json") ?? "", "canary");
  }
});

test("so is what another request of the recording sent, before or after", async () => {
  const keyed: Use = async (client) => client.get("/me", { security: "header" });
  const audit: Use = async (client) => client.post("/audit/{id}", { params: { id: "header-secret" }, json: { note: "made with header-secret" } }); // prettier-ignore
  for (const [first = keyed, second = keyed] of [
    [keyed, audit],
    [audit, keyed],
  ]) {
    const files = drawer();
    const use: Use = async (client) => (await first(client), await second(client));
    for (const mode of ["record", "replay"] as const) await run(files, use, { mode });
    assert.not.match(files.texts.get("pay.json") ?? "", "header-secret");
  }
});

test("a secret that a path has across segments is recorded as one, and replayed", async () => {
  const files = drawer();
  const wire = { "GET /share/{+token}/more": { params: { token: { allowReserved: true } } } } as const;
  for (const token of ["wJalrXUtnFEMI/K7MDENG/bPxRfiCYz7", "made-up/key"]) {
    const tape = open(files, { fetch: async () => new Response("{}") });
    const client = acmeClient(BASE, tape.options, { operations: wire });
    await client.get("/share/{+token}/more", { params: { token } });
    await tape.done();
  }
  assert.is(tapeOf(files).exchanges[0]?.request.url, `${BASE}/share/***/more`);
});

test("what other clients send in headers and queries under telling names is masked where it comes back", async () => {
  const files = drawer();
  const tape = open(files, { secrets: [], fetch: async () => Response.json({ note: "canary-8 canary-9" }) });
  const answer = await tape.options.fetch(`${BASE}/x?sig=canary-8`, { headers: { authorization: "Bearer canary-9" } });
  await answer.json();
  await tape.done();
  assert.equal(tapeOf(files).exchanges[0]?.response?.body, { note: "*** ***" });
});

test("a made-up credential of a replay that is a word of the recording changes nothing", async () => {
  const files = drawer();
  const use: Use = async (client) => client.post("/n", { security: "header", json: { note: "a made-up story" } });
  await run(files, use);
  await run(files, use, {}, { credentials: { header: { apikey: "made-up" } } });
});

test("where a credential stood, what stands around it still counts, and what is there now is not shown", async () => {
  const noting =
    (note: string): Use =>
    async (client) =>
      client.post("/n", { json: { note } });
  const files = drawer();
  await run(files, noting(`for ${ACCOUNT} only`), { secrets: [ACCOUNT] });
  await run(files, noting("for another one only"));
  for (const other of ["for only", "to x only", `for ${ACCOUNT}`]) {
    for (const text of await told(files, noting(other))) {
      assert.match(text, "not what was recorded");
      assert.match(text, "+ body/note: not shown, because a credential was here");
      assert.not.match(text, "canary");
    }
  }
});

test("errors and `done()` of a replay show no secret", async () => {
  const uses: readonly Use[] = [
    async (client) => client.get("/accounts/{id}/more", { params: { id: ACCOUNT } }),
    async (client) => client.post("/n", { json: { note: `to ${ACCOUNT}`, password: "canary" } }),
    async (client) => client.get("/q", { query: { q: ACCOUNT, r: `owner:${ACCOUNT}` } }),
  ];
  for (const use of uses) {
    const files = drawer();
    await run(files, async (client) => {
      for (const recorded of USES) await recorded(client);
    }, { secrets: [ACCOUNT] }); // prettier-ignore
    for (const text of await told(files, use, { secrets: [ACCOUNT] })) assert.not.match(text, "canary");
  }
});

test("fakes show in no record what a scheme sent with an earlier request, until they are reset", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("*", "*").reply(200, {});
  const client = acmeClient(BASE, { ...fake.options, credentials: { header: { apikey: "header-secret" }, query: { apikey: "short" } } }); // prettier-ignore
  await client.get("/me", { security: ["header", "query"] });
  await client.post("/audit/header-secret", { json: { note: "made with header-secret", word: "short" } });
  const [, audit] = fake.requests;
  assert.equal([audit?.body, audit?.path], [{ note: "made with ***", word: "short" }, "/audit/***"]);
  fake.reset();
  fake.providers.acme.on("*", "*").reply(200, {});
  await client.post("/audit", { json: { note: "made with header-secret" } });
  assert.equal(fake.requests[0]?.body, { note: "made with header-secret" });
});

test("what is given to a recording with another signal, or as a Request, is not written, unless `secrets` is given", async () => {
  const definition = acme(BASE, { securitySchemes: { key: { type: "apiKey", in: "query", name: "appid" } }, security: ["key"] }); // prettier-ignore
  const ways: readonly ((init: RequestInit | undefined, fetch: typeof globalThis.fetch) => Promise<Response>)[] = [
    async (init, fetch) => fetch(new Request(BASE, init)),
    async (init, fetch) => fetch(BASE, { ...init, signal: AbortSignal.timeout(60_000) }),
  ];
  for (const way of ways)
    for (const secrets of [undefined, []]) {
      const files = drawer();
      const tape = open(files, { secrets, fetch: async () => Promise.resolve(Response.json({})) });
      const fetch: typeof globalThis.fetch = async (_, init) => way(init, tape.options.fetch);
      await bindProvider(definition, {}, { fetch, credentials: { key: { apikey: "k9Xw2Lr7Tq4Zb8Nm" } } }).get("/x").json(); // prettier-ignore
      const end = tape.done().then(() => "written", ({ message }: Error) => message); // prettier-ignore
      assert.match(await end, secrets === undefined ? /Pass `init` on .* nothing is written|nothing is written\. Pass `init`/ : "written"); // prettier-ignore
      assert.is(files.texts.size, secrets === undefined ? 0 : 1);
    }
});

test.run();
