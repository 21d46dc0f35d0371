import type { Clock } from "../clock.js";
import { entriesOf, isArray, isPlainObject, type TableOf } from "../config/options.js";
import { parseUrl } from "../config/parse-url.js";
import { looksSecret, nearest } from "../config/text.js";
import { SdkError } from "../errors/errors.js";
import { MASK, maskerOf } from "../http/server-answer.js";
import { type DocumentAnswers, readDocument } from "./document/document.js";
import { seeded } from "./document/sample.js";
import { ruleFinder } from "./pages.js";
import { byName, isSecretName, Masking, readContent, receive } from "./received.js";
import {
  type Answerer,
  type ConnectionFailure,
  failureOf,
  type FailureOptions,
  type FakeRequest,
  type FakeRoute,
  type PathPattern,
  pathPattern,
  Route,
  send,
  type Step,
  stepOf,
  withPlaces,
} from "./route.js";
import { VirtualClock } from "./virtual-clock.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** A provider's definition, as its JSON file has it. Base URLs and token URLs are read of it. */
export interface DefinitionFile {
  readonly name: string;
  readonly services?: unknown;
  readonly securitySchemes?: unknown;
  /** How lists go on, for `pages()` of a route. */
  readonly pages?: unknown;
}

/** The place of a provider: its definition, a base URL, or some of both. */
export type ProviderSource = string | DefinitionFile | readonly (string | DefinitionFile)[];

/** A request that came, with `***` in place of credentials. */
export interface FakeRecord extends FakeRequest {
  /** When, in ms of the fake's clock. */
  readonly at: number;
  /** A status, or how the connection failed; `undefined` as long as no answer was given. */
  readonly answer: number | string | undefined;
}

/** Options of clients: `createClient({ ...fake.options })`. */
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
  /** As in `options`. */
  readonly fetch: typeof globalThis.fetch;
  /** As in `options`. */
  readonly clock: FakeClock;
  /** All that came, in order, credentials masked. */
  readonly requests: readonly FakeRecord[];
  /** Throws if a request came that nothing was set up for, even if the code under test has caught that. */
  verify(): void;
  /** Forgets what was set up, and what came. Time goes on. */
  reset(): void;
}

/** A provider that lives in memory. */
export interface FakeProvider {
  /**
   * Sets up answers of a method and a path below the base URL; `*` is any method. `{name}` in the path is filled by
   * a segment, `*` by anything; a query in it has to be there. Of several that fit, the one set up last answers.
   */
  on(method: string, path: string): FakeRoute;
  /** Everything fails, as if the provider were down, until `recover()`. */
  fail(kind: ConnectionFailure | number, options?: FailureOptions): void;
  /** Ends what `fail` began. */
  recover(): void;
  /** Answers of a token endpoint (RFC 6749 §3.2); those of the definition grant tokens by themselves. */
  tokensAt(url: string): FakeRoute;
  /**
   * Answers whatever is not set up from an OpenAPI document (3.0, 3.1, as parsed JSON): its examples, else what its schemas
   * allow, the same for the same seed. All requests are checked against it.
   */
  document(document: object): void;
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

/** Signatures are others each time, and each secret is looked for in each request that comes after it. */
const MOST_SEEN = 100;

type Kept = { -readonly [Key in keyof FakeRecord]: FakeRecord[Key] };

class World implements FakeProviders {
  readonly clock: VirtualClock = new VirtualClock();
  readonly providers: { readonly [name: string]: Provider };
  readonly #random: () => number;
  #requests: Kept[] = [];
  /** Secrets of schemes so far, because they may be in another request. */
  #seen: readonly string[] = [];
  #mistakes: SdkError[] = [];

