import { parseChallenges } from "../auth/challenges.js";
import { answerChallenge, readDigest } from "../auth/digest.js";
import { type BadOption, entriesOf, own, type TableOf } from "../config/options.js";
import { SdkError } from "../errors/errors.js";
import { encodeJson } from "../http/body.js";
import type { Bytes } from "../http/transport.js";
import type { PagesRule } from "../config/definition.js";
import { type FindRule, servePages } from "./pages.js";
import { decoded } from "./received.js";
import {
  eventsAnswer,
  type FakeEvent,
  linesAnswer,
  type StreamAnswer,
  streamBody,
  type StreamSettings,
} from "./stream-answer.js";
import type { VirtualClock } from "./virtual-clock.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** A request, as a server sees it. Credentials are in it: `FakeRecord` has the same without. */
export interface FakeRequest {
  /** The name that `fakeProviders` was given. */
  readonly provider: string;
  readonly method: string;
  /** Below the base URL, as it was sent, without query. */
  readonly path: string;
  /** Values of the `{names}` in the path that was set up, decoded. */
  readonly params: { readonly [name: string]: string };
  /** A list if a name is there several times. */
  readonly query: { readonly [name: string]: string | readonly string[] };
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Parsed JSON, a form by name, text, else bytes; `undefined` for none. */
  readonly body: unknown;
}

/** Text, bytes, a stream, a form; anything else is sent as JSON. `undefined` for none. */
export type FakeBody = unknown;

/** An answer, as a function of the request returns it. */
export interface FakeAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  readonly headers?: HeaderRecord | undefined;
  readonly body?: FakeBody;
}

export interface HeaderRecord {
  readonly [name: string]: string;
}

/** Answers by the request. */
export type Answerer = (request: FakeRequest) => FakeAnswer | Response | Promise<FakeAnswer | Response>;

/** Makes the body of an answer. */
export type BodyMaker = (request: FakeRequest) => unknown;

/** Options of a failure. */
export interface FailureOptions {
  /** Sent as `Retry-After`, in ms; whole seconds go over the wire. */
  readonly retryAfter?: number | undefined;
}

/**
 * `dns`, `refused`, `unreachable`, `tls`: nothing was sent. `reset`: closed without an answer. `malformed`: the answer is
 * not HTTP. `cut`: the answer's body ends too early. `timeout`: nothing comes, ever.
 */
export type ConnectionFailure = keyof typeof CODES | "cut" | "timeout";

/** A login that a fake asks for (RFC 7616); names of headers and the status if the provider has others. */
export interface DigestLogin {
  readonly username: string;
  readonly password: string;
  /** Default `SHA-256`. */
  readonly algorithm?: "MD5" | "SHA-256" | "SHA-512-256" | undefined;
  readonly statusCode?: number | undefined;
  readonly challengeHeader?: string | undefined;
  readonly authorizationHeader?: string | undefined;
}

/**
 * Answers of one method and path. What is added makes a sequence: each is given once, the last again and again.
 */
export interface FakeRoute {
  /** Answers with a status, a body (an object is sent as JSON) and headers. A function of the request makes the body. */
  reply(status: number, body: BodyMaker, headers?: HeaderRecord): FakeRoute;
  reply(status: number, body?: FakeBody, headers?: HeaderRecord): FakeRoute;
  /** Answers with what a function makes of the request, or with a `Response`. */
  reply(answer: Answerer | Response): FakeRoute;
  /** Likewise, and never again: after the last of a sequence nothing is set up any more. */
  replyOnce(status: number, body: BodyMaker, headers?: HeaderRecord): FakeRoute;
  replyOnce(status: number, body?: FakeBody, headers?: HeaderRecord): FakeRoute;
  replyOnce(answer: Answerer | Response): FakeRoute;
  /** Answers with a stream of events; a request with `Last-Event-ID` gets those behind that one. */
  events(events: readonly FakeEvent[], settings?: StreamSettings): FakeRoute;
  /** Answers with JSON Lines. */
  lines(values: readonly unknown[], settings?: StreamSettings): FakeRoute;
  /**
   * Serves a list in pages, as the rule of the provider's definition says, or one that is given. A request for a later
   * page has to be the first but for its place.
   */
  pages(lists: readonly (readonly unknown[])[], rule?: PagesRule): FakeRoute;
  /** Fails as a connection does, or with a status, for instance 503 or 429 with `retryAfter`. */
  fail(kind: ConnectionFailure | number, options?: FailureOptions): FakeRoute;
  /** The answer added last comes so late, in ms of the fake's clock. */
  delay(ms: number): FakeRoute;
  /** The answer added last is given so often, in all. */
  times(count: number): FakeRoute;
  /** Asks for a digest login (RFC 7616), and answers only who has it. */
  digest(login: DigestLogin): FakeRoute;
}

