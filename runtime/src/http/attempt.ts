import { reasonOf, throwIfAborted } from "../abort.js";
import {
  type Authentication,
  type AttemptState,
  type HopAnswer,
  plainAuthentication,
  type TokenGate,
} from "../auth/authenticate.js";
import type { Fields } from "../auth/credentials.js";
import {
  BodyError,
  describeRequest,
  type HttpError,
  RedirectError,
  type RequestLabel,
  type SdkError,
  TimeoutError,
} from "../errors/errors.js";
import { late, missing } from "../late.js";
import { bareError, BodyReader, letGo, loadServerAnswer, type ReceivedAnswer, rejectionOf } from "./answer.js";
import { invalidRequest, loadFor } from "./invalid.js";
import type { PreparedRequest } from "./prepare.js";
import { Scope } from "./scope.js";
import {
  type Bytes,
  connectionError,
  keepSecrets,
  type OutgoingRequest,
  type SendOnce,
  sendOnce,
} from "./transport.js";

/** Starts an attempt within a hook; with headers that are added to the request's, which it may keep. */
export type AroundAttempt = <T>(prepared: PreparedRequest, start: (added?: Headers) => Promise<T>) => Promise<T>;

/** The bounds of an attempt. */
export interface AttemptLimits {
  /** In ms, for the whole attempt (credentials, digest round trip, redirects, body): the request's, or what a deadline leaves of it. */
  readonly requestTimeout: number;
  /** Each of them ends the attempt; it then rejects with that signal's reason. */
  readonly signals: readonly AbortSignal[];
  /** The same for a stream that outlives it, if these are others. */
  readonly streamSignals?: readonly AbortSignal[] | undefined;
  /** A stream is answered with its first item, because somebody else could be asked instead. */
  readonly untilItem?: boolean | undefined;
  /** True if the request may be made twice, by a redirect too, as far as somebody says so. */
  readonly idempotent?: boolean | undefined;
  /** Called, once or more, when a request is about to go over the wire. */
  readonly sending?: (() => void) | undefined;
  /** Called when the server may have acted, whatever becomes of the attempt from then on. */
  readonly acted?: (() => void) | undefined;
  /** Called when it begins to wait for a token; if one comes, `sending` is called next. */
  readonly waiting?: (() => void) | undefined;
  /** Called within its time. */
  readonly around?: AroundAttempt | undefined;
  /** The policy for requests for tokens. */
  readonly tokenGate?: TokenGate | undefined;
}

/** The limit of an answer that is read whole, in bytes. */
const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Per attempt, its redirects included: an answer to a challenge, and one to a nonce that is no longer current; or a new token. */
const MAX_FURTHER_SENDS = 2;

/**
 * One attempt: credentials, digest round trip, redirects and body included. Few servers redirect what calls an API, and few
 * refuse a credential: the code for that comes late.
 */
export class Attempt implements AttemptState {
  readonly prepared: PreparedRequest;
  readonly scope: Scope;
  readonly secrets: Set<string> = new Set();
  readonly used: Map<string, Fields> = new Map();
  /** All that went over the wire. */
  readonly sent: OutgoingRequest[] = [];
  readonly startedAt: number;
  readonly tokenGate: TokenGate | undefined;
  readonly requireUnmoved: () => void;
  furtherSends: number = MAX_FURTHER_SENDS;
  awaited: string | undefined;
  refused: AttemptState["refused"];
  signature: string | undefined;
  readonly limits: AttemptLimits;
  /** They end a stream too that outlives the signals of the limits. */
  readonly #callers: readonly AbortSignal[];
  authentication: Authentication = { authenticators: [], inserts: [] };
  /** Those of the client and of hooks, which go where credentials go. */
  #headers: Headers | undefined;
  #mayRenew = true;
  #body: BodyReader | undefined;

  /** Starts its time. Throws a signal's reason if it is aborted already. */
  constructor(prepared: PreparedRequest, limits: AttemptLimits, callers: readonly AbortSignal[]) {
    const { requestTimeout, signals, tokenGate } = limits;
    const { bound, requireUnmoved } = prepared;
    this.prepared = prepared;
    this.requireUnmoved = requireUnmoved;
    this.tokenGate = bound.oauth2 && tokenGate;
    this.limits = limits;
    this.#callers = callers;
    const { clock } = bound.context;
    this.startedAt = clock.now();
    const timeout = (): Error => timeoutError(prepared, requestTimeout, this.awaited);
    this.scope = new Scope(requestTimeout, [...signals, ...callers], clock, timeout);
  }

