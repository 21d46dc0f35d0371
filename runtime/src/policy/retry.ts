import type { CircuitBreakerPolicy } from "../config/retry-policy.js";
import type { DeadlineError, SdkError } from "../errors.js";
import { emit } from "../events.js";
import {
  makeAttempt,
  retryAfterOf,
  type AnswerStatus,
  type AttemptFailure,
  type Run,
  type SendAttempt,
} from "./attempt.js";
import { politeDelay, retryDelay } from "./backoff.js";
import { explain } from "./classify.js";
import { isAct, type Performance } from "./performance.js";
import type { PolicyRequest } from "./request-policy.js";
import { waitUnlessTripped } from "./wait.js";

/**
 * Sends a request as often as its policy says. Rejects with the last attempt's error, with a DeadlineError, or with the
 * reason of the signal that aborted.
 */
export async function performRequest<Answer extends AnswerStatus>(
  performance: Performance,
  request: PolicyRequest,
  send: SendAttempt<Answer>,
): Promise<Answer> {
  const { clock } = performance.context;
  let now = clock.now();
  const run = begin(performance, request, send, now);
  for (let number = 1; ; number += 1) {
    throwIfOver(run, now);
    const result = await makeAttempt(run, number, now);
    if (result.answered) {
      performance.concluded(result.verdict);
      return result.answer;
    }
    await waitForRetry(run, request, result, number);
    now = clock.now();
  }
}

function begin<Answer extends AnswerStatus>(
  performance: Performance,
  { label, policy, signal }: PolicyRequest,
  send: SendAttempt<Answer>,
  now: number,
): Run<Answer> {
  const { requestTimeout = performance.requestTimeout, deadline = Infinity } = policy;
  return {
    performance,
    label,
    send,
    requestTimeout,
    signals: [performance.signal, signal].filter((given) => given !== undefined),
    deed: performance.register(label.method, policy.idempotent),
    endsAt: Math.min(performance.endsAt, now + deadline),
  };
}

function throwIfOver(run: Run<AnswerStatus>, now: number): void {
  for (const signal of run.signals) signal.throwIfAborted();
  run.performance.throwIfClosed();
  if (now >= run.endsAt) throw deadlinePassed(run);
}

/** Resolves when the next attempt is due; throws where there is none. */
async function waitForRetry<Answer extends AnswerStatus>(
  run: Run<Answer>,
  request: PolicyRequest,
  failure: AttemptFailure,
  number: number,
): Promise<void> {
  const { performance, signals } = run;
  const { clock } = performance.context;
  if (failure.outOfTime) throw deadlinePassed(run);
  const policy = request.policy.retryPolicy ?? performance.policy;
  if (policy.kind === "none" || !isRetried(run, policy, request.replayable, failure, number)) {
    throw conclude(performance, failure);
  }
  const error = failure.error as SdkError;
  const delay = delayBefore(performance, policy, error, number);
  if (delay === undefined) throw giveUp(performance, error);
  if (clock.now() + delay >= run.endsAt) throw deadlinePassed(run);
  announce(run, error, number + 1, delay);
  await waitUnlessTripped(clock, delay, performance.circuit, signals);
  if (!performance.readmit()) throw giveUp(performance, error);
}

function isRetried(
  { performance, deed }: Run<AnswerStatus>,
  policy: CircuitBreakerPolicy,
  replayable: boolean,
  { error, verdict }: AttemptFailure,
  number: number,
): boolean {
  if (!verdict.retried || performance.permit?.probe === true) return false;
  if (number > policy.maxContiguousRetries) return false;
  const obstacle = deed.acted && !deed.idempotent ? NOT_IDEMPOTENT : replayable ? undefined : ONE_SHOT;
  if (obstacle !== undefined) explain(error as SdkError, obstacle);
  return obstacle === undefined;
}

const NOT_IDEMPOTENT = "it was not retried, because it is marked idempotent: false and the server may have acted on it";
const ONE_SHOT =
  "it was not retried, because its body is a stream that can be read only once; a function that opens one can be retried";

/** The wait before the next attempt, in ms; `undefined` when the circuit, or the server, says not to wait. */
function delayBefore(
  { context, circuit }: Performance,
  policy: CircuitBreakerPolicy,
  error: SdkError,
  retry: number,
): number | undefined {
  const retryAfter = retryAfterOf(error);
  if (circuit !== undefined && circuit.state.kind !== "closed") return undefined;
  if ((retryAfter ?? 0) > context.maxRetryAfter) return undefined;
  return politeDelay(retryDelay(policy.backoff, retry, context.random), retryAfter, context.random);
}

/** The request ends with its last attempt's error; what that means for the call is up to the map. */
function conclude(performance: Performance, { error, verdict }: AttemptFailure): unknown {
  performance.concluded(verdict);
  return error;
}

/** The whole performance ends at once, with this failure. */
function giveUp(performance: Performance, error: SdkError): SdkError {
  performance.end(error);
  return error;
}

/** The request's own deadline ends the request; the performance's share ends the performance. */
function deadlinePassed({ performance, endsAt }: Run<AnswerStatus>): DeadlineError {
  const error = performance.deadlineError();
  if (endsAt === performance.endsAt) performance.end(error);
  return error;
}

function announce(run: Run<AnswerStatus>, error: SdkError, attempt: number, delay: number): void {
  const { performance, label, deed } = run;
  const { context, origin } = performance;
  if (context.on === undefined) return;
  const { method, service, path } = label;
  const mayRepeat = isAct(method) && deed.acted;
  emit(context.on, { type: "retry", ...origin, method, service, path, attempt, delay, error, mayRepeat });
}
