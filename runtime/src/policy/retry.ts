import { onAbort, throwIfAborted } from "../abort.js";
import { type Clock, MAX_DELAY } from "../clock.js";
import { QUICK_REPEAT } from "../config/circuit-defaults.js";
import type { CircuitBreakerPolicy, RetriesPolicy } from "../config/retries.js";
import { DeadlineError } from "../errors/call-errors.js";
import { HttpError, NetworkError, SdkError, TimeoutError } from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { SideEffect } from "../http/side-effects.js";
import { emit, requestOf } from "../telemetry/events.js";
import { type AnswerStatus, Attempt, type AttemptFailure, type AttemptResult } from "./attempt.js";
import type { FirstAttempt } from "./first-attempt.js";
import type { Circuit } from "./circuit.js";
import {
  AT_WORK,
  classifyFailure,
  explain,
  hasActed,
  hasEffectTwice,
  isShed,
  judgementOf,
  retryAfterOf,
} from "./classify.js";
import { prepareCircuits } from "./load-circuits.js";
import type { ProviderRun } from "./provider-run.js";
import type { PolicyRequest } from "./request-policy.js";
import { RequestRun } from "./request-run.js";
import { RetryBudget } from "./retry-budget.js";

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

/** The same with the server's wish: never earlier than `Retry-After`, plus up to 10 %. */
export function politeDelay(delay: number, retryAfter: number | undefined, random: () => number): number {
  if (retryAfter === undefined) return delay;
  return Math.min(Math.max(delay, retryAfter * (1 + 0.1 * random())), MAX_DELAY);
}

/**
 * Waits `delay` ms, or until the circuit leaves `closed`, and resolves with `true` then. Rejects with the reason of a signal
 * that aborts; leaves no timer and no listener behind.
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

/** Sends a request once; rejects with an SdkError, or with the reason of a signal. */
export type SendAttempt<Answer extends AnswerStatus> = (limits: AttemptLimits) => Promise<Answer>;

/**
 * Sends a request as often as its policy says; `first` was sent before the policy was loaded. Rejects with the last attempt's error, with a CircuitOpenError or a
 * DeadlineError, or with the reason of the signal that aborted.
 */
export async function performRequest<Answer extends AnswerStatus>(
  run: ProviderRun,
  prepared: PolicyRequest,
  send: SendAttempt<Answer>,
  first?: FirstAttempt<Answer>,
): Promise<Answer> {
  const preparing = first === undefined ? prepareCircuits(run.options.circuits) : undefined;
  if (preparing !== undefined) await preparing;
  // One that comes too late is no request of its endpoint.
  if (first === undefined) run.throwIfOver();
  const request = new RequestRun(run, prepared, first?.startedAt ?? run.now(), first);
  run.requestBegins();
  try {
    for (let number = 1; ; number += 1) {
      let now = number === 1 ? request.startedAt : run.now();
      let attempt: Attempt;
      let result: AttemptResult<Answer>;
      if (number === 1 && first !== undefined) {
        attempt = Attempt.from(request, first);
        result = first.answer === undefined ? attempt.failure(first.error) : attempt.answered(first.answer);
      } else {
        throwIfOver(request, now);
        let permit = request.admit(number, now);
        if (permit instanceof Promise) {
          permit = await permit;
          now = run.now();
          if (permit !== "refused" && now >= request.endsAt) {
            permit?.drop(now);
            throw deadlinePassed(request);
          }
        }
        if (permit === "refused") throw refused(request);
        attempt = new Attempt(request, number, now, permit);
        try {
          result = attempt.answered(await send(attempt));
        } catch (error) {
          result = attempt.failure(error);
        }
      }
      attempt.end(result);
      if (attempt.settled !== undefined) await attempt.settled;
      const { circuit } = result.verdict;
      if (circuit === "success") {
        // A 404 ends the tolerance of its endpoint, too. And the server was not too busy for what it has answered.
        if (request.endpoint !== undefined) request.endpoint.tolerated = false;
        if (request.policy.kind === "retries") budgetOf(run).giveBack(request.cost);
      }
      if (result.answered) return result.answer;
      request.spent(now, run.now());
      await waitForRetry(request, result, number);
    }
  } finally {
    run.requestEnds();
  }
}

/** Shared by all requests of the client to the provider. */
function budgetOf({ options: { circuits, origin } }: ProviderRun): RetryBudget {
  const { budgets } = circuits.circuits;
  const budget = budgets.get(origin.provider) ?? new RetryBudget();
  budgets.set(origin.provider, budget);
  return budget;
}

function throwIfOver(request: RequestRun, now: number): void {
  for (const signal of request.signals) throwIfAborted(signal);
  request.run.throwIfOver();
  if (now >= request.endsAt) throw deadlinePassed(request);
}

