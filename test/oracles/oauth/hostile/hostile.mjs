// Every answer of answers.mjs, to a client that authenticates by header, to one that does in the body, and to one that
// has a refresh token and no secret. What they end in says what is wrong, and nothing that is secret.
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { listen } from "../listen.mjs";
import { ask } from "../world.mjs";
import { answers } from "./answers.mjs";
import { CANARY } from "./echoes.mjs";

const LOGINS = {
  machine: { clientId: "hostile", clientSecret: CANARY },
  poster: { clientId: "hostile", clientSecret: CANARY },
  phone: { clientId: "hostile", refreshToken: CANARY },
};

/** For those who keep the client waiting for ever. */
const SHORT = { requestTimeout: 400 };

/** Messages as they were told, by answer. */
export const messages = new Map();

/** A scenario for each answer and client, at a server that stands for all of them. */
export async function openHostile() {
  const foreign = await listen((_, response) => response.end("{}"));
  let answer;
  const server = await listen((request, response) => {
    const { headers, body } = server.requests.at(-1);
    request.on("end", () => answer(response, { headers, body, foreign: foreign.origin })).resume();
  });
  const scenarios = {};
  for (const [title, [given, expected]] of Object.entries(answers)) {
    for (const provider of Object.keys(LOGINS)) {
      scenarios[`${title} (${provider})`] = async (world) => {
        answer = given;
        server.forget();
        const outcome = await attempt(world, provider, {
          at: server.origin,
          ...(expected?.code === "timeout" && SHORT),
        });
        if (expected === undefined) assertTaken(outcome, world, server);
        else assertRefused(outcome, expected, server);
        if (expected !== undefined) messages.set(title, `${outcome.error.name} ${outcome.error.message}`);
        assert.equal(foreign.requests.length, 0, "a redirect was followed");
      };
    }
  }
  return { scenarios, close: () => Promise.all([server.close(), foreign.close()]) };
}

async function attempt(world, provider, options) {
  const events = [];
  const login = LOGINS[provider];
  const client = world.client(provider, { login, ...options, on: (event) => events.push(event) });
  const error = await ask(client).catch((thrown) => thrown);
  return { error, events };
}

/** The API takes no token of a stranger; where the stranger has no other, that is told. */
function assertTaken({ error }, { api }, { requests }) {
  assert.equal(error.tokenEndpoint, undefined, error.stack);
  assert.equal(error.kind, "invalid_token");
  assert.equal(requests.length, 2);
  const sent = api.requests.map(({ headers }) => headers.authorization);
  assert.deepEqual(sent, ["Bearer good-token"]);
}

function assertRefused({ error, events }, { code, message, requests: count = 1 }, { requests }) {
  assert.equal(requests.length, count);
  assert.equal(error.code, code, error.stack);
  assert.match(error.message, message);
  assert.ok(error.message.length < 600, "a long message");
  assert.match(error.message, /^[^\p{Cc}\p{Cf}]*$/u);
  const told = [error.stack, ...[error, events].flatMap((each) => [JSON.stringify(each), inspect(each, { depth: 9 })])];
  for (const text of told) for (const secret of written(CANARY)) assert.ok(!text.includes(secret), `told: ${text}`);
}

/** The secret, and ways to write it that give it away. */
function written(secret) {
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const basic = Buffer.from(`hostile:${form}`).toString("base64");
  const quoted = JSON.stringify(secret).slice(1, -1);
  return [secret, form, basic, quoted, encodeURIComponent(secret), quoted.replaceAll("/", "\\/")];
}
