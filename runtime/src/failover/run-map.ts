import { onAbortWhileHeld } from "../abort-while-held.js";
import { onAbort, reasonOf, throwIfAborted } from "../abort.js";
import { mergeInput } from "../config/merge-defaults.js";
import { copyData } from "../config/options.js";
import { NextError } from "../errors/call-errors.js";
import { ConfigurationError, RequestError } from "../errors/errors.js";
import type { BoundProvider } from "../http/bound-provider.js";
import { createProviderClient } from "../http/client.js";
import { type RecordSideEffect, recorderOf, SIDE_EFFECTS } from "../http/side-effects.js";
import { needed } from "../late.js";
import { dispatchRequests } from "../policy/first-attempt.js";
import { ProviderRun } from "../policy/provider-run.js";
import { type CallOptions, type MapContext, type Next, UseCaseError } from "./call.js";
import type { BindCandidate, BoundUseCase, Candidate, Performer } from "./candidates.js";
import type { Running, RunPlace } from "./rounds.js";

/** Validates an input or a result against the profile's schema; throws, or emits an event, if it has problems. */
export type Checks = (part: "input" | "result", value: unknown) => void;

/** Everything that a map starts from. */
export interface MapStart extends RunPlace<Performer> {
  readonly useCase: BoundUseCase;
  readonly candidate: Performer;
  readonly call: number;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Absent if the call has no parameters of its own. */
  readonly bind: BindCandidate | undefined;
  /** Absent if nothing is checked. */
  readonly checks: (() => Promise<Checks>) | undefined;
}

/** Starts a candidate's map. */
export function startMap(start: MapStart): Running {
  const { useCase, candidate, call, candidates, round, waitsUntil, endsAt } = start;
  const { provider, policy, circuits } = candidate;
  const controller = new AbortController();
  const streams = new AbortController();
  let endEarly: (reason: unknown) => void = () => {};
  const run = new ProviderRun({
    context: useCase.context,
    origin: { profile: useCase.profile, useCase: useCase.useCase, provider },
    policy,
    requestTimeout: policy?.requestTimeout ?? candidate.bound.requestTimeout,
    call,
    circuits,
    hasNext: candidates.length > 1,
    candidates,
    round,
    retriesFirst: useCase.retriesFirst,
    waitsUntil,
    endsAt,
    signal: controller.signal,
    streamSignal: streams.signal,
    outer: recorderOf(start.options.signal),
    ended: (reason, hasMapEnded) => {
      endEarly(reason);
      // The value of a map may be a stream, or made of one.
      if (!hasMapEnded) streams.abort(reason);
    },
  });
  recordSideEffects(controller, (sideEffect) => run.record(sideEffect), start.options.signal);
  const result = new Promise((resolve, reject) => {
    endEarly = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
    runMap(start, run, controller.signal).then(resolve, reject);
  });
  return { run, result: bounded(run, start, result) };
}

/** Ends the provider run with the caller's signal; leaves nothing behind. */
async function bounded(
  run: ProviderRun,
  { useCase, options: { signal } }: MapStart,
  result: Promise<unknown>,
): Promise<unknown> {
  const stopListening = signal && onAbort(signal, (reason) => run.end(reason));
  // The map, or a listener of an event, may have aborted before anybody listened.
  if (signal?.aborted === true) run.end(reasonOf(signal));
  let hasFailed = true;
  try {
    const value = await result;
    hasFailed = false;
    return value;
  } finally {
    stopListening?.();
    run.close(() => useCaseEnded(useCase), hasFailed);
  }
}

/** Asynchronous, so that what a map throws at once is a rejection too. */
async function runMap(start: MapStart, run: ProviderRun, signal: AbortSignal): Promise<unknown> {
  const { useCase, candidate, options } = start;
  const bound = start.bind?.(candidate) ?? candidate.bound;
  const input = inputFor(start, bound);
  const checks = start.checks && (await start.checks());
  if (checks !== undefined) checkInput(checks, input, signal);
  const context: MapContext<unknown, unknown, unknown, unknown> = {
    input,
    http: createProviderClient(
      bound,
      dispatchRequests(bound, { run, circuits: undefined, caller: options.signal }),
      true,
    ),
    parameters: hasParameters(bound) ? (await loadParameters(bound)).parametersOf(bound) : {},
    signal,
    fail: (error) => {
      throw failed(useCase, candidate, error);
    },
    next: goOnFrom(candidate.provider),
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

function hasParameters({ definition: { parameters = {} } }: BoundProvider): boolean {
  return Object.keys(parameters).length > 0;
}

/** Few providers have parameters; the base URLs of those that do are read late, too. */
async function loadParameters({ definition: { name } }: BoundProvider) {
  return needed(() => import("../http/parameters.js"), "parameters", `what reads the parameters of ${name}`, name);
}

/** The map's own copy of the input; what is not an object takes no defaults. */
function inputFor({ useCase, candidate, input }: MapStart, { env }: BoundProvider): unknown {
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

/** What `next` does for a provider. */
export function goOnFrom(provider: string): Next {
  return (reason, options) => {
    throw new NextError(`${provider}: ${reason}`, { code: "next", provider, failure: options?.failure });
  };
}

function useCaseEnded({ profile, useCase }: BoundUseCase): RequestError {
  return new RequestError(`${useCase} of ${profile} has ended; its map can send nothing any more`, {
    code: "use-case-ended",
  });
}

/**
 * From now on, a request with a map's signal is recorded for that map. The signal aborts with that of the map that has made
 * the call, also once the call has ended well: its map may have left something under way.
 */
function recordSideEffects(
  controller: AbortController,
  record: RecordSideEffect,
  caller: AbortSignal | undefined,
): void {
  Object.defineProperty(controller.signal, SIDE_EFFECTS, { value: record });
  if (caller === undefined || recorderOf(caller) === undefined) return;
  const end = (reason: unknown): void => controller.abort(reason);
  // As long as somebody has the signal, and no longer: a map may make any number of calls.
  Object.defineProperty(controller.signal, Symbol("end"), { value: end });
  onAbortWhileHeld(caller, end, { callback: undefined });
}
