import { onAbortWhileHeld, reasonOf, throwIfAborted } from "../abort.js";
import { authenticate, MAX_FURTHER_SENDS } from "../auth/authenticate.js";
import { resolveCredentials } from "../auth/credentials.js";
import { startTimer } from "../clock.js";
import type { AttemptState, HopAnswer } from "../auth/authenticator.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import { BodyError, type SdkError, TimeoutError } from "../errors.js";
import { type AttemptLimits, openScope, type AttemptScope } from "./attempt-scope.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { sendHop, type HopContext } from "./hop.js";
import { httpError } from "./http-error.js";
import { followRedirects } from "./redirects.js";
import { parameterValue } from "../provider/parameters.js";
import { hasOwnKey } from "./own-key.js";
import { rejectionOf } from "./rejection.js";
import type { PreparedRequest } from "./request.js";
import type { AttemptParts, ReadAnswer } from "./server-answer.js";
import type { ReceivedAnswer } from "./response.js";
import { connectionError, loadFailures, sendOnce, type Failures } from "./send-once.js";
import { keepSecrets } from "../wire/attempt-secrets.js";
import { bytesIn, drainBody, letGo, readBody, UNREAD } from "../wire/response-body.js";
import type { StreamCode } from "./response-stream.js";
import type { Masker } from "./mask.js";

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
      const refused = { context, schemes, state, request: hop, answer, signal: scope.signal, loaded: LOADED };
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

const LOADED = { authenticate, resolveCredentials, drainBody, letGo };

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
