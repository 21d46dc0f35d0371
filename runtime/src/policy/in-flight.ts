/** So many unanswered attempts, for so long in ms, or for so many times the usual time, are a silence. */
const SILENCE = { attempts: 16, unknown: 5000, least: 1000, usual: 10 } as const;

/**
 * When the attempts of a circuit's generation started and which of them are answered. Every question is a bisection, so
 * that many attempts that end at once cost no more each than few.
 */
export class InFlight {
  readonly #begun = new Times();
  readonly #answered = new Times();
  #forgotten = -Infinity;

  begin(startedAt: number): void {
    if (startedAt > this.#forgotten) this.#begun.add(startedAt);
  }

  answer(startedAt: number): void {
    if (startedAt <= this.#forgotten) return;
    // Most are answered in the order in which they began.
    if (this.#begun.oldest === startedAt && this.#answered.isEmpty) return this.#begun.shift();
    this.#answered.add(startedAt);
    // Where the oldest is answered, it counts on both sides.
    while (this.#answered.oldest === this.#begun.oldest) {
      this.#answered.shift();
      this.#begun.shift();
    }
  }

  /** Forgets what started no later than `time`. */
  forget(time: number): void {
    this.#forgotten = Math.max(this.#forgotten, time);
    this.#begun.forget(time);
    this.#answered.forget(time);
  }

  clear(): void {
    this.forget(Infinity);
    this.#forgotten = -Infinity;
  }

  /** How many that started from `first` to `last`, both included, are unanswered. */
  unanswered(first: number, last: number): number {
    return this.#begun.between(first, last) - this.#answered.between(first, last);
  }

  /** Whether many that started since then are unanswered, one of them for long. */
  isSilent(since: number, now: number, usual: number | undefined): boolean {
    const wait = usual === undefined ? SILENCE.unknown : Math.max(SILENCE.least, SILENCE.usual * usual);
    return this.unanswered(since, now) >= SILENCE.attempts && this.unanswered(since, now - wait) > 0;
  }
}

/** A sorted list that mostly grows at its end and shrinks at its beginning. */
class Times {
  readonly #times: number[] = [];

  get isEmpty(): boolean {
    return this.#times.length === 0;
  }

  /** `NaN`, which equals nothing, where there is none. */
  get oldest(): number {
    return this.#times[0] ?? NaN;
  }

  add(time: number): void {
    if ((this.#times.at(-1) ?? time) <= time) this.#times.push(time);
    else this.#times.splice(this.#after(time), 0, time);
  }

  shift(): void {
    this.#times.shift();
  }

  forget(time: number): void {
    while (this.oldest <= time) this.#times.shift();
  }

  between(first: number, last: number): number {
    return Math.max(0, this.#after(last) - this.#before(first));
  }

  #after(time: number): number {
    return bisect(this.#times, (other) => other <= time);
  }

  #before(time: number): number {
    return bisect(this.#times, (other) => other < time);
  }
}

/** The first place whose item is not `before`. */
export function bisect<Item>(items: readonly Item[], before: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
