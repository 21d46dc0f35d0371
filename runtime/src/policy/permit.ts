import { PATIENCE } from "../clock.js";
import type { SdkError } from "../errors/errors.js";

/** When a circuit opens and for how long, by a retry policy; times in ms. */
export interface CircuitRules {
  readonly maxContiguousRetries: number;
  readonly openTime: number;
  readonly maxOpenTime: number;
  readonly authCoolDown: number;
}

/** A request that asks to make an attempt. */
export interface Ask {
  readonly call: number;
  readonly rules: CircuitRules;
  /** Its call may go on to another candidate. */
  readonly hasNext: boolean;
  /** The first attempt of a later request of a running map: while limited it takes a slot without waiting. */
  readonly isLater: boolean;
  /** When its time to wait ends. */
  readonly until: number;
  /** How long its attempt takes at most, in ms. */
  readonly atMost: number;
  readonly signals: readonly AbortSignal[];
  /** Its attempts tell the circuit something; a queue without a circuit only lets them through. */
  readonly isEvidence: boolean;
}

/** How an attempt ended, as far as a circuit has to know. */
export interface Report {
  readonly type: "success" | "failure" | "refusal" | "denial" | "neither";
  readonly error?: SdkError | undefined;
  /** In ms. */
  readonly retryAfter?: number | undefined;
  readonly timedOut: boolean;
  /** The time that a deadline had left it, in ms. */
  readonly cutTo?: number | undefined;
  /** It was answered 404: as an answer to a probe that says little. */
  readonly isMissing?: boolean | undefined;
}

/** Gives permits: a circuit, or the record in its place. */
export interface PermitOwner {
  /** The circuit that has taken its place. */
  readonly successor?: PermitOwner | undefined;
  /** Called once, before the end, if the answer has begun and will last. */
  begun(permit: Permit, now: number): void;
  /** The time of one whose answer has begun is over. */
  lapsed?(permit: Permit): void;
  /** Called once; without a report if the attempt says nothing about the provider. */
  ended(permit: Permit, report: Report | undefined, now: number): void;
  /** The attempt waits for a token: until it goes on, nobody owes it an answer. */
  held(permit: Permit): void;
  resumed(permit: Permit): void;
}

/**
 * An attempt in flight. One that is held later than `until` has gone with its request, and is dropped. Of an answer that
 * has begun nobody waits for the end, but if it is told, it counts.
 */
export class Permit {
  readonly #giver: PermitOwner;
  readonly ask: Ask;
  readonly generation: number;
  startedAt: number;
  until: number;
  isHeld = false;
  hasBegun = false;
  hasEnded = false;

  constructor(giver: PermitOwner, ask: Ask, generation: number, now: number, atMost: number) {
    this.#giver = giver;
    this.ask = ask;
    this.generation = generation;
    this.startedAt = now;
    this.until = now + atMost + PATIENCE;
  }

  /** From the record to the circuit that takes over. */
  get owner(): PermitOwner {
    return this.#giver.successor ?? this.#giver;
  }

  /** Its answer has begun; how that ends is told by `done`, or never. */
  begun(now: number): void {
    if (this.hasEnded || this.hasBegun) return;
    this.hasBegun = true;
    this.owner.begun(this, now);
  }

  done(report: Report | undefined, now: number): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.owner.ended(this, report, now);
  }

  /** Ends an attempt that says nothing about the provider. */
  drop(now: number): void {
    this.done(undefined, now);
  }

  hold(): void {
    if (this.hasEnded || this.isHeld) return;
    this.owner.held(this);
    this.isHeld = true;
  }

  /** Its request is sent now, so that is when it starts. */
  goOn(now: number): void {
    this.isHeld = false;
    if (this.hasEnded) return;
    this.startedAt = now;
    this.owner.resumed(this);
  }
}

/** Attempts in two stretches of time: the current one, and the one before, which is weighted by what is left of it. */
export interface Window {
  readonly start: number;
  readonly begun: number;
  readonly refused: number;
  /** Failed or refused. */
  readonly lost: number;
  readonly before: { readonly begun: number; readonly refused: number; readonly lost: number };
}

