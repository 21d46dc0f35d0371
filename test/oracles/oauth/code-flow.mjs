// How an application gets its first refresh token: the authorization code flow with PKCE (RFC 7636), by oauth4webapi.
import * as oauth from "oauth4webapi";
import { REDIRECT_URI, secretOf, SCOPES } from "./clients.mjs";

const loopback = { [oauth.allowInsecureRequests]: true };

/** Resolves to what the token endpoint gave. */
export async function authorize(as, clientId, scope = `offline_access ${SCOPES.join(" ")}`) {
  const client = { client_id: clientId };
  const secret = secretOf(clientId);
  const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const redirected = await browse(await authorizationUrl(as, { clientId, scope, verifier, state }));
  const parameters = oauth.validateAuthResponse(as, client, redirected, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    parameters,
    REDIRECT_URI,
    verifier,
    loopback,
  );
  return oauth.processAuthorizationCodeResponse(as, client, response);
}

async function authorizationUrl(as, { clientId, scope, verifier, state }) {
  const url = new URL(as.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope,
    state,
    prompt: "consent",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return url;
}

/** A browser: cookies and redirects, until one leads back to the application. */
async function browse(start) {
  const cookies = new Map();
  let url = start;
  for (let hops = 0; !url.href.startsWith(REDIRECT_URI); hops += 1) {
    if (hops > 10) throw new Error(`redirected for ever: ${url.href}`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`no redirect but ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
