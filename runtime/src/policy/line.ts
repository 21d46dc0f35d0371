import { onAbort } from "../abort.js";
import { startTimer, type Clock } from "../clock.js";
import type { SdkError } from "../errors.js";
import { admission, nextChance, type Admission } from "./circuit-admission.js";
import type { CircuitRules, CircuitState } from "./circuit-state.js";
import type { Limits } from "./limits.js";
import { WaitingLine, type Place } from "./waiting-line.js";

/** No more wait for one circuit. */
const MAX_WAITING = 10_000;

/** A request that asks to make an attempt. */
export interface Ask {
  readonly call: number;
  readonly rules: CircuitRules;
  readonly hasNext: boolean;
  /** The first attempt of a later request of a running map: while limited it takes a slot without waiting. */
  readonly isLater: boolean;
  /** When its time to wait ends. */
  readonly until: number;
  readonly signals: readonly AbortSignal[];
  /** Whether its attempts tell the circuit something; a line without a circuit only lets them through. */
  readonly isEvidence: boolean;
}

/** An attempt in flight. */
export interface Ticket {
  readonly circuit: LineOwner;
  readonly ask: Ask;
  readonly generation: number;
  startedAt: number;
  /** Whether the attempt waits for a token: the circuit does not keep it in mind then. */
  isHeld: boolean;
  ended: boolean;
}

/** The circuit that a line stands before. */
export interface LineOwner {
  readonly state: CircuitState;
  readonly isShared: boolean;
  begin(ask: Ask, admitted: Admission, now: number): Ticket;
  /** Somebody goes on waiting. */
  held(call: number, now: number): void;
  report(ticket: Ticket, report: Report, now: number): void;
  /** The attempt waits for a token: until it goes on, nobody owes it an answer. */
  hold(ticket: Ticket): void;
  /** Its request is sent now, so that is when it starts. */
  goOn(ticket: Ticket, now: number): void;
  /** Ends an attempt that says nothing about the provider. */
  drop(ticket: Ticket, now: number): void;
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
}

interface Waiter extends Place {
  readonly ask: Ask;
  readonly settle: (ticket: Ticket | undefined) => void;
}

/** The last candidates that wait for a circuit, or for a place within the limits of their provider, with one timer. */
export class Line {
  readonly #owner: LineOwner;
  readonly #clock: Clock;
  readonly #limits: Limits | undefined;
  readonly #waiters = new WaitingLine<Waiter>();
  #stopTimer: (() => void) | undefined;
  #isMoving = false;

  constructor(owner: LineOwner, clock: Clock, limits: Limits | undefined) {
    this.#owner = owner;
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** Whether there is a place, and its turn may come in time. */
  hasTimeFor({ until }: Ask, now: number): boolean {
    if (this.size >= MAX_WAITING) return false;
    const ahead = this.#waiters.ahead(until);
    const { state } = this.#owner;
    const limit = this.#limits?.earliest(ahead, now) ?? now;
    const paced = state.kind === "limited" ? now + (ahead * 1000) / Math.max(state.rate, state.ceiling) : now;
    return Math.max(limit, paced, state.kind === "open" ? state.until : now) <= until;
  }

  /** Resolves with a ticket when it is its turn, or with `undefined` when its time is over. */
  join(ask: Ask): Promise<Ticket | undefined> {
    return new Promise((resolve, reject) => {
      const listening: (() => void)[] = [];
      const settle = (ticket: Ticket | undefined): void => {
        for (const stop of listening) stop();
        resolve(ticket);
      };
      const waiter = { ask, until: ask.until, order: 0, settle };
      const abort = (reason: unknown): void => {
        for (const stop of listening) stop();
        this.#waiters.leave(waiter);
        reject(reason);
        this.move();
      };
      this.#waiters.join(waiter);
      for (const signal of ask.signals) listening.push(onAbort(signal, abort));
      this.move();
    });
  }

  /** Sends them away. */
  dismiss(whom: (ask: Ask) => boolean): void {
    for (const waiter of this.#waiters.all()) {
      if (!whom(waiter.ask)) continue;
      this.#waiters.leave(waiter);
      waiter.settle(undefined);
    }
    this.move();
  }

  /** Lets those go whose turn it is, sends those away whose time is over, and comes back when that changes. */
  readonly move = (): void => {
    if (this.#isMoving) return;
    this.#isMoving = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    for (let first = this.#waiters.first; first !== undefined; first = this.#waiters.first) {
      if (!this.#serve(first, this.#clock.now())) break;
    }
    if (this.size === 0) this.#limits?.leave(this.move);
    this.#isMoving = false;
  };

  /** Whether the first has left, with a ticket or without. */
  #serve(first: Waiter, now: number): boolean {
    const { state, isShared } = this.#owner;
    const admitted = admission(state, { hasNext: false, isShared }, now);
    const isTaken = admitted !== "no" && this.#limits?.take(now, this.move) !== false;
    if (!isTaken && now < first.until) {
      const chance = (admitted === "no" ? nextChance(state) : this.#limits?.nextAt()) ?? Infinity;
      this.#stopTimer = startTimer(this.#clock, Math.min(chance, first.until) - now, this.move, false);
      return false;
    }
    this.#waiters.leave(first);
    const ticket = isTaken ? this.#owner.begin(first.ask, admitted, now) : undefined;
    if (this.size > 0) this.#owner.held(first.ask.call, now);
    first.settle(ticket);
    return true;
  }
}
