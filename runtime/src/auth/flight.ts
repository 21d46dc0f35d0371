import { onAbort, throwIfAborted } from "../abort.js";
import { BEAT, isSilent, keepAlive, PATIENCE, type Living } from "../beat.js";
import { startTimer, type Clock } from "../clock.js";

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
