// A use-case of two providers, whose first gets no token.
import assert from "node:assert/strict";
import { secretOf } from "../clients.mjs";
import { pass } from "../time.mjs";
import { failure, together } from "../world.mjs";

/** Where nobody listens. */
const NOWHERE = "http://127.0.0.1:1";

export const failover = {
  async "a wrong secret leads to the next provider, and is sent once a minute"(world) {
    const invoices = world.useCase({ clientSecret: "a wrong secret" });
    assert.deepEqual(await clientsOf(invoices, 20), ["poster"]);
    assert.deepEqual(byClient(world), { machine: 1, poster: 1 });
    pass(61);
    await clientsOf(invoices, 20);
    assert.deepEqual(byClient(world), { machine: 2, poster: 1 });
  },

  async "so does a token endpoint that is down"(world) {
    const invoices = world.useCase({ clientSecret: secretOf("machine"), at: NOWHERE });
    assert.deepEqual(await clientsOf(invoices, 20), ["poster"]);
    assert.deepEqual(byClient(world), { poster: 1 });
  },

  async "parameters of a call do not lead the secret elsewhere"(world) {
    const invoices = world.useCase({ clientSecret: secretOf("machine") });
    const elsewhere = { parameters: { machine: { ISSUER_PORT: new URL(world.api.origin).port } } };
    const error = await failure(invoices.List({}, { ...elsewhere, provider: "machine" }));
    assert.equal(error.code, "origin-changed", error.stack);
    assert.equal(world.api.requests.length + world.authority.tokenRequests().length, 0);
  },

  async "where both work, the first is asked"(world) {
    const invoices = world.useCase({ clientSecret: secretOf("machine") });
    assert.deepEqual(await clientsOf(invoices, 20), ["machine"]);
    assert.deepEqual(byClient(world), { machine: 1 });
  },
};

/** Who the API was asked by, each once. */
async function clientsOf(invoices, calls) {
  const answers = await together(calls, () => invoices.List({}));
  return [...new Set(answers.map(({ client }) => client))];
}

/** Token requests by client. */
function byClient({ authority }) {
  const counts = {};
  for (const request of authority.tokenRequests()) {
    const id = new URLSearchParams(request.body()).get("client_id") ?? "machine";
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}