  /**
   * Resolves with a 2xx, or a status that the caller handles. Rejects with an SdkError from which the failure table (rules §4)
   * can be read, or with the reason of a signal.
   */
  async run(): Promise<ReceivedAnswer> {
    const { prepared, scope } = this;
    const limits = this.limits;
    const start = async (added?: Headers): Promise<ReceivedAnswer> => this.#start(added);
    let isStream = false;
    try {
      const answer = await scope.race(limits.around?.(prepared, start) ?? this.#start(undefined));
      isStream = answer.content instanceof ReadableStream;
      if (isStream) prepared.streamed?.outlive(scope, [...(limits.streamSignals ?? limits.signals), ...this.#callers]);
      return answer;
    } finally {
      if (!isStream) this.close();
    }
  }

  /** Leaves no timer, no listener and no open body behind; once or more. */
  close(): void {
    this.scope.close();
    this.#body?.cancel();
    // All hops have that of the first, or none.
    const body = this.sent[0]?.body;
    if (!(body instanceof Uint8Array)) body?.close();
  }

  waiting(): void {
    this.limits.waiting?.();
  }

  async #start(added: Headers | undefined): Promise<ReceivedAnswer> {
    const { prepared, scope, secrets } = this;
    const { bound, schemes, base, clientHeaders, streamed } = prepared;
    keepSecrets(scope.signal, [secrets, prepared.options, base.segments]);
    const made = plainAuthentication(bound, schemes, this) ?? (await this.#resolve());
    this.authentication = made;
    this.#headers = joined(clientHeaders && (await clientHeaders(secrets)), added);
    const request = prepared.render(made.inserts);
    const first = await this.hop(request, false);
    const { response, rejection } = this.isRedirect(first) ? await this.#follow(request, first) : first;
    // Digest may ask under a 2xx too: a rejection is never an answer.
    const accepted = response.ok && rejection === undefined;
    if (!accepted && !this.#isHandled(response)) throw await this.#unhandled(response, rejection);
    return streamed === undefined ? this.#buffered(response) : streamed.streamed(this, response);
  }

  /** Resolves the credentials of all schemes that are not plain. */
  async #resolve(): Promise<Authentication> {
    const { bound, schemes, label } = this.prepared;
    const invalid = invalidRequest(label);
    const { authenticate } = await loadFor("schemes", () => import("../auth/schemes.js"), this.scope.signal, invalid);
    return authenticate(bound, schemes, this);
  }

  /**
   * Sends one request of a chain of redirects, and once more if other credentials are to be had. It gets the request
   * unsigned; `anonymous` says that no credential may be attached, now that the chain has left its origin.
   */
  async hop(hop: OutgoingRequest, anonymous: boolean): Promise<HopAnswer> {
    const answer = await this.#signed(hop, anonymous);
    if (answer.rejection === undefined || answer.response.status !== 401 || !this.#mayRenew) return answer;
    this.#mayRenew = false;
    const loaded = await late(() => import("../auth/renewal.js"));
    const next = await loaded?.renewed(this, hop, answer);
    return next === undefined ? answer : this.#signed(next, anonymous);
  }

  /** Credentials are attached now that the URL of the hop is known, and only if it goes to the declared origin. */
  async #signed(hop: OutgoingRequest, anonymous: boolean): Promise<HopAnswer> {
    const { authenticators, inserts } = this.authentication;
    const hasCredentials = inserts.length > 0 || authenticators.length > 0;
    const headers = this.#headers;
    // A copy: a `fetch` of the application's may change them too, and another attempt sends them again.
    const { method, url, body, redirected, personal = false } = hop;
    const request = { method, url, headers: new Headers(hop.headers), body, redirected, personal };
    if (anonymous || !(hasCredentials || headers) || !isWithin(hop.url, this.prepared.base.origin))
      return { response: await this.#send(request), rejection: undefined };
    request.personal = true;
    headers?.forEach((value, name) => request.headers.set(name, value));
    let send = this.#send;
    for (const authenticator of authenticators) {
      if (authenticator.kind === "signer") authenticator.sign(request);
      // It signs when the request is sent: after all others, and after each answer to a challenge.
      if (authenticator.kind === "signature") send = authenticator.signing(send);
    }
    const answerer = authenticators.find((authenticator) => authenticator.kind === "answerer");
    if (answerer !== undefined) return answerer.answer(request, send, this.scope.signal);
    const response = await send(request);
    return { response, rejection: hasCredentials && !response.ok ? await rejectionOf(response) : undefined };
  }

  readonly #send: SendOnce = async (hop) => {
    const { signal } = this.scope;
    // A credential that came too late must not start a request that nobody waits for.
    throwIfAborted(signal);
    this.limits.sending?.();
    this.sent.push(hop);
    const { bound, label } = this.prepared;
    const response = await sendOnce(bound.fetch ?? globalThis.fetch, hop, signal, label, this);
    if (!signal.aborted) return response;
    // A `fetch` that does not listen comes with it when nobody waits any more.
    letGo(response);
    throw reasonOf(signal);
  };

  /** A redirect that the platform hides or has followed counts too. */
  isRedirect({ response, rejection }: HopAnswer): boolean {
    const { type, redirected, status, headers } = response;
    if (type === "opaqueredirect" || redirected) return true;
    const isHandled = (): boolean => this.prepared.handlesStatus(status, true);
    return REDIRECTS.has(status) && rejection === undefined && headers.has("location") && !isHandled();
  }

  /**
   * Follows redirects (RFC 9110 §15.4). The origin of the first request is the only one that credentials and body may go to.
   */
  async #follow(request: OutgoingRequest, first: HopAnswer): Promise<HopAnswer> {
    const { label } = this.prepared;
    const loaded = await late(() => import("./redirects.js"));
    if (loaded === undefined) {
      this.limits.acted?.();
      letGo(first.response);
      const message = `${describeRequest(label)} was redirected, but the code for that ${missing("redirects")}`;
      throw new RedirectError(message, { code: "redirect-unread", provider: label.provider });
    }
    return loaded.followed(this, request, first);
  }

  /** A caller's function that throws leaves no connection open. */
  #isHandled(response: Response): boolean {
    try {
      return this.prepared.handlesStatus(response.status, false);
    } catch (error) {
      letGo(response);
      throw error;
    }
  }

  /** A status that nobody handles: from now on time that runs out changes nothing. */
  async #unhandled(answer: Response, rejection: HopAnswer["rejection"]): Promise<SdkError> {
    const { label } = this.prepared;
    const bare = (): HttpError => bareError(label, answer.status);
    this.scope.timeoutError = bare;
    const loaded = await loadServerAnswer();
    if (loaded !== undefined) return loaded.unhandled(this, answer, rejection);
    letGo(answer);
    return bare();
  }

