import type {
  CircuitControls,
  ClientEvent,
  MapContext,
  Outcome,
  ProviderClient,
  ProviderLimits,
  UseCase,
} from "@sdkwright/runtime";
import { normalizeRetryPolicy, type CallSettings, type ProviderDefinition } from "@sdkwright/runtime/config";
import { bindClient, type ClientOptions } from "@sdkwright/runtime/generated/client";
import { VirtualClock } from "./virtual-clock.js";

/** What a fake provider answers: a status, a whole response, an error of the platform, or whatever a function does. */
export type Answer = number | Response | Error | "hang" | ((request: Sent) => Answer | Promise<Answer>);

/** A request as it went over the wire. */
export interface Sent {
  readonly provider: string;
  readonly at: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
}

export type Context = MapContext<Record<string, unknown>, unknown, ProviderClient, Record<string, string>>;
export type MapFunction = (context: Context) => unknown;
type PolicyJson = Parameters<typeof normalizeRetryPolicy>[0];

export interface WorldOptions {
  /** By provider, one answer per request; the last one stays. */
  readonly answers: { readonly [provider: string]: Answer | readonly Answer[] };
  /** By provider; `circuit-breaker` where absent, not written where `null`. */
  readonly policies?: { readonly [provider: string]: PolicyJson | null };
  readonly failover?: boolean;
  readonly failoverAfter?: "failure" | "retries";
  /** By provider. */
  readonly failoverOn?: { readonly [provider: string]: readonly number[] };
  readonly map?: MapFunction;
  readonly maps?: { readonly [provider: string]: MapFunction };
  readonly options?: ClientOptions;
  /** By provider. */
  readonly limits?: { readonly [provider: string]: ProviderLimits };
  /** What client.json says of requests, by provider. */
  readonly settings?: { readonly [provider: string]: CallSettings };
  readonly clock?: VirtualClock;
  /** Of each definition. */
  readonly definition?: Partial<ProviderDefinition>;
}

/** A client with one use-case, providers that a test scripts, and everything that went over the wire. */
export interface World {
  readonly clock: VirtualClock;
  readonly sent: Sent[];
  readonly events: ClientEvent[];
  readonly send: UseCase<Record<string, unknown>, unknown>;
  readonly providers: { readonly [provider: string]: ProviderClient };
  readonly client: CircuitControls;
  /** Times of the requests to a provider. */
  times(provider: string): number[];
  /** Calls the use-case and moves time until it has ended. */
  run(input?: Record<string, unknown>, options?: object): Promise<Outcome<unknown>>;
  answer(provider: string, ...answers: Answer[]): void;
  eventsOf<Type extends ClientEvent["type"]>(type: Type): Extract<ClientEvent, { type: Type }>[];
}

function policyOf(policy: PolicyJson | null): ReturnType<typeof normalizeRetryPolicy> | undefined {
  return policy === null ? undefined : normalizeRetryPolicy(policy ?? "circuit-breaker");
}

export function createWorld({
  answers,
  policies = {},
  failover = true,
  failoverAfter,
  failoverOn = {},
  map = get,
  maps = {},
  limits = {},
  settings = {},
  definition = {},
  ...rest
}: WorldOptions): World {
  const { clock = new VirtualClock(), options = {} } = rest;
  const names = Object.keys(answers);
  const queues = new Map(Object.entries(answers).map(([name, script]) => [name, [script].flat()]));
  const sent: Sent[] = [];
  const events: ClientEvent[] = [];
  const definitions = names.map((name) => [
    name,
    {
      definition: { ...definitionOf(name), ...definition },
      configured: { ...configuredOf(name), limits: limits[name], ...settings[name] },
    },
  ]);
  const client = bindClient<
    CircuitControls & {
      profiles: { test: { Send: UseCase<Record<string, unknown>, unknown> } };
      providers: Record<string, ProviderClient>;
    }
  >(
    {
      providers: Object.fromEntries(definitions),
      profiles: {
        test: {
          name: "test",
          priority: names,
          useCases: {
            Send: {
              providerFailover: failover,
              failoverAfter,
              input: {},
              providers: Object.fromEntries(
                names.map((name) => [
                  name,
                  { input: {}, retryPolicy: policyOf(policies[name]), failoverOn: failoverOn[name] },
                ]),
              ),
            },
          },
        },
      },
      maps: { test: Object.fromEntries(names.map((name) => [name, { Send: maps[name] ?? map }])) },
    },
    {
      clock,
      random: () => 0.5,
      on: (event: ClientEvent) => events.push(event),
      fetch: (input, init) => {
        const request = { ...(init as RequestInit), signal: init?.signal as AbortSignal };
        return answerTo(input as string, request);
      },
      ...options,
    },
  );

  async function answerTo(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const url = new URL(address);
    const provider = url.hostname.replace(".example", "");
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    const { method = "GET", signal } = init;
    const request = { provider, at: clock.now(), method, url, headers: new Headers(init.headers), body, signal };
    sent.push(request);
    const queue = queues.get(provider) ?? [];
    return respond((queue.length > 1 ? queue.shift() : queue[0]) ?? 200, request);
  }

  return {
    clock,
    sent,
    events,
    send: client.profiles.test.Send,
    providers: client.providers,
    client,
    times: (provider) => sent.filter((request) => request.provider === provider).map(({ at }) => at),
    run: (input = {}, callOptions = {}) => clock.finish(client.profiles.test.Send.safe(input, callOptions)),
    answer: (provider, ...script) => void queues.set(provider, script),
    eventsOf: (type) => events.filter((event) => event.type === type) as never,
  };
}

async function respond(answer: Answer, request: Sent): Promise<Response> {
  if (typeof answer === "function") return respond(await answer(request), request);
  if (typeof answer === "number") return new Response(answer === 204 ? null : "{}", { status: answer });
  if (answer instanceof Error) throw answer;
  if (answer !== "hang") return answer.clone();
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason as Error), { once: true });
  });
}

/** The error of Node's fetch for a system error. */
export function networkFailure(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

/** An answer with headers, made anew for each request. */
export function answerWith(status: number, headers: Record<string, string>, body = "{}"): Answer {
  return () => new Response(body, { status, headers });
}

async function get({ http }: Context): Promise<unknown> {
  return (await http.get("/x")).status;
}

function definitionOf(name: string): ProviderDefinition {
  return {
    name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${name}.example` } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: `x-${name}-key` } },
  };
}

function configuredOf(name: string): object {
  return { credentials: { key: { apikey: `key-of-${name}` } } };
}
