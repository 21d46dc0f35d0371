// RFC 6749 §6, at a server that gives a new refresh token for each that is spent, and ends everything where one is spent
// twice (RFC 9700 §4.14.2).
import assert from "node:assert/strict";
import { secretOf, SCOPES } from "../clients.mjs";
import { authorize } from "../code-flow.mjs";
import { pass } from "../time.mjs";
import { ask, failure, together, tokensSeen } from "../world.mjs";

const [READ, WRITE] = SCOPES;
const LIFETIME = 600;

export const rotation = {
  async "100 first calls of a public client spend the refresh token once"(world) {
    const client = world.client("phone", { login: await phone(world) });
    const { sub } = (await together(100, () => ask(client)))[0];
    assert.equal(sub, "ada");
    const [request, ...others] = world.authority.tokenRequests();
    assert.equal(others.length, 0);
    assert.equal(request.headers.authorization, undefined);
    assert.equal(new URLSearchParams(request.body()).get("client_id"), "phone");
  },

  async "each renewal spends the newest"(world) {
    for (const [provider, login] of [
      ["phone", await phone(world)],
      ["desk", await desk(world)],
    ]) {
      const client = world.client(provider, { login });
      for (let round = 0; round < 10; round += 1) {
        await together(20, () => ask(client));
        pass(LIFETIME + 1);
      }
    }
    assert.equal(world.authority.tokenRequests().length, 20);
    assertSpentOnce(world);
  },

  async "keys that share a refresh token take turns"(world) {
    const client = world.client("desk", { login: await desk(world) });
    const asked = [[READ], [WRITE], [READ, WRITE], ["offline_access", READ]];
    for (let round = 0; round < 5; round += 1) {
      await together(40, (index) => client.get(index % 4 === 1 ? "/write" : "/read", scoped(asked[index % 4])).json());
      pass(LIFETIME + 1);
    }
    assert.equal(world.authority.tokenRequests().length, 20);
    assert.equal(world.authority.server.mostOpen, 1);
    assertSpentOnce(world);
  },

  async "a refused token is renewed by the newest refresh token"(world) {
    const client = world.client("desk", { login: await desk(world) });
    for (let round = 0; round < 5; round += 1) {
      await together(20, () => ask(client));
      await world.withdraw(tokensSeen(world.api).at(-1));
    }
    await ask(client);
    assert.equal(world.authority.tokenRequests().length, 6);
    assertSpentOnce(world);
  },

  async "`save` is told of a rotated token before the API sees the access token"(world) {
    const saved = [];
    const save = async (key, tokens) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      saved.push({ key, tokens, seen: world.api.requests.length });
    };
    const login = await phone(world);
    const client = world.client("phone", { login, tokens: { save } });
    await together(20, () => ask(client));
    assert.equal(saved.length, 1);
    const [{ key, tokens, seen }] = saved;
    assert.equal(seen, 0);
    assert.equal(key.clientId, "phone");
    assert.equal(tokens.accessToken, tokensSeen(world.api)[0]);
    assert.notEqual(tokens.refreshToken, login.refreshToken);
    assert.ok(Math.abs(tokens.expiresAt - Date.now() - LIFETIME * 1000) < 5000, String(tokens.expiresAt));
  },

  async "after a restart `load` gives what `save` was told"(world) {
    const store = storage();
    const login = await phone(world);
    await ask(world.client("phone", { login, tokens: store }));
    const restarted = world.client("phone", { login, tokens: store });
    await together(20, () => ask(restarted));
    assert.equal(world.authority.tokenRequests().length, 1);
    pass(LIFETIME + 1);
    await together(20, () => ask(restarted));
    assert.equal(world.authority.tokenRequests().length, 2);
    assertSpentOnce(world);
  },

  async "a restart long after spends the newest refresh token, not the configured one"(world) {
    const store = storage();
    const login = await phone(world);
    await ask(world.client("phone", { login, tokens: store }));
    pass(LIFETIME + 1);
    await ask(world.client("phone", { login, tokens: store }));
    assertSpentOnce(world);
  },

  async "a loaded token that was taken back is replaced"(world) {
    const store = storage();
    const login = await phone(world);
    await ask(world.client("phone", { login, tokens: store }));
    await world.withdraw(tokensSeen(world.api)[0]);
    const restarted = world.client("phone", { login, tokens: store });
    await together(20, () => ask(restarted));
    assert.equal(world.authority.tokenRequests().length, 2);
    assertSpentOnce(world);
  },

  async "two instances that share a store spend no refresh token twice, one after the other"(world) {
    const store = storage();
    const login = await desk(world);
    const [one, other] = [0, 1].map(() => world.client("desk", { login, tokens: store }));
    for (let round = 0; round < 3; round += 1) {
      await together(10, () => ask(one));
      await together(10, () => ask(other));
      pass(LIFETIME + 1);
    }
    assert.equal(world.authority.tokenRequests().length, 3);
    assertSpentOnce(world);
  },

  async "two instances that race over one refresh token end in a clear error"(world) {
    const login = await desk(world);
    const [one, other] = [0, 1].map(() => world.client("desk", { login }));
    const outcomes = await Promise.allSettled([ask(one), ask(other)]);
    const error = outcomes.find(({ status }) => status === "rejected").reason;
    assertDenied(error, login);
    const asked = world.authority.tokenRequests().length;
    assert.ok(asked <= 3, `${asked} token requests`);
    // The server has ended the grant: the winner's tokens are no good either.
    for (const client of [one, other]) assertDenied(await failure(ask(client)), login);
    const afterwards = world.authority.tokenRequests().length;
    assert.ok(afterwards <= 4, `${afterwards} token requests`);
    await together(20, (index) => failure(ask(index % 2 ? one : other)));
    assert.equal(world.authority.tokenRequests().length, afterwards);
  },

  async "and so they do where they share a store, and look there too late"(world) {
    const store = storage();
    const login = await desk(world);
    const clients = [0, 1].map(() => world.client("desk", { login, tokens: store }));
    await together(40, (index) => ask(clients[index % 2]).catch(() => {}));
    // Whoever lost the race has ended the grant, as the server holds it.
    for (const client of clients) assertDenied(await failure(ask(client)), login);
    const asked = world.authority.tokenRequests().length;
    assert.ok(asked <= 4, `${asked} token requests`);
  },

  async "callers that give up spend nothing"(world) {
    const client = world.client("desk", { login: await desk(world) });
    for (let round = 0; round < 5; round += 1) {
      await together(40, (index) => ask(client, { signal: AbortSignal.timeout(index) }).catch(() => {}));
      await ask(client);
      pass(LIFETIME + 1);
    }
    assert.ok(world.authority.tokenRequests().length <= 6);
    assertSpentOnce(world);
  },

  async "an answer that is lost has cost the refresh token: that is told, and no more asked"(world) {
    const login = await desk(world);
    const client = world.client("desk", { login, fetch: losing(world.authority.as.token_endpoint) });
    assert.equal((await failure(ask(client))).name, "NetworkError");
    assertDenied(await failure(ask(client)), login);
    assertDenied(await failure(ask(client)), login);
    assert.equal(world.authority.tokenRequests().length, 2);
  },

  async "a `save` that fails leaves the tokens in memory, and an event says so"(world) {
    const events = [];
    const save = () => {
      throw new Error("the disk is full of canaries");
    };
    const client = world.client("phone", {
      login: await phone(world),
      tokens: { save },
      on: (each) => events.push(each),
    });
    for (let round = 0; round < 3; round += 1) {
      await together(10, () => ask(client));
      pass(LIFETIME + 1);
    }
    assertSpentOnce(world);
    const told = events.filter(({ type, step }) => type === "token" && step === "save");
    assert.equal(told.length, 3);
    assert.match(told[0].error.message, /tokens\.save/);
    assert.ok(!JSON.stringify(events).includes("canaries"));
  },

  async "a refresh token that was taken back is told once"(world) {
    const login = await phone(world);
    await world.revoke("phone", login.refreshToken);
    const client = world.client("phone", { login });
    for (const error of await together(20, () => failure(ask(client)))) assertDenied(error, login);
    assertDenied(await failure(ask(client)), login);
    assert.equal(world.authority.tokenRequests().length, 1);
    assert.equal(world.api.requests.length, 0);
  },
};

