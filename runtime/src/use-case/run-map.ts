import { createProviderClient, type Dispatch } from "../http/create-provider-client.js";
import type { BoundUseCase, Candidate, Performer } from "./candidates.js";
import { onAbort, reasonOf, throwIfAborted } from "../abort.js";
import { checksOf, type Checks } from "./checks.js";
import { startTimer } from "../clock.js";
import { copyData } from "../config/copy-data.js";
import { keepDeeds, keeperOfDeeds } from "../deeds.js";
import { mergeInput } from "../config/merge-defaults.js";
import { UseCaseError } from "../call-errors.js";
import { ConfigurationError, RequestError } from "../errors.js";
import type { MapContext } from "./map.js";
import { own } from "../config/records.js";
import { withParameters } from "../provider/with-parameters.js";
import { parametersOf } from "../provider/parameters.js";
import { Performance } from "../policy/performance.js";
import { withPolicy } from "../policy/request-policy.js";
import type { AttemptLimits } from "../http/attempt-scope.js";
import { judgedBy } from "../policy/judged.js";
import { performRequest } from "../policy/retry.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import type { CallOptions } from "./call.js";

/** What a performance starts from. */
export interface PerformanceStart {
  readonly useCase: BoundUseCase;
  readonly candidate: Performer;
  readonly call: number;
  /** Whether the call has a further candidate. */
  readonly hasNext: boolean;
  /** When its share of the deadline ends; `Infinity` without one. */
  readonly endsAt: number;
  readonly input: unknown;
  readonly options: CallOptions;
}

/** A map under way. */
export interface RunningMap {
  readonly performance: Performance;
  /** Settles like the map, or rejects as soon as the performance ends before it. */
  readonly result: Promise<unknown>;
}

/** Starts a candidate's map. */
export function startMap(start: PerformanceStart): RunningMap {
  const { useCase, candidate, call, hasNext, endsAt } = start;
  const { provider, policy, circuits, budget } = candidate;
  const controller = new AbortController();
  const streams = new AbortController();
  let endEarly: (reason: unknown) => void = () => {};
  const performance = new Performance({
    context: useCase.context,
    origin: { profile: useCase.profile, useCase: useCase.useCase, provider },
    policy,
    budget,
    requestTimeout: policy?.requestTimeout ?? candidate.bound.requestTimeout,
    call,
    circuits,
    hasNext,
    endsAt,
    signal: controller.signal,
    streamSignal: streams.signal,
    outer: keeperOfDeeds(start.options.signal),
    ended: (reason, hasMapEnded) => {
      endEarly(reason);
      // What a map has returned may be a stream, or made of one.
      if (!hasMapEnded) streams.abort(reason);
    },
  });
  keepDeeds(controller, (deed) => performance.take(deed), start.options.signal);
  const result = new Promise((resolve, reject) => {
    endEarly = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
    runMap(start, performance, controller.signal).then(resolve, reject);
  });
  return { performance, result: bounded(performance, start, result) };
}

/** Ends the performance with the caller's signal and with its share of the deadline; leaves nothing behind. */
async function bounded(
  performance: Performance,
  { useCase, endsAt, options: { signal } }: PerformanceStart,
  result: Promise<unknown>,
): Promise<unknown> {
  const { clock } = useCase.context;
  const stopTimer =
    endsAt === Infinity ? undefined : startTimer(clock, endsAt - clock.now(), () => performance.expire());
  const stopListening = signal && onAbort(signal, (reason) => performance.end(reason));
  // The map, or a listener of an event, may have aborted before anybody listened.
  if (signal?.aborted === true) performance.end(reasonOf(signal));
  let hasFailed = true;
  try {
    const value = await result;
    hasFailed = false;
    return value;
  } finally {
    stopTimer?.();
    stopListening?.();
    performance.close(() => useCaseEnded(useCase), hasFailed);
  }
}

/** Asynchronous, so that what a map throws at once is a rejection too. */
async function runMap(start: PerformanceStart, performance: Performance, signal: AbortSignal): Promise<unknown> {
  const { useCase, candidate, options } = start;
  const bound = withParameters(candidate.bound, own(options.parameters, candidate.provider));
  const input = inputFor(start, bound);
  const loading = checksOf(start);
  const checks = loading && (await loading);
  if (checks !== undefined) checkInput(checks, input, signal);
  const context: MapContext<unknown, unknown, unknown, unknown> = {
    input,
    http: createProviderClient(bound, dispatchFor(performance, options), "quiet"),
    parameters: parametersOf(bound),
    signal,
    fail: (error) => {
      throw failed(useCase, candidate, error);
    },
  };
  const result = candidate.perform(context);
  if (checks === undefined) return result;
  const value = await result;
  // No event comes after the end of the call.
  if (!signal.aborted) checks("result", value);
  return value;
}

/** The call may have ended while the schemas were loaded. */
function checkInput(checks: Checks, input: unknown, signal: AbortSignal): void {
  throwIfAborted(signal);
  checks("input", input);
}

/** A stream may be handed out and outlive the performance, so every attempt listens to the caller too. */
function dispatchFor(performance: Performance, { signal }: CallOptions): Dispatch {
  const callers = signal === undefined ? [] : [signal];
  return async (prepared, attempt) => {
    const request = withPolicy(prepared, performance.options.signal);
    const { own: asked, ofClient } = request.policy;
    const policy = asked ?? (performance.options.policy === undefined ? ofClient : undefined);
    const send = (limits: AttemptLimits) => attempt(limits, callers);
    const when = policy?.kind === "retries" ? policy.when : undefined;
    return performRequest(performance, request, when === undefined ? send : judgedBy(when, send, prepared.bad));
  };
}

/** The map's own copy of the input; what is not an object takes no defaults. */
function inputFor({ useCase, candidate, input }: PerformanceStart, { env }: BoundProvider): unknown {
  const { defaults, provider } = candidate;
  const copy = copyData(input);
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) return copy;
  const own = { ...copy };
  if (defaults.length === 0) return own;
  const merged = mergeInput(defaults, own, env);
  if (merged.missing.length === 0) return merged.input;
  const issues = merged.missing.map(({ name, pointer }) => ({
    message: `the environment variable ${name} is unset or empty, and a default of the input needs it`,
    pointer,
  }));
  const names = [...new Set(merged.missing.map(({ name }) => name))].join(", ");
  const message = `${useCase.useCase} of ${useCase.profile} with ${provider}: defaults of the input need ${names}, unset or empty in the environment`;
  throw new ConfigurationError(message, { code: "missing-variable", provider, issues });
}

function failed({ profile, useCase }: BoundUseCase, { provider }: Candidate, error: unknown): UseCaseError {
  return new UseCaseError(`${useCase} of ${profile} failed with ${provider}`, { code: "use-case", provider, error });
}

function useCaseEnded({ profile, useCase }: BoundUseCase): RequestError {
  return new RequestError(`${useCase} of ${profile} has ended; its map can send nothing any more`, {
    code: "use-case-ended",
  });
}
