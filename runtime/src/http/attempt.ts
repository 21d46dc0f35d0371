import { type Holder, onAbort, onAbortWhileHeld, reasonOf, throwIfAborted } from "../abort.js";
import {
  type AttemptState,
  authenticate,
  type Authenticator,
  type HopAnswer,
  MAX_FURTHER_SENDS,
  type TokenGate,
} from "../auth/authenticate.js";
import { type Clock, startTimer } from "../clock.js";
import {
  type AuthenticationErrorKind,
  BodyError,
  describeRequest,
  NetworkError,
  RedirectError,
  type RequestLabel,
  SdkError,
  TimeoutError,
} from "../errors/errors.js";
import { bytesIn, drainBody, httpError, letGo, readBody, type ReceivedAnswer, UNREAD } from "./answer.js";
import { parameterValue } from "./base-urls.js";
import type * as failures from "./failures.js";
import type { PreparedRequest } from "./prepare.js";
import type { RequestOptions } from "./provider-client.js";
import type { Hop, RedirectOptions } from "./redirects.js";
import type { StreamCode } from "./response-stream.js";
import type { AttemptParts, Masker, ReadAnswer } from "./server-answer.js";
import { type OutgoingBody, type OutgoingRequest, type SendOnce, sendThroughKy } from "./transport.js";

/** One attempt's own signal: a signal shared by many attempts would grow with each of them. */
interface AttemptScope {
  readonly signal: AbortSignal;
  /** What the attempt rejects with when its time is up; an answer that was already decided takes its place. */
  timeoutError: () => Error;
  /** Settles like the work, unless the scope ends before. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Aborts the attempt, or the stream that outlives it. */
  readonly end: (reason: unknown) => void;
  /** Where a stream outlives its attempt: takes the time limit off, and listens to these signals only, as long as somebody has it. */
  readonly outlive: (signals: readonly AbortSignal[]) => void;
  /** Holds `end` for whoever waits for a chunk. */
  readonly waiting: Holder;
  /** Leaves no timer, no listener and no open body behind; once or more. */
  readonly close: () => void;
}

/** Starts the time of an attempt. Throws a signal's reason when it is aborted already. */
export function openScope(
  { requestTimeout, signals }: Pick<AttemptLimits, "requestTimeout" | "signals">,
  clock: Clock,
  timeoutError: () => Error,
  closed?: () => void,
): AttemptScope {
  for (const signal of signals) throwIfAborted(signal);
  const controller = new AbortController();
  let reject: (reason: unknown) => void = () => {};
  const end = (reason: unknown): void => {
    reject(reason);
    controller.abort(reason);
  };
  const stopTimer = startTimer(clock, requestTimeout, () => end(scope.timeoutError()));
  let listening = signals.map((outer) => onAbort(outer, end));
  const waiting: Holder = { callback: undefined };
  const release = (): void => {
    stopTimer();
    for (const stop of listening) stop();
  };
  const scope: AttemptScope = {
    signal: controller.signal,
    timeoutError,
    // The reason comes first, even where the work does not listen; what the work fails with then is a consequence.
    run: (work) =>
      new Promise((resolve, fail) => {
        reject = fail;
        work.then(resolve, fail);
      }),
    end,
    outlive: (outers) => {
      release();
      listening = outers.map((outer) => onAbortWhileHeld(outer, end, waiting));
    },
    waiting,
    close: () => {
      release();
      closed?.();
    },
  };
  return scope;
}

/** Starts an attempt in whatever surrounds it; with headers that are added to the request's, which it may keep. */
export type Surround = <T>(prepared: PreparedRequest, start: (added?: Headers) => Promise<T>) => Promise<T>;

/**
 * What bounds an attempt. None of it is optional: what a literal leaves out would be read from `Object.prototype`, and
 * called.
 */
