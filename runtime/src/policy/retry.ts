import { onAbort, throwIfAborted } from "../abort.js";
import { type Clock, MAX_DELAY } from "../clock.js";
import { type CircuitBreakerPolicy, NO_RETRY, type RetriesPolicy } from "../config/retries.js";
import { HttpError, NetworkError, SdkError, TimeoutError } from "../errors/errors.js";
import { emit } from "../telemetry/events.js";
import { type AnswerStatus, type AttemptFailure, makeAttempt, retryAfterOf, type Run, type SendAttempt, Turn } from "./attempt.js";
import type { Circuit, Ticket } from "./circuit.js";
import { classifyError, classifyFailure, explain, judgementOf } from "./classify.js";
import { isAct, type Performance } from "./provider-run.js";
import type { PolicyRequest } from "./request-policy.js";
import { tokenGate } from "./token-gate.js";

/** In ms, and by how much each wait is longer than the one before. */
export interface BackoffTimes {
  readonly start: number;
  readonly factor: number;
  readonly max?: number | undefined;
}

/**
 * The wait before retry number `retry` (1 for the first), in ms: `start × factor^(retry−1)`, ±20 % so that callers who
 * failed together do not come back together. The mean keeps to the configuration.
 */
export function retryDelay(backoff: BackoffTimes, retry: number, random: () => number): number {
  const nominal = Math.min(backoff.start * backoff.factor ** (retry - 1), backoff.max ?? MAX_DELAY);
  return Math.min(nominal * (0.8 + 0.4 * random()), MAX_DELAY);
}

/** The same with what the server asked for: never earlier than `Retry-After`, plus up to 10 %. */
export function politeDelay(delay: number, retryAfter: number | undefined, random: () => number): number {
  if (retryAfter === undefined) return delay;
  return Math.min(Math.max(delay, retryAfter * (1 + 0.1 * random())), MAX_DELAY);
}

/**
 * Waits `delay` ms, or until the circuit leaves `closed`; tells which: whether it was woken. Rejects with the reason of a
 * signal that aborts; leaves no timer and no listener behind.
 */
export async function waitUnlessWoken(
  clock: Clock,
  delay: number,
  circuit: Circuit | undefined,
  signals: readonly AbortSignal[],
): Promise<boolean> {
  for (const signal of signals) throwIfAborted(signal);
  const controller = new AbortController();
  let woken = false;
  const takeBack = circuit?.onLeave(() => {
    woken = true;
    controller.abort();
  });
  const ends = signals.map((signal) => onAbort(signal, (reason) => controller.abort(reason)));
  try {
    await clock.sleep(delay, controller.signal);
  } catch (error) {
    for (const signal of signals) throwIfAborted(signal);
    if (!woken) throw error;
  } finally {
    takeBack?.();
    for (const end of ends) end();
  }
  return woken;
}

/** A request under way, with what decides about its retries. */
interface PolicyRun<Answer extends AnswerStatus> extends Run<Answer> {
  readonly replayable: boolean;
  readonly turn: Turn;
  readonly startedAt: number;
  readonly request: PolicyRequest;
  /** What its retries have cost of the budget. */
  cost: number;
  /** Whether one was made after a time-out. */
  hasTimedOut: boolean;
}

/** An attempt that was made before the policy was loaded, and failed. */
export interface FirstFailure {
  readonly error: SdkError;
  /** On the client's clock. */
  readonly startedAt: number;
  /** Whether the server may have acted before it failed, on what came before a redirect. */
  readonly acted: boolean;
}

/**
 * Sends a request as often as its policy says. Rejects with the last attempt's error, with a CircuitOpenError or a
 * DeadlineError, or with the reason of the signal that aborted.
 */
