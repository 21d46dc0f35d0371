import type { Clock } from "../clock.js";
import type { SdkError } from "../errors/errors.js";
import type { EventRequest } from "../telemetry/events.js";
import { type Admission, admission, isResting, nextChance } from "./circuit-admission.js";
import { type CircuitInput, reduceCircuit } from "./circuit-reducer.js";
import { type CircuitRules, type CircuitState, newCircuit, RULE, type Run } from "./circuit-state.js";
import { InFlight } from "./in-flight.js";
import type { Limits } from "./limits.js";
import { Line } from "./line.js";
import { ofAnotherCall } from "./of-another-call.js";
import { type Ask, type LineOwner, type Report, type Ticket, Tickets } from "./tickets.js";

/** An attempt that a deadline cuts tells something when it had so many times the usual time. */
const TELLING = 3;

const IDLE: CircuitInput = { type: "idle" };
const BEGIN: CircuitInput = { type: "begin", probe: false };
const PROBE: CircuitInput = { type: "begin", probe: true };

/** Told about every change of state, and the call that caused it. */
export type CircuitObserver = (
  circuit: Circuit,
  from: CircuitState,
  to: CircuitState,
  call: number | undefined,
) => void;

export interface CircuitOptions {
  readonly clock: Clock;
  readonly rules: CircuitRules;
  /** `undefined` for the one that further endpoints share. */
  readonly endpoint?: EventRequest | undefined;
  readonly limits?: Limits | undefined;
  readonly observer?: CircuitObserver | undefined;
}

/** Holds a circuit's state, its attempts in flight, and those who wait for it. */
export class Circuit implements LineOwner {
  readonly endpoint: EventRequest | undefined;
  /** Of the last attempt that counted against it. What is no evidence may quote anything. */
  lastError: SdkError | undefined;
  readonly #limits: Limits | undefined;
  readonly #observer: CircuitObserver | undefined;
  #rules: CircuitRules;
  #state: CircuitState;
  readonly #inFlight = new InFlight();
  /** Where the provider has limits, those of all its circuits. */
  readonly #tickets: Tickets;
  #answeredAt = -Infinity;
  readonly #line: Line;
  /** Calls that wait between attempts and have another candidate; each is woken once: who has gone takes nothing back. */
  readonly #sleepers = new Set<() => void>();

  constructor({ clock, rules, endpoint, limits, observer }: CircuitOptions) {
    this.endpoint = endpoint;
    this.#limits = limits;
    this.#tickets = limits?.tickets ?? new Tickets();
    this.#observer = observer;
    this.#rules = rules;
    this.#state = newCircuit(rules, clock.now());
    this.#line = new Line(this, clock, limits);
  }

  get state(): CircuitState {
    return this.#state;
  }

