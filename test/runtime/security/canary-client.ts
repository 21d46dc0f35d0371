import type { Around, EventListener } from "@sdkwright/runtime";
import { bindProvider, type ProviderClient, type ProviderDefinition } from "@sdkwright/runtime/generated/digest";

/** A secret of its own for every credential field, given in code or through a variable. */
export const canaries = {
  header: { apikey: "canary-0-header-apikey" },
  query: { apikey: "canary-1-query-apikey" },
  body: { apikey: "canary-2-body-apikey" },
  path: { apikey: "canary-3-path-apikey" },
  basic: { username: "canary-4-basic-username", password: "canary-5-basic-password" },
  bearer: { token: "canary-6-bearer-token" },
  digest: { username: "canary-7-digest-username", password: "canary-8-digest-password" },
  cookie: { apikey: "canary-13-cookie-apikey" },
  prefixed: { apikey: "canary-14-prefixed-apikey" },
} as const;

export type SchemeId = keyof typeof canaries;
export type CanaryClient = ProviderClient<"acme", "default", SchemeId, "key">;

export const schemeIds = Object.keys(canaries) as SchemeId[];
export const credentialCanaries: readonly string[] = Object.values(canaries).flatMap((fields) => Object.values(fields));
/** With what a caller's own values hold: not credentials, but none of a message's business either. */
export const allCanaries: readonly string[] = [
  ...credentialCanaries,
  "canary-9-in-params",
  "canary-10-in-query",
  "canary-11-in-body",
  "canary-12-in-header",
];

/** Where the credentials of a client come from. */
export const sources = ["strings", "functions", "environment"] as const;
export type Source = (typeof sources)[number];

export interface CanaryOptions {
  readonly source: Source;
  readonly fetch?: typeof fetch | undefined;
  readonly requestTimeout?: number | undefined;
  readonly around?: Around | undefined;
  readonly on?: EventListener | undefined;
  /** Changes every secret, for instance into one that cannot be sent. */
  readonly change?: ((secret: string) => unknown) | undefined;
}

/** A client with every kind of scheme. */
export function canaryClient(
  baseUrl: string,
  { source, change = (secret) => secret, ...rest }: CanaryOptions,
): CanaryClient {
  const options = { retries: 0, ...rest, maxResponseBytes: 10_000 };
  if (source === "strings") {
    const credentials = mapFields((_scheme, _field, secret) => change(secret));
    return bindProvider(definitionOf(baseUrl), {}, { ...options, credentials, env: {} });
  }
  if (source === "functions") {
    const credentials = mapFields((_scheme, _field, secret) => () => change(secret));
    return bindProvider(definitionOf(baseUrl), {}, { ...options, credentials, env: {} });
  }
  const env: Record<string, string> = {};
  const configured = mapFields((scheme, field, secret) => {
    const name = `CANARY_${scheme}_${field}`.toUpperCase();
    env[name] = String(change(secret));
    return `$${name}`;
  });
  return bindProvider(definitionOf(baseUrl), { credentials: configured }, { ...options, env });
}

/** A call that puts a secret of the caller into every part of a request. */
export function canaryCall(client: CanaryClient, security: SchemeId, signal?: AbortSignal) {
  return client.post("/items/{id}/{key}", {
    security,
    params: { id: "canary-9-in-params", ...(security !== "path" && { key: "k" }) },
    query: { q: "canary-10-in-query" },
    headers: { "x-caller": "canary-12-in-header" },
    json: { text: "canary-11-in-body" },
    signal,
  });
}

function mapFields<Value>(
  make: (scheme: string, field: string, secret: string) => Value,
): Record<string, Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(canaries).map(([scheme, fields]) => [
      scheme,
      Object.fromEntries(Object.entries(fields).map(([field, secret]) => [field, make(scheme, field, secret)])),
    ]),
  );
}

function definitionOf(baseUrl: string): ProviderDefinition<"default", SchemeId> {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      query: { type: "apiKey", in: "query", name: "api_key" },
      body: { type: "apiKey", in: "body", name: "/auth/key" },
      path: { type: "apiKey", in: "path", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
      prefixed: { type: "apiKey", in: "header", name: "Authorization", prefix: "Bot " },
      basic: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer" },
      digest: {
        type: "http",
        scheme: "digest",
        statusCode: 401,
        challengeHeader: "www-authenticate",
        authorizationHeader: "authorization",
      },
    },
  };
}
