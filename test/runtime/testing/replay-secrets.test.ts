import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { fakeProviders, type RecordingSettings } from "@sdkwright/runtime/testing";
import { acme, acmeClient, rejection, type Filling } from "../acme.js";
import { drawer, open, tapeOf, type Drawer } from "./tapes.js";

const test = suite("secrets while replaying");

const BASE = "https://api.acme.example/v1";
const ACCOUNT = "acct-canary-99";

type Use = (client: Filling<"token">) => Promise<unknown>;

const fetch: typeof globalThis.fetch = async () => Promise.resolve(Response.json({ ok: true }));

async function runWith(files: Drawer, settings: RecordingSettings, use: Use): Promise<void> {
  const tape = open(files, { fetch, ...settings });
  await use(acmeClient(BASE, tape.options));
  await tape.done();
}

/** Of a replay: what the call and `done()` say. */
async function told(files: Drawer, settings: RecordingSettings, use: Use): Promise<readonly [string, string]> {
  const tape = open(files, settings);
  assert.is(tape.mode, "replay");
  const error = await rejection(use(acmeClient(BASE, tape.options)), ConfigurationError);
  return [inspect(error), inspect(await rejection(tape.done(), ConfigurationError))];
}

const KNOWN: readonly RecordingSettings[] = [{ secrets: [ACCOUNT] }, { env: { BILLING_SECRET: ACCOUNT } }];

const USES: readonly Use[] = [
  async (client) => client.get("/accounts/{id}", { params: { id: ACCOUNT } }),
  async (client) => client.post("/n", { json: { note: `for ${ACCOUNT} only` } }),
  async (client) => client.post("/n", { json: { note: ACCOUNT } }),
  async (client) => client.post("/n", { json: { [ACCOUNT]: 1 } }),
  async (client) => client.post("/n", { json: { inner: `{ "a":  "for ${ACCOUNT} only" }` } }),
  async (client) => client.get("/q", { query: { q: `owner:${ACCOUNT}` } }),
];

test("what is recorded without secrets that were given, or are in variables, is replayed", async () => {
  for (const settings of KNOWN)
    for (const use of USES) {
      const files = drawer();
      await runWith(files, settings, use);
      assert.not.match(files.texts.get("pay.json") ?? "", "canary");
      await runWith(files, settings, use);
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
    await runWith(files, {}, use);
    assert.not.match(files.texts.get("pay.json") ?? "", "header-secret");
    await runWith(files, {}, use);
  }
});

test("where a credential stood, what stands around it still counts", async () => {
  const files = drawer();
  const noting =
    (note: string): Use =>
    async (client) =>
      client.post("/n", { json: { note } });
  await runWith(files, { secrets: [ACCOUNT] }, noting(`for ${ACCOUNT} only`));
  await runWith(files, {}, noting("for another one only"));
  for (const other of ["for only", "for x only.", "to x only", "for"]) {
    const [error] = await told(files, {}, noting(other));
    assert.match(error, "not what was recorded");
  }
});

test("errors and `done()` show none of them", async () => {
  const uses: readonly Use[] = [
    async (client) => client.get("/accounts/{id}/more", { params: { id: ACCOUNT } }),
    async (client) => client.post("/n", { json: { note: `to ${ACCOUNT}` } }),
    async (client) => client.get("/q", { query: { q: ACCOUNT, r: `owner:${ACCOUNT}` } }),
  ];
  for (const settings of KNOWN)
    for (const use of uses) {
      const files = drawer();
      await runWith(files, settings, async (client) => {
        for (const recorded of USES) await recorded(client);
      });
      for (const text of await told(files, settings, use)) assert.not.match(text, "canary");
    }
});

test("a difference shows no text where a credential stood, though nobody told of that yet", async () => {
  const files = drawer();
  await runWith(files, { secrets: [ACCOUNT] }, async (client) => client.post("/n", { json: { note: `for ${ACCOUNT}` } })); // prettier-ignore
  const texts = await told(files, {}, async (client) => client.post("/n", { json: { note: `now for ${ACCOUNT}` } }));
  for (const text of texts) {
    assert.match(text, "body/note");
    assert.not.match(text, "canary");
  }
});

test("fakes show in no record what a scheme sent with an earlier request", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("*", "*").reply(200, {});
  const client = acmeClient(BASE, { ...fake.options, credentials: { header: { apikey: "header-secret" }, query: { apikey: "short" } } }); // prettier-ignore
  await client.get("/me", { security: ["header", "query"] });
  await client.post("/audit/header-secret", { json: { note: "made with header-secret", word: "short" } });
  const [, audit] = fake.requests;
  assert.equal(audit?.body, { note: "made with ***", word: "short" });
  assert.is(audit?.path, "/audit/***");
  fake.reset();
  fake.providers.acme.on("*", "*").reply(200, {});
  await client.post("/audit", { json: { note: "made with header-secret" } });
  assert.equal(fake.requests[0]?.body, { note: "made with header-secret" });
});

