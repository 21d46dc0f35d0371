import { AsyncLocalStorage } from "node:async_hooks";
import { AuthenticationError, type StoredTokens } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { settle } from "../../policy/virtual-clock.js";
import { answer, fakeVendor, granted, LOGIN, type Asked, type Fake, type FakeOptions } from "./fake.js";

const test = suite("oauth2: several tenants on one client");

interface Login {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken?: string;
}

const tenant = new AsyncLocalStorage<Login>();

const alice: Login = { clientId: "shared-id", clientSecret: "secret-of-alice" };
const mallory: Login = { ...alice, clientSecret: "anything" };

const secretOf = ({ authorization }: Asked): string =>
  Buffer.from(authorization.slice(6), "base64").toString().split(":")[1] ?? "";

const knowsAlice: FakeOptions["token"] = (asked, number) =>
  secretOf(asked) === alice.clientSecret ? granted(`access-${number}`) : answer(401, { error: "invalid_client" });

/** One client for all: each request is made with what its own context says. */
function shared(fake: Fake, options: object = {}) {
  const acme = fake.client({ credentials: { login: () => tenant.getStore() }, ...options });
  return (who: Login) => tenant.run(who, async () => fake.clock.finish(acme.get("/items").json()));
}

test("who knows the id alone gets no token, whatever came of another's", async () => {
  const fake = fakeVendor({ token: knowsAlice });
  const as = shared(fake);
  await as(alice);
  const { kind } = await rejection(as(mallory), AuthenticationError);
  await as(alice);
  assert.equal([kind, fake.tokens.map(secretOf)], ["invalid_client", ["secret-of-alice", "anything"]]);
  assert.equal(fake.calls.map(({ authorization }) => authorization), ["Bearer access-1", "Bearer access-1"]); // prettier-ignore
});

test("nor of one that is under way, nor its error", async () => {
  for (const [first, second] of [[alice, mallory], [mallory, alice]] as const) {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const fake = fakeVendor({ token: async (asked, number) => held.then(async () => knowsAlice(asked, number)) }); // prettier-ignore
    const as = shared(fake);
    const calls = Promise.allSettled([as(first), as(second)]);
    await settle();
    release();
    assert.equal((await calls).map(({ status }) => status), [first, second].map((who) => (who === alice ? "fulfilled" : "rejected"))); // prettier-ignore
    assert.equal([fake.tokens.length, fake.calls.length], [2, 1]);
  }
}); // prettier-ignore

test("nor with the refresh token of another: the id shows nothing, and the secret has to fit", async () => {
  const token: FakeOptions["token"] = (asked, number) =>
    secretOf(asked) === alice.clientSecret
      ? granted(`access-${number}`, { refresh_token: `refresh-${number}` })
      : answer(401, { error: "invalid_client" });
  const fake = fakeVendor({ scheme: { flow: "refreshToken" }, token });
  const as = shared(fake);
  await as({ ...alice, refreshToken: "refresh-0" });
  await rejection(as({ ...mallory, refreshToken: "refresh-0" }), AuthenticationError);
  await as({ ...alice, refreshToken: "refresh-0" });
  assert.equal([fake.tokens.length, fake.calls.length], [2, 2]);
});

test("a secret that is rotated costs one token, also while both are in use", async () => {
  const fake = fakeVendor();
  const as = shared(fake);
  const renewed = { ...alice, clientSecret: "next-secret" };
  for (const who of [alice, renewed, alice, renewed, renewed]) await as(who);
  assert.equal(fake.tokens.map(secretOf), ["secret-of-alice", "next-secret"]);
  assert.is(fake.calls.length, 5);
});

test("`tokens.load` and `save` run in the context of a caller with that secret, and can tell tenants apart by it", async () => {
  const rows = new Map<Login | undefined, StoredTokens>();
  const tokens = {
    load: () => rows.get(tenant.getStore()),
    save: (_: unknown, saved: StoredTokens) => void rows.set(tenant.getStore(), saved),
  };
  const fake = fakeVendor({ token: knowsAlice });
  await shared(fake, { tokens })(alice);
  const restarted = shared(fake, { tokens });
  await rejection(restarted(mallory), AuthenticationError);
  await restarted(alice);
  assert.equal([rows.size, fake.tokens.length, fake.calls.length], [1, 2, 2]);
});

test("scopes that change after the call are asked for as they were", async () => {
  const fake = fakeVendor();
  const scopes = ["read"];
  const call = fake.client().get("/items", { security: { id: "login", scopes } });
  scopes.splice(0, 1, "admin", "not a scope");
  await fake.clock.finish(call);
  assert.equal(fake.tokens.map(({ form }) => form["scope"]), ["read"]); // prettier-ignore
});

test("scopes that one has asked for are no other request's", async () => {
  const fake = fakeVendor({ token: ({ form }) => granted(`access-${form["scope"]?.replace(" ", "+") ?? "none"}`) });
  const acme = fake.client();
  for (const scopes of [["admin"], [], ["read"], ["read", "admin"]])
    await fake.clock.finish(acme.get("/items", { security: { id: "login", scopes } }).json());
  assert.equal(
    fake.calls.map(({ authorization }) => authorization.slice("Bearer access-".length)),
    ["admin", "none", "read", "admin+read"],
  );
});

for (const how of ["one after another", "all at once"]) {
  test(`who gives many wrong refresh tokens, ${how}, drives no grant of another's out`, async () => {
    let letGo = (): void => {};
    const all = new Promise<void>((resolve) => (letGo = resolve));
    const token: FakeOptions["token"] = async ({ form }, number) => {
      if (/^alice|^next/.test(form["refresh_token"] ?? ""))
        return granted(`access-${number}`, { refresh_token: `next-${number}`, expires_in: 10 });
      if (how === "all at once") await (number > 150 ? letGo() : all);
      return answer(400, { error: "invalid_grant" });
    };
    const fake = fakeVendor({ scheme: { flow: "refreshToken" }, token });
    const as = shared(fake);
    await as({ ...LOGIN, refreshToken: "alice-0" });
    const guess = async (_: unknown, number: number) =>
      rejection(as({ ...LOGIN, refreshToken: `guess-${number}` }), AuthenticationError);
    const guesses = Array.from({ length: 150 });
    if (how === "all at once") await Promise.all(guesses.map(guess));
    else for (const [number] of guesses.entries()) await guess(undefined, number);
    await fake.clock.advance(60_000);
    await as({ ...LOGIN, refreshToken: "alice-0" });
    assert.equal([fake.tokens[0], fake.tokens.at(-1)].map((each) => each?.form["refresh_token"]), ["alice-0", "next-1"]); // prettier-ignore
  });
}

test.run();