/** A stretch of a window, in ms. */
export const STRETCH = 5000;

const NOTHING = { begun: 0, refused: 0, lost: 0 };

export function newWindow(start: number): Window {
  return { start, begun: 0, refused: 0, lost: 0, before: NOTHING };
}

/** The window as it is at `now`. */
export function rolled(window: Window, now: number): Window {
  const age = now - window.start;
  if (age < STRETCH) return window;
  const { begun, refused, lost } = window;
  const recent = age < 2 * STRETCH;
  return {
    start: recent ? window.start + STRETCH : now,
    begun: 0,
    refused: 0,
    lost: 0,
    before: recent ? { begun, refused, lost } : NOTHING,
  };
}

/** The usual time of a success: a moving average. */
export function averaged(usual: number | undefined, duration: number): number {
  return usual === undefined ? duration : usual + 0.1 * (duration - usual);
}

/** So many unanswered attempts, for so long in ms, or for so many times the usual time, are a silence. */
export const SILENCE = { attempts: 16, unknown: 5000, least: 1000, usual: 10 } as const;

/**
 * Stands in the place of a circuit while its endpoint answers well: it admits everything, and a circuit goes on from it as if
 * it had been there from the beginning.
 */
export class CircuitRecord implements PermitOwner {
  openTime: number;
  rules: CircuitRules;
  generation: number = 0;
  since: number;
  window: Window;
  usual: number | undefined = undefined;
  /** When the youngest attempt that succeeded had started. */
  youngestSuccess: number = -Infinity;
  answeredAt: number = -Infinity;
  /** In flight, in the order in which they started. */
  readonly permits: Set<Permit> = new Set();
  /** Their answers last, and they may still be counted as undecided. */
  readonly lasting: Set<Permit> = new Set();
  successor: PermitOwner | undefined = undefined;

  constructor(rules: CircuitRules, now: number) {
    this.openTime = rules.openTime;
    this.rules = rules;
    this.since = now;
    this.window = newWindow(now);
  }

  admit(ask: Ask, now: number): Permit {
    this.rules = ask.rules;
    const { start, begun, refused, lost, before } = rolled(this.window, now);
    this.window = { start, begun: begun + 1, refused, lost, before };
    const permit = new Permit(this, ask, this.generation, now, ask.atMost);
    this.permits.add(permit);
    return permit;
  }

  /** Many attempts may be unanswered for long: a circuit has to decide. */
  mayBeSilent(now: number): boolean {
    if (this.permits.size < SILENCE.attempts) return false;
    for (const permit of this.permits) {
      if (permit.until > now) return permit.startedAt <= now - SILENCE.least;
      permit.drop(now);
    }
    return false;
  }

  begun(permit: Permit, now: number): void {
    this.permits.delete(permit);
    for (const other of this.lasting) {
      if (other.until > now) break;
      this.lasting.delete(other);
    }
    this.lasting.add(permit);
    this.answeredAt = now;
    if (permit.generation === this.generation) this.usual = averaged(this.usual, now - permit.startedAt);
  }

  ended(permit: Permit, report: Report | undefined, now: number): void {
    this.permits.delete(permit);
    this.lasting.delete(permit);
    if (report === undefined) return;
    const { startedAt, hasBegun } = permit;
    this.answeredAt = now;
    if (report.type !== "success" || permit.generation !== this.generation) return;
    this.youngestSuccess = Math.max(this.youngestSuccess, startedAt);
    if (!hasBegun) this.usual = averaged(this.usual, now - startedAt);
  }

  held(): void {}

  resumed(permit: Permit): void {
    this.permits.delete(permit);
    this.permits.add(permit);
  }

  /** Forgets what it knows, as a circuit does. */
  reset(now: number): void {
    this.generation += 1;
    this.openTime = this.rules.openTime;
    this.since = now;
    this.window = newWindow(now);
    this.youngestSuccess = -Infinity;
  }
}