  constructor(sources: object, settings: FakeSettings) {
    const { seed = 1 } = readSettings(settings, "fakeProviders", SETTINGS);
    const entries = entriesOf(sources, "sources", (option, problem) => wrongUse(`fakeProviders: ${option} ${problem}`));
    this.#random = seeded(seed);
    this.providers = Object.fromEntries(
      entries.map(([name, source]) => [name, new Provider(name, source as ProviderSource, seed)]),
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
    const { method, url, headers, ofSchemes, secrets, signal } = received;
    this.#seen = [...this.#seen.filter((secret) => !ofSchemes.has(secret)), ...ofSchemes].slice(-MOST_SEEN);
    const masking = new Masking(secrets, maskerOf([...this.#seen, ...secrets]));
    try {
      // The secrets of a request that no client of ours sent are not known.
      const shown = url.origin + (received.isKnown ? pathToShow(url, masking) : "");
      const { provider, path } = this.#providerAt(url, shown);
      const request: FakeRequest = {
        provider: provider.name,
        method,
        path,
        params: {},
        query: byName(url.searchParams),
        headers: Object.fromEntries(headers),
        body: await readContent(received),
      };
      const kept: Kept = { ...shownOf(request, masking), at: this.clock.now(), answer: undefined };
      this.#requests.push(kept);
      const { step, params } = provider.answer(request, url, kept.path);
      // A sensitive name in the path tells of a credential that no scheme sent.
      const named = Object.entries(params).flatMap(([name, value]) => (isSecretName(name, value) ? value : []));
      kept.path = new Masking(new Set(named)).path(kept.path);
      kept.params = masking.fields(params);
      if (typeof step.answer === "string") kept.answer = step.answer;
      const response = await send(step, { ...request, params }, this.clock, signal);
      kept.answer ??= response.status;
      return response;
    } catch (error) {
      if (error instanceof SdkError && signal?.aborted !== true) this.#mistakes.push(error);
      throw error;
    }
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

  /** The provider with the longest base URL that a URL is below, else the one that has it as a token endpoint. */
  #providerAt(url: URL, shown: string): { readonly provider: Provider; readonly path: string } {
    const all = Object.values(this.providers);
    const below = all.flatMap((provider) => provider.pathsOf(url).map((path) => ({ provider, path })));
    const [first] = below.sort((one, other) => one.path.length - other.path.length);
    if (first !== undefined) return first;
    const granting = all.find((provider) => provider.tokensOf(url) !== undefined);
    if (granting !== undefined) return { provider: granting, path: url.pathname };
    const places = all.flatMap(({ name, origins }) => origins.map((origin) => `${name} (${origin})`));
    throw wrongUse(
      `no fake provider is at ${shown}; known: ${places.join(", ") || "none"}. Give its base URL to fakeProviders`,
    );
  }
}

/** A path of a base URL that nothing describes may be that of a webhook: segments that look like a key are masked, too. */
function pathToShow({ pathname }: URL, masking: Masking): string {
  const segments = masking.path(pathname).split("/");
  return segments.map((segment) => (looksSecret(segment) ? MASK : segment)).join("/");
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

/** An answer, and the values of the names in the path. */
type Found = { readonly step: Step } & Pick<FakeRequest, "params">;

class Provider implements FakeProvider {
  readonly name: string;
  readonly #bases: readonly Base[];
  readonly #tokenUrls: readonly string[];
  readonly #definitions: readonly unknown[];
  readonly #seed: number;
  readonly #grant = grantTokens();
  #entries: { readonly method: string; readonly pattern: PathPattern; readonly route: Route }[] = [];
  #tokens = new Map<string, Route>();
  #failure: Step | undefined;
  #document: DocumentAnswers | undefined;

  constructor(name: string, source: ProviderSource, seed: number) {
    const all: readonly unknown[] = Array.isArray(source) ? source : [source];
    const bases = all.flatMap((one) => (typeof one === "string" ? one : textsOf(one, "services", "baseUrl")));
    if (bases.length === 0)
      throw wrongUse(`fakeProviders: "${name}" has no base URL: give one, or the provider's definition`);
    this.name = name;
    this.#definitions = all;
    this.#bases = bases.map((text) => baseOf(name, text));
    this.#tokenUrls = all.flatMap((one) => textsOf(one, "securitySchemes", "tokenUrl"));
    this.#seed = seed;
    this.reset();
  }

  on(method: string, path: string): FakeRoute {
    if (!path.startsWith("/") && path !== "*") throw wrongUse(`on("${method}", "${path}"): a path starts with a slash`);
    const route = new Route(ruleFinder(this.#definitions, method, path.replace(/\?.*/, "")));
    this.#entries.unshift({ method: method.toUpperCase(), pattern: pathPattern(path), route });
    return route;
  }

  fail(kind: ConnectionFailure | number, options?: FailureOptions): void {
    this.#failure = stepOf(failureOf(kind, options));
  }

  recover(): void {
    this.#failure = undefined;
  }

  tokensAt(url: string): FakeRoute {
    const route = this.#tokens.get(url) ?? new Route();
    this.#tokens.set(url, route);
    return route;
  }

  document(document: object): void {
    this.#document = readDocument(document, this.#seed, this.name, (method, path) =>
      ruleFinder(this.#definitions, method, path),
    );
  }

  reset(): void {
    this.#entries = [];
    this.#failure = undefined;
    this.#document = undefined;
    this.#tokens = new Map(this.#tokenUrls.map((url) => [url, new Route()]));
  }

  /** The paths below base URLs that a URL has. */
  pathsOf(url: URL): readonly string[] {
    return this.#bases.flatMap(({ expression }) => {
      const whole = url.origin + url.pathname;
      const found = expression.exec(whole);
      return found === null ? [] : whole.slice(found[0].length) || "/";
    });
  }

  /** Without paths: those of webhooks have a credential in them. */
  get origins(): readonly string[] {
    return this.#bases.map(({ text }) => /^[^/]*\/\/[^/]*/.exec(text)?.[0] ?? "");
  }

  tokensOf({ origin, pathname, searchParams }: URL): Route | undefined {
    const isAt = (text: string): boolean => pathPattern(text).match(origin + pathname, searchParams) !== undefined;
    return [...this.#tokens].find(([text]) => isAt(text))?.[1];
  }

  /** Throws for a request that nothing is set up for, and one that the document does not allow. `shown`: its path, masked. */
  answer(request: FakeRequest, url: URL, shown: string): Found {
    const tokens = this.tokensOf(url);
    if (tokens !== undefined)
      return { step: tokens.state === "" ? tokens.next(request) : stepOf(this.#grant), params: {} };
    const problem = this.#document?.check(request, url, shown);
    if (problem !== undefined) throw wrongUse(problem, this.name);
    if (this.#failure !== undefined) return { step: this.#failure, params: {} };
    for (const { method, pattern, route } of this.#entries) {
      if ((method !== "*" && method !== request.method) || route.state !== "") continue;
      const params = pattern.match(request.path, url.searchParams);
      if (params !== undefined) return { step: route.next({ ...request, params }), params };
    }
    const answer = this.#document?.answer(request);
    if (answer !== undefined) return { step: stepOf(answer), params: {} };
    throw wrongUse(`fake ${this.name}: ${this.#unmatched(request.method, shown)}`, this.name);
  }

  /** Says what is set up, and what of it was probably meant. */
  #unmatched(method: string, path: string): string {
    const titles = this.#entries.map((entry) => `${entry.method} ${entry.pattern.text}${entry.route.state}`);
    const near = nearest(`${method} ${path}`, titles);
    const meant = near === undefined ? "" : ` Did you mean ${near}?`;
    const others = titles.filter((title) => title !== near);
    const list = others.length === 0 ? "" : ` ${near === undefined ? "Set up" : "Also set up"}: ${others.join(", ")}.`;
    const all = titles.length === 0 ? " Nothing is set up." : list;
    return `nothing answers ${method} ${path}.${meant}${all} To answer it: on("${method}", "${path}").reply(200, {})`;
  }
}

/** Grants a new token per request, each for an hour (RFC 6749 §5.1); a new refresh token if one was used. */
function grantTokens(): Answerer {
  let count = 0;
  return ({ body }) => {
    count += 1;
    const token = { access_token: `fake-access-token-${count}`, token_type: "Bearer", expires_in: 3600 };
    const isRefresh = isPlainObject(body) && body["grant_type"] === "refresh_token";
    return { body: isRefresh ? { ...token, refresh_token: `fake-refresh-token-${count}` } : token };
  };
}

/** A base URL, and an expression for the beginning of what is below it. */
interface Base {
  readonly text: string;
  readonly expression: RegExp;
}

/** `{NAME}` in a base URL is any text of a client: the whole origin at its beginning, else within a segment. */
function baseOf(name: string, text: string): Base {
  const url = text.includes("{") ? undefined : parseUrl(text);
  if (!text.includes("{") && url === undefined)
    throw wrongUse(`fakeProviders: the base URL of "${name}" is not a URL: give an absolute one, as in the definition`);
  const normal = (url?.href ?? text).replace(/\/$/, "");
  const source = withPlaces(normal, (place, at) => (at === 0 && place !== "*" ? ".+?" : "[^/?#]+"));
  return { text, expression: new RegExp(`^${source}(?=/|$)`) };
}

/** A field of all parts of a definition, which are a list, or a record by id. */
function textsOf(definition: unknown, list: string, field: string): readonly string[] {
  const parts = isPlainObject(definition) ? definition[list] : undefined;
  const all: readonly unknown[] = isArray(parts) ? parts : isPlainObject(parts) ? Object.values(parts) : [];
  return all.flatMap((part) => {
    const text = isPlainObject(part) ? part[field] : undefined;
    return typeof text === "string" ? text : [];
  });
}
