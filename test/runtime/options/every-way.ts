import { createHash } from "node:crypto";
import { defineMap, type ProviderClient, type UseCase } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { digest } from "@sdkwright/runtime/generated/digest";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { operations } from "@sdkwright/runtime/generated/operations";
import { check } from "@sdkwright/runtime/validate";
import { parts } from "./doors.js";

const definition: ProviderDefinition = {
  name: "vendor",
  defaultService: "default",
  services: { default: { baseUrl: "https://{HOST}.test" } },
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    user: { type: "http", scheme: "basic" },
    proven: { type: "http", scheme: "digest", statusCode: 401, challengeHeader: "www-authenticate", authorizationHeader: "authorization" }, // prettier-ignore
    login: {
      type: "oauth2",
      flow: "clientCredentials",
      tokenUrl: "https://auth.test/token",
      clientAuthentication: "basic",
    },
  },
  parameters: { HOST: {} },
  operations: operations({
    "GET /lists/{ID}": { params: { ID: {} }, query: { ids: { explode: false } } },
    "POST /forms{;at}{?find}": {
      params: { at: { style: "matrix" }, find: {} },
      query: { deep: { style: "deepObject" }, json: { content: "application/json" } },
      headers: { "X-List": {} },
      form: { tags: { style: "pipeDelimited", explode: false }, plain: {}, typed: { contentType: "application/json" } },
    },
    "POST /parts": {
      multipart: {
        tags: { style: "pipeDelimited", explode: false },
        plain: {},
        told: { contentType: "text/csv", headers: { "X-Part": "1" } },
      },
    },
  }),
};
const credentials = {
  key: { apikey: "own-key" },
  user: { username: "own-user", password: "own-password" },
  proven: { username: "own-user", password: "own-password" },
  login: { clientId: "own-client", clientSecret: "own-secret" },
};

/** Whether it is the digest answer to the challenge: it has a number of its own, so that no two are the same. */
function isProof(authorization: string | null): boolean {
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const { cnonce = "", response } = Object.fromEntries(
    Array.from(authorization?.matchAll(/(\w+)="?([^",]*)/g) ?? [], ([, name, value]) => [name, value]),
  ) as { readonly cnonce?: string; readonly response?: string };
  const key = md5(`${md5("own-user:r:own-password")}:n:${cnonce}`);
  return response === md5(`${key}:n:00000001:${cnonce}:auth:${md5("GET:/proven")}`);
}

interface Http {
  readonly http: ProviderClient;
}

const list = ["u", "v"];

/** By operations, in every place and style. */
async function sendOperations(client: ProviderClient): Promise<void> {
  await client.get("/lists/{ID}", { params: { ID: 1 }, query: { ids: [1, 2] } });
  const options = { params: { at: list, find: list }, query: { deep: { a: list }, json: list, other: "o" }, headers: { "X-List": list } }; // prettier-ignore
  await client.post("/forms{;at}{?find}", { ...options, form: { tags: list, plain: list, typed: { a: 1 }, other: "o" } } as object); // prettier-ignore
  await client.post("/parts", { multipart: { tags: list, plain: list, told: "1\n2", other: "o" } });
}

/** Two providers, of which the second has no map, and the first has several. */
const bound = {
  providers: {
    acme: { definition: { ...definition, name: "acme" } },
    bolt: { definition: { ...definition, name: "bolt" } },
  },
  profiles: {
    shop: {
      name: "shop",
      priority: ["acme", "bolt"],
      useCases: {
        Send: {
          providerFailover: true,
          input: {},
          providers: {
            acme: { input: {}, retryPolicy: { kind: "none", requestTimeout: 30_000 } },
            bolt: { input: {}, retryPolicy: { kind: "none", requestTimeout: 30_000 } },
          },
        },
      },
    },
  },
  maps: {
    shop: {
      acme: [
        { Send: async ({ http }: Http) => http.get("/tries").text() },
        defineMap({ Send: async ({ http }: Http) => http.get("/eu").text() }, { variant: "eu" }),
      ],
      bolt: { Send: async ({ http }: Http) => http.get("/bolt").text() },
    },
  },
} as const;

/** Sends by every way, to servers that answer well, badly and not at all; gives what went out. */
export async function sendAll(): Promise<string[]> {
  const sent: string[] = [];
  const statuses = [503, 401, 200];
  const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess';
  const fetch = async (url: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
    const authorization = new Headers(headers).get("authorization");
    const written = text.replaceAll(/sdkwright-\w+/g, "boundary");
    sent.push(`${method} ${String(url)} ${isProof(authorization) ? "a proof" : authorization} ${written}`);
    if (String(url).includes("/token")) return Response.json({ access_token: "granted", token_type: "Bearer" });
    if (String(url).includes("/proven") && !new Headers(headers).has("authorization"))
      return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
    if (String(url).includes("/broken")) throw new TypeError("fetch failed");
    return Response.json({}, { status: String(url).includes("/tries") ? (statuses.shift() ?? 200) : 200 });
  };
  const options = { fetch, credentials, parameters: { HOST: "own" }, random: () => 0, clock: instant };
  const client = bindProvider(definition, {}, options, { oauth2, digest });
  const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 2, backoff: { kind: "exponential" } } as const;
  for (const security of [[], ["key"], "user", "login"]) {
    await client.get("/plain", { security }).json();
    await client.post("/tries", { security, json: { a: 1 }, retryPolicy }).catch(() => {});
  }
  await client.get("/broken").catch(() => {});
  await sendOperations(client);
  await client.get("/proven", { security: "proven" });
  const { profiles } = bindClient<{ profiles: { shop: { Send: UseCase<object, unknown> } } }>(bound, {
    ...options,
    credentials: {},
    parameters: { acme: { HOST: "own" }, bolt: { HOST: "own" } },
  });
  await profiles.shop.Send({}).catch(() => {});
  sent.push(String(check({ type: "string", pattern: "^(a+)b$" }, "aac").length));
  const unset = bindProvider(definition, {}, { fetch });
  await unset.get("/plain").catch(() => sent.push("no HOST"));
  const clientJson = { providers: { acme: { file: "./acme.provider.json", security: [{ id: "token", token: "own-token" }] } }, profiles: { shop: { version: "1.0.0", defaults: { Send: {} }, providers: { acme: {} }, priority: ["acme"] } } }; // prettier-ignore
  const configured = bindClient<{ profiles: { shop: { Send: UseCase<object, unknown> } } }>(parts, {
    fetch,
    clientJson,
  });
  await configured.profiles.shop.Send({});
  return sent;
}

/** Waits take no time, and no limit is reached. */
const instant = {
  now: () => 0,
  sleep: (_: number, signal: AbortSignal, isLimit = false): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!isLimit) return resolve();
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    }),
};
