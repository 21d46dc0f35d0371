import type { bindClient, ClientEvent, ClientOptions, ClientParts } from "@sdkwright/runtime/generated/client";
import type { LoadedProject } from "../project/project.js";
import { hostOf, type Subject, subjectOf, syntheticCredentials, syntheticParts, tokenHostOf } from "./subject.js";
import {
  ANSWER_TIME,
  type CallEnd,
  type CallTimeline,
  type CircuitChange,
  type Failover,
  type Failure,
  type Scenario,
  type Span,
} from "./timeline.js";
import { VirtualTime } from "./virtual-time.js";

type EventOf<Type extends ClientEvent["type"]> = Extract<ClientEvent, { type: Type }>;

/** Sums of times differ by less, in ms. */
const ROUNDING = 1e-6;

/** Makes the timeline of one call from what its client tells. */
class CallRecorder {
  readonly #spans: Span[] = [];
  readonly #circuits: CircuitChange[] = [];
  readonly #failovers: Failover[] = [];
  #end: CallEnd | undefined;
  /** Until when it is known what the call did. */
  #known = 0;

  take(event: ClientEvent, now: number): void {
    if (event.type === "attempt") this.#attempt(event, now);
    else if (event.type === "retry") this.#wait(event, now);
    else if (event.type === "circuit") this.#circuits.push(circuitChange(event, now));
    else if (event.type === "failover") this.#failover(event, now);
    else if (event.type === "success" || event.type === "failure") this.#endsWith(event, now);
  }

  timeline(candidates: readonly string[]): CallTimeline {
    if (this.#end === undefined) throw new Error("the simulated call has not ended");
    return {
      candidates,
      spans: this.#spans,
      circuits: this.#circuits,
      failovers: this.#failovers,
      end: this.#end,
    };
  }

  #attempt({ provider, duration, attempt, status, error }: EventOf<"attempt">, now: number): void {
    this.#queue(provider, now - duration);
    this.#spans.push({
      kind: "attempt",
      provider,
      begin: now - duration,
      end: now,
      attempt,
      status,
      code: error?.code,
    });
    this.#known = now;
  }

  #wait({ provider, delay }: EventOf<"retry">, now: number): void {
    this.#spans.push({ kind: "wait", provider, begin: now, end: now + delay });
    this.#known = now + delay;
  }

  /** The time between two runs is a wait for the back-off of the next. */
  #failover({ from, to, error }: EventOf<"failover">, now: number): void {
    const isHeld = error.code === "circuit-open";
    if (now - this.#known > ROUNDING && !isHeld) {
      this.#spans.push({ kind: "wait", provider: to, begin: this.#known, end: now });
      this.#known = now;
    }
    this.#cut(from, now);
    this.#failovers.push({ at: now, from, to, code: error.code });
  }

  #endsWith(event: EventOf<"success" | "failure">, now: number): void {
    const { type, provider, attempts } = event;
    this.#cut(provider, now);
    this.#end = {
      at: now,
      outcome: type,
      provider,
      attempts,
      error: event.type === "failure" ? errorOf(event.error) : undefined,
    };
  }

  /** A wait may have ended early; what is left of the time was spent before a circuit. */
  #cut(provider: string | undefined, now: number): void {
    const last = this.#spans.at(-1);
    if (last !== undefined && last.end > now + ROUNDING) this.#spans.splice(-1, 1, { ...last, end: now });
    else if (provider !== undefined) this.#queue(provider, now);
    this.#known = now;
  }

  #queue(provider: string, until: number): void {
    if (until - this.#known > ROUNDING) this.#spans.push({ kind: "queue", provider, begin: this.#known, end: until });
  }
}

export function circuitChange(event: EventOf<"circuit">, at: number): CircuitChange {
  const { provider, from, to, cause, openFor, rate } = event;
  return { at, provider, from, to, cause, openFor, rate };
}