async function phone(world) {
  return login(world, "phone", { clientId: "phone" });
}

async function desk(world) {
  return login(world, "desk", { clientId: "desk", clientSecret: secretOf("desk") });
}

/** Whatever was sent for it is forgotten. */
async function login(world, clientId, credentials) {
  const { refresh_token: refreshToken } = await authorize(world.authority.as, clientId);
  world.authority.server.forget();
  return { ...credentials, refreshToken };
}

function scoped(scopes) {
  return { security: { id: "login", scopes } };
}

/** The first answer of a server gets lost on its way. */
function losing(url) {
  let isLost = false;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (isLost || new Request(input).url !== url) return response;
    isLost = true;
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("closed"), { code: "ECONNRESET" }) });
  };
}

/** A store that several processes share. */
function storage() {
  const kept = new Map();
  return {
    load: async (key) => kept.get(JSON.stringify(key)),
    save: async (key, tokens) => kept.set(JSON.stringify(key), tokens),
  };
}

/** The server ends a grant where a refresh token comes a second time. */
function assertSpentOnce({ authority }) {
  const spent = authority.tokenRequests().map((request) => new URLSearchParams(request.body()).get("refresh_token"));
  assert.equal(new Set(spent).size, spent.length);
  assert.equal(authority.counts.revokedGrants, 0);
}

function assertDenied(error, { refreshToken, clientSecret = refreshToken }) {
  assert.equal(error.name, "AuthenticationError", error.stack);
  assert.equal(error.kind, "invalid_grant");
  const told = error.stack + JSON.stringify(error);
  assert.ok(!told.includes(refreshToken) && !told.includes(clientSecret), "a secret is in the error");
}
