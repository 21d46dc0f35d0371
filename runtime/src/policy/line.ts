import { onAbort } from "../abort.js";
import { isSilent, keepAlive, type Living } from "../auth/liveness.js";
import { type Clock, startTimer } from "../clock.js";
import { admission, nextChance } from "./circuit-admission.js";
import type { Limits } from "./limits.js";
import type { Ask, LineOwner, Ticket } from "./tickets.js";
import { type Place, WaitingLine } from "./waiting-line.js";

/** No more wait for one circuit. */
const MAX_WAITING = 10_000;

interface Waiter extends Place, Living {
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
  /** When the timer is to fire. It is one of the request that set it, and may have gone with it. */
  #dueAt = Infinity;
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
  async join(ask: Ask): Promise<Ticket | undefined> {
    const ticket = await this.#wait(ask);
    // Nothing of who has gone with its request comes here: it has the ticket for a moment only.
    ticket?.tickets.keep(ticket);
    return ticket;
  }

  #wait(ask: Ask): Promise<Ticket | undefined> {
    return new Promise((resolve, reject) => {
      const listening: (() => void)[] = [];
      const settle = (ticket: Ticket | undefined): void => {
        for (const stop of listening) stop();
        resolve(ticket);
      };
      const waiter = { ask, until: ask.until, order: 0, aliveAt: this.#clock.now(), settle };
      const abort = (reason: unknown): void => {
        for (const stop of listening) stop();
        this.#waiters.leave(waiter);
        reject(reason);
        this.move();
      };
      listening.push(keepAlive(waiter, this.#clock, (now) => this.#heardOf(waiter, now)));
      this.#waiters.join(waiter);
      for (const signal of ask.signals) listening.push(onAbort(signal, abort));
      this.move();
    });
  }

  /** Moves it where that is overdue, or who stands first has gone: before somebody else asks. */
  visit(now: number): void {
    const { first } = this.#waiters;
    if (first !== undefined && (now >= this.#dueAt || isSilent(first, now))) this.move();
  }

  /** One that was taken for dead while nothing ran is in line again. */
  #heardOf(waiter: Waiter, now: number): number {
    if (waiter.order === 0 || this.#waiters.has(waiter)) this.visit(now);
    else {
      this.#waiters.join(waiter);
      this.move();
    }
    return Infinity;
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
    this.#dueAt = Infinity;
    for (let first = this.#waiters.first; first !== undefined; first = this.#waiters.first) {
      if (!this.#serve(first, this.#clock.now())) break;
    }
    if (this.size === 0) this.#limits?.leave(this.move);
    this.#isMoving = false;
  };

  /** Whether the first has left, with a ticket or without. */
  #serve(first: Waiter, now: number): boolean {
    const lapsesAt = this.#owner.lapse(now);
    if (isSilent(first, now)) {
      this.#waiters.leave(first);
      return true;
    }
    const { state, isShared } = this.#owner;
    const admitted = admission(state, { hasNext: false, isShared }, now);
    const isTaken = admitted !== "no" && this.#limits?.take(now, this.move) !== false;
    if (!isTaken && now < first.until) {
      const chance = (admitted === "no" ? nextChance(state) : this.#limits?.nextAt()) ?? Infinity;
      this.#dueAt = Math.min(chance, first.until, lapsesAt);
      this.#stopTimer = startTimer(this.#clock, this.#dueAt - now, this.move, false);
      return false;
    }
    this.#waiters.leave(first);
    const ticket = isTaken ? this.#owner.begin(first.ask, admitted, now, 0) : undefined;
    if (this.size > 0) this.#owner.held(first.ask.call, now);
    first.settle(ticket);
    return true;
  }
}
