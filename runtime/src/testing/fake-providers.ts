import type { Clock } from "../clock.js";
import { entriesOf, type TableOf } from "../config/options.js";
import { SdkError } from "../errors/errors.js";
import { maskerOf } from "../http/server-answer.js";
import { type FakeRequest, give } from "./answers.js";
import { seeded } from "./chance.js";
import { isSecretName, Masking } from "./masking.js";
import { type FakeProvider, type Found, Provider } from "./provider.js";
import { fieldsOf, readContent, receive, type Received } from "./received.js";
import { placesOf, type ProviderSource } from "./sources.js";
import { VirtualClock } from "./virtual-clock.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** A request that came, with `***` in place of credentials. */
export interface FakeRecord extends FakeRequest {
  /** When, in ms of the fake's clock. */
  readonly at: number;
  /** A status, or how the connection failed; `undefined` as long as no answer was given. */
  readonly answer: number | string | undefined;
}

/** What clients get: `createClient({ ...fake.options })`. */
export interface FakeOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Time that passes by itself as soon as everybody waits. */
export interface FakeClock extends Clock {
  /** Lets so many ms pass. */
  advance(ms: number): Promise<void>;
}

/** Providers that live in memory. */
export interface FakeProviders<Name extends string = string> {
  readonly providers: { readonly [name in Name]: FakeProvider };
  readonly options: FakeOptions;
  /** What `options` have. */
  readonly fetch: typeof globalThis.fetch;
  /** What `options` have. */
  readonly clock: FakeClock;
  /** All that came, in order, credentials masked. */
  readonly requests: readonly FakeRecord[];
  /** Throws where a request came that nothing was set up for, even if the code under test has caught that. */
  verify(): void;
  /** Forgets what was set up, and what came. Time goes on. */
  reset(): void;
}

export interface FakeSettings {
  /** Decides all that is drawn by lot: random numbers, samples of schemas. Default 1. */
  readonly seed?: number | undefined;
}

/**
 * Providers that live in memory, behind the `fetch` option of clients: nothing global is replaced. `sources` says where each
 * one is, by a name of your choice: a base URL, or its definition. Throws for one that has neither.
 */
export function fakeProviders<Name extends string>(
  sources: { readonly [name in Name]: ProviderSource },
  settings: FakeSettings = {},
): FakeProviders<Name> {
  const world: FakeProviders = new World(sources, settings);
  return world;
}

const SETTINGS: TableOf<FakeSettings> = { seed: "a number" };

/** Each is looked for in each request that comes after it; signatures are others each time. */
const MOST_SEEN = 100;

type Kept = { -readonly [Key in keyof FakeRecord]: FakeRecord[Key] };

class World implements FakeProviders {
  readonly clock: VirtualClock = new VirtualClock();
  readonly providers: { readonly [name: string]: Provider };
  readonly #random: () => number;
  #requests: Kept[] = [];
  /** What schemes sent so far: it may stand in another request. */
  #seen: readonly string[] = [];
  #mistakes: Error[] = [];

  constructor(sources: object, settings: FakeSettings) {
    const { seed = 1 } = readSettings(settings, "fakeProviders", SETTINGS);
    const given = entriesOf(sources, "sources", (option, problem) => wrongUse(`fakeProviders: ${option} ${problem}`));
    this.#random = seeded(seed);
    this.providers = Object.fromEntries(
      given.map(([name, source]) => [name, new Provider(name, placesOf(name, source as ProviderSource), seed)]),
    );
  }

