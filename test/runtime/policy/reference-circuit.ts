/**
 * The circuit once more, written down naively from rules §4: everything is kept, and every question is answered by
 * looking through all of it.
 */
export class ReferenceCircuit {
  kind: "closed" | "open" | "half-open" = "closed";
  generation = 0;
  until = 0;
  openTime: number;
  lease: number | undefined;
  #failuresInARow = 0;
  #settled: { at: number; failed: boolean }[] = [];
  readonly threshold: number;
  readonly #configured: number;

  constructor(threshold: number, openTime: number) {
    this.threshold = threshold;
    this.#configured = openTime;
    this.openTime = openTime;
  }

  admit(lease: number, now: number): "closed" | "probe" | "refused" {
    if (this.kind === "closed") return "closed";
    const due = this.kind === "open" ? now >= this.until : this.lease === undefined || now >= this.lease;
    if (!due) return "refused";
    this.#enter("half-open");
    this.lease = now + lease;
    return "probe";
  }

  succeed(now: number): void {
    this.#settled.push({ at: now, failed: false });
  }

  fail(now: number, unanswered: number, retryAfter: number | undefined, maxRetryAfter: number): void {
    const asked = Math.min(retryAfter ?? 0, 300_000);
    if (this.kind === "half-open") {
      this.openTime = Math.max(this.#configured, Math.min(this.openTime * 2, 300_000));
      this.#open(now + Math.max(this.openTime, asked));
      return;
    }
    this.#failuresInARow += 1;
    this.#settled.push({ at: now, failed: true });
    const recent = this.#settled.slice(-100).filter(({ at }) => now - at < 5000);
    const half = recent.filter(({ failed }) => failed).length >= recent.length / 2;
    const trips = this.#failuresInARow >= this.threshold && half && this.#failuresInARow >= unanswered;
    const tooLong = (retryAfter ?? 0) > maxRetryAfter;
    if (!trips && !tooLong) return;
    this.openTime = this.#configured;
    this.#open(now + Math.max(trips ? this.#configured : 0, tooLong ? asked : 0));
  }

  settle(succeeded: boolean): void {
    if (this.kind === "closed") {
      if (succeeded) this.#failuresInARow = 0;
    } else if (succeeded) this.#enter("closed");
    else {
      this.generation += 1;
      this.lease = undefined;
    }
  }

  #open(until: number): void {
    this.#enter("open");
    this.until = until;
  }

  #enter(kind: "closed" | "open" | "half-open"): void {
    this.kind = kind;
    this.generation += 1;
    this.#failuresInARow = 0;
    this.#settled = [];
    this.lease = undefined;
  }
}