function errorOf(error: unknown): CallEnd["error"] {
  if (!(error instanceof Error)) return { name: "unknown", message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { name: error.name, code, message: error.message };
}

/** What a simulation takes from the runtime that the project's SDK runs on. */
export interface PolicyRuntime {
  readonly bindClient: typeof bindClient;
  /** What schemes need beside it. */
  readonly auth: Pick<ClientParts, "digest" | "oauth2" | "signature">;
  /** Chance as the fakes of `@sdkwright/runtime/testing` have it, for one seed. */
  readonly chance: (seed: number) => () => number;
}

let loaded: Promise<PolicyRuntime> | undefined;

/** Loads the runtime, once. */
function policyRuntime(): Promise<PolicyRuntime> {
  return (loaded ??= load());
}

async function load(): Promise<PolicyRuntime> {
  const [{ bindClient }, { digest }, { oauth2 }, { signature }, { fakeProviders }] = await Promise.all([
    import("@sdkwright/runtime/generated/client"),
    import("@sdkwright/runtime/generated/digest"),
    import("@sdkwright/runtime/generated/oauth2"),
    import("@sdkwright/runtime/generated/signature"),
    import("@sdkwright/runtime/testing"),
  ]);
  const chance = (seed: number): (() => number) => fakeProviders({}, { seed }).options.random;
  const runtime = { bindClient, auth: { digest, oauth2, signature }, chance };
  await loadTheRest(runtime);
  return runtime;
}

/**
 * The runtime loads policies, failover and circuits, texts of failures, and what unusual schemes and base URLs need, when it
 * first needs them. That takes real time, in which virtual time would go on: so some requests need them before any is
 * simulated.
 */
async function loadTheRest({ bindClient, auth }: PolicyRuntime): Promise<void> {
  const oauth2 = { type: "oauth2", flow: "clientCredentials", tokenUrl: TOKEN, clientAuthentication: "post" } as const;
  const definition = {
    name: "first",
    defaultService: "default",
    services: { default: { baseUrl: "https://{HOST}" } },
    parameters: { HOST: {} },
    securitySchemes: {
      oauth2,
      basic: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "path", name: "KEY" },
    },
  } as const;
  const credentials = {
    oauth2: { clientId: "simulated", clientSecret: "simulated" },
    basic: { username: "simulated", password: "simulated" },
    key: { apikey: "simulated" },
  };
  const configured = { credentials, parameters: { HOST: "first.invalid" } };
  const parts: ClientParts = {
    ...auth,
    providers: { first: { definition, configured } },
    profiles: {
      warm: {
        name: "warm",
        priority: ["first"],
        useCases: { Up: { providerFailover: false, input: {}, providers: { first: { input: {} } } } },
      },
    },
    maps: { warm: { first: { Up: async () => Promise.reject(new Error("a failure")) } } },
  };
  const fetch: ClientOptions["fetch"] = async (input) =>
    input === TOKEN ? tokenAnswer() : new Response(null, { status: input === DENIED ? 401 : 503 });
  const client = bindClient<Warmed>(parts, { fetch, env: {} });
  for (const security of Object.keys(credentials)) {
    // The deadline leaves no time for the wait before a retry.
    const options = { security, retryPolicy: "circuit-breaker", deadline: 1000 } as const;
    for (const path of ["/", security === "key" ? "/{KEY}" : "/denied"])
      await client.providers.first.get(path, options).catch(() => {});
  }
  await client.profiles.warm.Up.safe();
}

interface Warmed {
  readonly profiles: { readonly warm: { readonly Up: { safe(): Promise<unknown> } } };
  readonly providers: {
    readonly first: {
      get(
        path: string,
        options: { readonly security: string; readonly retryPolicy: string; readonly deadline: number },
      ): Promise<unknown>;
    };
  };
}

const TOKEN = "https://first.invalid/token";
const DENIED = "https://first.invalid/denied";

/** What a token endpoint answers. */
function tokenAnswer(): Response {
  return Response.json({ access_token: "simulated", token_type: "Bearer" });
}

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** What is on the other side of a simulated network. */
interface Weather {
  /** By the place of the host. */
  readonly providers: readonly string[];
  /** How a provider fails now; `undefined` where it answers. */
  readonly failureOf: (provider: string, now: number) => Failure | undefined;
  readonly answerTime: number;
  readonly onRequest?: ((provider: string, now: number) => void) | undefined;
}

