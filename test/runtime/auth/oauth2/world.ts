import type { ClientEvent, ProviderClient } from "@sdkwright/runtime";
import { bindProvider, type OAuth2Scheme, type ProviderDefinition, type SecurityScheme } from "@sdkwright/runtime/generated"; // prettier-ignore
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { startServer, type Answer, type Received, type RecordingServer, type Respond } from "../../../servers/http-server.js"; // prettier-ignore
import { VirtualClock } from "../../policy/virtual-clock.js";

export type Scheme = string | { readonly id: string; readonly scopes: readonly string[] };
export type Client = ProviderClient<string, string, Scheme>;

/** What a vendor with OAuth 2 is made of. */
export interface VendorOptions {
  /** What the token endpoint says; by default a new token that lives for an hour. */
  readonly token?: Respond;
  /** What the API says; by default 200 to the newest token and 401 `invalid_token` to all others. */
  readonly api?: Respond;
  readonly scheme?: Partial<OAuth2Scheme>;
  readonly schemes?: { readonly [id: string]: SecurityScheme };
  readonly definition?: Partial<ProviderDefinition>;
}

/** A vendor: an authorization server and an API, on origins of their own. */
export interface Vendor {
  readonly auth: RecordingServer;
  readonly api: RecordingServer;
  readonly definition: ProviderDefinition;
  readonly clock: VirtualClock;
  readonly events: ClientEvent[];
  /** A client instance of its own. */
  readonly client: (options?: object, credentials?: object) => Client;
  /** Fields of the form of each token request. */
  readonly forms: () => Record<string, string>[];
  /** The tokens that the API has got, in order. */
  readonly sent: () => string[];
  readonly close: () => Promise<void>;
}

export const CLIENT_SECRET = "s3cret: of/the client";

export async function startVendor(options: VendorOptions = {}): Promise<Vendor> {
  let granted = 0;
  const grant: Respond = () => token(`access-${(granted += 1)}`);
  const auth = await startServer(options.token ?? grant);
  const api = await startServer(options.api ?? ((request) => judge(request, `access-${granted}`)));
  const definition = definitionOf(auth.origin, api.origin, options);
  const clock = new VirtualClock();
  const events: ClientEvent[] = [];
  const client = (given: object = {}, credentials: object = {}): Client => {
    const login = { clientId: "the client", clientSecret: CLIENT_SECRET, ...credentials };
    const own = { clock, on: (event: ClientEvent) => void events.push(event), random: () => 0.5 };
    return bindProvider(definition, {}, { credentials: { login }, ...own, ...given }, { oauth2 });
  };
  const forms = () => auth.received.map(formOf);
  const sent = () => api.received.map(({ headers }) => String(headers.authorization).replace("Bearer ", ""));
  const close = async () => void (await Promise.all([auth.close(), api.close()]));
  return { auth, api, definition, clock, events, client, forms, sent, close };
}

/** A vendor for as long as a test needs it. */
export async function withVendor(options: VendorOptions, run: (vendor: Vendor) => Promise<void>): Promise<void> {
  const vendor = await startVendor(options);
  try {
    await run(vendor);
  } finally {
    await vendor.close();
  }
}

function definitionOf(authOrigin: string, apiOrigin: string, options: VendorOptions): ProviderDefinition {
  const login: OAuth2Scheme = {
    type: "oauth2",
    flow: "clientCredentials",
    tokenUrl: `${authOrigin}/oauth/token`,
    clientAuthentication: "basic",
    ...options.scheme,
  };
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: apiOrigin } },
    securitySchemes: { login, ...options.schemes },
    security: ["login"],
    ...options.definition,
  };
}

export function token(text: string, more: object = {}): Answer {
  return json(200, { access_token: text, token_type: "Bearer", expires_in: 3600, ...more });
}

export function json(status: number, value: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** What an API says to a request whose token has to be this one. */
export function judge({ headers }: Received, newest: string): Answer {
  return headers.authorization === `Bearer ${newest}` ? json(200, { token: newest }) : invalidToken();
}

export function invalidToken(): Answer {
  return { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' }, body: "no" };
}

export function formOf({ body }: Received): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}
