// Logins that have a refresh token, and what must not happen to it.
import assert from "node:assert/strict";
import { secretOf } from "./clients.mjs";
import { authorize } from "./code-flow.mjs";

/** Credentials of a public client. */
export function phone(world) {
  return login(world, "phone", { clientId: "phone" });
}

/** Credentials of one with a secret. */
export function desk(world) {
  return login(world, "desk", { clientId: "desk", clientSecret: secretOf("desk") });
}

/** Whatever was sent for it is forgotten. */
async function login(world, clientId, credentials) {
  const { refresh_token: refreshToken } = await authorize(world.authority.as, clientId);
  world.authority.server.forget();
  return { ...credentials, refreshToken };
}

/** The server ends a grant where a refresh token comes a second time. */
export function assertSpentOnce({ authority }) {
  const spent = authority.tokenRequests().map((request) => new URLSearchParams(request.body()).get("refresh_token"));
  assert.equal(new Set(spent).size, spent.length);
  assert.equal(authority.counts.revokedGrants, 0);
}

/** The error of a refresh token that is no good, without it. */
export function assertDenied(error, { refreshToken, clientSecret = refreshToken }) {
  assert.equal(error.name, "AuthenticationError", error.stack);
  assert.equal(error.kind, "invalid_grant");
  const told = error.stack + JSON.stringify(error);
  assert.ok(!told.includes(refreshToken) && !told.includes(clientSecret), "a secret is in the error");
}
