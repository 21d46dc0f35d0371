/** Time as the policy sees it; tests inject their own. */
export interface Clock {
  /** Monotonic, in ms. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts, leaving no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The platform's time. A wait that is longer than a timer can hold ends after the longest that it can. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
        Math.min(ms, MAX_DELAY),
      );
      signal.addEventListener("abort", abort, { once: true });
    }),
};

/** Calls back after `ms`; the returned function takes that back. */
export function startTimer(clock: Clock, ms: number, callback: () => void): () => void {
  if (clock === systemClock) {
    const timer = setTimeout(callback, Math.min(ms, MAX_DELAY));
    return () => clearTimeout(timer);
  }
  const controller = new AbortController();
  void callAfter(clock, ms, controller.signal, callback);
  return () => controller.abort();
}

async function callAfter(clock: Clock, ms: number, signal: AbortSignal, callback: () => void): Promise<void> {
  const elapsed = await clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
  if (elapsed) callback();
}

/** The longest delay that a timer of JavaScript can hold, in ms. */
export const MAX_DELAY = 2147483647;
