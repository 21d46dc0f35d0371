import type { ProviderLimits } from "../config/definition.js";
import { Tickets } from "./tickets.js";

const SECOND = 1000;

/** Counts the attempts of all requests of a client to one provider. */
export class Limits {
  readonly #concurrency: number;
  readonly #perSecond: number;
  #inFlight = 0;
  /** The attempts that have the places. */
  readonly tickets: Tickets = new Tickets();
  /** When the last ones began, as many as a second allows; at `#oldest` the next one takes its place. */
  readonly #begun: number[] = [];
  #oldest = 0;
  /** Lines that wait for a place. */
  readonly #lines = new Set<() => void>();

  constructor({ concurrency = Infinity, perSecond = Infinity }: ProviderLimits) {
    this.#concurrency = concurrency;
    this.#perSecond = perSecond;
  }

  /** Takes a place, or `false`. Who has not waited goes behind the lines; a `line` without a place is told of the next. */
  take(now: number, line?: () => void): boolean {
    if (this.nextAt() > now || (line === undefined && this.#lines.size > 0)) {
      if (line !== undefined) this.#lines.add(line);
      return false;
    }
    if (line !== undefined) this.#lines.delete(line);
    this.#inFlight += 1;
    if (this.#perSecond === Infinity) return true;
    this.#begun[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.#perSecond;
    return true;
  }

  /** An attempt has ended. */
  release(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  /** Lets lines go that wait although there is a place: who was to come back to them may have gone. */
  visit(now: number): void {
    if (this.#lines.size > 0 && this.nextAt() <= now) this.#wake();
  }

  #wake(): void {
    const lines = [...this.#lines];
    this.#lines.clear();
    for (const line of lines) line();
  }

  /** A line has nobody left who waits for a place. */
  leave(line: () => void): void {
    this.#lines.delete(line);
  }

  /** When time brings a place, or has brought it; `Infinity` where an attempt has to end first. */
  nextAt(): number {
    if (this.#inFlight >= this.#concurrency) return Infinity;
    return (this.#begun[this.#oldest] ?? -Infinity) + SECOND;
  }

  /** When one with so many before it can begin, at the earliest. */
  earliest(ahead: number, now: number): number {
    return now + (ahead / this.#perSecond) * SECOND;
  }
}
