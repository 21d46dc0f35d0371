import type { Clock } from "../clock.js";
import type { SdkError } from "../errors.js";
import { type EventListener, type EventOrigin, emit } from "../events.js";
import {
  CLOSED,
  reduceCircuit,
  untilAdmission,
  youngestOfRun,
  type CircuitInput,
  type CircuitRules,
  type CircuitState,
} from "./circuit-state.js";

/** How much longer than its request a probe holds its permit, in ms. */
const LEASE_MARGIN = 1000;

/** What an admitted performance reports under. */
export interface Permit {
  readonly generation: number;
  /** The performance decides whether the circuit closes; each of its requests has one attempt. */
  readonly probe: boolean;
}

/** An attempt in flight. */
export interface AttemptTicket {
  readonly generation: number;
  readonly startedAt: number;
}

/** Told about every change of `kind`; `openFor` is the time until the next probe, in ms. */
export type CircuitObserver = (from: CircuitState, to: CircuitState, openFor: number) => void;

/** Holds a circuit's state, its attempts in flight and the calls that wait for it. It has no timers. */
export class Circuit {
  readonly #clock: Clock;
  readonly #observer: CircuitObserver | undefined;
  #state: CircuitState = CLOSED;
  /** Of the current generation, in the order in which they started. */
  #inFlight = new Set<AttemptTicket>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, observer?: CircuitObserver) {
    this.#clock = clock;
    this.#observer = observer;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** How long until a performance is admitted, in ms. */
  get untilAdmission(): number {
    return untilAdmission(this.#state, this.#clock.now());
  }

  /** Admits a performance, or `undefined` while the circuit is open or another performance is its probe. */
  admit(requestTimeout: number): Permit | undefined {
    const before = this.#state;
    if (before.kind === "closed") return { generation: before.generation, probe: false };
    const { generation } = this.#apply({ type: "admission", lease: requestTimeout + LEASE_MARGIN });
    return generation === before.generation ? undefined : { generation, probe: true };
  }

  /** Begins an attempt now, or `undefined` when the permit was a probe's and is no longer its. */
  begin(permit: Permit, requestTimeout: number, now: number): AttemptTicket | undefined {
    const { generation, probe } = permit;
    if (probe && generation !== this.#state.generation) return undefined;
    this.#apply({ type: "request", generation, lease: requestTimeout + LEASE_MARGIN }, now);
    const ticket = { generation, startedAt: now };
    if (generation === this.#state.generation) this.#inFlight.add(ticket);
    return ticket;
  }

  succeed(ticket: AttemptTicket): void {
    this.#inFlight.delete(ticket);
    this.#apply({ type: "success", generation: ticket.generation });
  }

  fail(ticket: AttemptTicket, rules: CircuitRules, error: SdkError, retryAfter: number | undefined): void {
    this.#inFlight.delete(ticket);
    const { generation, startedAt } = ticket;
    const unanswered = this.#startedBy(youngestOfRun(this.#state, startedAt));
    this.#apply({ type: "failure", generation, rules, startedAt, unanswered, retryAfter, error });
  }

  /** Ends an attempt that says nothing about the provider. */
  drop(ticket: AttemptTicket): void {
    this.#inFlight.delete(ticket);
  }

  /** Ends a performance; a probe that did not succeed gives its permit back. */
  settle({ generation }: Permit, succeeded: boolean): void {
    // What it changes has nothing to do with the time.
    this.#apply({ type: "settlement", generation, succeeded }, 0);
  }

  /** Calls `wake` when the circuit trips; the returned function takes that back. */
  onTrip(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => this.#waiting.delete(wake);
  }

  #startedBy(time: number): number {
    let count = 0;
    for (const { startedAt } of this.#inFlight) {
      if (startedAt > time) break;
      count += 1;
    }
    return count;
  }

  #apply(input: CircuitInput, now = this.#clock.now()): CircuitState {
    const before = this.#state;
    const after = reduceCircuit(before, input, now);
    this.#state = after;
    if (after.generation !== before.generation) this.#inFlight = new Set();
    if (after.kind !== before.kind) this.#changed(before, after);
    return after;
  }

  #changed(before: CircuitState, after: CircuitState): void {
    this.#observer?.(before, after, this.untilAdmission);
    if (before.kind === "closed") for (const wake of this.#waiting) wake();
  }
}

/** Turns a circuit's changes into events; nothing where nobody listens. */
export function observeCircuit(on: EventListener | undefined, origin: EventOrigin): CircuitObserver | undefined {
  if (on === undefined) return undefined;
  return (from, to, openFor) =>
    emit(on, {
      type: "circuit",
      ...origin,
      from: from.kind,
      to: to.kind,
      openFor: to.kind === "open" ? openFor : undefined,
    });
}