/** Resolves when the next attempt is due; throws if there is none. */
async function waitForRetry(request: RequestRun, failure: AttemptFailure, number: number): Promise<void> {
  const { run, policy } = request;
  if (failure.outOfTime) throw deadlinePassed(request);
  if (policy.kind === "none" || !mayRetry(request, failure)) throw conclude(request, failure);
  const error = failure.error as SdkError;
  const isRefusal = classifyFailure(error).circuit === "refusal";
  if (run.hasNext && (isRefusal || request.isHeldBack)) throw giveUp(request, error);
  if (number > retriesOf(request, policy)) throw conclude(request, failure);
  const { clock } = run.options.context;
  const now = run.now();
  // A request that is still at work there is waited for.
  const nextAt = failure.verdict === AT_WORK ? Infinity : nextAdmitsAt(request, now);
  if (nextAt <= now && !mayRepeatQuickly(request, failure, number)) throw conclude(request, failure);
  const delay = nextAt <= now ? quickDelay(run) : delayBefore(request, policy, error, number);
  if (delay === undefined) {
    explain(error, `the server asks to wait ${Math.ceil((retryAfterOf(error) ?? 0) / 1000)} s`);
    throw run.hasNext ? giveUp(request, error) : conclude(request, failure);
  }
  if (nextAt > now && nextAt < Math.min(now + delay, request.endsAt)) {
    await waitUnlessWoken(clock, nextAt - now, request.circuit, request.signals);
    throw conclude(request, failure);
  }
  if (nextAt > now && nextAt !== Infinity) run.repeats += 1;
  if (now + delay >= request.endsAt)
    throw explain(deadlinePassed(request), `the next attempt would start ${Math.round(delay)} ms later`);
  const paid = request.cost;
  if (policy.kind === "retries" && !isAfforded(request, policy, now + delay, error)) throw conclude(request, failure);
  request.willWait(now + delay);
  announce(request, error, number + 1, delay);
  const circuit = run.hasNext ? request.circuit : undefined;
  try {
    if (await waitUnlessWoken(clock, delay, circuit, request.signals)) throw giveUp(request, error);
  } catch (reason) {
    // It is not made: nobody pays for it.
    budgetOf(run).refund(request.cost - paid);
    throw reason;
  }
  if (request.isTolerated) throw conclude(request, failure);
}

/** Rounds before are retries that are behind it; what stays after an act counts by itself. */
function madeBefore({ run, sideEffect }: RequestRun): number {
  return hasActedBefore(run, sideEffect) ? 0 : run.options.round - 1;
}

function retriesOf(request: RequestRun, policy: CircuitBreakerPolicy | RetriesPolicy): number {
  return policy.kind === "retries" ? policy.limit : policy.maxContiguousRetries - madeBefore(request);
}

/** When the call may go on from this request to another candidate, if that is preferred to a repeat in place. */
function nextAdmitsAt({ run, sideEffect }: RequestRun, now: number): number {
  const { retriesFirst, candidates, circuits } = run.options;
  if (!run.hasNext || retriesFirst || hasActedBefore(run, sideEffect)) return Infinity;
  const others = candidates.filter((candidate) => candidate.circuits !== circuits && !candidate.circuits.isIsolated);
  const times = others.map((candidate) => now + (candidate.circuits.blocking(now)?.retryAfter(now) ?? 0));
  return times.reduce((soonest, time) => Math.min(soonest, time), Infinity);
}

/** A request before this one may have taken effect, and to make it again would have it twice. */
function hasActedBefore({ sideEffects }: ProviderRun, request: SideEffect): boolean {
  return sideEffects.some((sideEffect) => sideEffect !== request && hasActed(sideEffect));
}

/** The map of a run may begin again: to do so does nothing twice. */
export function isRepeatable({ sideEffects }: ProviderRun): boolean {
  return !sideEffects.some(hasActed);
}

function quickDelay({ options: { context } }: ProviderRun): number {
  return retryDelay({ start: QUICK_REPEAT, factor: 1 }, 1, context.random);
}

/** A blip of a request that does nothing twice is not worth another provider. */
function mayRepeatQuickly({ run, request }: RequestRun, { error }: AttemptFailure, number: number): boolean {
  return number === 1 && run.options.round === 1 && request.policy.harmless && !(error instanceof TimeoutError);
}

function mayRetry(request: RequestRun, failure: AttemptFailure): boolean {
  const { error, verdict } = failure;
  const { sideEffect, policy } = request;
  if (request.isTolerated) return false;
  if (policy.kind === "retries" ? !isHarmless(request, policy, error as SdkError, failure) : !verdict.retried)
    return false;
  const { isCautious, policy: own } = request.request;
  if (isCautious === true && !own.harmless && sideEffect.acted && !sideEffect.wasShed) return false;
  const mayDoTwice = sideEffect.acted && !sideEffect.idempotent && own.key?.isHonoured !== true;
  const obstacle = mayDoTwice ? NOT_IDEMPOTENT : request.request.replayable ? undefined : ONE_SHOT;
  if (obstacle !== undefined) explain(error as SdkError, obstacle);
  return obstacle === undefined;
}

