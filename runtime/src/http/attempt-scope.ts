import { startTimer, type Clock } from "../clock.js";
import type { AttemptLimits } from "../policy/attempt.js";

/** One attempt's own signal: a signal shared by many attempts would grow with each of them. */
export interface AttemptScope {
  readonly signal: AbortSignal;
  /** What the attempt rejects with when its time is up; an answer that was already decided takes its place. */
  timeoutError: () => Error;
  /** Settles like the work, unless the scope ends before. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Takes the time limit off, where a stream outlives its attempt. */
  readonly stopTimer: () => void;
  /** Leaves no timer and no listener behind. */
  readonly close: () => void;
}

/** Starts the time of an attempt. Throws a signal's reason when it is aborted already. */
export function openScope(
  { requestTimeout, signals }: AttemptLimits,
  clock: Clock,
  timeoutError: () => Error,
): AttemptScope {
  for (const signal of signals) signal.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const stopTimer = startTimer(clock, requestTimeout, () => controller.abort(scope.timeoutError()));
  const onAbort = (event: Event): void => controller.abort((event.target as AbortSignal).reason);
  for (const outer of signals) outer.addEventListener("abort", onAbort, { once: true });
  const scope: AttemptScope = {
    signal,
    timeoutError,
    run: (work) => raceAbort(work, signal),
    stopTimer,
    close: () => {
      stopTimer();
      for (const outer of signals) outer.removeEventListener("abort", onAbort);
    },
  };
  return scope;
}

/** The signal's reason wins even over work that does not listen to it; a failure after the abort is its consequence. */
function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
    work.then(resolve, (error: unknown) => reject(signal.aborted ? reasonOf(signal) : error));
  });
}

/** Whatever the caller gave to `abort()`. */
function reasonOf(signal: AbortSignal): unknown {
  return signal.reason;
}