export async function performRequest<Answer extends AnswerStatus>(
  performance: Performance,
  request: PolicyRequest,
  send: SendAttempt<Answer>,
  first?: FirstFailure,
): Promise<Answer> {
  const { clock } = performance.options.context;
  let now = first?.startedAt ?? clock.now();
  const run = begin(performance, request, send, now);
  performance.requestBegins();
  try {
    for (let number = 1; ; number += 1) {
      if (number === 1 && first !== undefined) {
        await waitForRetry(run, failedBefore(run, first), number);
        now = clock.now();
        continue;
      }
      throwIfOver(run, now);
      let ticket = run.turn.ask(number, now);
      if (ticket instanceof Promise) {
        ticket = await ticket;
        now = clock.now();
        if (ticket !== "refused" && now >= run.endsAt) throw tooLate(run, ticket, now);
      }
      if (ticket === "refused") throw refused(run);
      const result = await makeAttempt(run, number, now, ticket);
      run.turn.answered(result.verdict);
      // What the server has answered, it was not too busy for.
      if (run.policy.kind === "retries" && result.verdict.circuit === "success")
        performance.options.budget.giveBack(run.cost);
      if (result.answered) return result.answer;
      run.turn.spent(now, clock.now());
      await waitForRetry(run, result, number);
      now = clock.now();
    }
  } finally {
    performance.requestEnds();
  }
}

function begin<Answer extends AnswerStatus>(
  performance: Performance,
  request: PolicyRequest,
  send: SendAttempt<Answer>,
  now: number,
): PolicyRun<Answer> {
  const { label, policy: own, replayable, signal } = request;
  const { options, isUnderWay } = performance;
  const { requestTimeout = options.requestTimeout, deadline = Infinity } = own;
  // Where another provider follows, what is not written is not repeated: that one is asked.
  const policy = own.own ?? options.policy ?? (options.hasNext ? NO_RETRY : own.ofClient);
  const signals = signalsOf(options.signal, signal);
  const streamSignals = signalsOf(options.streamSignal, signal);
  const endsAt = Math.min(options.endsAt, now + deadline);
  const turn = new Turn(performance, { label, policy, signals, requestTimeout, endsAt, isLater: isUnderWay });
  const deed = performance.register(label.method, own.idempotent, signal);
  // Field by field: a spread takes as long as everything else here.
  return {
    performance,
    label,
    policy,
    replayable,
    send,
    requestTimeout,
    idempotent: own.idempotent,
    signals,
    streamSignals,
    deed,
    endsAt,
    tokenGate,
    turn,
    startedAt: now,
    request,
    cost: 0,
    hasTimedOut: false,
  };
}

function failedBefore(run: PolicyRun<AnswerStatus>, { error, acted }: FirstFailure): AttemptFailure {
  const verdict = classifyError(error);
  Object.assign(run.deed, { isSent: true, acted: acted || verdict.acted });
  run.performance.attempts = 1;
  run.performance.lastError = error;
  return { answered: false, error, verdict, outOfTime: false, wasDone: acted, actedBefore: false };
}

const NO_SIGNALS: readonly AbortSignal[] = [];

function signalsOf(first: AbortSignal | undefined, second: AbortSignal | undefined): readonly AbortSignal[] {
  if (first === undefined) return second === undefined ? NO_SIGNALS : [second];
  return second === undefined ? [first] : [first, second];
}

/** Its turn came when its time was over: the next one may have it. */
function tooLate(run: PolicyRun<AnswerStatus>, ticket: Ticket, now: number): SdkError {
  ticket.circuit.drop(ticket, now);
  return deadlinePassed(run);
}

function throwIfOver(run: PolicyRun<AnswerStatus>, now: number): void {
  for (const signal of run.signals) throwIfAborted(signal);
  run.performance.throwIfOver();
  if (now >= run.endsAt) throw deadlinePassed(run);
}