export interface AttemptLimits {
  /** In ms, for the whole attempt (credentials, digest round trip, redirects, body): the request's, or what a deadline leaves of it. */
  readonly requestTimeout: number;
  /** Each of them ends the attempt; it then rejects with that signal's reason. */
  readonly signals: readonly AbortSignal[];
  /** The same for a stream that outlives it, where these are others. */
  readonly streamSignals: readonly AbortSignal[] | undefined;
  /** What is said of the request: whether it may be made twice, by a redirect too. */
  readonly idempotent: boolean | undefined;
  /** Told, once or more, when a request is about to go over the wire. */
  readonly sending: (() => void) | undefined;
  /** Told when the server may have acted, whatever becomes of the attempt from then on. */
  readonly acted: (() => void) | undefined;
  /** Told when it begins to wait for a token; where one comes, `sending` is told next. */
  readonly waiting: (() => void) | undefined;
  /** Called within its time. */
  readonly around: Surround | undefined;
  /** What a policy says to requests for tokens. */
  readonly tokenGate: TokenGate | undefined;
}

/** Sends over the wire; what `fetch` throws becomes a NetworkError. */
export async function sendOnce(
  fetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  signal: AbortSignal,
  label: RequestLabel,
  mask?: MaskOf,
): Promise<Response> {
  try {
    return await sendThroughKy(fetch, request, signal);
  } catch (error) {
    if (error instanceof SdkError) throw error;
    throw await connectionError(error, label, request.redirected, request.body, mask);
  }
}

type Failures = typeof failures;

/** Masks what a request was given and has sent. */
type MaskOf = (failures: Failures) => Masker | undefined;

/**
 * What tells of failures is loaded with the first: it is a seventh of the runtime. Where it cannot be loaded, a server's
 * text is not shown, and of a connection it is only said that it failed.
 */
const loadFailures = async (): Promise<Failures | undefined> => import("./failures.js").catch(() => undefined);

/**
 * What broke while `body` was sent or the answer to it was read; `answered`: the server has, with a head at least. `mask` is
 * given where `fetch` itself threw.
 */
export async function connectionError(
  error: unknown,
  label: RequestLabel,
  answered: boolean,
  body?: OutgoingBody,
  mask?: MaskOf,
): Promise<SdkError> {
  const failure = body instanceof Uint8Array ? undefined : body?.failure(error);
  if (failure instanceof SdkError) return failure;
  const loaded = await loadFailures();
  if (loaded !== undefined) return loaded.failureOf(error, label, answered || failure === "unknown", mask?.(loaded));
  const details = { code: "network-reset", provider: label.provider, sent: "unknown" } as const;
  return new NetworkError(`${describeRequest(label)}: the connection failed`, details);
}

/** Why a server did not accept the credentials that a request carried; undefined where it does not say so. */
async function rejectionOf({ status, headers }: Response): Promise<AuthenticationErrorKind | undefined> {
  if (status !== 401 && status !== 403) return undefined;
  const field = headers.get("www-authenticate");
  const failures = field === null ? undefined : await loadFailures();
  return failures?.bearerError(field ?? "") ?? (status === 401 ? "rejected" : undefined);
}

/** Where and with what credentials one attempt sends. */
interface HopContext {
  /** The only origin that gets credentials. */
  readonly origin: string;
  authenticators: readonly Authenticator[];
  /** Whether an API key stands in the request already, in its path or body. */
  readonly hasKey: boolean;
  /** Called once: gets other credentials where those of a hop were refused (401), and the request to send once more. */
  renew: ((hop: OutgoingRequest, answer: HopAnswer) => Promise<OutgoingRequest | undefined>) | undefined;
  /** Those of the client and of hooks, which go where credentials go. */
  readonly headers: Headers | undefined;
  readonly send: SendOnce;
  readonly signal: AbortSignal;
}

/** Sends one hop, and once more where other credentials are to be had. */
async function sendHop(hop: OutgoingRequest, anonymous: boolean, context: HopContext): Promise<HopAnswer> {
  const answer = await signAndSend(hop, anonymous, context);
  const { renew } = context;
  if (answer.response.status !== 401 || answer.rejection === undefined || renew === undefined) return answer;
  context.renew = undefined;
  const next = await renew(hop, answer);
  return next === undefined ? answer : signAndSend(next, anonymous, context);
}

