// A client of two providers with one use-case, on loopback.
import { createServer } from "node:http";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { digest } from "@sdkwright/runtime/generated/digest";

export const secrets = {
  header: { apikey: "canary-header-key" },
  query: { apikey: "canary-query-key" },
  path: { apikey: "canary-path-key" },
  cookie: { apikey: "canary-cookie-key" },
  bearer: { token: "canary-bearer-token" },
  basic: { username: "canary-basic-user", password: "canary-basic-password" },
  staff: { username: "canary-digest-user", password: "canary-digest-password" },
};

const securitySchemes = {
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  path: { type: "apiKey", in: "path", name: "token" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  staff: {
    type: "http",
    scheme: "digest",
    statusCode: 401,
    challengeHeader: "www-authenticate",
    authorizationHeader: "authorization",
  },
};

/** A server that keeps what it got. */
export async function startServer(answer) {
  const received = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(request, response, received.push(request)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    received,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

export function createClient(origin, options, map = ({ http }) => http.get("/items/{id}", { params: { id: 7 } })) {
  const retryPolicy = {
    kind: "circuit-breaker",
    circuit: true,
    maxContiguousRetries: 2,
    requestTimeout: 5000,
    openTime: 30_000,
    maxOpenTime: 60_000,
    patience: 1000,
    authCoolDown: 60_000,
    backoff: { kind: "exponential", start: 1, factor: 1 },
  };
  const part = (name) => ({
    definition: {
      name,
      defaultService: "default",
      services: { default: { baseUrl: `${origin}/${name}` } },
      securitySchemes,
    },
    configured: { credentials: secrets },
  });
  const perProvider = { input: {}, retryPolicy };
  const useCases = { Send: { providerFailover: true, input: {}, providers: { acme: perProvider, beta: perProvider } } };
  return bindClient(
    {
      providers: { acme: part("acme"), beta: part("beta") },
      profiles: { shop: { name: "shop", priority: ["acme", "beta"], useCases } },
      maps: { shop: { acme: { Send: map }, beta: { Send: map } } },
      digest,
    },
    { env: {}, ...options },
  );
}
