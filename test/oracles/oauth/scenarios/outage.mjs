// The token endpoint is down, and back.
import assert from "node:assert/strict";
import { SCOPES } from "../clients.mjs";
import { desk } from "../refresh-tokens.mjs";
import { pass } from "../time.mjs";
import { ask, failure, together, tokensSeen, until } from "../world.mjs";

const QUICK = {
  kind: "circuit-breaker",
  maxContiguousRetries: 5,
  backoff: { kind: "exponential", start: 20, factor: 1 },
};

export const outage = {
  async "no answer is a network failure, told once for all who wait"(world) {
    const { server } = world.authority;
    const client = world.client("machine");
    server.down = "reset";
    for (const error of await together(20, () => failure(ask(client)))) {
      assert.equal(error.name, "NetworkError");
      assert.equal(error.tokenEndpoint, "login");
    }
    assert.equal(world.authority.tokenRequests().length, 1);
    assert.equal(world.api.requests.length, 0);
    server.down = undefined;
    await together(20, () => ask(client));
    assert.equal(world.authority.tokenRequests().length, 2);
  },

  async "a status of 503 likewise"(world) {
    const client = world.client("machine");
    world.authority.server.down = 503;
    for (const error of await together(20, () => failure(ask(client)))) assert.equal(error.status, 503);
    assert.equal(world.authority.tokenRequests().length, 1);
    world.authority.server.down = undefined;
    await ask(client);
  },

  async "calls that are retried get through when it is back"(world) {
    const { server } = world.authority;
    const client = world.client("machine");
    server.down = 503;
    const calls = together(50, () => ask(client, { retryPolicy: QUICK }));
    await until(() => world.authority.tokenRequests().length >= 2);
    server.down = undefined;
    await calls;
    assert.equal(world.api.requests.length, 50);
    assert.equal(tokensSeen(world.api).length, 1);
    assert.equal(server.mostOpen, 1);
  },

  async "a token that still serves is used while it is down"(world) {
    const client = world.client("machine");
    await ask(client);
    pass(550);
    world.authority.server.down = 503;
    await together(20, () => ask(client));
    pass(30);
    await together(20, () => ask(client));
    assert.ok(world.authority.tokenRequests().length <= 3);
    assert.equal(tokensSeen(world.api).length, 1);
  },

  async "the circuit of the API stays closed"(world) {
    const changes = [];
    const client = world.client("machine", { on: (event) => event.type === "circuit" && changes.push(event) });
    world.authority.server.down = 503;
    await together(100, () => failure(ask(client, { retryPolicy: { ...QUICK, maxContiguousRetries: 1 } })));
    assert.deepEqual(
      changes.filter(({ service }) => service !== undefined),
      [],
    );
  },

  async "a refresh token is not lost by an outage"(world) {
    const client = world.client("desk", { login: await desk(world) });
    for (const down of ["reset", 503, undefined]) {
      world.authority.server.down = down;
      await together(10, () => ask(client).catch(() => {}));
    }
    await ask(client, { security: { id: "login", scopes: [SCOPES[0]] } });
    assert.equal(world.authority.counts.revokedGrants, 0);
    assert.equal(world.authority.tokenRequests().length, 4);
  },
};
