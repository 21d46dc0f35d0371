/** Time as the policy sees it; tests inject their own. */
export interface Clock {
  /** Monotonic, in ms. */
  now(): number;
  /**
   * Resolves after `ms`; rejects with the signal's reason when it aborts, leaving no timer behind. `isLimit`: nobody waits
   * for it, it bounds how long something else may take.
   */
  sleep(ms: number, signal: AbortSignal, isLimit?: boolean): Promise<void>;
}

/** The platform's time. A wait that is longer than a timer can hold ends after the longest that it can. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const abort = (): void => {
        stop();
        reject(signal.reason as Error);
      };
      const stop = startTimer(systemClock, ms, () => {
        signal.removeEventListener("abort", abort);
        resolve();
      });
      signal.addEventListener("abort", abort);
    }),
};

/** Calls back after `ms`; the returned function takes that back. `isLimit`: see {@link Clock.sleep}. */
export function startTimer(clock: Clock, ms: number, elapsed: () => void, isLimit = true): () => void {
  if (clock === systemClock) {
    const timer = setTimeout(elapsed, Math.min(ms, MAX_DELAY));
    return () => clearTimeout(timer);
  }
  const controller = new AbortController();
  // `async`: a clock that throws is one that rejects.
  void (async () => clock.sleep(ms, controller.signal, isLimit))().then(elapsed, () => {});
  return () => controller.abort();
}

/** The longest delay that a timer of JavaScript can hold, in ms. */
export const MAX_DELAY = 2147483647;

/** So long a silence, in ms, and something may be dead. What ends at a time by itself is given as long. */
export const PATIENCE = 3000;
