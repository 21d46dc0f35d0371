import {
  AuthenticationError,
  ConfigurationError,
  HttpError,
  type StoredTokens,
  type TokenKey,
} from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { settle } from "../../policy/virtual-clock.js";
import {
  answer,
  fakeVendor,
  granted,
  invalid,
  LOGIN,
  unreached,
  type Fake,
  type FakeOptions,
  type Says,
} from "./fake.js";

const test = suite("oauth2: refresh tokens");

const REFRESHING = { flow: "refreshToken" };
const first = { refreshToken: "refresh-0" };

/** A server that hands out a new refresh token each time, and takes each once. */
function rotating(more: FakeOptions["token"] = () => 500): Required<Pick<FakeOptions, "token">> {
  let newest = 0;
  const token: FakeOptions["token"] = ({ form }, number) => {
    if (form["refresh_token"] !== `refresh-${newest}`) return answer(400, { error: "invalid_grant" });
    newest += 1;
    return newest > 100 ? more({} as never, number) : granted(`access-${newest}`, { refresh_token: `refresh-${newest}` }); // prettier-ignore
  };
  return { token };
}

function vendor(options: FakeOptions = {}): Fake {
  return fakeVendor({ scheme: REFRESHING, ...rotating(), ...options });
}

const spent = (fake: Fake) => fake.tokens.map(({ form }) => form["refresh_token"]);

test("the newest refresh token is used, in memory too", async () => {
  const fake = vendor();
  const acme = fake.client({}, first);
  for (let hour = 0; hour < 4; hour += 1) {
    await fake.clock.advanceTo(hour * 3_600_000);
    await acme.get("/items").json();
  }
  assert.equal(spent(fake), ["refresh-0", "refresh-1", "refresh-2", "refresh-3"]);
});

test("a server that does not rotate: the same one serves on", async () => {
  const fake = vendor({ token: (_, number) => granted(`access-${number}`) });
  const acme = fake.client({}, first);
  await acme.get("/items");
  await fake.clock.advance(3_600_000);
  await acme.get("/items");
  assert.equal(spent(fake), ["refresh-0", "refresh-0"]);
});

test("requests for several scopes spend one refresh token one by one, each the newest", async () => {
  const fake = vendor();
  const acme = fake.client({}, first);
  const scopes = Array.from({ length: 10 }, (_, index) => [`scope-${index}`]);
  const calls = scopes.flatMap((each) => [0, 1, 2].map(async () => acme.get("/items", { security: { id: "login", scopes: each } }).json())); // prettier-ignore
  await fake.clock.finish(Promise.all(calls));
  assert.equal(
    spent(fake),
    Array.from({ length: 10 }, (_, index) => `refresh-${index}`),
  );
  assert.equal([fake.calls.length, new Set(fake.calls.map(({ authorization }) => authorization)).size], [30, 10]);
});

test("code may give the newest one back, as it was told it: it is the same chain", async () => {
  const fake = vendor();
  let stored = "refresh-0";
  const tokens = { save: (_: TokenKey, saved: StoredTokens) => void (stored = saved.refreshToken ?? "") };
  const acme = fake.client({ tokens }, { refreshToken: () => stored });
  for (let call = 0; call < 3; call += 1) await acme.get("/items");
  await fake.clock.advance(3_600_000);
  await acme.get("/items");
  assert.equal(spent(fake), ["refresh-0", "refresh-1"]);
});

test("another refresh token is another user: its token is not shared", async () => {
  const fake = vendor({ token: ({ form }) => granted(`access-of-${form["refresh_token"]}`) });
  let user = "alice";
  const acme = fake.client({}, { refreshToken: () => user });
  await acme.get("/items");
  user = "bob";
  await acme.get("/items");
  assert.equal(
    fake.calls.map(({ authorization }) => authorization),
    ["Bearer access-of-alice", "Bearer access-of-bob"],
  );
});