/** Credentials are attached now that the URL of the hop is known, and only when it goes to the declared origin. */
async function signAndSend(hop: OutgoingRequest, anonymous: boolean, context: HopContext): Promise<HopAnswer> {
  const { origin, authenticators, hasKey, headers, signal } = context;
  let { send } = context;
  const hasCredentials = hasKey || authenticators.length > 0;
  if (anonymous || !(hasCredentials || headers) || !isWithin(hop.url, origin)) {
    return { response: await send(hop), rejection: undefined };
  }
  const request = { ...hop, headers: new Headers(hop.headers), personal: true };
  headers?.forEach((value, name) => request.headers.set(name, value));
  for (const authenticator of authenticators) {
    if (authenticator.kind === "signer") authenticator.sign(request);
    // It signs when the request is sent: after all others, and after each answer to a challenge.
    if (authenticator.kind === "signature") send = authenticator.signing(send);
  }
  const answerer = authenticators.find((authenticator) => authenticator.kind === "answerer");
  if (answerer !== undefined) return answerer.answer(request, send, signal);
  const response = await send(request);
  return { response, rejection: hasCredentials ? await rejectionOf(response) : undefined };
}

/** The URL is one that `URL` wrote, so its origin is how it begins. */
function isWithin(url: string, origin: string): boolean {
  return url.startsWith(origin) && /^[/?]/.test(url.slice(origin.length));
}

const statuses = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects (RFC 9110 §15.4). The origin of the first request is the only one that credentials
 * and body may go to. Few servers redirect what calls an API: what follows comes late.
 */
async function followRedirects(request: OutgoingRequest, hop: Hop, options: RedirectOptions): Promise<HopAnswer> {
  const answer = await hop(request, false);
  if (!isRedirect(answer, options)) return answer;
  const failures = await loadFailures();
  if (failures !== undefined) return failures.followed(request, answer, hop, options, { isRedirect, drainBody, letGo });
  options.acted();
  letGo(answer.response);
  const { label } = options;
  throw new RedirectError(`${describeRequest(label)} was redirected and what reads where to could not be loaded`, {
    code: "redirect-unread",
    provider: label.provider,
  });
}

/** What the platform has made of one is none that can be followed. */
function isRedirect({ response, rejection }: HopAnswer, options: RedirectOptions): boolean {
  const { type, redirected, status, headers } = response;
  if (type === "opaqueredirect" || redirected) return true;
  return rejection === undefined && headers.has("location") && statuses.has(status) && !options.isHandled(status);
}

/**
 * Whether a request has a key of its own, with which it may be made twice. That its client gives one to every request is no
 * promise that the vendor knows it.
 */
export function hasOwnKey({ idempotencyKey, headers = {} }: RequestOptions): boolean {
  const isKey = ([name, value]: readonly [string, unknown]) => value !== undefined && /^idempotency-key$/i.test(name);
  return idempotencyKey !== undefined || Object.entries(headers).some(isKey);
}

/** What the schemes of an attempt resolved, the options of its request as the caller gave them, and what filled the path of its base URL. */
export type Kept = readonly [secrets: ReadonlySet<string>, given: object, segments?: readonly string[]];

/** On the signal itself: what applications test with may be another copy of the runtime than what sends. */
const key: unique symbol = Symbol.for("sdkwright.secrets");

/** Keeps what an attempt has with the signal that it gives to `fetch`: records of fakes are masked by it. */
export function keepSecrets(signal: AbortSignal, kept: Kept): void {
  Object.defineProperty(signal, key, { value: kept, configurable: true });
}

/** Nothing of a signal that no attempt gave to `fetch`: somebody put another in its place. */
export function secretsKept(signal: AbortSignal | undefined): Kept | undefined {
  return (signal as { readonly [key]?: Kept } | undefined)?.[key];
}

/** One attempt on its way. */
interface Attempt {
  readonly prepared: PreparedRequest;
  readonly scope: AttemptScope;
  readonly limits: AttemptLimits;
  /** What its authentication shares. */
  readonly state: AttemptState;
  /** What went over the wire. */
  readonly sent: OutgoingRequest[];
}

/**
 * Makes one attempt: credentials, digest round trip, redirects and body included. Resolves with a 2xx, or a status that
 * the caller handles. Rejects with an SdkError from which the failure table (rules §4) can be read, or with the
 * reason of a signal.
 */
