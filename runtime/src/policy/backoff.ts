import { MAX_DELAY } from "../clock.js";

/** In ms, and by how much each wait is longer than the one before. */
export interface BackoffTimes {
  readonly start: number;
  readonly factor: number;
  readonly max?: number | undefined;
}

/**
 * The wait before retry number `retry` (1 for the first), in ms: `start × factor^(retry−1)`, ±20 % so that callers who
 * failed together do not come back together. The mean keeps to the configuration.
 */
export function retryDelay(backoff: BackoffTimes, retry: number, random: () => number): number {
  const nominal = Math.min(backoff.start * backoff.factor ** (retry - 1), backoff.max ?? MAX_DELAY);
  return Math.min(nominal * (0.8 + 0.4 * random()), MAX_DELAY);
}

/** The same with what the server asked for: never earlier than `Retry-After`, plus up to 10 %. */
export function politeDelay(delay: number, retryAfter: number | undefined, random: () => number): number {
  if (retryAfter === undefined) return delay;
  return Math.min(Math.max(delay, retryAfter * (1 + 0.1 * random())), MAX_DELAY);
}