type Reply = [status: number | Answerer | Response, body?: unknown, headers?: HeaderRecord];

/** One step of a sequence of answers. */
export interface Step {
  readonly answer: Answerer | ConnectionFailure | StreamAnswer;
  /** In ms. */
  readonly delay: number;
  /** How often it may still be given. */
  readonly times: number;
}

/** A step that is given without delay. */
export function stepOf(answer: Step["answer"], times: number = Infinity): Step {
  return { answer, delay: 0, times };
}

/** A sequence of answers, and how far it is used. */
export class Route implements FakeRoute {
  readonly #findRule: FindRule;
  #steps: Step[] = [];
  #challenge: ((request: FakeRequest) => FakeAnswer | undefined) | undefined;

  constructor(findRule: FindRule = async () => undefined) {
    this.#findRule = findRule;
  }

  pages(lists: readonly (readonly unknown[])[], rule?: PagesRule): FakeRoute {
    if (!lists.every(Array.isArray)) throw wrongUse("pages() takes a list of lists: one for each page");
    return this.#add(servePages(lists, rule, this.#findRule), Infinity);
  }

  reply(...reply: Reply): FakeRoute {
    return this.#add(answererOf(reply), Infinity);
  }

  replyOnce(...reply: Reply): FakeRoute {
    return this.#add(answererOf(reply), 1);
  }

  events(events: readonly FakeEvent[], settings?: StreamSettings): FakeRoute {
    return this.#add(eventsAnswer(events, settings), Infinity);
  }

  lines(values: readonly unknown[], settings?: StreamSettings): FakeRoute {
    return this.#add(linesAnswer(values, settings), Infinity);
  }

  fail(kind: ConnectionFailure | number, options?: FailureOptions): FakeRoute {
    return this.#add(failureOf(kind, options), Infinity);
  }

  delay(ms: number): FakeRoute {
    if (!(ms >= 0 && ms < Infinity))
      throw wrongUse('delay() takes ms, 0 or more; for an answer that never comes: fail("timeout")');
    return this.#change({ delay: ms });
  }

  times(count: number): FakeRoute {
    if (!(Number.isInteger(count) && count > 0)) throw wrongUse("times() takes a whole number, 1 or more");
    return this.#change({ times: count });
  }

  digest(login: DigestLogin): FakeRoute {
    this.#challenge = challengerOf(login);
    return this;
  }

  /** Says why there is no answer; empty as long as there is one. */
  get state(): string {
    if (this.#steps.length === 0) return " (no answer given)";
    return this.#steps.some(({ times }) => times > 0) ? "" : " (used up)";
  }

  /** The next answer, if there is one. */
  next(request: FakeRequest): Step {
    const challenge = this.#challenge?.(request);
    if (challenge !== undefined) return stepOf(() => challenge);
    const at = this.#steps.findIndex(({ times }) => times > 0);
    const step = this.#steps[at];
    if (step === undefined) throw wrongUse("no answer is left");
    this.#steps[at] = { ...step, times: step.times - 1 };
    return step;
  }

  /** The last, given without end so far, is given once from now on. */
  #add(answer: Step["answer"], times: number): this {
    const before = this.#steps.map((step) => (step.times === Infinity ? { ...step, times: 1 } : step));
    this.#steps = [...before, stepOf(answer, times)];
    return this;
  }

  #change(change: Partial<Step>): this {
    const last = this.#steps.pop();
    if (last === undefined)
      throw wrongUse("`delay` and `times` apply to the answer before them: call `reply` or `fail` first");
    this.#steps.push({ ...last, ...change });
    return this;
  }
}

