import { type Holder, onAbort, throwIfAborted } from "../abort.js";
import { type Clock, startTimer } from "../clock.js";

/** Work with a signal of its own: a signal that is shared by many attempts would grow with each of them. */
export class Scope {
  /** Holds what ends the work for whoever waits for a chunk of a stream that outlives it. */
  readonly waiting: Holder = { callback: undefined };
  /** Makes the error for when its time is up; an answer that was already decided takes its place. */
  timeoutError: () => Error;
  readonly #controller = new AbortController();
  #reject: ((reason: unknown) => void) | undefined;
  #stopTimer: () => void;
  #listening: readonly (() => void)[] = [];

  /** Ends the work, or the stream that outlives it. */
  readonly end = (reason: unknown): void => {
    this.#reject?.(reason);
    this.#controller.abort(reason);
  };

  /**
   * Starts its time, in ms. Each of the signals ends the work, which then rejects with that signal's reason; throws it if
   * one is aborted already.
   */
  constructor(requestTimeout: number, signals: readonly AbortSignal[], clock: Clock, timeoutError: () => Error) {
    for (const signal of signals) throwIfAborted(signal);
    this.timeoutError = timeoutError;
    this.#stopTimer = startTimer(clock, requestTimeout, () => this.end(this.timeoutError()));
    if (signals.length > 0) this.#listening = signals.map((signal) => onAbort(signal, this.end));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles like the work, unless it ends before: the reason comes first, even if the work does not listen. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      work.then(resolve, reject);
    });
  }

  /** For a stream that outlives the work: takes the time limit off, and ends as `listening` says from now on. */
  outlive(listening: readonly (() => void)[]): void {
    this.close();
    this.#listening = listening;
  }

  /** Leaves no timer and no listener behind; once or more. */
  close(): void {
    this.#stopTimer();
    for (const stop of this.#listening) stop();
  }
}
