// An API that lets in who has a token, and asks the authorization server about each (RFC 7662) by oauth4webapi.
import * as oauth from "oauth4webapi";
import { secretOf } from "./clients.mjs";
import { answerJson, listen } from "./listen.mjs";

const loopback = { [oauth.allowInsecureRequests]: true };

/**
 * Starts it. A path with `write` needs the scope to write; one with `bare` says 401 and no more where a token is no good;
 * `/unguarded` takes all.
 */
export async function startResourceServer(as) {
  const server = await listen((request, response) => {
    answer(as, request).then(
      ({ status, value, headers }) => answerJson(response, status, value, headers),
      (error) => answerJson(response, 500, { error: String(error) }),
    );
  });
  return server;
}

/** As RFC 6750 §3 has it: a request without a token is told of no error. */
async function answer(as, { headers, url }) {
  if (url === "/unguarded") return { status: 200, value: {} };
  const [, token] = /^Bearer ([\x21-\x7e]+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return refusal(401, "Bearer");
  const { active, scope = "", aud, sub, client_id: client } = await introspect(as, token);
  const problem = url.includes("bare")
    ? ""
    : ' error="invalid_token", error_description="The token is not good any more"';
  if (!active) return refusal(401, `Bearer${problem}`);
  const needed = url.includes("write") ? "invoices:write" : "invoices:read";
  if (!scope.split(" ").includes(needed)) return refusal(403, `Bearer error="insufficient_scope", scope="${needed}"`);
  return { status: 200, value: { client, sub, scope, aud } };
}

function refusal(status, challenge) {
  return { status, value: {}, headers: { "www-authenticate": challenge } };
}

async function introspect(as, token) {
  const client = { client_id: "resource-server" };
  const authentication = oauth.ClientSecretBasic(secretOf("resource-server"));
  const response = await oauth.introspectionRequest(as, client, authentication, token, loopback);
  return oauth.processIntrospectionResponse(as, client, response);
}
