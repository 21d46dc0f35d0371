import { onAbort } from "../../abort.js";
import { startTimer, type Clock } from "../../clock.js";
import type { Flight } from "./lane.js";

/** A flight says so often that it lives, in ms. A platform may end what a request has begun together with the request. */
const BEAT = 1000;
/** Nothing heard of it for so long, and one of those who wait leads another. */
const PATIENCE = 3 * BEAT;

/** Keeps a flight alive, and aborts it when its time is up; the returned function ends that. */
export function keepAlive(flight: Flight, clock: Clock): () => void {
  let stop = (): void => {};
  const beat = (): void => {
    flight.aliveAt = clock.now();
    const left = flight.until - flight.aliveAt;
    if (left > 0) stop = startTimer(clock, Math.min(BEAT, left), beat);
    else flight.controller.abort();
  };
  beat();
  return () => stop();
}

/** Whether it is still to be waited for. */
export function isAlive({ aliveAt }: Flight, now: number): boolean {
  return now - aliveAt < PATIENCE;
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
    const stopTimer = startTimer(clock, PATIENCE, done);
    flight.waiters.add(done);
  });
}