/** Resolves when the next attempt is due; throws where there is none. */
async function waitForRetry<Answer extends AnswerStatus>(
  run: PolicyRun<Answer>,
  failure: AttemptFailure,
  number: number,
): Promise<void> {
  const { performance, policy, turn } = run;
  if (failure.outOfTime) throw deadlinePassed(run);
  if (policy.kind === "none" || !mayRetry(run, failure)) throw conclude(run, failure);
  const error = failure.error as SdkError;
  const isRefusal = classifyFailure(error).circuit === "refusal";
  if (performance.hasNext && (isRefusal || turn.isHeldBack)) throw giveUp(run, error);
  if (number > (policy.kind === "retries" ? policy.limit : policy.maxContiguousRetries)) throw conclude(run, failure);
  const { clock } = performance.options.context;
  const delay = delayBefore(run, policy, error, number);
  if (delay === undefined) {
    explain(error, `the server asks to come back after ${Math.ceil((retryAfterOf(error) ?? 0) / 1000)} s`);
    throw performance.hasNext ? giveUp(run, error) : conclude(run, failure);
  }
  const now = clock.now();
  if (now + delay >= run.endsAt) throw deadlinePassed(run);
  const paid = run.cost;
  if (policy.kind === "retries" && !isAfforded(run, policy, now + delay, error)) throw conclude(run, failure);
  turn.willWait(now + delay);
  announce(run, error, number + 1, delay);
  const circuit = performance.hasNext ? turn.circuit : undefined;
  try {
    if (await waitUnlessWoken(clock, delay, circuit, run.signals)) throw giveUp(run, error);
  } catch (reason) {
    // It is not made: nobody pays for it.
    performance.options.budget.refund(run.cost - paid);
    throw reason;
  }
  if (turn.isTolerated) throw conclude(run, failure);
}

function mayRetry(run: PolicyRun<AnswerStatus>, failure: AttemptFailure): boolean {
  const { error, verdict } = failure;
  const { turn, deed, replayable, policy } = run;
  if (turn.isTolerated) return false;
  if (policy.kind === "retries" ? !isHarmless(run, policy, error as SdkError, failure) : !verdict.retried) return false;
  const obstacle = deed.acted && !deed.idempotent ? NOT_IDEMPOTENT : replayable ? undefined : ONE_SHOT;
  if (obstacle !== undefined) explain(error as SdkError, obstacle);
  return obstacle === undefined;
}

/** Whether `retries` repeat it: it failed in a way that may pass, and to do it again changes nothing, or it was not done. */
function isHarmless(
  { hasTimedOut, request: { policy } }: PolicyRun<AnswerStatus>,
  { statuses }: RetriesPolicy,
  error: SdkError,
  { verdict, wasDone }: AttemptFailure,
): boolean {
  const { status, retryAfter } = error instanceof HttpError ? error : { status: undefined, retryAfter: undefined };
  const judgement = judgementOf(error);
  const isListed =
    judgement !== undefined || statuses === undefined || status === undefined
      ? verdict.retried
      : statuses.includes(status);
  if (!isListed || (error instanceof TimeoutError && hasTimedOut)) return false;
  if (error instanceof NetworkError && error.sent === false && !wasDone) return true;
  const isRefused = judgement === undefined ? status === 425 || status === 429 : judgement.after !== undefined;
  if (isRefused && !wasDone) return true;
  const isShed = status === 503 && retryAfter !== undefined && !wasDone;
  // A token request is a POST without a key, whatever the request is that needs the token: a refresh token is spent once.
  if (Object.hasOwn(error, "tokenEndpoint")) return isShed;
  if (policy.idempotent === false) return false;
  return policy.harmless || judgement !== undefined || isShed;
}

/** In its time, and in the budget of all requests of the client to the provider. */
function isAfforded(run: PolicyRun<AnswerStatus>, { within }: RetriesPolicy, at: number, error: SdkError): boolean {
  if (at > run.startedAt + within) return false;
  const isTimeout = error instanceof TimeoutError;
  const cost = run.performance.options.budget.take(isTimeout);
  run.cost += cost ?? 0;
  run.hasTimedOut ||= isTimeout;
  return cost !== undefined;
}

const NOT_IDEMPOTENT = "it was not retried, because it is marked idempotent: false and the server may have acted on it";
const ONE_SHOT =
  "it was not retried, because its body is a stream that can be read only once; a function that opens one can be retried";

