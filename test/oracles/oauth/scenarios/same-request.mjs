// What we send to the token endpoint beside what oauth4webapi sends, both taken by the server; and what it cannot take,
// because RFC 6749 has no such characters in ids and secrets, beside what oauth4webapi would send.
import assert from "node:assert/strict";
import * as oauth from "oauth4webapi";
import { AUDIENCE, ODD, secretOf, SCOPES } from "../clients.mjs";
import { authorize } from "../code-flow.mjs";
import { ask } from "../world.mjs";

const loopback = { [oauth.allowInsecureRequests]: true };

/** Names of headers that clients have of their own: of them, of the platform, and of the bytes. */
const OWN = new Set([
  "user-agent",
  "host",
  "connection",
  "accept-language",
  "sec-fetch-mode",
  "accept-encoding",
  "content-length",
]);

/** Characters that both may leave as they are, and one of them writes in hexadecimals all the same. */
const HARMLESS = { "%2D": "-", "%5F": "_", "%2E": ".", "%2A": "*" };

export const sameRequest = {
  async "basic, with every character that is allowed in ids and secrets"(world) {
    const login = { clientId: ODD, clientSecret: secretOf(ODD) };
    await ask(world.client("machine", { login }));
    await grant(world.authority.as, login, oauth.ClientSecretBasic, { scope: SCOPES[0], audience: AUDIENCE });
    assertSame(world.authority.tokenRequests());
  },

  async "in the body, with every character that is allowed in a secret"(world) {
    const login = { clientId: "poster", clientSecret: secretOf("poster") };
    await ask(world.client("poster", { login }));
    await grant(world.authority.as, login, oauth.ClientSecretPost, { scope: SCOPES.join(" ") });
    assertSame(world.authority.tokenRequests());
  },

  async "a public client with a refresh token"(world) {
    const tokens = await Promise.all([0, 1].map(() => authorize(world.authority.as, "phone")));
    world.forget();
    const [ours, theirs] = tokens.map(({ refresh_token: refreshToken }) => refreshToken);
    await ask(world.client("phone", { login: { clientId: "phone", refreshToken: ours } }));
    await refresh(world.authority.as, "phone", theirs);
    const requests = world.authority.tokenRequests().map(normalised);
    const refreshTokens = requests.map(({ fields }) => fields.refresh_token);
    assert.deepEqual(refreshTokens, [ours, theirs]);
    for (const { fields } of requests) delete fields.refresh_token;
    assert.deepEqual(requests[0], requests[1]);
  },

  async "characters beyond ASCII, as form-encoding has them"(world) {
    for (const [provider, authentication] of [
      ["machine", oauth.ClientSecretBasic],
      ["poster", oauth.ClientSecretPost],
    ]) {
      const login = { clientId: "Zoë:%+ &=", clientSecret: "pä$$ wörd 🔑 :%+&=\"'<>" };
      const ours = await kept((fetch) => ask(world.client(provider, { login, fetch })));
      const theirs = await kept((fetch) => grant(world.authority.as, login, authentication, fields(provider), fetch));
      assertSame([ours, theirs]);
    }
  },
};

function fields(provider) {
  return provider === "machine" ? { scope: SCOPES[0], audience: AUDIENCE } : { scope: SCOPES.join(" ") };
}

async function grant(as, { clientId, clientSecret }, authentication, parameters, fetch = globalThis.fetch) {
  const client = { client_id: clientId };
  const options = { ...loopback, [oauth.customFetch]: fetch };
  const response = await oauth.clientCredentialsGrantRequest(
    as,
    client,
    authentication(clientSecret),
    parameters,
    options,
  );
  return oauth.processClientCredentialsResponse(as, client, response);
}

async function refresh(as, clientId, refreshToken) {
  const client = { client_id: clientId };
  const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, loopback);
  return oauth.processRefreshTokenResponse(as, client, response);
}

/** The first request that is sent; none arrives. */
async function kept(call) {
  let request;
  const fetch = async (input, init) => {
    const sent = new Request(input, init);
    const text = await sent.text();
    const { pathname: url } = new URL(sent.url);
    request ??= { method: sent.method, url, headers: Object.fromEntries(sent.headers), body: () => text };
    throw new TypeError("nothing is sent here");
  };
  await call(fetch).catch(() => {});
  return request;
}

function assertSame([ours, theirs, ...others]) {
  assert.equal(others.length, 0);
  assert.deepEqual(normalised(ours), normalised(theirs));
}

/** What a request says, decoded no further than harmless escapes and the order of fields. */
function normalised({ method, url, headers, body }) {
  const fields = Object.fromEntries(
    body()
      .split("&")
      .map((field) => field.split("=").map(harmless)),
  );
  const { authorization, ...others } = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name)));
  const credentials = authorization && harmless(Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString());
  return {
    method,
    url,
    fields,
    credentials,
    headers: { ...others, "content-type": mediaType(others["content-type"]) },
  };
}

function harmless(text) {
  return text.replaceAll(/%2[DEA]|%5F/g, (escape) => HARMLESS[escape]);
}

/** The parameter says what is so by definition. */
function mediaType(value) {
  return value.toLowerCase().replace(/; ?charset=utf-8$/, "");
}