function answererOf([reply, body, headers]: Reply): Answerer {
  if (reply instanceof Response || typeof reply === "function") {
    if (body !== undefined || headers !== undefined)
      throw wrongUse("reply() only takes a body and headers with a status");
    return typeof reply === "function" ? reply : () => reply;
  }
  if (typeof reply !== "number") throw wrongUse("reply() takes a status, a Response, or a function of the request");
  if (typeof body !== "function") return () => ({ status: reply, body, headers });
  const make = body as BodyMaker;
  return async (request) => ({ status: reply, body: await make(request), headers });
}

/** Codes with which the platform's `fetch` tells how a connection failed. */
const CODES = {
  dns: "ENOTFOUND",
  refused: "ECONNREFUSED",
  unreachable: "EHOSTUNREACH",
  tls: "CERT_HAS_EXPIRED",
  reset: "ECONNRESET",
  malformed: "HPE_INVALID_CONSTANT",
} as const;

const CONNECTION_FAILURES: readonly string[] = [...Object.keys(CODES), "cut", "timeout"];

/** The error that `fetch` rejects with. */
export function connectionFailure(kind: keyof typeof CODES): TypeError {
  return fetchError("fetch failed", CODES[kind], kind);
}

function fetchError(message: string, code: string, kind?: string): TypeError {
  // An open connection may fail with the same code: `syscall` says that there was none.
  const call = kind === "unreachable" ? { syscall: "connect" } : {};
  return new TypeError(message, { cause: Object.assign(new Error(code), { code, ...call }) });
}

/** The answer of a failure: how the connection fails, or a status. */
export function failureOf(kind: ConnectionFailure | number, options?: FailureOptions): Step["answer"] {
  const { retryAfter } = readSettings(options, "fail", FAILURE_OPTIONS);
  if (retryAfter !== undefined && !(retryAfter >= 0 && retryAfter < Infinity))
    throw wrongUse("fail: `retryAfter` takes ms, 0 or more");
  if (typeof kind === "number") {
    const headers = retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter / 1000)) };
    return () => ({ status: kind, headers });
  }
  if (CONNECTION_FAILURES.includes(kind)) return kind;
  throw wrongUse(`"${kind}" is not a kind of failure; known: ${CONNECTION_FAILURES.join(", ")}, or a status`);
}

const FAILURE_OPTIONS: TableOf<FailureOptions> = { retryAfter: "a number" };

/** Sends an answer, or rejects as `fetch` does. */
export async function send(
  { answer, delay }: Step,
  request: FakeRequest,
  clock: VirtualClock,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (delay > 0) await clock.sleep(delay, signal);
  if (answer === "timeout") return clock.hang(signal);
  if (answer === "cut") return new Response(cutBody(), { headers: { "content-type": "application/json" } });
  if (typeof answer === "string") throw connectionFailure(answer);
  if (typeof answer === "object") {
    const body = streamBody(answer, request.headers["last-event-id"], clock, broken);
    return new Response(body, { headers: { "content-type": answer.type } });
  }
  try {
    const made = await answer(request);
    // A clone, because it may be given again.
    return made instanceof Response ? made.clone() : responseOf(made);
  } catch (error) {
    if (error instanceof SdkError || signal?.aborted === true) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw wrongUse(`the function that answers a ${request.method} threw: ${text}`.split("\n"), request.provider);
  }
}

/** A body of which the rest never comes. */
function cutBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    pull: (controller) => controller.error(broken()),
  });
}

/** The error of a connection that breaks within an answer. */
export function broken(): TypeError {
  return fetchError("terminated", "UND_ERR_SOCKET");
}

const ANSWER: TableOf<FakeAnswer> = { status: "a number", headers: "an object", body: "" };

function responseOf(answer: FakeAnswer | undefined): Response {
  if (answer === undefined)
    throw wrongUse("an answer is { status, headers, body } or a Response, but none was returned");
  const { status = 200, headers = {}, body } = readSettings(answer, "an answer", ANSWER);
  const [content, type] = contentOf(body);
  const bad: BadOption = (option, problem) => wrongUse(`an answer: ${option} ${problem}`);
  const all = new Headers(
    headers instanceof Headers
      ? headers
      : entriesOf(headers, "headers", bad).map(([name, value]) => [name, String(value)]),
  );
  if (type !== undefined && !all.has("content-type")) all.set("content-type", type);
  try {
    return new Response(content, { status, headers: all });
  } catch {
    throw wrongUse(`an answer of status ${status} cannot be made: ${reasonFor(status)}`);
  }
}