/** `retries` repeat it: it failed in a way that may pass, and to do it again changes nothing, or it was not done. */
function isHarmless(
  { hasTimedOut, request: { policy } }: RequestRun,
  { statuses }: RetriesPolicy,
  error: SdkError,
  { verdict, wasDone }: AttemptFailure,
): boolean {
  const status = error instanceof HttpError ? error.status : undefined;
  const judgement = judgementOf(error);
  const isListed =
    judgement !== undefined || statuses === undefined || status === undefined
      ? verdict.retried
      : statuses.includes(status);
  if (!isListed || (error instanceof TimeoutError && hasTimedOut)) return false;
  if (error instanceof NetworkError && error.sent === false && !wasDone) return true;
  const isRefused = judgement === undefined ? status === 425 || status === 429 : judgement.after !== undefined;
  if (isRefused && !wasDone) return true;
  const wasShed = isShed(error) && !wasDone;
  // A token request is a POST without a key, whatever the request is that needs the token: a refresh token is spent once.
  if (Object.hasOwn(error, "tokenEndpoint")) return wasShed;
  if (policy.idempotent === false && policy.key?.isHonoured !== true) return false;
  return policy.harmless || judgement !== undefined || wasShed;
}

/** In its time, and in the budget of all requests of the client to the provider. */
function isAfforded(request: RequestRun, { within }: RetriesPolicy, at: number, error: SdkError): boolean {
  if (at > request.startedAt + within) return false;
  const isTimeout = error instanceof TimeoutError;
  const cost = budgetOf(request.run).take(isTimeout);
  request.cost += cost ?? 0;
  request.hasTimedOut ||= isTimeout;
  return cost !== undefined;
}

const NOT_IDEMPOTENT = "it was not retried, because it is marked idempotent: false and the server may have acted on it";
const ONE_SHOT =
  "it was not retried, because its body is a stream that can only be read once; a function that opens one can be retried";

/** The wait before the next attempt, in ms; `undefined` when the server asks for too long a one. */
function delayBefore(
  request: RequestRun,
  policy: CircuitBreakerPolicy | RetriesPolicy,
  error: SdkError,
  retry: number,
): number | undefined {
  const { random, maxRetryAfter } = request.run.options.context;
  const retryAfter = retryAfterOf(error);
  if ((retryAfter ?? 0) > maxRetryAfter) return undefined;
  const own =
    policy.kind === "retries"
      ? retryDelay(policy, retry, random)
      : retryDelay(policy.backoff, retry + madeBefore(request), random);
  const delay = politeDelay(own, retryAfter, random);
  request.lengthen(delay - own);
  return delay;
}

/** The request ends with its last attempt's error; the map decides about the call. */
function conclude({ run, endpoint }: RequestRun, { error, verdict, actedBefore }: AttemptFailure): unknown {
  if (verdict.failsOver) {
    run.failed.push({ endpoint, error: error as SdkError, retried: verdict.retried });
  }
  return error instanceof SdkError && actedBefore ? explain(error, MAY_HAVE_SUCCEEDED) : error;
}

const MAY_HAVE_SUCCEEDED = "an earlier attempt may have succeeded";

/** The whole provider run ends at once, with this failure. */
function giveUp({ run, endpoint }: RequestRun, error: SdkError): SdkError {
  run.failed.push({ endpoint, error, retried: false });
  run.end(error);
  return error;
}

/** The circuit did not admit it in its time: with a next candidate the run ends, else the map decides. */
function refused(request: RequestRun): SdkError {
  const { run, endpoint } = request;
  const error = request.refusal();
  if (run.hasNext) return giveUp(request, error);
  run.failed.push({ endpoint, error, retried: !request.isIsolated });
  return error;
}

/** The deadline of a run has passed: that of the call, or a share of it if others may follow. */
export function deadlineErrorOf({ lastError, options }: ProviderRun): DeadlineError {
  const { provider } = options.origin;
  const deadline = options.hasNext ? "its share of the deadline" : "the deadline of the call";
  const message =
    lastError === undefined
      ? `${provider} has not answered within ${deadline}`
      : `${provider} has not succeeded within ${deadline}: ${lastError.message}`;
  return new DeadlineError(message, { code: "deadline", provider, lastError });
}

/** The request's own deadline ends the request; the provider run's share ends the run. */
function deadlinePassed(request: RequestRun): SdkError {
  const error = deadlineErrorOf(request.run);
  return request.endsAt === request.run.options.endsAt ? giveUp(request, error) : error;
}

function announce({ run, label, sideEffect }: RequestRun, error: SdkError, attempt: number, delay: number): void {
  const { context, origin, call } = run.options;
  if (context.on === undefined) return;
  const mayRepeat = hasEffectTwice(label.method) && sideEffect.acted;
  const { unreadWait } = error instanceof HttpError ? error : {};
  const what = { call, ...origin, ...requestOf(label), attempt, delay, error, mayRepeat };
  emit(context.on, { type: "retry", ...what, ...(unreadWait !== undefined && { unreadWait }) });
}
