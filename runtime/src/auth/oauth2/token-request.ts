import type { OutgoingRequest } from "../../http/transport.js";
import type { Grant } from "./grant.js";
import { type GrantedTokens, readTokenAnswer } from "./token-answer.js";
import { tokenFailure } from "./token-failure.js";
import type { TokenWire } from "./token-wire.js";

const MAX_BYTES = 64 * 1024;

/** Asks the token endpoint, once (RFC 6749 §4.4.2 and §6). Rejects with the SdkError that tells why there is no token. */
export async function requestTokens(
  grant: Grant,
  refreshToken: string | undefined,
  wire: TokenWire,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const { client, label } = grant;
  const answer = await wire.send(client.fetch ?? globalThis.fetch, tokenRequest(grant, refreshToken), signal, label);
  const body = await wire.readBody(answer, MAX_BYTES, signal).catch(async (error: unknown) => {
    throw await wire.connectionError(error, label, true);
  });
  const granted = answer.ok && !answer.redirected && body.complete ? readTokenAnswer(body.bytes) : undefined;
  if (granted !== undefined) return granted;
  throw await tokenFailure(grant, wire, answer, body);
}

function tokenRequest({ key, clientSecret, authorization }: Grant, refreshToken: string | undefined): OutgoingRequest {
  const { tokenUrl: url, clientId, scopes, audience } = key;
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const form = new URLSearchParams({ grant_type: refreshToken === undefined ? "client_credentials" : "refresh_token" });
  const set = (name: string, value = ""): void => void (value && form.set(name, value));
  set("refresh_token", refreshToken);
  set("scope", scopes.join(" "));
  set("audience", audience);
  if (authorization === undefined) {
    set("client_id", clientId);
    set("client_secret", clientSecret);
  } else headers.set("authorization", authorization);
  const body = new TextEncoder().encode(form.toString());
  return { method: "POST", url, headers, body, redirected: false, personal: true };
}
