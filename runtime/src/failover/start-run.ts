import type { Flow } from "../http/flow.js";
import { onAbortWhileHeld } from "../abort-while-held.js";
import { onAbort, reasonOf } from "../abort.js";
import type { RetryPolicy } from "../config/retries.js";
import { RequestError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { type RecordSideEffect, recorderOf, SIDE_EFFECTS } from "../http/side-effects.js";
import type { CircuitGroup } from "../policy/circuits.js";
import { ProviderRun } from "../policy/provider-run.js";
import { type Next, NextError } from "./call.js";
import type { Running, RunPlace } from "./rounds.js";

/** Everything that a provider run starts from. */
export interface RunStart extends RunPlace<{ readonly circuits: CircuitGroup }> {
  readonly context: PolicyContext;
  readonly profile: string;
  readonly useCase: string;
  readonly provider: string;
  readonly policy: RetryPolicy | undefined;
  readonly circuits: CircuitGroup;
  /** Bounds an attempt that does not say it itself, in ms. */
  readonly requestTimeout: number;
  readonly retriesFirst: boolean;
  readonly call: number;
  readonly caller: AbortSignal | undefined;
  /** False if what is done with its signal by other clients says nothing of it. */
  readonly records: boolean;
}

/** Starts a provider run, and in it a map or a function. */
export function startRun(
  { caller, profile, useCase, provider, records, ...start }: RunStart,
  perform: (run: ProviderRun, signal: AbortSignal) => Promise<unknown>,
): Running {
  const controller = new AbortController();
  const streams = new AbortController();
  let endEarly: (reason: unknown) => void = () => {};
  const run = new ProviderRun({
    context: start.context,
    origin: { profile, useCase, provider },
    policy: start.policy,
    requestTimeout: start.requestTimeout,
    call: start.call,
    circuits: start.circuits,
    hasNext: start.candidates.length > 1,
    candidates: start.candidates,
    round: start.round,
    retriesFirst: start.retriesFirst,
    waitsUntil: start.waitsUntil,
    endsAt: start.endsAt,
    signal: controller.signal,
    streamSignal: streams.signal,
    outer: recorderOf(caller),
    ended: (reason, hasMapEnded) => {
      endEarly(reason);
      // The value of a map may be a stream, or made of one.
      if (!hasMapEnded) streams.abort(reason);
    },
  });
  recordSideEffects(controller, (sideEffect) => records && run.record(sideEffect), caller);
  const result = new Promise((resolve, reject) => {
    endEarly = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
    perform(run, controller.signal).then(resolve, reject);
  });
  return { run, result: bounded(run, caller, () => ended(profile, useCase), result) };
}

/** Ends the provider run with the caller's signal; leaves nothing behind. */
async function bounded(
  run: ProviderRun,
  signal: AbortSignal | undefined,
  ended: () => unknown,
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
    run.close(ended, hasFailed);
  }
}

/** Makes the `next` of a provider. */
export function goOnFrom(provider: string): Next {
  return (reason, options) => {
    throw new NextError(`${provider}: ${reason}`, { code: "next", provider, failure: options?.failure });
  };
}

function ended(profile: string, useCase: string): RequestError {
  return new RequestError(`${useCase} of ${profile} has ended, so its map cannot send anything more`, {
    code: "use-case-ended",
  });
}

/**
 * From now on, a request with a run's signal is recorded for that run. The signal aborts with that of the map that has made
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

/** Tells whether a map or a function has returned pages or a stream, which count with the first item. */
export function isFlow(value: unknown): value is Flow<unknown> {
  return ["lastEventId", "response", Symbol.asyncIterator].every((name) =>
    Object.hasOwn(Object(value) as object, name),
  );
}
