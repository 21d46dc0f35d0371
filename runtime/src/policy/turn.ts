import { MAX_DELAY } from "../clock.js";
import { type AttemptPolicy, type CircuitBreakerPolicy, DEFAULT_CIRCUIT_BREAKER } from "../config/retries.js";
import { CircuitOpenError } from "../errors/call-errors.js";
import type { EventRequest } from "../telemetry/events.js";
import type { Endpoint } from "./circuit-group.js";
import { circuitOpen } from "./circuit-open.js";
import type { CircuitRules } from "./circuit-state.js";
import type { Circuit } from "./circuit.js";
import type { Verdict } from "./classify.js";
import type { Performance } from "./performance.js";
import type { Ticket } from "./tickets.js";

/** A last candidate's waits end so many times the usual time of an answer before its deadline. */
const RESERVE = 1.5;
/** Waits that a server asks for lengthen the patience by so many times what they add. */
const ALLOWANCE = 1.2;
/** Who has no policy that says it waits so long for a place, in ms. */
const LEAST_PATIENCE = 5000;

interface TurnOptions {
  readonly label: EventRequest;
  readonly policy: AttemptPolicy;
  readonly signals: readonly AbortSignal[];
  readonly requestTimeout: number;
  readonly endsAt: number;
  /** Whether it is a later request of a running map. */
  readonly isLater: boolean;
}

/** One request's dealings with its circuit: what it asks, how long it waits, what it made of its endpoint. */
export class Turn {
  readonly endpoint: Endpoint | undefined;
  /** Where it asks; `undefined` where nothing holds it back. */
  readonly circuit: Circuit | undefined;
  readonly performance: Performance;
  readonly options: TurnOptions;
  readonly rules: CircuitRules;
  until: number | undefined = undefined;
  /** Of its endpoint; `undefined` where its attempts are no evidence. */
  readonly #told: Circuit | undefined;
  readonly #breaker: CircuitBreakerPolicy | undefined;

  constructor(performance: Performance, options: TurnOptions) {
    const { circuits } = performance.options;
    const { policy, label } = options;
    this.performance = performance;
    this.options = options;
    this.#breaker = policy.kind === "circuit-breaker" ? policy : undefined;
    this.rules = this.#breaker ?? DEFAULT_CIRCUIT_BREAKER;
    this.endpoint = this.#breaker?.circuit === true ? circuits.endpoint(label, this.rules) : undefined;
    this.#told = this.endpoint?.tolerated === false ? this.endpoint.circuit : undefined;
    this.circuit = this.#told ?? circuits.line(this.rules);
    if (this.endpoint !== undefined) performance.asked.push(this.endpoint);
  }

  /** Whether its endpoint gets one attempt only. */
  get isTolerated(): boolean {
    return this.endpoint?.tolerated === true;
  }

  get isIsolated(): boolean {
    return this.performance.options.circuits.isIsolated;
  }

  /** Whether its circuit is not closed. */
  get isHeldBack(): boolean {
    return this.#told !== undefined && this.#told.state.kind !== "closed";
  }

  /** Asks for an attempt; waits where it has to and has time. */
  ask(number: number, now: number): Ticket | "refused" | undefined | Promise<Ticket | "refused"> {
    if (this.isIsolated) return "refused";
    const { circuit } = this;
    if (circuit === undefined) return undefined;
    const { signals, isLater, requestTimeout, endsAt } = this.options;
    const { hasNext, options } = this.performance;
    const isEvidence = this.#told !== undefined;
    this.until ??= this.firstUntil(circuit, now);
    const first = isLater && number === 1;
    const ask = {
      call: options.call,
      rules: this.rules,
      hasNext,
      isLater: first,
      until: this.until,
      atMost: Math.min(requestTimeout, endsAt - now),
      signals,
      isEvidence,
    };
    const asked = circuit.ask(ask, now);
    return asked instanceof Promise ? asked.then((ticket) => ticket ?? "refused") : (asked ?? "refused");
  }

  /** Why it was refused. */
  refusal(): CircuitOpenError {
    const { context, origin } = this.performance.options;
    if (!this.isIsolated && this.circuit !== undefined)
      return circuitOpen(this.circuit, origin.provider, context.clock.now());
    return isolated(origin.provider);
  }

  /** An answer that is a success for the circuit, a 404 too, ends the tolerance of its endpoint. */
  answered(verdict: Verdict): void {
    if (this.endpoint !== undefined && verdict.circuit === "success") this.endpoint.tolerated = false;
  }

  /** Time on the wire is not waiting. */
  spent(from: number, to: number): void {
    this.lengthen((to - from) / ALLOWANCE);
  }

  /** A server has asked for a wait that is so much longer than its own, in ms. */
  lengthen(by: number): void {
    if (this.until !== undefined) this.until = Math.min(this.until + ALLOWANCE * by, this.options.endsAt);
  }

  /** A wait that outlasts its time is made, and asks once. */
  willWait(to: number): void {
    if (this.until !== undefined) this.until = Math.max(this.until, Math.min(to + 1, this.options.endsAt));
  }

  private firstUntil({ state: { usual = 0 } }: Circuit, now: number): number {
    const { endsAt } = this.options;
    const patience = this.#breaker?.patience ?? LEAST_PATIENCE;
    return Math.max(now, Math.min(now + patience, endsAt - RESERVE * usual));
  }
}

/** An isolated provider is asked again when somebody says so. */
export function isolated(provider: string): CircuitOpenError {
  const details = { code: "isolated", provider, retryAfter: MAX_DELAY };
  return new CircuitOpenError(`${provider} is not asked now: it is isolated until it is reset`, details);
}
