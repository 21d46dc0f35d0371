import { onAbort, throwIfAborted } from "../../abort.js";
import type { Clock } from "../../clock.js";
import { isDead, isSilent, keepAlive, type Living } from "../liveness.js";

/** Ends a turn, once: the next in line gets it, or everybody in line goes on. */
export type EndTurn = (admit: "next" | "all") => void;

/** Who waits for the turn, or has it. */
interface Taker extends Living {
  /** Gives it the turn, or leave to go on beside the others. */
  readonly admit: (hasTurn: boolean) => void;
}

/**
 * Admits one at a time, in the order of arrival, until somebody lets all who wait go on together. Whose request was ended
 * by the platform loses its turn, and its place in line.
 */
export class Turns {
  #holder: Taker | undefined;
  readonly #waiting = new Set<Taker>();

  /**
   * Resolves when the turn has come, with what ends it, or with `undefined`: then go on beside the others. Rejects with
   * the signal's reason when it aborts first.
   */
  take(signal: AbortSignal, clock: Clock): Promise<EndTurn | undefined> {
    return new Promise((resolve, reject) => {
      throwIfAborted(signal);
      const leave = (): void => {
        isWaiting = false;
        this.#waiting.delete(taker);
        stopListening();
      };
      const end: EndTurn = (admit) => {
        stopBeat();
        if (this.#holder === taker) this.#end(admit, clock);
      };
      const admit = (hasTurn: boolean): void => {
        leave();
        if (!hasTurn) stopBeat();
        resolve(hasTurn ? end : undefined);
      };
      const taker: Taker = { aliveAt: clock.now(), admit };
      let isWaiting = true;
      const stopListening = onAbort(signal, (reason) => {
        leave();
        stopBeat();
        reject(reason);
      });
      const stopBeat = keepAlive(taker, clock, () => {
        // One that was passed over while nothing ran is in line again.
        if (isWaiting) this.#waiting.add(taker);
        this.#pass(clock);
        return Infinity;
      });
    });
  }

  #end(admit: "next" | "all", clock: Clock): void {
    this.#holder = undefined;
    if (admit === "next") return this.#pass(clock);
    for (const taker of this.#waiting) taker.admit(false);
  }

  /** Gives the turn to the first in line who lives, unless somebody has it who does. */
  #pass(clock: Clock): void {
    if (this.#holder !== undefined && !isDead(this.#holder, clock, () => this.#pass(clock))) return;
    for (const taker of this.#waiting) {
      this.#waiting.delete(taker);
      if (isSilent(taker, clock.now())) continue;
      this.#holder = taker;
      return taker.admit(true);
    }
  }
}
