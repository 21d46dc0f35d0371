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
    if (this.#answered.size === 0 && this.#begun.oldest === startedAt) return this.#begun.shift();
    this.#answered.add(startedAt);
    // Where the oldest is answered, it counts on both sides.
    while (this.#answered.size > 0 && this.#answered.oldest === this.#begun.oldest) {
      this.#answered.shift();
      this.#begun.shift();
    }
  }

  /** Forgets what started no later than `time`. */
  forget(time: number): void {
    this.#forgotten = Math.max(this.#forgotten, time);
    if (this.#begun.size > 0) this.#begun.forget(time);
    if (this.#answered.size > 0) this.#answered.forget(time);
  }

  clear(): void {
    this.forget(Infinity);
    this.#forgotten = -Infinity;
  }

  /** How many that started from `first` to `last`, both included, are unanswered. */
  unanswered(first: number, last: number): number {
    return this.#begun.between(first, last) - this.#answered.between(first, last);
  }
}

/** A sorted list that grows at its end and shrinks at its beginning. */
class Times {
  #times: number[] = [];
  #head = 0;

  get size(): number {
    return this.#times.length - this.#head;
  }

  get oldest(): number | undefined {
    return this.#times[this.#head];
  }

  add(time: number): void {
    const last = this.#times.at(-1);
    if (this.size === 0 || last === undefined || last <= time) this.#times.push(time);
    else this.#times.splice(this.#after(time), 0, time);
  }

  shift(): void {
    if (this.size === 1 && this.#head === 0) this.#times.pop();
    else this.#head += 1;
    this.#trim();
  }

  forget(time: number): void {
    this.#head = this.#after(time);
    this.#trim();
  }

  between(first: number, last: number): number {
    return Math.max(0, this.#after(last) - this.#before(first));
  }

  /** Half of it at a time, so that no entry is moved more than once or twice. */
  #trim(): void {
    if (this.#head === 0 || this.#head * 2 < this.#times.length) return;
    this.#times = this.#times.slice(this.#head);
    this.#head = 0;
  }

  #after(time: number): number {
    return bisect(this.#times, this.#head, (other) => other <= time);
  }

  #before(time: number): number {
    return bisect(this.#times, this.#head, (other) => other < time);
  }
}

/** The first place from `low` on whose item is not `before`. */
export function bisect<Item>(items: readonly Item[], low: number, before: (item: Item) => boolean): number {
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