  async #buffered(source: Response): Promise<ReceivedAnswer> {
    const { bound, label, json } = this.prepared;
    const { status } = source;
    const { maxResponseBytes: limit = DEFAULT_MAX_RESPONSE_BYTES } = bound;
    let bytes: Bytes = new Uint8Array();
    if (source.body !== null) {
      try {
        const body = (this.#body = new BodyReader(source.body));
        if (!(await body.read(limit))) throw tooLarge(label, status, limit);
        bytes = body.bytes(limit);
      } catch (error) {
        if (error instanceof BodyError) throw error;
        throw await connectionError(error, label, true, this.sent.at(-1)?.body);
      }
    }
    const shown = async () => (await loadServerAnswer())?.readerOf(this)?.(source, { bytes, complete: true });
    return { status, source, content: bytes, label, json, shown };
  }
}

/** The URL is one that `URL` wrote, so its origin is how it begins. */
function isWithin(url: string, origin: string): boolean {
  return url.startsWith(origin) && /^[/?]/.test(url.slice(origin.length));
}

/** Both stay with the origin; those of the client win over what a hook adds. */
function joined(ofClient: Headers | undefined, added: Headers | undefined): Headers | undefined {
  ofClient?.forEach((value, name) => added?.set(name, value));
  return added ?? ofClient;
}

/** The answer was larger than the client's limit, in bytes. */
export function tooLarge(label: RequestLabel, status: number, limit: number): BodyError {
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