/** A `fetch` behind which providers answer or fail, in virtual time. */
function simulatedFetch(time: VirtualTime, { providers, failureOf, answerTime, onRequest }: Weather): Fetch {
  const hosts = new Map(providers.map((provider, index) => [hostOf(index), provider]));
  const tokenHosts = new Set(providers.map((_, index) => tokenHostOf(index)));
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (tokenHosts.has(hostname)) return tokenAnswer();
    const provider = hosts.get(hostname) ?? "";
    onRequest?.(provider, time.now());
    const failure = failureOf(provider, time.now());
    return answer(time, failure, answerTime, init?.signal ?? undefined);
  };
}

async function answer(
  time: VirtualTime,
  failure: Failure | undefined,
  answerTime: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (failure?.kind === "timeout") return never(signal);
  await time.sleep(answerTime, signal);
  if (failure === undefined) return new Response(null, { status: 200 });
  if (failure.kind !== "status") throw connectionError(failure.kind === "refused" ? "ECONNREFUSED" : "ECONNRESET");
  const { status, retryAfter } = failure;
  return new Response(null, { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } });
}

/** As `fetch` of Node has it. */
function connectionError(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

async function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** A client of the shipped runtime in a world of its own. */
export interface SimulatedClient {
  readonly time: VirtualTime;
  /** Resolves when the call has ended, with the provider that has answered; how, its events say. */
  readonly call: () => Promise<string | undefined>;
}

/** Lets one call happen. Throws where the project has no such use-case. */
export async function simulateCall(project: LoadedProject, scenario: Scenario): Promise<CallTimeline> {
  const subject = wantedSubject(project, scenario);
  const recorder = new CallRecorder();
  const { time, call } = await simulatedClient(subject, scenario, {
    failureOf: (provider) => failureIn(scenario, provider),
    on: (event, now) => recorder.take(event, now),
  });
  const ended = call();
  await time.run();
  await ended;
  return recorder.timeline(candidatesIn(subject, scenario));
}

/** Whom the call may ask. */
export function candidatesIn({ candidates }: Subject, { provider }: Scenario): readonly string[] {
  return provider === undefined ? candidates : [provider];
}

export function failureIn({ failing }: Scenario, provider: string): Failure | undefined {
  return Object.hasOwn(failing, provider) ? failing[provider] : undefined;
}

export function wantedSubject(project: LoadedProject, scenario: Scenario): Subject {
  const subject = subjectOf(project, scenario);
  if (subject === undefined) throw new Error(`no use-case ${scenario.useCase} of ${scenario.profile}`);
  return subject;
}

/** What a call comes to, of a policy that anybody means. */
const MOST_EVENTS = 20_000;

/** What a simulated client meets, and who watches it. */
export interface World extends Pick<Weather, "failureOf" | "onRequest"> {
  readonly on: (event: ClientEvent, now: number) => void;
  /** More of them are an EndlessSimulationError. */
  readonly mostEvents?: number;
}

export async function simulatedClient(
  subject: Subject,
  { profile, useCase, provider, deadline, request = "GET", answerTime = ANSWER_TIME, seed }: Scenario,
  { failureOf, onRequest, on, mostEvents = MOST_EVENTS }: World,
): Promise<SimulatedClient> {
  const { bindClient, auth, chance } = await policyRuntime();
  const time = new VirtualTime(mostEvents);
  const providers = subject.providers.map(({ definition }) => definition.name);
  const parts = syntheticParts(subject, request);
  const client = bindClient<Bound>(
    { ...auth, ...parts },
    {
      clock: time,
      random: seed === undefined ? middle : chance(seed),
      fetch: simulatedFetch(time, { providers, failureOf, answerTime, onRequest }),
      credentials: syntheticCredentials(parts),
      env: {},
      on: (event) => on(event, time.now()),
    },
  );
  const perform = client.profiles[profile]?.[useCase];
  if (perform === undefined) throw new Error(`no use-case ${useCase} of ${profile}`);
  const call = async (): Promise<string | undefined> => {
    const outcome = await perform.safe({}, { provider, deadline });
    return outcome.ok ? outcome.provider : undefined;
  };
  return { time, call };
}

interface Bound {
  readonly profiles: {
    readonly [profile: string]: {
      readonly [useCase: string]: { safe(input: object, options: object): Promise<Outcome> };
    };
  };
}

interface Outcome {
  readonly ok: boolean;
  readonly provider?: string | undefined;
}

/** Waits of their middle length. */
const middle = (): number => 0.5;
