import { onAbort } from "../../abort.js";
import { BEAT, isSilent, keepAlive, PATIENCE } from "../../beat.js";
import { startTimer, type Clock } from "../../clock.js";
import type { Flight } from "./lane.js";

/** Keeps a flight alive, and aborts it when its time is up; the returned function ends that. */
export function keepFlying(flight: Flight, clock: Clock): () => void {
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
export function landing(flight: Flight, clock: Clock, signal: AbortSignal): Promise<Flight> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
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