test("`save` is called with the key and the tokens, and awaited before a rotated one is used", async () => {
  const saved: [TokenKey, StoredTokens][] = [];
  let release = (): void => {};
  const save = async (key: TokenKey, tokens: StoredTokens) => {
    saved.push([key, tokens]);
    await new Promise<void>((resolve) => (release = resolve));
  };
  const fake = vendor({ scheme: { ...REFRESHING, scopes: ["b", "a"], audience: "api" } });
  const before = Date.now();
  const call = fake.client({ tokens: { save } }, first).get("/items").json();
  await fake.clock.advance(20_000);
  assert.equal([saved.length, fake.tokens.length, fake.calls.length], [1, 1, 0]);
  release();
  await fake.clock.finish(call);
  const [[key, tokens] = []] = saved;
  const named = { provider: "acme", scheme: "login", tokenUrl: "https://auth.test/token", audience: "api" };
  assert.equal(key, { ...named, clientId: "client-id", scopes: ["a", "b"] });
  assert.equal([tokens?.accessToken, tokens?.refreshToken, Object.keys(tokens ?? {})], ["access-1", "refresh-1", ["accessToken", "refreshToken", "expiresAt"]]); // prettier-ignore
  const expiresAt = (tokens?.expiresAt ?? 0) - before;
  assert.ok(expiresAt >= 3_600_000 && expiresAt < 3_660_000);
});

for (const [name, save, problem] of [
  [
    "throws",
    () => {
      throw new Error("db: refresh-1");
    },
    "threw",
  ],
  ["rejects", async () => Promise.reject(new Error("db: refresh-1")), "threw"],
  ["takes longer than requestTimeout", () => new Promise(() => {}), "took too long"],
] as const) {
  // prettier-ignore
  test(`where \`save\` ${name}, the new tokens stay in memory and an event says so`, async () => {
    const fake = vendor();
    const acme = fake.client({ tokens: { save }, requestTimeout: 1000 }, first);
    await fake.clock.finish(acme.get("/items", { requestTimeout: 5000 }).json());
    await fake.clock.advance(3_600_000);
    await fake.clock.finish(acme.get("/items", { requestTimeout: 5000 }).json());
    assert.equal([spent(fake), fake.calls.length], [["refresh-0", "refresh-1"], 2]);
    const told = fake.events.flatMap((event) => (event.type === "token" && event.step === "save" ? [event.error] : []));
    assert.equal(told.map((error) => [error?.name, error?.code, error?.message]), [1, 2].map(() => ["ConfigurationError", "tokens-save", `\`tokens.save\` ${problem} (scheme "login" of acme)`])); // prettier-ignore
  });
}

/** What a database has. */
function database(row?: StoredTokens) {
  const db = { row, loads: 0, keys: [] as TokenKey[] };
  const load = async (key: TokenKey) => {
    db.loads += 1;
    db.keys.push(key);
    return db.row ?? null;
  };
  const save = async (_: TokenKey, tokens: StoredTokens) => void (db.row = tokens);
  return { db, tokens: { load, save } };
}

test("a loaded token serves without a token request, and the database is asked once, with the key", async () => {
  const { db, tokens } = database({ accessToken: "stored", refreshToken: "refresh-7", expiresAt: Date.now() + 1e6 });
  const fake = vendor();
  const acme = fake.client({ tokens }, first);
  await Promise.all([acme.get("/items"), acme.get("/items")]);
  await acme.get("/items");
  assert.equal([fake.tokens.length, db.loads, fake.calls[0]?.authorization], [0, 1, "Bearer stored"]);
  const endpoint = { tokenUrl: "https://auth.test/token", audience: undefined };
  assert.equal(db.keys, [{ provider: "acme", scheme: "login", ...endpoint, clientId: "client-id", scopes: [] }]);
});

test("a loaded token counts as accepted before: a bare 401 renews it, with the loaded refresh token", async () => {
  const { tokens } = database({ accessToken: "revoked", refreshToken: "refresh-7", expiresAt: Date.now() + 1e6 });
  const fake = vendor({
    token: () => granted("access"),
    api: ({ authorization }) => (authorization === "Bearer access" ? 200 : 401),
  });
  await fake.client({ tokens }, first).get("/items");
  assert.equal([spent(fake), fake.calls.length], [["refresh-7"], 2]);
});

