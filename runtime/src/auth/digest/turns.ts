/** What a caller of {@link Turns} got: the only turn, or leave to go on beside the others. */
export type Turn = "exclusive" | "shared";

/** Admits one at a time, in the order of arrival, until somebody lets all who wait go on together. */
export class Turns {
  #taken = false;
  readonly #waiting = new Set<(turn: Turn) => void>();

  /** Resolves when the turn has come; who gets an exclusive one has to end it. Rejects with the signal's reason when it aborts first. */
  async take(signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    if (this.#taken) return this.#wait(signal);
    this.#taken = true;
    return "exclusive";
  }

  /** Ends an exclusive turn: the next in line gets it, or everybody in line goes on. */
  end(admit: "next" | "all"): void {
    const [next] = this.#waiting;
    if (admit === "next" && next !== undefined) return next("exclusive");
    this.#taken = false;
    for (const admitted of this.#waiting) admitted("shared");
  }

  #wait(signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(admitted);
        signal.removeEventListener("abort", abort);
      };
      const admitted = (turn: Turn): void => {
        stop();
        resolve(turn);
      };
      const abort = (): void => {
        stop();
        reject(signal.reason as Error);
      };
      this.#waiting.add(admitted);
      signal.addEventListener("abort", abort);
    });
  }
}
