import { candidatesFor, type BoundUseCase, type Candidate } from "./candidates.js";
import {
  CircuitOpenError,
  DeadlineError,
  FailoverError,
  RequestError,
  type ProviderFailure,
  type SdkError,
} from "../errors.js";
import { emit } from "../events.js";
import { startMap } from "./run-map.js";
import { circuitOpen } from "../policy/attempt.js";
import { classifyError, explain, findFailure } from "../policy/classify.js";
import { shareEnd } from "../policy/deadline.js";
import type { Performance } from "../policy/performance.js";
import type { CallOptions } from "./call.js";

/** A call under way. */
interface Call {
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
  /** Of the providers before, in order. */
  readonly failures: ProviderFailure[];
}

/** How a call ended. */
export type CallResult = { readonly attempts: number } & (
  | { readonly ok: true; readonly value: unknown; readonly provider: string }
  | { readonly ok: false; readonly error: unknown; readonly provider: string | undefined }
);

/** Performs a use-case with the first provider that can. Rejects only with the reason of the caller's abort. */
export async function performCall(useCase: BoundUseCase, input: unknown, options: CallOptions): Promise<CallResult> {
  const startedAt = useCase.context.clock.now();
  const deadlineAt = startedAt + (options.deadline ?? Infinity);
  const call: Call = { useCase, input, options, startedAt, deadlineAt, attempts: 0, provider: undefined, failures: [] };
  try {
    const { value, provider } = await tryInOrder(call);
    announceEnd(call, { type: "success", provider });
    return { ok: true, value, provider, attempts: call.attempts };
  } catch (error) {
    announceEnd(call, { type: "failure", provider: call.provider, error });
    if (options.signal?.aborted === true) throw options.signal.reason;
    return { ok: false, error, provider: call.provider, attempts: call.attempts };
  }
}

async function tryInOrder(call: Call): Promise<{ readonly value: unknown; readonly provider: string }> {
  const { signal, deadline } = call.options;
  signal?.throwIfAborted();
  if (deadline !== undefined && (typeof deadline !== "number" || Number.isNaN(deadline))) {
    throw new RequestError("`deadline` is not a number of milliseconds", { code: "bad-option" });
  }
  const candidates = candidatesFor(call.useCase, call.options);
  for (const [index, candidate] of candidates.entries()) {
    const next = candidates[index + 1];
    const { provider, circuit, policy } = candidate;
    // A listener of the failover event may have aborted.
    signal?.throwIfAborted();
    if (call.useCase.context.clock.now() >= call.deadlineAt) throw deadlinePassed(call);
    const permit = circuit?.admit(policy.requestTimeout);
    if (circuit !== undefined && permit === undefined) {
      goOn(call, { provider, attempts: 0, error: circuitOpen(circuit, provider) }, next);
      continue;
    }
    const endsAt = shareEnd(call.useCase.context.clock.now(), call.deadlineAt, candidates.length - index);
    const { performance, result } = startMap({ ...call, candidate, permit, endsAt });
    call.provider = provider;
    try {
      const value = await result;
      performance.settle(true);
      return { value, provider };
    } catch (thrown) {
      performance.settle(!performance.endedBy(thrown));
      const error = failureToGoOnFrom(call, performance, thrown, next);
      goOn(call, { provider, attempts: performance.attempts, error }, next, performance);
    } finally {
      call.attempts += performance.attempts;
    }
  }
  throw exhausted(call);
}

/** The failure after which the next provider has its turn; throws where the call ends here (rules §4). */
function failureToGoOnFrom(
  { options }: Call,
  performance: Performance,
  thrown: unknown,
  next: Candidate | undefined,
): SdkError {
  options.signal?.throwIfAborted();
  const failure = findFailure(thrown);
  if (failure === undefined) throw thrown;
  const shareEnded = failure instanceof DeadlineError && performance.endedBy(failure);
  if (shareEnded ? next === undefined : !classifyError(failure).failsOver) throw failure;
  if (next === undefined || !performance.mustNotRepeat) return failure;
  throw explain(
    failure,
    "no other provider was tried, because a request marked idempotent: false may have taken effect",
  );
}

function goOn(call: Call, failure: ProviderFailure, next: Candidate | undefined, performance?: Performance): void {
  call.failures.push(failure);
  const { profile, useCase, context } = call.useCase;
  if (next === undefined || context.on === undefined) return;
  const mayRepeat = performance?.mayRepeat ?? false;
  const duration = performance?.duration ?? 0;
  const { provider: from, error } = failure;
  emit(context.on, { type: "failover", profile, useCase, from, to: next.provider, error, duration, mayRepeat });
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
  return new FailoverError(message, { code: "failover", failures });
}

function deadlinePassed({ useCase, failures }: Call): DeadlineError {
  return new DeadlineError(`the deadline of ${useCase.useCase} of ${useCase.profile} has passed`, {
    code: "deadline",
    lastError: failures.at(-1)?.error,
  });
}

type CallEnd =
  | { readonly type: "success"; readonly provider: string }
  | { readonly type: "failure"; readonly provider: string | undefined; readonly error: unknown };

function announceEnd({ useCase: { profile, useCase, context }, attempts, startedAt }: Call, end: CallEnd): void {
  if (context.on === undefined) return;
  emit(context.on, { ...end, profile, useCase, attempts, duration: context.clock.now() - startedAt });
}
