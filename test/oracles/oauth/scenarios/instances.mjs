// What `tokens` keeps beyond one client instance, and instances that share a refresh token without it.
import assert from "node:assert/strict";
import { assertDenied, assertSpentOnce, desk, phone } from "../refresh-tokens.mjs";
import { pass } from "../time.mjs";
import { ask, failure, together, tokensSeen } from "../world.mjs";

const LIFETIME = 600;

export const instances = {
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
};

/** A store that several processes share. */
function storage() {
  const kept = new Map();
  return {
    load: async (key) => kept.get(JSON.stringify(key)),
    save: async (key, tokens) => kept.set(JSON.stringify(key), tokens),
  };
}