test("one that has expired is not sent; its refresh token is the newest", async () => {
  const { tokens } = database({ accessToken: "old", refreshToken: "refresh-7", expiresAt: Date.now() - 1 });
  const fake = vendor({ token: () => granted("access") });
  await fake.client({ tokens }, first).get("/items");
  assert.equal([spent(fake), fake.calls.map(({ authorization }) => authorization)], [["refresh-7"], ["Bearer access"]]); // prettier-ignore
});

test("12: of a row that is an instance of a class, accessors are read too", async () => {
  class Row {
    readonly accessToken = "old";
    get refreshToken(): string {
      return "refresh-7";
    }
    get expiresAt(): number {
      return Date.now() - 1;
    }
  }
  const { tokens } = database(new Row());
  const fake = vendor({ token: () => granted("access") });
  await fake.client({ tokens }, first).get("/items");
  assert.equal([spent(fake), fake.calls.map(({ authorization }) => authorization)], [["refresh-7"], ["Bearer access"]]); // prettier-ignore
});

test("a database that still has what was refused or spent leads to nothing that is sent twice", async () => {
  const { db, tokens } = database({ accessToken: "access-0", refreshToken: "refresh-0", expiresAt: Date.now() + 1e6 });
  const api: FakeOptions["api"] = ({ authorization }) => (authorization === "Bearer access-2" ? 200 : invalid());
  const fake = vendor({ api });
  const stale = { load: tokens.load, save: () => Promise.reject(new Error("read-only")) };
  const acme = fake.client({ tokens: stale }, first);
  await rejection(fake.clock.finish(acme.get("/items")), AuthenticationError);
  await fake.clock.finish(acme.get("/items").json());
  assert.equal(spent(fake), ["refresh-0", "refresh-1"]);
  assert.equal(
    fake.calls.map(({ authorization }) => authorization.slice(7)),
    ["access-0", "access-1", "access-2"],
  );
  assert.is(db.loads, 3);
});

test("what another process has saved is used instead of a request", async () => {
  const { tokens } = database();
  const fake = vendor();
  const [one, other] = [fake.client({ tokens }, first), fake.client({ tokens }, first)];
  await one.get("/items");
  await other.get("/items");
  assert.equal([spent(fake), fake.calls.length], [["refresh-0"], 2]);
});

test("one that loses the race for a rotating token takes what the other has saved meanwhile", async () => {
  const { tokens } = database();
  const fake = vendor();
  const [one, other] = [fake.client({ tokens }, first), fake.client({ tokens }, first)];
  await fake.clock.finish(Promise.all([one.get("/items").json(), other.get("/items").json()]));
  assert.equal([spent(fake), fake.calls.map(({ authorization }) => authorization)], [["refresh-0", "refresh-0"], ["Bearer access-1", "Bearer access-1"]]); // prettier-ignore
});

test("two instances that race over one rotating token, and share nothing, end in a clear error and not in a loop", async () => {
  const fake = vendor();
  const [one, other] = [fake.client({}, first), fake.client({}, first)];
  await one.get("/items");
  for (let call = 0; call < 5; call += 1) {
    const error = await rejection(other.get("/items"), AuthenticationError);
    assert.equal([error.kind, error.tokenEndpoint], ["invalid_grant", "login"]);
    assert.match(error.message, "answered 400: invalid_grant");
  }
  assert.equal([spent(fake), fake.calls.length], [["refresh-0", "refresh-0"], 1]);
});

