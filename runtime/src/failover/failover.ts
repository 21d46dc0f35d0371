import { reasonOf, throwIfAborted, untilAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { DEFAULT_REQUEST_TIMEOUT } from "../config/retries.js";
import {
  CircuitOpenError,
  DeadlineError,
  FailoverError,
  type ProviderFailure,
  ResultError,
} from "../errors/call-errors.js";
import { RequestError, SdkError } from "../errors/errors.js";
import {
  classifyError,
  explain,
  hasEffectTwice,
  isUnrepeatable,
  markUnrepeatable,
  retryAfterOf,
} from "../policy/classify.js";
import { aroundCall, type BeginningCall } from "../policy/hooks.js";
import { prepareCircuits } from "../policy/load-circuits.js";
import type { ProviderRun } from "../policy/provider-run.js";
import { isolated } from "../policy/request-run.js";
import { deadlineErrorOf } from "../policy/retry.js";
import type { CallEnd } from "../telemetry/around.js";
import { emit } from "../telemetry/events.js";
import { type CallOptions, UseCaseError } from "./call.js";
import { type Candidate, candidatesFor, type Performer } from "./candidates.js";
import { checksOf } from "./checks.js";
import { type RunningMap, startMap } from "./run-map.js";
import type { BegunCall, Call, CallResult } from "./use-case.js";

/** Performs a use-case with the first provider that can. Rejects only with the reason of the caller's abort. */
export async function performCall(call: Call, begun?: BegunCall): Promise<CallResult> {
  const { options } = call;
  try {
    checkDeadline(options);
    const { value, provider } = await aroundCall(beginningOf(call), async () => tryInOrder(call, begun));
    announceEnd(call, { type: "success", provider });
    return { ok: true, value, provider, attempts: call.attempts };
  } catch (error) {
    announceEnd(call, { type: "failure", provider: call.provider, error });
    if (options.signal?.aborted === true) throw reasonOf(options.signal);
    return { ok: false, error, provider: call.provider, attempts: call.attempts };
  }
}

function checkDeadline({ signal, deadline }: CallOptions): void {
  throwIfAborted(signal);
  if (!Number.isNaN(deadline)) return;
  throw new RequestError("`deadline` is not a number of milliseconds", { code: "bad-option" });
}

/** For the hook around it. */
function beginningOf(call: Call): BeginningCall<unknown> {
  const { useCase, options, deadlineAt, startedAt } = call;
  const { context, profile } = useCase;
  return {
    context,
    what: { call: call.call, profile, useCase: useCase.useCase },
    signal: options.signal,
    requestTimeout: DEFAULT_REQUEST_TIMEOUT,
    timeLeft: deadlineAt - startedAt,
    deadlineError: () => deadlinePassed(call),
    summary: (): Pick<CallEnd, "attempts" | "provider"> => ({ provider: call.provider, attempts: call.attempts }),
  };
}

async function tryInOrder(
  call: Call,
  begun: BegunCall | undefined,
): Promise<{ readonly value: unknown; readonly provider: string }> {
  const { signal } = call.options;
  const candidates = begun?.candidates ?? candidatesFor(call.useCase, call.options);
  for (const [index, candidate] of candidates.entries()) {
    const next = candidates[index + 1];
    if (index === 0 && begun !== undefined) {
      const value = await performWith(call, candidate, next, Infinity, begun.map);
      if (value !== undefined) return { value: value.value, provider: candidate.provider };
      continue;
    }
    // A listener of the failover event may have aborted.
    throwIfAborted(signal);
    const preparing = prepareCircuits(candidate.circuits);
    if (preparing !== undefined) await untilAborted(signal, async () => preparing);
    const now = call.useCase.context.clock.now();
    if (now >= call.deadlineAt) throw deadlinePassed(call);
    const skipped = reasonToSkip(candidate, next !== undefined, now);
    if (skipped !== undefined) {
      goOn(call, { provider: candidate.provider, attempts: 0, error: skipped }, next);
      continue;
    }
    const value = await performWith(call, candidate, next, now + (call.deadlineAt - now) / (candidates.length - index));
    if (value !== undefined) return { value: value.value, provider: candidate.provider };
  }
  throw exhausted(call);
}

/** Why a candidate's map is not even started: it is isolated, or an endpoint that has ended calls rests. */
function reasonToSkip({ provider, circuits }: Candidate, hasNext: boolean, now: number): SdkError | undefined {
  if (circuits.isIsolated) return isolated(provider);
  const blocking = hasNext ? circuits.blocking(now) : undefined;
  return blocking?.refusal(provider);
}

/** Performs the use-case with one candidate; resolves with nothing if the next one is to try. */
async function performWith(
  call: Call,
  candidate: Performer,
  next: Performer | undefined,
  endsAt: number,
  begun?: RunningMap,
): Promise<{ readonly value: unknown } | undefined> {
  const { provider } = candidate;
  const { clock } = call.useCase.context;
  const start = { ...call, candidate, hasNext: next !== undefined, endsAt };
  const { run, result } = begun ?? startMap({ ...start, checks: checksOf(start) });
  const expire = (): void => run.expire(() => deadlineErrorOf(run));
  const stopTimer = endsAt === Infinity ? undefined : startTimer(clock, endsAt - clock.now(), expire);
  call.provider = provider;
  try {
    const value = await result;
    run.settle();
    return { value };
  } catch (thrown) {
    const failure = findFailure(thrown);
    if (failure !== undefined) run.settle(failure);
    const error = failureToGoOnFrom(call, run, thrown, next);
    goOn(call, { provider, attempts: run.attempts, error }, next, run);
    return undefined;
  } finally {
    stopTimer?.();
    call.attempts += run.attempts;
  }
}

/** How far a `cause` is followed. */
const MAX_DEPTH = 10;

/**
 * One of the runtime's failures in what a map threw: itself, or below as a `cause`. What a map reports with `fail()`, and
 * anything else, is the map's own error.
 */
export function findFailure(thrown: unknown): SdkError | undefined {
  let error: unknown = thrown;
  for (let depth = 0; depth < MAX_DEPTH && error instanceof Error; depth += 1) {
    if (error instanceof UseCaseError) return undefined;
    if (error instanceof SdkError) return error;
    error = error.cause;
  }
  return undefined;
}

/** The failure after which the next provider tries; throws if the call ends here (rules §4). */
function failureToGoOnFrom(
  { options }: Call,
  run: ProviderRun,
  thrown: unknown,
  next: Performer | undefined,
): SdkError {
  throwIfAborted(options.signal);
  const failure = findFailure(thrown);
  if (failure === undefined) throw thrown;
  const shareEnded = failure instanceof DeadlineError && run.endedBy(failure);
  if (run.mustNotRepeat || (failure instanceof ResultError && !hasOnlyRead(run))) {
    markUnrepeatable(failure);
  }
  if (shareEnded ? next === undefined : !classifyError(failure).failsOver) throw failure;
  if (next === undefined || !isUnrepeatable(failure)) return failure;
  const why = run.mustNotRepeat || !(failure instanceof ResultError) ? MAY_HAVE_ACTED : HAS_ACTED;
  throw explain(failure, `no other provider was tried, because ${why}`);
}

/** Nothing but GET and HEAD went over the wire. */
function hasOnlyRead({ sideEffects }: ProviderRun): boolean {
  return sideEffects.every(({ isSent, method }) => !isSent || method === "GET" || method === "HEAD");
}

const MAY_HAVE_ACTED = "a request marked idempotent: false may have taken effect";
const HAS_ACTED = "requests other than GET and HEAD were sent";

function goOn(call: Call, failure: ProviderFailure, next: Candidate | undefined, run?: ProviderRun): void {
  call.failures.push(failure);
  const {
    call: number,
    useCase: { profile, useCase, context },
  } = call;
  if (next === undefined || context.on === undefined) return;
  const mayRepeat = run?.sideEffects.some(({ acted, method }) => acted && hasEffectTwice(method)) ?? false;
  const duration = run?.duration ?? 0;
  const { provider: from, error } = failure;
  emit(context.on, {
    type: "failover",
    call: number,
    profile,
    useCase,
    from,
    to: next.provider,
    error,
    duration,
    mayRepeat,
  });
}

/** Nobody is left: all circuits were open, or the failure of the only provider, or those of all. */
function exhausted({ useCase, failures }: Call): SdkError {
  const refusals = failures.flatMap(({ error }) => (error instanceof CircuitOpenError ? error : []));
  const allOpen = refusals.length === failures.length;
  const [soonest] = allOpen ? refusals.sort((a, b) => a.retryAfter - b.retryAfter) : [];
  if (soonest !== undefined) return soonest;
  const [only] = failures.length === 1 ? failures : [];
  if (only !== undefined) return only.error;
  const reasons = failures.map(
    ({ provider, attempts, error }) => `${provider} (attempts: ${attempts}): ${error.message}`,
  );
  const message = `${useCase.useCase} of ${useCase.profile} failed with every provider: ${reasons.join("; ")}`;
  const [retryAfter] = failures.flatMap((failure) => waitOf(failure.error) ?? []).sort((a, b) => a - b);
  const error = new FailoverError(message, { code: "failover", failures, retryAfter });
  if (failures.some((failure) => isUnrepeatable(failure.error))) markUnrepeatable(error);
  return error;
}

function waitOf(error: SdkError): number | undefined {
  return error instanceof CircuitOpenError ? error.retryAfter : retryAfterOf(error);
}

function deadlinePassed({ useCase, failures }: Call): DeadlineError {
  return new DeadlineError(`the deadline of ${useCase.useCase} of ${useCase.profile} has passed`, {
    code: "deadline",
    lastError: failures.at(-1)?.error,
  });
}

type Ending =
  | { readonly type: "success"; readonly provider: string }
  | { readonly type: "failure"; readonly provider: string | undefined; readonly error: unknown };

function announceEnd({ call, useCase: { profile, useCase, context }, attempts, startedAt }: Call, end: Ending): void {
  if (context.on === undefined) return;
  emit(context.on, { ...end, call, profile, useCase, attempts, duration: context.clock.now() - startedAt });
}
