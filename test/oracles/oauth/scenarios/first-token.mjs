// RFC 6749 §4.4: who asks, how often, and for what.
import assert from "node:assert/strict";
import { AUDIENCE, secretOf, SCOPES, WITHHELD } from "../clients.mjs";
import { pass } from "../time.mjs";
import { ask, failure, together, tokensSeen } from "../world.mjs";

const [READ, WRITE] = SCOPES;
const POSTER = { clientId: "poster", clientSecret: secretOf("poster") };

export const firstToken = {
  "100 first calls at once make one token request"(world) {
    return manyCalls(world, 100, world.client("machine"));
  },

  "and so do those of a client that authenticates in the body"(world) {
    return manyCalls(world, 100, world.client("poster", { login: POSTER }));
  },

  "and so do 1000"(world) {
    return manyCalls(world, 1000, world.client("machine"), "/unguarded");
  },

  async "each instance has its own tokens"(world) {
    await Promise.all([ask(world.client("machine")), ask(world.client("machine"))]);
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(tokensSeen(world.api).length, 2);
  },

  async "the scopes and the audience of the definition are asked for"(world) {
    const { scope, aud } = await ask(world.client("machine"));
    assert.equal(scope, READ);
    assert.equal(aud, AUDIENCE);
  },

  async "a request that names other scopes has a token of its own"(world) {
    const client = world.client("machine");
    const narrow = { security: { id: "login", scopes: [WRITE] } };
    const write = () => client.get("/write", narrow).json();
    const answers = await Promise.all([ask(client), write(), ask(client), write()]);
    assert.deepEqual(
      answers.map(({ scope }) => scope),
      [READ, WRITE, READ, WRITE],
    );
    assert.equal(world.authority.tokenRequests().length, 2);
  },

  async "the order of scopes, and one that stands twice, make no difference"(world) {
    const client = world.client("machine");
    const orders = [
      [READ, WRITE],
      [WRITE, READ],
      [WRITE, READ, WRITE],
    ];
    await Promise.all(orders.map((scopes) => ask(client, { security: { id: "login", scopes } })));
    assert.equal(world.authority.tokenRequests().length, 1);
  },

  async "a token with too few scopes is refused and kept"(world) {
    const client = world.client("machine");
    const error = await failure(client.get("/write"));
    assert.equal(error.name, "AuthenticationError");
    assert.equal(error.kind, "insufficient_scope");
    await ask(client);
    assert.equal(world.authority.tokenRequests().length, 1);
    assert.equal(world.api.requests.length, 2);
  },

  async "a wrong secret is told once, and asked again after a minute"(world) {
    const secret = "a wrong secret: % +";
    const client = world.client("machine", { login: { clientSecret: secret } });
    const errors = await together(20, () => failure(ask(client)));
    for (const error of [...errors, await failure(ask(client))]) refused(error, "invalid_client", secret);
    assert.equal(world.authority.tokenRequests().length, 1);
    pass(61);
    refused(await failure(ask(client)), "invalid_client", secret);
    assert.equal(world.authority.tokenRequests().length, 2);
    assert.equal(world.api.requests.length, 0);
  },

  async "other credentials are tried at once"(world) {
    let clientSecret = "an old secret";
    const client = world.client("machine", { login: () => ({ clientId: "machine", clientSecret }) });
    refused(await failure(ask(client)), "invalid_client", clientSecret);
    clientSecret = secretOf("machine");
    await ask(client);
    assert.equal(world.authority.tokenRequests().length, 2);
  },

  async "a scope that is not to be had is the caller's error"(world) {
    const client = world.client("poster", { login: POSTER });
    const error = await failure(ask(client, { security: { id: "login", scopes: [WITHHELD] } }));
    assert.equal(error.name, "HttpError");
    assert.equal(error.status, 400);
    assert.match(error.message, /invalid_scope/);
  },
};

async function manyCalls({ authority, api }, count, client, path = "/invoices") {
  await together(count, () => client.get(path));
  assert.equal(authority.tokenRequests().length, 1);
  assert.equal(tokensSeen(api).length, 1);
  assert.equal(api.requests.length, count);
}

function refused(error, kind, secret) {
  assert.equal(error.name, "AuthenticationError", error.stack);
  assert.equal(error.kind, kind);
  assert.ok(!(error.stack + JSON.stringify(error)).includes(secret), "the secret is in the error");
}