const unloadable: Record<string, unknown> = {
  "throws": () => { throw new Error("db: stored-secret"); },
  "gives what throws": () => ({ get accessToken() { throw new Error("db: stored-secret"); } }),
  "gives text": () => "stored-secret",
  "gives no access token": () => ({ refreshToken: "stored-secret" }),
  "gives a token that no header can carry": () => ({ accessToken: "stored-secret\n" }),
  "gives a time that is none": () => ({ accessToken: "stored-secret", expiresAt: "soon" }),
  "gives a class": () => new Map([["accessToken", "stored-secret"]]),
}; // prettier-ignore
for (const [name, load] of Object.entries(unloadable)) {
  test(`where \`load\` ${name}, no refresh token is risked: a ConfigurationError that shows nothing`, async () => {
    const fake = vendor();
    const error = await rejection(fake.client({ tokens: { load } }, first).get("/items"), ConfigurationError);
    assert.equal([error.code, fake.tokens.length, fake.calls.length], ["tokens-load", 0, 0]);
    assert.not.match(JSON.stringify(error), "stored-secret");
  });
}

test("a refresh token whose answer was lost is sent again: nobody knows that it was spent", async () => {
  const lost = (_: unknown, number: number): Says => (number === 1 ? unreached() : granted("access"));
  const fake = vendor({ token: lost });
  await fake.clock.finish(fake.client({}, first).get("/items", { retryPolicy: "circuit-breaker" }).json());
  assert.equal(spent(fake), ["refresh-0", "refresh-0"]);
  await settle();
});

/** Returned for the whole scheme beside the id: what the token endpoint gets, or that is refused. */
const logins: readonly (readonly [login: object, spends: string | undefined])[] = [
  [{ client_secret: "s", refresh_token: "r" }, undefined],
  [{ client_secret: "s", refreshToken: "r" }, undefined],
  [{ clientSecret: "s" }, undefined],
  [{ refreshToken: "r" }, "public client-id r"],
  [{ refreshToken: "r", clientSecret: "", lease: 60 }, "public client-id r"],
  [{ refreshToken: "r", clientSecret: "s", lease: 60 }, `${btoa("client-id:s")} r`],
];

for (const [login, spends] of logins) {
  test(`a function gives the whole login or none: ${Object.keys(login).join()}`, async () => {
    const fake = fakeVendor({ scheme: REFRESHING });
    const configured = { credentials: { login: { clientId: "app", clientSecret: "of-app", refreshToken: "of-app" } } };
    const whole = { credentials: { login: () => ({ clientId: "client-id", ...login }) } };
    const call = fake.clock.finish(fake.client(whole, {}, configured).get("/items"));
    if (spends === undefined) await rejection(call, ConfigurationError);
    else await call;
    const told = fake.tokens.map(
      ({ form, authorization }) =>
        `${authorization.slice(6) || `public ${form["client_id"]}`} ${form["refresh_token"]}`,
    );
    assert.equal(told, spends === undefined ? [] : [spends]);
  });
}

test("12.8: no error shows a refresh token of its grant, whichever its own token came with", async () => {
  const all = ["refresh-0", "refresh-1", "refresh-2"].join(" ");
  const fake = vendor({ api: () => answer(400, { grant: all }) });
  const acme = fake.client({}, first);
  for (const hour of [0, 1, 1])
    await fake.clock.advanceTo(hour * 3_600_000).then(async () => rejection(acme.get("/items"), HttpError));
  const { text } = await rejection(acme.get("/items"), HttpError);
  assert.match(text, "*** *** ***");
});

test("12.8: nor one of a token endpoint, of the tokens of another caller who waits for it or is told the same", async () => {
  let mine = "refresh-0";
  const fake = vendor({
    token: (_, number) =>
      number === 1
        ? granted("access-1", { refresh_token: "refresh-1", expires_in: 1 })
        : answer(400, { error: "invalid_grant", error_description: "this grant began with refresh-0" }),
  });
  const acme = fake.client({ credentials: { login: () => ({ ...LOGIN, refreshToken: mine }) } });
  await acme.get("/items");
  await fake.clock.advanceTo(5000);
  const calls: Promise<Error>[] = [];
  for (const refreshToken of ["refresh-1", "refresh-0", "refresh-0"]) {
    mine = refreshToken;
    calls.push(rejection<Error>(acme.get("/items"), Error));
    await settle();
  }
  for (const { message } of await Promise.all(calls)) {
    assert.match(message, "this grant began with ***");
    assert.not.match(message, "refresh-0");
  }
});

test.run();