export async function sendAttempt(
  prepared: PreparedRequest,
  limits: AttemptLimits,
  callers: readonly AbortSignal[] = [],
): Promise<ReceivedAnswer> {
  const { requestTimeout, signals: own, streamSignals = own } = limits;
  const signals = [...own, ...callers];
  const sent: OutgoingRequest[] = [];
  const state = stateOf(prepared, limits, sent);
  const scope = openScope(
    { requestTimeout, signals },
    prepared.bound.context.clock,
    () => timeoutError(prepared, requestTimeout, state.awaited),
    () => closeBody(sent),
  );
  const start = (added?: Headers) => runAttempt({ prepared, scope, limits, state, sent }, added);
  let streaming = false;
  try {
    const answer = await scope.run(limits.around?.(prepared, start) ?? start());
    streaming = answer.content instanceof ReadableStream;
    return answer;
  } finally {
    if (streaming) scope.outlive([...streamSignals, ...callers]);
    else scope.close();
  }
}

/** All hops have that of the first, or none. */
function closeBody([first]: readonly OutgoingRequest[]): void {
  if (!(first?.body instanceof Uint8Array)) first?.body?.close();
}

function stateOf(prepared: PreparedRequest, limits: AttemptLimits, sent: readonly OutgoingRequest[]): AttemptState {
  const { bound, stay } = prepared;
  const tokenGate = bound.oauth2 && limits.tokenGate;
  const parameter = (name: string): string | undefined => parameterValue(bound, name);
  const waiting = (): void => limits.waiting?.();
  const state: AttemptState = {
    furtherSends: MAX_FURTHER_SENDS,
    secrets: new Set(),
    startedAt: bound.context.clock.now(),
    used: new Map(),
    refused: undefined,
    signature: undefined,
    awaited: undefined,
    waiting,
    tokenGate,
    stay,
    said: async (answer, body) => (await reader({ prepared, state, sent }))?.(answer, body),
    rejection: rejectionOf,
    parameter,
  };
  return state;
}

async function runAttempt(attempt: Attempt, added: Headers | undefined): Promise<ReceivedAnswer> {
  const { prepared, scope, state } = attempt;
  keepSecrets(scope.signal, [state.secrets, prepared.options, prepared.base.segments]);
  const { authenticators, inserts } = await authenticate(prepared.bound, prepared.schemes, state);
  const ofClient = prepared.clientHeaders && (await prepared.clientHeaders(state.secrets));
  const request = prepared.render(inserts);
  const { bound: context, schemes, base } = prepared;
  const hops: HopContext = {
    origin: base.origin,
    authenticators,
    hasKey: inserts.length > 0,
    headers: joined(ofClient, added),
    send: (hop) => sendOnWire(attempt, hop),
    signal: scope.signal,
    async renew(hop, answer) {
      // A key that stands in the request itself is in no other than the first.
      if (hops.hasKey && hop !== request) return undefined;
      const failures = await loadFailures();
      const refused = { context, schemes, state, request: hop, answer, signal: scope.signal };
      // A function that hangs is no reason to lose what the server has said.
      const { timeoutError } = scope;
      scope.timeoutError = () =>
        httpError({ status: answer.response.status, label: prepared.label, rejection: answer.rejection }, undefined);
      const made = await failures?.renewed(refused);
      scope.timeoutError = timeoutError;
      hops.authenticators = made?.authenticators ?? authenticators;
      return made && (hops.hasKey ? prepared.render(made.inserts) : hop);
    },
  };
  const { response, rejection } = await sendHops(attempt, request, hops);
  // Digest may ask under a 2xx too: a rejection is never an answer.
  const accepted = response.ok && rejection === undefined;
  if (!accepted && !isHandled(prepared, response)) throw await unhandled(attempt, response, rejection);
  return prepared.streamed === undefined ? buffered(attempt, response) : prepared.streamed(attempt, response, CODE);
}

const CODE: StreamCode = {
  startTimer,
  onAbortWhileHeld,
  bytesIn,
  connectionError,
  tooLarge,
  describeRequest,
  TimeoutError,
};

/** Both stay with the origin; those of the client win over what a hook adds. */
function joined(ofClient: Headers | undefined, added: Headers | undefined): Headers | undefined {
  ofClient?.forEach((value, name) => added?.set(name, value));
  return added ?? ofClient;
}

