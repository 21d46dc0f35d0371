import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { bindProvider } from "@sdkwright/runtime/generated";
import * as assert from "uvu/assert";
import type { ProviderClient } from "@sdkwright/runtime";

/** A made-up provider with every kind of scheme that needs no challenge. */
export function acme(baseUrl: string, parts: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      body: { type: "apiKey", in: "body", name: "key" },
      nested: { type: "apiKey", in: "body", name: "/a/b/c" },
      path: { type: "apiKey", in: "path", name: "token" },
      basic: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer" },
      staff: {
        type: "http",
        scheme: "digest",
        statusCode: 401,
        challengeHeader: "www-authenticate",
        authorizationHeader: "authorization",
      },
    },
    ...parts,
  };
}

/** Credentials for every scheme of {@link acme}. */
export const credentials = {
  header: { apikey: "header-secret" },
  query: { apikey: "query-secret" },
  body: { apikey: "body-secret" },
  nested: { apikey: "nested-secret" },
  path: { apikey: "path-secret" },
  basic: { username: "alice", password: "basic-secret" },
  bearer: { token: "bearer-secret" },
  staff: { username: "alice", password: "staff-secret" },
};

/** A client of a provider that fills names in paths itself. */
export type Filling<Names extends string> = ProviderClient<string, string, string, Names>;

/** A client of {@link acme} with all credentials that it has a scheme for; each request is one attempt, unless options say otherwise. */
export function acmeClient(
  baseUrl: string,
  options: object = {},
  parts?: Partial<ProviderDefinition>,
): Filling<"token"> {
  const definition = acme(baseUrl, parts);
  const all = Object.entries(credentials).filter(([scheme]) => scheme in definition.securitySchemes);
  return bindProvider(definition, {}, { retries: 0, credentials: Object.fromEntries(all), ...options });
}

/** What went to an injected `fetch`. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A `fetch` that keeps what it was given and answers 200. */
export function recordingFetch(): { readonly fetch: typeof globalThis.fetch; readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const record: typeof globalThis.fetch = async (input, init = {}) => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    sent.push({ url: new Request(input).url, method: init.method ?? "", headers: new Headers(init.headers), body });
    return new Response("{}");
  };
  return { fetch: record, sent };
}

type ErrorClass<T> = abstract new (...args: never[]) => T;

/** The error that a promise rejects with, of the class expected. */
export async function rejection<T extends Error>(promise: Promise<unknown>, expected: ErrorClass<T>): Promise<T> {
  try {
    await promise;
  } catch (error) {
    assert.instance(error, expected);
    return error as T;
  }
  throw new Error(`expected a rejection with ${expected.name}`);
}
