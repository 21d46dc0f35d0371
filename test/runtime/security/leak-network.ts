import { bindProvider, type ProviderClient, type ProviderDefinition } from "@sdkwright/runtime/generated/digest";

/** One request that reached the network. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What a URL answers; a function is asked per request. */
export type Route = Response | ((request: Sent) => Response | Promise<Response>);

/** A network that exists only in memory: it routes by URL without query and writes down everything. */
export interface Network {
  readonly sent: Sent[];
  readonly fetch: typeof fetch;
}

export function network(routes: Record<string, Route>): Network {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      const seen = { method, url, headers, body: await request.text() };
      sent.push(seen);
      const route = routes[url.replace(/\?.*/, "")];
      if (route === undefined) throw new TypeError(`nothing at ${url}`);
      return typeof route === "function" ? route(seen) : route.clone();
    },
  };
}

export function redirect(status: number, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

/** One secret per credential field; none is part of another. */
export const secrets = {
  header: "canary-header-key-7f3a",
  query: "canary-query-key-91bc",
  token: "canary-bearer-token-e2d4",
  basicPassword: "canary-basic-password-55aa",
  digestPassword: "canary-digest-password-c0de",
} as const;

export const schemes = ["header", "query", "bearer", "basic", "digest"] as const;
export type SchemeId = (typeof schemes)[number];
export type Client = ProviderClient<"acme", "default", SchemeId>;

export interface ClientOptions {
  readonly baseUrl?: string;
  readonly crossOriginRedirects?: "follow-anonymous";
  readonly credentials?: object;
}

/** A client with one scheme of each kind. */
export function clientOn(fetch: typeof globalThis.fetch, options: ClientOptions = {}): Client {
  const { baseUrl = "https://api.example.test/v1", crossOriginRedirects, credentials } = options;
  const given = { ...defaultCredentials(), ...credentials };
  return bindProvider(definition(baseUrl), {}, { fetch, crossOriginRedirects, credentials: given, env: {} });
}

export function definition(baseUrl: string): ProviderDefinition<"default", SchemeId> {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      query: { type: "apiKey", in: "query", name: "api_key" },
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
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

function defaultCredentials(): object {
  return {
    header: { apikey: secrets.header },
    query: { apikey: secrets.query },
    bearer: { token: secrets.token },
    basic: { username: "alice", password: secrets.basicPassword },
    digest: { username: "alice", password: secrets.digestPassword },
  };
}

/** Whether a request carries a credential anywhere. */
export function carriesCredential({ url, headers, body }: Sent): boolean {
  const text = [url, ...[...headers].flat(), body].join("\n");
  return (
    headers.has("authorization") || headers.has("x-api-key") || Object.values(secrets).some((s) => text.includes(s))
  );
}

/** What a promise rejects with. */
export async function failure(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error("it should have failed");
}