const PUBLIC = {
  XDG_SESSION_TYPE: "wayland",
  TOKEN_LIFETIME: "604800",
  SSH_AUTH_SOCK: "/run/user/agent.1",
  AUTH_URL: "https://auth.acme.example/v2",
  AUTH_HOST: "auth.acme.example",
  HOME: "/home/someone-2",
};

const SECRET = {
  DB_PASSWORD: "correct-horse-battery",
  SMS_TOKEN: "ab12cd7",
  APP_SECRET: "swordfish",
  API_KEY: "abcdefghijklmnopqrst",
  LOGIN_PIN_KEY: "12345678",
  AUTH_DB: "redis://reader:pw@db",
  HOOK_KEY: "https://hooks.acme.example/t0123456789abcdef",
  SIGNING_KEY: "/x8fEq+0aBcDeFgHiJkLm9/Z",
};

test("values of telling variables are masked from six characters on, but for what is plainly public", async () => {
  const files = drawer();
  await runWith(files, { env: { ...PUBLIC, ...SECRET } }, async (client) =>
    client.post("/n", { json: { open: Object.values(PUBLIC), closed: Object.values(SECRET) } }),
  );
  assert.equal(tapeOf(files).exchanges[0]?.request.body, {
    open: Object.values(PUBLIC),
    closed: Object.values(SECRET).map(() => "***"),
  });
});

const AUTHENTICATIONS = ["basic", "post"] as const;

test("a client secret that is encoded to be sent is in no recording, as it is neither", async () => {
  for (const clientAuthentication of AUTHENTICATIONS)
    for (const clientSecret of ["my canary w0rd", "schlüssel-canary", "a&b=canary+%41"]) {
      const files = drawer();
      const refusing: typeof globalThis.fetch = async () =>
        Promise.resolve(Response.json({ note: `'${clientSecret}' is wrong` }, { status: 401 }));
      const login = { type: "oauth2", flow: "clientCredentials", tokenUrl: `${BASE}/token`, clientAuthentication } as const; // prettier-ignore
      const tape = open(files, { fetch: refusing });
      const given = { ...tape.options, credentials: { login: { clientId: "the-client", clientSecret } } };
      const definition = acme(BASE, { securitySchemes: { login }, security: ["login"] });
      await bindProvider(definition, {}, given, { oauth2 }).get("/x").catch(() => {}); // prettier-ignore
      await tape.done();
      assert.match(files.texts.get("pay.json") ?? "", "'***' is wrong");
    }
});

test("nor is one that somebody else's client sends encoded; where `secrets` says that there are no others", async () => {
  const send = async (settings: object, signal?: AbortSignal) => {
    const files = drawer();
    const fetch = async () => Promise.resolve(new Response("'my canary w0rd' is wrong"));
    const tape = open(files, { fetch, ...settings });
    const headers = { authorization: `Basic ${btoa("the-client:my+canary+w0rd")}` };
    await tape.options
      .fetch(`${BASE}/token`, { headers, ...(signal && { signal }) })
      .then(async (answer) => answer.text());
    await tape.done();
    return files.texts.get("pay.json") ?? "";
  };
  assert.match(await send({ secrets: [] }), "'***' is wrong");
  for (const signal of [undefined, AbortSignal.timeout(60_000)])
    await send({}, signal).then(assert.unreachable, ({ message }: Error) => assert.match(message, /Pass `init` on/));
});

test("12: what is given to a recording with another signal, or as a Request, is not written", async () => {
  const definition = acme(BASE, { securitySchemes: { key: { type: "apiKey", in: "query", name: "appid" } }, security: ["key"] }); // prettier-ignore
  const ways: readonly ((init: RequestInit | undefined, fetch: typeof globalThis.fetch) => Promise<Response>)[] = [
    async (init, fetch) => fetch(new Request(BASE, init)),
    async (init, fetch) => fetch(BASE, { ...init, signal: AbortSignal.timeout(60_000) }),
  ];
  for (const way of ways) {
    const files = drawer();
    const tape = open(files, { fetch: async () => Promise.resolve(Response.json({})) });
    const fetch: typeof globalThis.fetch = async (_, init) => way(init, tape.options.fetch);
    await bindProvider(definition, {}, { fetch, credentials: { key: { apikey: "k9Xw2Lr7Tq4Zb8Nm" } } })
      .get("/x")
      .json();
    await tape.done().then(
      () => assert.unreachable(),
      ({ message }: Error) => assert.match(message, /nothing is written/),
    );
    assert.is(files.texts.size, 0);
  }
});

test.run();
