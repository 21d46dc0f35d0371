// oidc-provider, in process: a real authorization server with its defaults, which are strict, and what this needs switched on.
import { Provider } from "oidc-provider";
import { answerJson, listen } from "./listen.mjs";
import { AUDIENCE, clients, SCOPES, WITHHELD } from "./clients.mjs";

const SUBJECT = "ada";

/** Starts it. `requests` are those to its token endpoint; `revokedGrants` counts what the reuse of a refresh token ends. */
export async function startAuthority() {
  let handle;
  const server = await listen((request, response) => handle(request, response), isTokenRequest);
  const provider = new Provider(server.origin, configuration());
  const listener = provider.callback();
  handle = (request, response) => {
    if (request.url.startsWith("/interaction/")) void login(provider, request, response);
    else listener(request, response);
  };
  const counts = { revokedGrants: 0, failures: [] };
  provider.on("grant.revoked", () => (counts.revokedGrants += 1));
  provider.on("server_error", (_, error) => counts.failures.push(error));
  const tokenRequests = () => server.requests.filter(isTokenRequest);
  return { ...metadata(server.origin), server, provider, counts, tokenRequests };
}

function isTokenRequest({ url }) {
  return url === "/token";
}

/** As `oauth4webapi` wants to know it. */
function metadata(issuer) {
  return {
    issuer,
    as: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      introspection_endpoint: `${issuer}/token/introspection`,
      revocation_endpoint: `${issuer}/token/revocation`,
      authorization_response_iss_parameter_supported: true,
    },
  };
}

function configuration() {
  return {
    clients,
    scopes: ["offline_access", ...SCOPES, WITHHELD],
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    rotateRefreshToken: true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    loadExistingGrant: grantOf,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of the tests"] },
    ttl: {
      ClientCredentials: 600,
      AccessToken: 600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_, client) => client.clientId === "resource-server" },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
      resourceIndicators: {
        enabled: true,
        // `audience` of other vendors is what this one calls a resource.
        defaultResource: ({ oidc }) => oidc.body?.audience,
        getResourceServerInfo: (_, indicator) => resourceServer(indicator),
      },
    },
  };
}

function resourceServer(indicator) {
  if (indicator !== AUDIENCE) throw new Error("no such resource server");
  return { scope: SCOPES.join(" "), accessTokenTTL: 600, accessTokenFormat: "opaque" };
}

/** The user agrees to everything. */
async function grantOf(ctx) {
  const { client, session, params, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(params.scope);
  await grant.save();
  return grant;
}

async function login(provider, request, response) {
  try {
    await provider.interactionFinished(request, response, { login: { accountId: SUBJECT }, consent: {} });
  } catch (error) {
    answerJson(response, 500, { error: error.message });
  }
}