/** A caller's function that throws leaves no connection open. */
function isHandled({ handlesStatus }: PreparedRequest, response: Response): boolean {
  try {
    return handlesStatus(response.status, false);
  } catch (error) {
    letGo(response);
    throw error;
  }
}

async function sendHops(attempt: Attempt, request: OutgoingRequest, context: HopContext): Promise<HopAnswer> {
  const { prepared, limits } = attempt;
  const acted = (): void => limits.acted?.();
  const { bound, label, options } = prepared;
  const { redirect = bound.redirect } = options;
  // A key of its own makes it harmless to send on, too.
  const { idempotent = hasOwnKey(options) || undefined } = limits;
  const isHandled = (status: number): boolean => prepared.handlesStatus(status, true);
  const follow = redirect !== undefined;
  const redirects = {
    crossOrigin: bound.crossOriginRedirects,
    label,
    idempotent,
    isHandled,
    told: attempt,
    follow,
    acted,
  };
  return followRedirects(request, (hop, anonymous) => sendHop(hop, anonymous, context), redirects);
}

async function sendOnWire(attempt: Attempt, hop: OutgoingRequest): Promise<Response> {
  const { prepared, limits, sent } = attempt;
  const { signal } = attempt.scope;
  // A credential that came too late must not start a request that nobody waits for.
  throwIfAborted(signal);
  limits.sending?.();
  sent.push(hop);
  const { bound, label } = prepared;
  const mask = ({ maskerBy }: Failures): Masker | undefined => maskerBy(attempt, true);
  const response = await sendOnce(bound.fetch ?? globalThis.fetch, hop, signal, label, mask);
  if (!signal.aborted) return response;
  // A `fetch` that does not listen comes with it when nobody waits any more.
  letGo(response);
  throw reasonOf(signal);
}

/** A status that nobody handles: the headers have decided, so time that runs out while the body drains changes nothing. */
async function unhandled(attempt: Attempt, answer: Response, rejection: HopAnswer["rejection"]): Promise<SdkError> {
  const { label, bound } = attempt.prepared;
  const rejected = { status: answer.status, label, rejection };
  let read: ReadAnswer | undefined;
  attempt.scope.timeoutError = () => httpError(rejected, read?.(answer, UNREAD));
  const draining = drainBody(answer, bound.maxErrorBytes);
  read = await reader(attempt);
  const body = await draining;
  return httpError(rejected, read?.(answer, body));
}

/** Reads answers for errors; absent where what it takes could not be loaded: then no text is shown. */
async function reader(told: AttemptParts): Promise<ReadAnswer | undefined> {
  return (await loadFailures())?.readerOf(told);
}

async function buffered(attempt: Attempt, source: Response): Promise<ReceivedAnswer> {
  const { prepared, scope, sent } = attempt;
  const { bound, label, json } = prepared;
  const { bytes, complete } = await readBody(source, bound.maxResponseBytes, scope.signal).catch(
    async (error: unknown) => {
      throw await connectionError(error, label, true, sent.at(-1)?.body);
    },
  );
  const shown = async () => (await reader(attempt))?.(source, { bytes, complete });
  if (complete) return { status: source.status, source, content: bytes, label, json, shown };
  throw tooLarge(label, source.status, bound.maxResponseBytes);
}

function tooLarge(label: RequestLabel, status: number, limit: number): BodyError {
  const message = `${describeRequest(label)} answered ${status}, but the body is larger than ${limit} bytes (maxResponseBytes)`;
  return new BodyError(message, { code: "body-too-large", provider: label.provider, status });
}

/** A request that took longer than its time limit; `awaited` is the scheme whose token it waited for. */
export function timeoutError({ label }: PreparedRequest, requestTimeout: number, awaited?: string): TimeoutError {
  const waiting = awaited === undefined ? "" : `, waiting for a token (scheme "${awaited}")`;
  const message = `${describeRequest(label)} took longer than ${Math.round(requestTimeout)} ms${waiting}`;
  const error = new TimeoutError(message, { code: "timeout", provider: label.provider });
  return awaited === undefined ? error : Object.assign(error, { tokenEndpoint: awaited });
}
