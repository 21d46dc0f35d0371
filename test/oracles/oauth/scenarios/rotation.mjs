// RFC 6749 §6, at a server that gives a new refresh token for each that is spent, and ends everything where one is spent
// twice (RFC 9700 §4.14.2).
import assert from "node:assert/strict";
import { SCOPES } from "../clients.mjs";
import { assertDenied, assertSpentOnce, desk, phone } from "../refresh-tokens.mjs";
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
