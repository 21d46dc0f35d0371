import { type Clock, PATIENCE, startTimer } from "../clock.js";

/** How often what lives says so, in ms. */
export const INTERVAL: number = PATIENCE / 3;

/**
 * Something that a request of the application's holds or waits for, in a client that outlives it. If the platform ends that
 * request, as Workers do, none of its timers fires any more, and no `finally` of it runs: nothing else says so.
 */
export interface Living {
  /** When it last gave a sign of life. */
  aliveAt: number;
}

/** Enough to pass it over in a queue, where it loses no more than its place. */
export function isSilent({ aliveAt }: Living, now: number): boolean {
  return now - aliveAt >= PATIENCE;
}

/**
 * Gives signs of life, by timers of the request that calls it, until the returned function is called. `left` is told of
 * each, and says how long it still lives, in ms.
 */
export function keepAlive(living: Living, clock: Clock, left: (now: number) => number): () => void {
  let stop: (() => void) | undefined = () => {};
  const sign = (): void => {
    // On Workers nobody can take back a timer of another request.
    if (stop === undefined) return;
    living.aliveAt = clock.now();
    const wait = left(living.aliveAt);
    if (wait > 0) stop &&= startTimer(clock, Math.min(INTERVAL, wait), sign);
  };
  sign();
  return () => {
    stop?.();
    stop = undefined;
  };
}