  get options(): FakeOptions {
    return { fetch: this.fetch, clock: this.clock, random: this.#random };
  }

  get requests(): readonly FakeRecord[] {
    return [...this.#requests];
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { ofSchemes, secrets } = received;
    this.#seen = [...this.#seen.filter((secret) => !ofSchemes.has(secret)), ...ofSchemes].slice(-MOST_SEEN);
    const masking = new Masking(secrets, maskerOf([...this.#seen, ...secrets]));
    const { kept, found } = await this.#take(received, masking);
    Object.assign(kept, shownParams(kept.path, found.request.params, masking));
    kept.answer = typeof found.step.answer === "string" ? found.step.answer : undefined;
    const response = await this.#give(found, received);
    kept.answer ??= response.status;
    return response;
  };

  verify(): void {
    if (this.#mistakes.length > 0) throw wrongUse(this.#mistakes.flatMap(({ message }) => message.split("\n")));
  }

  reset(): void {
    this.#requests = [];
    this.#seen = [];
    this.#mistakes = [];
    for (const provider of Object.values(this.providers)) provider.reset();
  }

  /** Finds who is asked, writes it down, and what is answered. */
  async #take(received: Received, masking: Masking): Promise<{ readonly kept: Kept; readonly found: Found }> {
    const { url } = received;
    const [first] = Object.values(this.providers)
      .flatMap((provider) => ({ provider, ...(provider.pathOf(url) ?? { path: url.pathname, length: -1 }) }))
      .filter(({ provider, length }) => length >= 0 || provider.isTokenUrl(url))
      .sort((one, other) => other.length - one.length);
    if (first === undefined) throw this.#mistake(wrongUse(elsewhere(url.origin, this.#places())));
    const request = await requestOf(received, first.provider.name, first.path).catch((error: unknown) => {
      throw this.#mistake(error);
    });
    const kept: Kept = { ...shownOf(request, masking), at: this.clock.now(), answer: undefined };
    this.#requests.push(kept);
    try {
      const found = first.provider.answer({ request, url, shown: kept.path });
      return { kept, found };
    } catch (error) {
      throw this.#mistake(error);
    }
  }

  async #give({ step, request }: Found, { signal }: Received): Promise<Response> {
    try {
      return await give(step, request, this.clock, signal);
    } catch (error) {
      if (typeof step.answer === "string" || signal?.aborted === true) throw error;
      const { provider, method } = request;
      throw this.#mistake(error instanceof SdkError ? error : wrongUse(thrown(method, error).split("\n"), provider));
    }
  }

  #mistake(error: unknown): unknown {
    if (error instanceof Error) this.#mistakes.push(error);
    return error;
  }

  #places(): string[] {
    return Object.values(this.providers).flatMap(({ name, bases }) =>
      bases.map((base) => `${name} (${shownBase(base)})`),
    );
  }
}

/** It may come from the environment, and those of webhooks have a credential in their path. */
function shownBase(base: string): string {
  const [origin = ""] = /^[^/]*\/\/[^/]*/.exec(base) ?? [];
  return origin;
}

/** Says where the fakes are. */
function elsewhere(origin: string, places: readonly string[]): string {
  return `no fake provider is at ${origin}; there are: ${places.join(", ") || "none"}. Give its base URL to fakeProviders`;
}

function thrown(method: string, error: unknown): string {
  return `the function that answers a ${method} threw: ${error instanceof Error ? error.message : String(error)}`;
}

async function requestOf(received: Received, provider: string, path: string): Promise<FakeRequest> {
  const { method, url, headers } = received;
  const query = fieldsOf(url.searchParams);
  const body = await readContent(received);
  return { provider, method, path, params: {}, query, headers: Object.fromEntries(headers), body };
}

/** A name in the path may tell of a credential that no scheme sent. */
function shownParams(path: string, params: FakeRequest["params"], masking: Masking): Partial<FakeRequest> {
  const sensitive = Object.entries(params).flatMap(([name, value]) => (isSecretName(name, value) ? value : []));
  return { path: new Masking(new Set(sensitive)).path(path), params: masking.fields(params) };
}

function shownOf(request: FakeRequest, masking: Masking): FakeRequest {
  const { path, query, headers, body } = request;
  return {
    ...request,
    path: masking.path(path),
    query: masking.fields(query),
    headers: masking.fields(headers),
    body: masking.value(body),
  };
}