/** The wait before the next attempt, in ms; `undefined` when the server asks for too long a one. */
function delayBefore(
  { performance, turn }: PolicyRun<AnswerStatus>,
  policy: CircuitBreakerPolicy | RetriesPolicy,
  error: SdkError,
  retry: number,
): number | undefined {
  const { random, maxRetryAfter } = performance.options.context;
  const retryAfter = retryAfterOf(error);
  if ((retryAfter ?? 0) > maxRetryAfter) return undefined;
  const own = retryDelay(policy.kind === "retries" ? policy : policy.backoff, retry, random);
  const delay = politeDelay(own, retryAfter, random);
  turn.lengthen(delay - own);
  return delay;
}

/** The request ends with its last attempt's error; what that means for the call is up to the map. */
function conclude(
  { performance, turn }: PolicyRun<AnswerStatus>,
  { error, verdict, actedBefore }: AttemptFailure,
): unknown {
  if (verdict.failsOver) {
    performance.failed.push({ endpoint: turn.endpoint, error: error as SdkError, retried: verdict.retried });
  }
  return error instanceof SdkError && actedBefore ? explain(error, MAY_HAVE_SUCCEEDED) : error;
}

const MAY_HAVE_SUCCEEDED = "an earlier attempt may have succeeded";

/** The whole performance ends at once, with this failure. */
function giveUp({ performance, turn }: PolicyRun<AnswerStatus>, error: SdkError): SdkError {
  performance.failed.push({ endpoint: turn.endpoint, error, retried: false });
  performance.end(error);
  return error;
}

/** The circuit did not admit it in its time: with a next candidate that has its turn, else the map decides. */
function refused(run: PolicyRun<AnswerStatus>): SdkError {
  const error = run.turn.refusal();
  if (run.performance.hasNext) return giveUp(run, error);
  run.performance.failed.push({ endpoint: run.turn.endpoint, error, retried: !run.turn.isIsolated });
  return error;
}

/** The request's own deadline ends the request; the performance's share ends the performance. */
function deadlinePassed({ performance, endsAt, turn }: PolicyRun<AnswerStatus>): SdkError {
  const error = performance.deadlineError();
  if (endsAt === performance.options.endsAt) {
    performance.failed.push({ endpoint: turn.endpoint, error, retried: false });
    performance.end(error);
  }
  return error;
}

function announce(run: Run<AnswerStatus>, error: SdkError, attempt: number, delay: number): void {
  const { performance, label, deed } = run;
  const { context, origin, call } = performance.options;
  if (context.on === undefined) return;
  const { method, service, path } = label;
  const mayRepeat = isAct(method) && deed.acted;
  const unreadWait =
    error instanceof HttpError && error.unreadWait !== undefined ? { unreadWait: error.unreadWait } : {};
  emit(context.on, {
    type: "retry",
    call,
    ...origin,
    method,
    service,
    path,
    attempt,
    delay,
    error,
    mayRepeat,
    ...unreadWait,
  });
}

/** What a retry costs, and one after a time-out: it has held a place of the server for long. */
const COST = 1;
const COST_AFTER_TIMEOUT = 10;
const FULL = 500;

/**
 * Of one client and provider: retries of what fails everywhere end when it is used up, and come back with what succeeds.
 * Without it, retries turn a short stall of a busy server into an outage that does not end.
 */
export class RetryBudget {
  #left = FULL;

  /** Whether a retry may be made; then it is paid for. */
  take(afterTimeout: boolean): number | undefined {
    const cost = afterTimeout ? COST_AFTER_TIMEOUT : COST;
    if (this.#left < cost) return undefined;
    this.#left -= cost;
    return cost;
  }

  /** Of a retry that was not made. */
  refund(cost: number): void {
    this.#left = Math.min(FULL, this.#left + cost);
  }

  /** A success gives back what its retries cost, else 1. */
  giveBack(cost: number): void {
    this.#left = Math.min(FULL, this.#left + Math.max(COST, cost));
  }
}
