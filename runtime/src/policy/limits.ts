import type { ProviderLimits } from "../config/provider-definition.js";

const SECOND = 1000;

/** Counts the attempts of all requests of a client to one provider. */
export class Limits {
  readonly #concurrency: number;
  readonly #perSecond: number;
  #inFlight = 0;
  /** When those of the last second began; those before `#head` are older. */
  #begun: number[] = [];
  #head = 0;
  /** Lines that wait for a place. */
  readonly #lines = new Set<() => void>();

  constructor({ concurrency = Infinity, perSecond = Infinity }: ProviderLimits) {
    this.#concurrency = concurrency;
    this.#perSecond = perSecond;
  }

  /** Takes a place, or `false`. Who has not waited goes behind the lines; a `line` without a place is told of the next. */
  take(now: number, line?: () => void): boolean {
    if (this.nextAt(now) > now || (line === undefined && this.#lines.size > 0)) {
      if (line !== undefined) this.#lines.add(line);
      return false;
    }
    if (line !== undefined) this.#lines.delete(line);
    this.#inFlight += 1;
    if (this.#perSecond < Infinity) this.#begun.push(now);
    return true;
  }

  /** An attempt has ended. */
  release(): void {
    this.#inFlight -= 1;
    const lines = [...this.#lines];
    this.#lines.clear();
    for (const line of lines) line();
  }

  /** A line has nobody left who waits for a place. */
  leave(line: () => void): void {
    this.#lines.delete(line);
  }

  /** When there is a place by the passing of time; `Infinity` where an attempt has to end first. */
  nextAt(now: number): number {
    if (this.#inFlight >= this.#concurrency) return Infinity;
    while (this.#head < this.#begun.length && (this.#begun[this.#head] as number) + SECOND <= now) this.#head += 1;
    if (this.#head * 2 > this.#begun.length) {
      this.#begun = this.#begun.slice(this.#head);
      this.#head = 0;
    }
    const oldest = this.#begun[this.#begun.length - this.#perSecond];
    return oldest === undefined ? now : oldest + SECOND;
  }

  /** When one with so many before it can begin, at the earliest. */
  earliest(ahead: number, now: number): number {
    return now + (ahead / this.#perSecond) * SECOND;
  }
}
