import { isPlainObject } from "../config/options.js";
import { nearest } from "../config/text.js";
import { type Answerer, failureOf, type FailureOptions, type FakeRequest, type Step } from "./answers.js";
import { type DocumentAnswers, readDocument } from "./document/document.js";
import type { ConnectionFailure } from "./failures.js";
import { type PathPattern, pathPattern } from "./patterns.js";
import { type FakeRoute, Route } from "./route.js";
import type { Places } from "./sources.js";
import { wrongUse } from "./wrong-use.js";

/** A provider that lives in memory. */
export interface FakeProvider {
  /**
   * Sets up answers of a method and a path below the base URL; `*` stands for any method. `{name}` in the path is filled by
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
   * What is not set up is answered from an OpenAPI document (3.0, 3.1, as parsed JSON): its examples, else what its schemas
   * allow, the same for the same seed. All requests are checked against it.
   */
  document(document: object): void;
}

interface Entry {
  readonly method: string;
  readonly pattern: PathPattern;
  readonly route: Route;
}

/** What is asked of a provider. */
export interface Asked {
  readonly request: FakeRequest;
  readonly url: URL;
  /** Its path, as it may be shown. */
  readonly shown: string;
}

/** What is answered, and the request with what its path was matched by. */
export interface Found {
  readonly step: Pick<Step, "answer" | "delay">;
  readonly request: FakeRequest;
}

/** What one provider answers. */
export class Provider implements FakeProvider {
  readonly name: string;
  readonly #places: Places;
  readonly #seed: number;
  #entries: Entry[] = [];
  #tokens = new Map<string, Route>();
  readonly #grant = tokenEndpoint();
  #failure: Step["answer"] | undefined;
  #document: DocumentAnswers | undefined;

  constructor(name: string, places: Places, seed: number) {
    this.name = name;
    this.#places = places;
    this.#seed = seed;
    this.reset();
  }

  on(method: string, path: string): FakeRoute {
    if (!path.startsWith("/") && path !== "*") throw wrongUse(`on("${method}", "${path}"): a path starts with a slash`);
    const route = new Route();
    this.#entries.unshift({ method: method.toUpperCase(), pattern: pathPattern(path), route });
    return route;
  }

  fail(kind: ConnectionFailure | number, options?: FailureOptions): void {
    this.#failure = failureOf(kind, options);
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
    this.#document = readDocument(document, this.#seed, this.name);
  }

  reset(): void {
    this.#entries = [];
    this.#failure = undefined;
    this.#document = undefined;
    this.#tokens = new Map();
    for (const url of this.#places.tokenUrls) this.tokensAt(url);
  }

  /** The longest base URL that a URL is below, and what follows it. */
  pathOf(url: URL): { readonly path: string; readonly length: number } | undefined {
    const paths = this.#places.bases.flatMap(({ pathBelow }) => pathBelow(url) ?? []);
    const [path] = paths.sort((one, other) => one.length - other.length);
    return path === undefined ? undefined : { path, length: (url.origin + url.pathname).length - path.length };
  }

  get bases(): readonly string[] {
    return this.#places.bases.map(({ text }) => text);
  }

  isTokenUrl(url: URL): boolean {
    return this.#tokenRoute(url) !== undefined;
  }

  #tokenRoute({ origin, pathname, searchParams }: URL): Route | undefined {
    const isAt = (text: string): boolean => pathPattern(text).match(origin + pathname, searchParams) !== undefined;
    return [...this.#tokens].find(([text]) => isAt(text))?.[1];
  }

  /** What is answered. Throws for a request that nothing is set up for, and one that the document does not allow. */
  answer({ request, url, shown }: Asked): Found {
    const tokens = this.#tokenRoute(url);
    if (tokens !== undefined)
      return { step: tokens.isOpen ? tokens.next(request) : { answer: this.#grant, delay: 0 }, request };
    const query = url.searchParams;
    const problem = this.#document?.check(request, url, shown);
    if (problem !== undefined) throw wrongUse(problem, this.name);
    if (this.#failure !== undefined) return { step: { answer: this.#failure, delay: 0 }, request };
    for (const { method, pattern, route } of this.#entries) {
      const params = method === "*" || method === request.method ? pattern.match(request.path, query) : undefined;
      if (params === undefined || !route.isOpen) continue;
      const matched = { ...request, params };
      return { step: route.next(matched), request: matched };
    }
    const answer = this.#document?.answer(request);
    if (answer !== undefined) return { step: { answer, delay: 0 }, request };
    throw wrongUse(unmatched(this.name, request.method, shown, this.#entries.map(titleOf)), this.name);
  }
}

function titleOf({ method, pattern, route }: Entry): string {
  const state = route.isEmpty ? " (no answer given)" : " (used up)";
  return `${method} ${pattern.text}${route.isOpen ? "" : state}`;
}

/** Grants a new token per request, each for an hour (RFC 6749 §5.1); a new refresh token where one was used. */
function tokenEndpoint(): Answerer {
  let count = 0;
  return ({ body }) => {
    count += 1;
    const token = { access_token: `fake-access-token-${count}`, token_type: "Bearer", expires_in: 3600 };
    const isRefresh = isPlainObject(body) && body["grant_type"] === "refresh_token";
    return { body: isRefresh ? { ...token, refresh_token: `fake-refresh-token-${count}` } : token };
  };
}

/** Says what is set up, and what of it was probably meant. */
function unmatched(provider: string, method: string, path: string, titles: readonly string[]): string {
  const asked = `${method} ${path}`;
  const near = nearest(asked, titles);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  const all = titles.length === 0 ? "Nothing is set up" : `Set up: ${titles.join(", ")}`;
  return `fake ${provider}: nothing answers ${asked}.${meant} ${all}. To answer it: on("${method}", "${path}").reply(200, {})`;
}
