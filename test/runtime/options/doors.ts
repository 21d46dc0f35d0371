import type { ProviderClient, UseCase } from "@sdkwright/runtime";
import { bindClient, type ClientParts } from "@sdkwright/runtime/generated/client";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import type { Context } from "../policy/world.js";

/** What went out: enough to see whose credential it was, and where it went. */
export interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/** A provider whose client.json supplies everything: what is ignored of code sends another identity. */
const definition: ProviderDefinition = {
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl: "https://{HOST}.example/v1" }, reports: { baseUrl: "https://reports.example" } },
  securitySchemes: {
    token: { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    user: { type: "http", scheme: "basic" },
  },
  parameters: { HOST: { default: "home" }, ID: { default: "0" } },
};
const configured = {
  credentials: {
    token: { token: "$TOKEN" },
    key: { apikey: "$KEY" },
    user: { username: "$USER", password: "$PASSWORD" },
  },
};
export const env = { TOKEN: "configured-token", KEY: "configured-key", USER: "configured", PASSWORD: "configured" };

/** The same with an operation whose lists have commas. */
const documented: ProviderDefinition = {
  ...definition,
  operations: {
    "GET /lists/{ID}": { query: { ids: { explode: false } }, headers: { "x-ids": { explode: false } } },
  },
};

const retryPolicy = { kind: "none", requestTimeout: 30_000 } as const;
const path: string = "/items/{ID}";
const send = ({ http }: Context): Promise<unknown> => http.get(path, { security: "token" }).json();

const schemas = async (): Promise<object> => ({ schemas: { Send: { input: {}, result: {} } } });

const parts: ClientParts = {
  providers: { acme: { definition, configured } },
  profiles: {
    shop: {
      name: "shop",
      priority: ["acme"],
      schemas: schemas as never,
      useCases: { Send: { providerFailover: false, input: {}, providers: { acme: { input: {}, retryPolicy } } } },
    },
  },
  maps: { shop: { acme: { Send: send } } },
};

interface Client {
  profiles: { shop: { Send: UseCase<object, unknown> } };
  providers: { acme: ProviderClient };
}

/** A `fetch` that keeps what it was given. */
export function recorder(): { readonly fetch: typeof globalThis.fetch; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: url as string, init, headers: new Headers(init.headers) });
    return new Response("{}");
  };
  return { fetch, sent };
}

/** What a user hands to each door; the other doors are used as they should be. Resolves once the call has ended. */
export const doors = {
  provider: async (options: unknown) =>
    bindProvider(definition, configured, options as object)
      .get("/items", { security: "token" })
      .json(),
  client: async (options: unknown) => bindClient<Client>(parts, options as object).profiles.shop.Send({}),
  request: async (options: unknown, fetch: typeof globalThis.fetch) =>
    bindProvider(definition, configured, { env, fetch }).post<string>("/items/{ID}", options as object),
  operation: async (options: unknown, fetch: typeof globalThis.fetch) =>
    bindProvider(documented, configured, { env, fetch }).get<string>("/lists/{ID}", options as object),
  call: async (options: unknown, fetch: typeof globalThis.fetch) =>
    bindClient<Client>(parts, { env, fetch }).profiles.shop.Send({}, options as object),
};

export type Door = keyof typeof doors;
export { definition, configured, parts };
