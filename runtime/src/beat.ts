import { startTimer, type Clock } from "./clock.js";

/** What lives says so that often, in ms. */
const BEAT = 1000;
/** Nothing heard of it for so long, and it is taken for dead. What ends at a time by itself is given as long. */
export const PATIENCE: number = 3 * BEAT;

/**
 * What a request of the application's holds or waits for, in a client that outlives it. Where the platform ends that
 * request, as Workers do, none of its timers fires any more, and no `finally` of it runs: nothing else says so.
 */
export interface Living {
  /** When it last gave a sign of life. */
  aliveAt: number;
}

export function isAlive({ aliveAt }: Living, now: number): boolean {
  return now - aliveAt < PATIENCE;
}

/**
 * Gives signs of life, by timers of the request that calls it, until the returned function is called. `left` is told of
 * each, and says how long it still lives, in ms.
 */
export function keepAlive(living: Living, clock: Clock, left: (now: number) => number): () => void {
  let stop: (() => void) | undefined = () => {};
  const beat = (): void => {
    // On Workers nobody can take back a timer of another request.
    if (stop === undefined) return;
    living.aliveAt = clock.now();
    const wait = left(living.aliveAt);
    if (wait > 0) stop &&= startTimer(clock, Math.min(BEAT, wait), beat);
  };
  beat();
  return () => {
    stop?.();
    stop = undefined;
  };
}
