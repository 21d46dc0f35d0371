/** Time as the policy sees it; tests inject their own. */
export interface Clock {
  /** Monotonic, in ms. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts, leaving no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
