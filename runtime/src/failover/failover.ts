import { reasonOf, throwIfAborted, untilAborted } from "../abort.js";
import { copyData, isList, isPlainObject, own, readOptions } from "../config/options.js";
import { DEFAULT_REQUEST_TIMEOUT } from "../config/retries.js";
import {
  CircuitOpenError,
  DeadlineError,
  FailoverError,
  type ProviderFailure,
  ResultError,
} from "../errors/call-errors.js";
import { RequestError, type SdkError } from "../errors/errors.js";
import { fromCall } from "../http/client.js";
import { recorderOf } from "../http/side-effects.js";
import { classifyError, explain, findFailure, retryAfterOf } from "../policy/classify.js";
import { aroundCall, type BeginningCall } from "../policy/hooks.js";
import { isUnrepeatable, markUnrepeatable, type ProviderRun } from "../policy/provider-run.js";
import { isolated } from "../policy/request-run.js";
import type { CallEnd } from "../telemetry/around.js";
import { emit } from "../telemetry/events.js";
import { CALL_OPTIONS, type CallError, type CallOptions, type Outcome, type UseCase } from "./call.js";
import {
  badCallOption,
  type BoundUseCase,
  type Candidate,
  candidatesFor,
  type Performer,
  readParameters,
} from "./candidates.js";
import { requireValidate, startMap } from "./run-map.js";

/** A call under way. */
interface Call {
  /** Its number, for its events. */
  readonly call: number;
  readonly useCase: BoundUseCase;
  readonly input: unknown;
  readonly options: CallOptions;
  readonly startedAt: number;
  /** `Infinity` without a deadline. */
  readonly deadlineAt: number;
  /** On the wire, over all providers. */
  attempts: number;
  /** The last provider whose map was started. */
  provider: string | undefined;
  /** Failures of the providers before, in order. */
  readonly failures: ProviderFailure[];
}

/** How a call ended. */
type CallResult = { readonly attempts: number } & (
  | { readonly ok: true; readonly value: unknown; readonly provider: string }
  | { readonly ok: false; readonly error: unknown; readonly provider: string | undefined }
);

/** Performs a use-case with the first provider that can. Rejects only with the reason of the caller's abort. */
async function performCall(useCase: BoundUseCase, input: unknown, options: CallOptions): Promise<CallResult> {
  const startedAt = useCase.context.clock.now();
  const deadlineAt = startedAt + (options.deadline ?? Infinity);
  const begun = { call: useCase.context.nextCall(), useCase, input, options, startedAt, deadlineAt };
  const call: Call = { ...begun, attempts: 0, provider: undefined, failures: [] };
  try {
    checkDeadline(options);
    const { value, provider } = await aroundCall(beginningOf(call), async () => tryInOrder(call));
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

async function tryInOrder(call: Call): Promise<{ readonly value: unknown; readonly provider: string }> {
  const { signal } = call.options;
  const candidates = candidatesFor(call.useCase, call.options);
  for (const [index, candidate] of candidates.entries()) {
    const next = candidates[index + 1];
    // A listener of the failover event may have aborted.
    throwIfAborted(signal);
    const preparing = candidate.circuits.prepare();
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
): Promise<{ readonly value: unknown } | undefined> {
  const { provider } = candidate;
  const { run, result } = startMap({ ...call, candidate, hasNext: next !== undefined, endsAt });
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
    call.attempts += run.attempts;
  }
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
  if (run.mustNotRepeat || (failure instanceof ResultError && !run.hasOnlyRead)) {
    markUnrepeatable(failure);
  }
  if (shareEnded ? next === undefined : !classifyError(failure).failsOver) throw failure;
  if (next === undefined || !isUnrepeatable(failure)) return failure;
  const why = run.mustNotRepeat || !(failure instanceof ResultError) ? MAY_HAVE_ACTED : HAS_ACTED;
  throw explain(failure, `no other provider was tried, because ${why}`);
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
  const mayRepeat = run?.mayRepeat ?? false;
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

/** The function that emitted profiles declare, for a use-case that is bound at its first call. */
export function createUseCase(bind: () => BoundUseCase): UseCase<unknown, unknown> {
  let bound: BoundUseCase | undefined;
  // As they are now: a later provider gets the same as the first, whatever the caller does with them meanwhile.
  const perform = async (input: unknown = {}, options: CallOptions): Promise<CallResult> => {
    bound ??= bind();
    requireValidate(bound, options);
    return performCall(bound, dataOf(input), readParameters(bound, options));
  };
  const useCase = async (input: unknown, options?: CallOptions): Promise<unknown> => {
    const result = await perform(input, readCallOptions(options));
    if (result.ok) return result.value;
    throw fromCall(result.error);
  };
  const safe = async (input: unknown, options?: CallOptions): Promise<Outcome<unknown>> => {
    const result = await performSafely(options, (given) => perform(input, given));
    return result.ok ? result : { ...result, error: fromCall(asError(result.error)) };
  };
  return Object.assign(quietInMaps(useCase), { safe: quietInMaps(safe) });
}

/** A copy. Of an instance, what accessors say would be lost, and what it keeps for itself sent. */
function dataOf(input: unknown): unknown {
  if (typeof input === "object" && input !== null && !isList(input) && !isPlainObject(input))
    throw badCallOption("the input", "is an instance of a class: give a plain object");
  return copyData(input);
}

type Called<T> = (input: unknown, options?: CallOptions) => Promise<T>;

/** A map that has failed ends what it has begun with its signal, and waits for none of it: as with requests. */
function quietInMaps<T>(call: Called<T>): Called<T> {
  return (input, options) => {
    const result = call(input, options);
    if (recorderOf(own(options, "signal")) !== undefined) result.catch(() => {});
    return result;
  };
}

/** Makes an outcome of whatever goes wrong, the caller's abort apart. */
async function performSafely(
  options: CallOptions | undefined,
  perform: (options: CallOptions) => Promise<CallResult>,
): Promise<CallResult> {
  let signal: AbortSignal | undefined;
  try {
    const given = readCallOptions(options);
    signal = given.signal;
    return await perform(given);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { ok: false, error, provider: undefined, attempts: 0 };
  }
}

function readCallOptions(options: CallOptions | undefined): CallOptions {
  return readOptions(options, "", CALL_OPTIONS, badCallOption);
}

/** An outcome always has an error; a map may throw anything. */
function asError(thrown: unknown): CallError {
  if (thrown instanceof Error) return thrown as CallError;
  // An object may have no text, or one that throws.
  const text =
    typeof thrown === "object" && thrown !== null ? "the map threw an object that is no error" : String(thrown);
  return new Error(text, { cause: thrown }) as CallError;
}
