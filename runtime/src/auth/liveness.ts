import { onAbort, throwIfAborted } from "../abort.js";
import { type Clock, startTimer } from "../clock.js";

/** What lives says so that often, in ms. */
const BEAT = 1000;
/** Nothing heard of it for so long, and it may be dead. What ends at a time by itself is given as long. */
export const PATIENCE: number = 3 * BEAT;
/** A hidden page has its timers once a minute. Whose silence lasts longer than that is dead, whoever asked meanwhile. */
const LONGEST_BEAT = 61 * BEAT;

/**
 * What a request of the application's holds or waits for, in a client that outlives it. Where the platform ends that
 * request, as Workers do, none of its timers fires any more, and no `finally` of it runs: nothing else says so.
 */
export interface Living {
  /** When it last gave a sign of life. */
  aliveAt: number;
  silence?: Silence;
}

/** What somebody found out who asked for a sign of life. */
interface Silence {
  /** The last sign before it. */
  readonly after: number;
  readonly foundAt: number;
  askedAt: number;
  isDead: boolean;
}

/** Enough to pass it over in a line, where it loses no more than its place. */
export function isSilent({ aliveAt }: Living, now: number): boolean {
  return now - aliveAt >= PATIENCE;
}

/**
 * Whether what is silent is dead. A busy loop and a hidden page keep back signs of life; but they keep back a timer of who
 * asks as well, and an overdue sign comes before it. So that timer tells; `known` is called then.
 */
export function isDead(living: Living, clock: Clock, known: () => void): boolean {
  const now = clock.now();
  const { aliveAt: after } = living;
  if (!isSilent(living, now)) return false;
  const found = living.silence?.after === after ? living.silence : undefined;
  const silence = found ?? { after, foundAt: now, askedAt: -Infinity, isDead: false };
  living.silence = silence;
  if (silence.isDead || now - silence.foundAt > LONGEST_BEAT) return true;
  if (now - silence.askedAt < BEAT) return false;
  silence.askedAt = now;
  startTimer(clock, BEAT, () => {
    silence.isDead = living.aliveAt === after;
    known();
  });
  return false;
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

/** What one call begins, and others wait for too. It belongs to nobody: who began may give up. */
export interface Landable extends Living {
  readonly controller: AbortController;
  /** When its time is up. */
  until: number;
  readonly waiters: Set<() => void>;
}

/** Keeps a flight alive, and aborts it when its time is up; the returned function ends that. */
export function keepFlying(flight: Landable, clock: Clock): () => void {
  return keepAlive(flight, clock, (now) => {
    const left = flight.until - now;
    if (left <= 0) flight.controller.abort();
    return left;
  });
}

/**
 * Waits until a flight has landed, or might be dead. By a promise and a timer of its own: on Workers no request may wait
 * for a promise of another's. Rejects with the reason of the signal.
 */
export function landing<Begun extends Landable>(flight: Begun, clock: Clock, signal: AbortSignal): Promise<Begun> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const end = (settle: () => void): void => {
      stopTimer();
      stopListening();
      flight.waiters.delete(done);
      settle();
    };
    const done = (): void => end(() => resolve(flight));
    const stopListening = onAbort(signal, (reason) => end(() => reject(reason)));
    const stopTimer = startTimer(clock, isSilent(flight, clock.now()) ? BEAT : PATIENCE, done);
    flight.waiters.add(done);
  });
}