function reasonFor(status: number): string {
  if (!(status >= 200 && status <= 599)) return "a status is a whole number from 200 to 599";
  return [204, 205, 304].includes(status) ? "it has no body" : "a stream is read once, so let a function make it";
}

/** The content of a body, and its type if `Response` does not say it. */
function contentOf(body: unknown): readonly [content: BodyInit | null, type?: string] {
  if (body === undefined) return [null];
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return [body as Bytes, "application/octet-stream"];
  const isReady = [ReadableStream, Blob, FormData, URLSearchParams].some((kind) => body instanceof kind);
  if (typeof body === "string" || isReady) return [body as BodyInit];
  return [encodeJson(body, (problem) => wrongUse(`an answer: its body ${problem}`)), "application/json"];
}

const DIGEST_LOGIN: TableOf<DigestLogin> = {
  username: "a string",
  password: "a string",
  algorithm: "a string",
  statusCode: "a number",
  challengeHeader: "a string",
  authorizationHeader: "a string",
};

/** Answers a request that does not have the login with a challenge. */
function challengerOf(login: DigestLogin): (request: FakeRequest) => FakeAnswer | undefined {
  const { username, password, algorithm = "SHA-256", ...read } = readSettings(login, "digest", DIGEST_LOGIN);
  const { statusCode = 401, challengeHeader = "www-authenticate", authorizationHeader = "authorization" } = read;
  const text = `Digest realm="fake", nonce="fake-nonce", qop="auth", algorithm=${algorithm}`;
  const [challenge] = parseChallenges(text).map(readDigest);
  if (challenge === undefined) throw wrongUse("digest: `algorithm` is not one of MD5, SHA-256, SHA-512-256");
  return ({ method, headers }) => {
    const [sent] = parseChallenges(own(headers, authorizationHeader.toLowerCase()) ?? "");
    const param = (name: string): string => sent?.params.get(name) ?? "";
    const [target, cnonce, nc] = [param("uri"), param("cnonce"), parseInt(param("nc"), 16)];
    const isIn =
      param("username") === username &&
      answerChallenge({ challenge, username, password, method, target, body: undefined, nc, cnonce }).includes(
        `response="${param("response")}"`,
      );
    return isIn ? undefined : { status: statusCode, headers: { [challengeHeader]: text } };
  };
}

/** A path as it is set up: `/charges/{id}`, `/files/*`, `/charges?expand=customer`. */
export interface PathPattern {
  readonly text: string;
  /** The values of the names; `undefined` for another path. */
  readonly match: (path: string, query?: URLSearchParams) => { readonly [name: string]: string } | undefined;
  /** How many places stand for anything. */
  readonly places: number;
}

/** `{name}` and `*` in a text. */
const PLACE = /\{([^{}]+)\}|\*/g;

/** `{name}` is filled by a segment, or a part of one; `*` by anything. A query in it has to be there. */
export function pathPattern(text: string): PathPattern {
  const [path = "", query = ""] = text.split("?");
  const names = Array.from(path.matchAll(PLACE), ([, name]) => name ?? "*");
  const expression = new RegExp(`^${withPlaces(path, (place) => (place === "*" ? "(.*)" : "([^/]+?)"))}$`, "s");
  const wanted = [...new URLSearchParams(query)];
  return {
    text,
    places: names.length,
    match: (asked, sent) => {
      const found = expression.exec(asked);
      if (found === null || !wanted.every(([name, value]) => sent?.getAll(name).includes(value))) return undefined;
      return Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? "")]));
    },
  };
}

/** The source of an expression for a text; `fill` gives what its places become. */
export function withPlaces(text: string, fill: (place: string, at: number) => string): string {
  let [source, at] = ["", 0];
  for (const { 0: place, index } of text.matchAll(PLACE)) {
    source += literal(text.slice(at, index)) + fill(place, index);
    at = index + place.length;
  }
  return source + literal(text.slice(at));
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
