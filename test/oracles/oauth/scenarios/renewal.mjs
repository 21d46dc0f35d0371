// Tokens end: they expire, or they are taken back.
import assert from "node:assert/strict";
import { pass } from "../time.mjs";
import { ask, failure, together, tokensSeen, until } from "../world.mjs";

/** Of the tokens that the authorization server gives, in s. */
const LIFETIME = 600;
const AHEAD = 60;

export const renewal = {
  async "a token is kept until a minute before it expires"(world) {
    const client = world.client("machine");
    await ask(client);
    pass(LIFETIME - AHEAD - 5);
    await together(10, () => ask(client));
    assert.equal(world.authority.tokenRequests().length, 1);
  },

  async "then one more is asked for, while the old one serves"(world) {
    const client = world.client("machine");
    await ask(client);
    pass(LIFETIME - AHEAD + 5);
    world.authority.server.down = "reset";
    await together(10, () => ask(client));
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(tokensSeen(world.api).length, 1);
  },

  async "and takes its place"(world) {
    const client = world.client("machine");
    await ask(client);
    pass(LIFETIME - AHEAD + 5);
    await ask(client);
    await until(() => world.authority.tokenRequests().length === 2 && world.authority.server.open === 0);
    await together(100, () => ask(client));
    const [first, second] = tokensSeen(world.api);
    assert.notEqual(first, second);
    assert.equal(tokensSeen(world.api).length, 2);
    assert.equal(world.authority.tokenRequests().length, 2);
  },

  async "an expired token is not sent: 100 calls wait for one new token"(world) {
    const client = world.client("machine");
    await ask(client);
    pass(LIFETIME + 1);
    await together(100, () => ask(client));
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(world.api.requests.length, 101);
    assert.equal(tokensSeen(world.api).length, 2);
  },

  async "a token that was taken back is replaced, and the request sent once more"(world) {
    const client = world.client("machine");
    await ask(client);
    const [token] = tokensSeen(world.api);
    await world.revoke("machine", token);
    await ask(client);
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(world.api.requests.length, 3);
  },

  async "one new token for 100 calls that are refused at once"(world) {
    const client = world.client("machine");
    await ask(client);
    const [token] = tokensSeen(world.api);
    await world.revoke("machine", token);
    await together(100, () => ask(client));
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(tokensSeen(world.api).length, 2);
    const refused = world.api.requests.filter(({ headers }) => headers.authorization === `Bearer ${token}`).length - 1;
    assert.equal(world.api.requests.length, 1 + refused + 100);
  },

  async "a bare 401 is about the token where it was taken before"(world) {
    const client = world.client("machine");
    await ask(client);
    await world.revoke("machine", tokensSeen(world.api)[0]);
    await client.get("/bare");
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(world.api.requests.length, 3);
  },

  async "and else about the request"(world) {
    const client = world.client("machine", { fetch: revoking(world) });
    const error = await failure(client.get("/bare"));
    assert.equal(error.kind, "rejected");
    assert.equal(world.authority.tokenRequests().length, 1);
    assert.equal(world.api.requests.length, 1);
  },

  async "a body goes out twice as it was"(world) {
    const client = world.client("machine");
    await ask(client);
    await world.revoke("machine", tokensSeen(world.api)[0]);
    await client.post("/invoices", { json: { amount: 12 } }).json();
    const [, refused, accepted] = world.api.requests;
    assert.equal(refused.body(), '{"amount":12}');
    assert.equal(accepted.body(), refused.body());
  },

  async "tokens of another scope stay"(world) {
    const client = world.client("machine");
    const narrow = { security: { id: "login", scopes: ["invoices:read", "invoices:write"] } };
    await ask(client);
    await ask(client, narrow);
    await world.revoke("machine", tokensSeen(world.api)[0]);
    await Promise.all([ask(client), ask(client, narrow)]);
    assert.equal(world.authority.tokenRequests().length, 3);
  },

  async "where every token is refused, it ends after one more"(world) {
    const client = world.client("machine", { fetch: revoking(world) });
    const error = await failure(ask(client));
    assert.equal(error.name, "AuthenticationError");
    assert.equal(error.kind, "invalid_token");
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(world.api.requests.length, 2);
    assert.equal(tokensSeen(world.api).length, 2);
  },
};

/** Every token is taken back before the API sees it. */
function revoking({ revoke }) {
  return async (input, init) => {
    const [, token] =
      /^Bearer (.+)$/.exec(new Headers(init?.headers ?? input.headers).get("authorization") ?? "") ?? [];
    if (token !== undefined) await revoke("machine", token);
    return fetch(input, init);
  };
}
