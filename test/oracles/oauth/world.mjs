// An authorization server, an API that trusts it, and an SDK of both.
import * as oauth from "oauth4webapi";
import { startAuthority } from "./authority.mjs";
import { secretOf } from "./clients.mjs";
import { startResourceServer } from "./resource-server.mjs";
import { createSdk } from "./sdk.mjs";
import { clock } from "./time.mjs";

export async function openWorld() {
  const authority = await startAuthority();
  const api = await startResourceServer(authority.as);
  const { create, createClient } = await createSdk();
  const parameters = { API_PORT: new URL(api.origin).port, ISSUER_PORT: new URL(authority.issuer).port };
  return {
    authority,
    api,
    /** A client of a provider, as an application makes it; `at` is another place of the token endpoint. */
    client: (provider, { login, at = authority.issuer, ...options } = {}) =>
      create[provider]({
        parameters: { ...parameters, ISSUER_PORT: new URL(at).port },
        clock,
        env: { MACHINE_ID: "machine", MACHINE_SECRET: secretOf("machine") },
        ...(login && { credentials: { login } }),
        ...options,
      }),
    /** The use-case of both machines, with the secret of the first as it is given; `at` is where the first gets tokens. */
    useCase: ({ clientSecret, at = authority.issuer, on }) =>
      createClient({
        clock,
        on,
        env: { MACHINE_ID: "machine", MACHINE_SECRET: clientSecret },
        maps: { invoices: { machine: invoices, poster: invoices } },
        credentials: { poster: { login: { clientId: "poster", clientSecret: secretOf("poster") } } },
        parameters: { machine: { ...parameters, ISSUER_PORT: new URL(at).port }, poster: parameters },
      }).profiles.invoices,
    /** A client takes back a token of its own (RFC 7009), and with it all that came of the same grant. */
    revoke: (clientId, token) => revoke(authority.as, clientId, token),
    /** The authorization server takes back one access token of a grant. */
    withdraw: async (token) => (await authority.provider.AccessToken.find(token)).destroy(),
    forget() {
      authority.server.forget();
      api.forget();
      authority.counts.revokedGrants = 0;
    },
    async close() {
      await Promise.all([authority.server.close(), api.close()]);
    },
  };
}

async function revoke(as, clientId, token) {
  const secret = secretOf(clientId);
  const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret);
  const options = { [oauth.allowInsecureRequests]: true };
  const client = { client_id: clientId };
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, authentication, token, options));
}

const invoices = { List: ({ http }) => http.get("/invoices").json() };

/** What the API says of the caller. */
export function ask(client, options) {
  return client.get("/invoices", options).json();
}

/** What an error that was expected is. */
export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("this should have failed");
}

/** Tokens that came to the API, each once, in their order. */
export function tokensSeen({ requests }) {
  return [...new Set(requests.map(({ headers }) => headers.authorization?.replace(/^Bearer /, "")))];
}

/** `count` calls at once; rejects as the first that did, after all have ended. */
export async function together(count, call) {
  const calls = Array.from({ length: count }, (_, index) => call(index));
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

export async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
