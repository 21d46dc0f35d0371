import { onAbort } from "../../abort.js";
import { startTimer, type Clock } from "../../clock.js";
import type { Entry, Token } from "./token-store.js";

/** A request for a token, from the moment that a caller leads it. It belongs to nobody: who led it may give up. */
export interface Flight {
  readonly controller: AbortController;
  /** When its time is up. */
  until: number;
  /** When it last gave a sign of life. */
  aliveAt: number;
  readonly waiters: Set<() => void>;
  outcome: Outcome | undefined;
}

/** What came of a flight, for which key, and with which secret. */
interface Outcome {
  readonly entry: Entry;
  readonly clientSecret: string;
  readonly token?: Token;
  readonly error?: unknown;
}

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
export async function landing(flight: Flight, clock: Clock, signal: AbortSignal): Promise<Flight> {
  const { waiters } = flight;
  let done = (): void => {};
  const waiting = new Promise<void>((resolve) => waiters.add((done = resolve)));
  const stop = startTimer(clock, PATIENCE, done);
  try {
    await untilAborted(signal, waiting);
  } finally {
    stop();
    waiters.delete(done);
  }
  return flight;
}

/** Settles like the work, unless the signal aborts before. */
export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const stop = onAbort(signal, reject);
    work.then(resolve, reject).finally(stop);
  });
}