  get isShared(): boolean {
    return this.endpoint === undefined;
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** A ticket, now or when it is the request's turn; `undefined` where it is not admitted in its time. */
  ask(ask: Ask, now: number): Ticket | undefined | Promise<Ticket | undefined> {
    this.#rules = ask.rules;
    this.lapse(now);
    this.#limits?.visit(now);
    this.#line.visit(now);
    if (ask.hasNext && this.#isSilent(now)) this.#apply({ type: "silence" }, now, ask.call);
    const admitted = this.#admission(ask, now);
    if (admitted !== "no" && this.#limits?.take(now) !== false) return this.begin(ask, admitted, now, ask.atMost);
    this.held(ask.call, now);
    const isLimitedOnly = admitted !== "no" && ask.isLater;
    if ((ask.hasNext && !isLimitedOnly) || !this.#line.hasTimeFor(ask, now)) return undefined;
    return this.#line.join(ask);
  }

  report(ticket: Ticket, { type, error, retryAfter, timedOut, cutTo }: Report, now: number): void {
    if (!this.#end(ticket)) return;
    const { generation, startedAt, ask } = ticket;
    const { usual } = this.#state;
    if (!timedOut) this.#answeredAt = now;
    const isTelling = cutTo === undefined || usual === undefined || cutTo >= TELLING * usual;
    if (type === "success") this.#inFlight.forget(startedAt);
    const told = timedOut && !isTelling ? "neither" : type;
    if (error !== undefined && told !== "neither" && told !== "success") this.lastError = ofAnotherCall(error);
    const taken = { startedAt, duration: now - startedAt, unanswered: this.#unanswered };
    this.#apply({ type: told, generation, ...taken, timedOut, retryAfter }, now, ask.call);
    this.#limits?.release();
  }

  drop(ticket: Ticket, now: number): void {
    if (!this.#end(ticket)) return;
    this.#apply({ type: "neither", generation: ticket.generation }, now, ticket.ask.call);
    this.#limits?.release();
  }

  lapse(now: number): number {
    return this.#tickets.lapse(now);
  }

  /** Whether it rests, or its probe is out. */
  isResting(now: number): boolean {
    this.lapse(now);
    return isResting(this.#state, now);
  }

  /** Calls `wake` when the circuit leaves `closed`; the returned function takes that back. */
  onLeave(wake: () => void): () => void {
    this.#sleepers.add(wake);
    return () => this.#sleepers.delete(wake);
  }

  /** When a further request would be admitted, from now, in ms: at the earliest, as far as is known. */
  retryAfter(now: number): number {
    const chance = nextChance(this.#state) ?? this.#limits?.nextAt() ?? Infinity;
    const behind = this.#state.kind === "limited" ? (this.#line.size * 1000) / this.#state.rate : 0;
    return chance === Infinity ? RULE.minRest : Math.ceil(Math.max(0, chance - now + behind));
  }

  /** Forgets everything; who waits, goes. */
  reset(now: number): void {
    this.#apply(IDLE, now, undefined);
  }

  /** Takes over what another process knew. */
  restore(state: CircuitState): void {
    this.#state = state;
  }

  /** Sends those away who wait, and wakes those who sleep. */
  dismiss(whom: (ask: Ask) => boolean = () => true): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
    this.#line.dismiss(whom);
  }

  begin(ask: Ask, admitted: Admission, now: number, atMost: number): Ticket {
    if (admitted === "close") this.#apply(IDLE, now, ask.call);
    this.#apply(admitted === "probe" ? PROBE : BEGIN, now, ask.call);
    this.#inFlight.begin(now);
    return this.#tickets.begin(this, ask, now, atMost);
  }

  hold(ticket: Ticket): void {
    if (ticket.ended) return;
    this.#leave(ticket);
    ticket.isHeld = true;
  }

  goOn(ticket: Ticket, now: number): void {
    ticket.isHeld = false;
    if (ticket.ended) return;
    ticket.startedAt = now;
    if (ticket.generation === this.#state.generation) this.#inFlight.begin(now);
  }

  held(call: number, now: number): void {
    this.#apply({ type: "held" }, now, call);
  }

  readonly #unanswered = ({ first, youngest }: Run): number => this.#inFlight.unanswered(first, youngest);

  #admission({ hasNext, isLater }: Ask, now: number): Admission {
    const { kind } = this.#state;
    if (isLater && (kind === "closed" || kind === "limited")) return "go";
    const admitted = admission(this.#state, { hasNext, isShared: this.isShared }, now);
    // Who waits stands before everybody who comes; who need not wait has left the line.
    return this.#line.size === 0 || admitted === "close" ? admitted : "no";
  }

  /** Once for each ticket. */
  #end(ticket: Ticket): boolean {
    if (!this.#tickets.end(ticket)) return false;
    this.#leave(ticket);
    return true;
  }

  #leave({ isHeld, generation, startedAt }: Ticket): void {
    if (!isHeld && generation === this.#state.generation) this.#inFlight.answer(startedAt);
  }

  /** Whether many attempts that started since the last answer are unanswered, one of them for long. */
  #isSilent(now: number): boolean {
    const { kind, since, usual } = this.#state;
    return (
      kind !== "open" && kind !== "half-open" && this.#inFlight.isSilent(Math.max(this.#answeredAt, since), now, usual)
    );
  }

  #apply(input: CircuitInput, now: number, call: number | undefined): void {
    const before = this.#state;
    const after = reduceCircuit(before, input, this.#rules, now);
    this.#state = after;
    if (after.generation !== before.generation) this.#changed(before, after, call);
    else if (nextChance(after) !== nextChance(before)) this.#line.move();
  }

  #changed(before: CircuitState, after: CircuitState, call: number | undefined): void {
    this.#inFlight.clear();
    this.#observer?.(this, before, after, call);
    if (after.kind !== "closed") this.dismiss(({ hasNext }) => hasNext);
    else this.#line.move();
  }
}
