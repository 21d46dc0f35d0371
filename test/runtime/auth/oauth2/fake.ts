import type { CircuitControls, ClientEvent, Outcome, UseCase } from "@sdkwright/runtime";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ProviderDefinition } from "@sdkwright/runtime/generated/client";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { VirtualClock } from "../../policy/virtual-clock.js";
import type { Context } from "../../policy/world.js";
import type { Client } from "./world.js";

/** What a fake server says: a status, a whole response, an error of the platform, or nothing, ever. */
export type Says = number | Response | Error | "hang";

export interface Asked {
  readonly at: number;
  readonly origin: string;
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly signal: AbortSignal;
}

export interface FakeOptions {
  /** The token endpoint; by default a new token that lives for an hour. */
  readonly token?: (asked: Asked, number: number) => Says | Promise<Says>;
  readonly api?: (asked: Asked, number: number) => Says | Promise<Says>;
  readonly scheme?: object;
  readonly policy?: Parameters<typeof normalizeRetryPolicy>[0];
}

export interface Fake {
  readonly clock: VirtualClock;
  readonly events: ClientEvent[];
  readonly tokens: Asked[];
  readonly calls: Asked[];
  /** Requests to the provider that needs no token and comes second. */
  readonly spare: Asked[];
  readonly client: (options?: object, credentials?: object, configured?: object) => Client;
  /** A use-case with the vendor first and, where wanted, another provider second. */
  readonly useCase: (failover: boolean) => CircuitControls & { readonly send: (input?: object) => Promise<Outcome<unknown>> }; // prettier-ignore
}

/** A vendor whose servers are a `fetch`, on a clock that stands still. */
export function fakeVendor(options: FakeOptions = {}): Fake {
  const clock = new VirtualClock(1);
  const events: ClientEvent[] = [];
  const [tokens, calls, spare] = [[], [], []] as [Asked[], Asked[], Asked[]];
  const { token = (_, number) => granted(`access-${number}`), api = () => 200 } = options;
  const servers: Record<string, [Asked[], NonNullable<FakeOptions["api"]>]> = {
    "https://auth.test": [tokens, token],
    "https://api.test": [calls, api],
    "https://spare.test": [spare, () => 200],
  };
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const { origin } = new URL(url as string);
    const [asked, says] = servers[origin] ?? [[], () => new TypeError("no such server")];
    const signal = init.signal as AbortSignal;
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    const authorization = new Headers(init.headers).get("authorization") ?? "";
    const request = { at: clock.now(), origin, form: Object.fromEntries(new URLSearchParams(text)), authorization, signal }; // prettier-ignore
    asked.push(request);
    const said = await Promise.race([aborted(signal), says(request, asked.length)]);
    if (said === "hang") return aborted(signal);
    if (said instanceof Error) throw said;
    return typeof said === "number" ? new Response("{}", { status: said }) : said;
  };
  const common = { clock, fetch, on: (event: ClientEvent) => void events.push(event), random: () => 0.5 };
  const definition = definitionOf(options.scheme);
  const client: Fake["client"] = (given = {}, credentials = {}, configured = {}) =>
    // Each request is one attempt, unless a test says otherwise.
    bindProvider(definition, configured, { retries: 0, credentials: { login: { ...LOGIN, ...credentials } }, ...common, ...given }, { oauth2 }); // prettier-ignore
  const useCase: Fake["useCase"] = (failover) => {
    const bound = bindUseCase(definition, failover, options.policy ?? "circuit-breaker", common);
    return { ...bound, send: (input = {}) => bound.profiles.test.Send.safe(input) };
  };
  return { clock, events, tokens, calls, spare, client, useCase };
}

// What gets tokens is loaded with the first, in time that no clock of a test's knows of.
const first = { fetch: async () => granted("first"), credentials: { login: { clientId: "id", clientSecret: "secret" } } }; // prettier-ignore
await bindProvider(definitionOf(), {}, first, { oauth2 }).get("/items");

export const LOGIN = { clientId: "client-id", clientSecret: "client-secret" };

export function granted(text: string, more: object = {}): Response {
  return answer(200, { access_token: text, token_type: "bearer", expires_in: 3600, ...more });
}

export function answer(status: number, value: object): Response {
  return new Response(JSON.stringify(value), { status });
}

export function unreached(): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) });
}

export function invalid(): Response {
  return new Response("no", { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}

function definitionOf(scheme: object = {}): ProviderDefinition {
  const tokenUrl = "https://auth.test/token";
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: "https://api.test" } },
    securitySchemes: {
      login: { type: "oauth2", flow: "clientCredentials", tokenUrl, clientAuthentication: "basic", ...scheme },
    },
    security: ["login"],
  };
}

function bindUseCase(
  definition: ProviderDefinition,
  failover: boolean,
  policy: NonNullable<FakeOptions["policy"]>,
  options: object,
): CircuitControls & { readonly profiles: { test: { Send: UseCase<object, unknown> } } } {
  const spare = {
    ...definition,
    name: "spare",
    security: [],
    services: { default: { baseUrl: "https://spare.test" } },
  };
  const get = ({ http }: Context): unknown => http.get("/items").json();
  const provider = { input: {}, retryPolicy: normalizeRetryPolicy(policy) };
  const names = failover ? ["acme", "spare"] : ["acme"];
  const Send = { providerFailover: failover, input: {}, providers: { acme: provider, spare: provider } };
  return bindClient(
    {
      providers: { acme: { definition }, spare: { definition: spare } },
      profiles: { test: { name: "test", priority: names, useCases: { Send } } },
      maps: { test: { acme: { Send: get }, spare: { Send: get } } },
      oauth2,
    },
    { credentials: { acme: { login: LOGIN } }, ...options },
  );
}
