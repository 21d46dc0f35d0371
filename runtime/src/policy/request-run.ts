import { MAX_DELAY } from "../clock.js";
import { type AttemptPolicy } from "../config/retries.js";
import { DEFAULT_CIRCUIT_BREAKER, NO_RETRY } from "../config/circuit-defaults.js";
import { CircuitOpenError } from "../errors/call-errors.js";
import type { SideEffect } from "../http/side-effects.js";
import type { EventRequest } from "../telemetry/events.js";
import type { Circuit } from "./circuit.js";
import type { Endpoint } from "./circuits.js";
import type { FirstAttempt } from "./first-attempt.js";
import { queueOf } from "./load-circuits.js";
import type { Ask, CircuitRecord, CircuitRules, Permit } from "./permit.js";
import { both, type ProviderRun } from "./provider-run.js";
import type { PolicyRequest } from "./request-policy.js";

/** The waits of a last candidate end so many times the usual time of an answer before its deadline. */
const RESERVE = 1.5;
/** Waits that a server asks for lengthen the patience by so many times what they add. */
const ALLOWANCE = 1.2;
/** The patience of a request whose policy does not say it, in ms. */
const LEAST_PATIENCE = 5000;

/** A request under way: what bounds it, its endpoint, and how long it waits for permits. */
export class RequestRun {
  readonly run: ProviderRun;
  readonly request: PolicyRequest;
  readonly label: EventRequest;
  readonly policy: AttemptPolicy;
  /** Bounds an attempt, in ms. */
  readonly requestTimeout: number;
  readonly signals: readonly AbortSignal[];
  readonly streamSignals: readonly AbortSignal[];
  readonly startedAt: number;
  /** The earlier of the request's own deadline and the provider run's share. */
  readonly endsAt: number;
  /** `undefined` if its policy has no circuit. */
  readonly endpoint: Endpoint | undefined;
  readonly sideEffect: SideEffect;
  /** When its time to wait for permits ends; `undefined` before the first. */
  until: number | undefined = undefined;
  /** The cost of its retries, in points of the budget. */
  cost = 0;
  /** One was made after a time-out. */
  hasTimedOut = false;
  readonly #rules: CircuitRules;
  readonly #patience: number;
  /** Its attempts tell the circuit something. */
  readonly #isEvidence: boolean;
  /** It is a later request of a running map. */
  readonly #isLater: boolean;

  constructor(run: ProviderRun, request: PolicyRequest, now: number, first?: FirstAttempt<unknown>) {
    const { options } = run;
    const { label, policy: own, signal } = request;
    const { requestTimeout = options.requestTimeout, deadline = Infinity } = own;
    // With another provider behind it, only a written policy repeats: else that one has the next attempt.
    const policy = own.own ?? options.policy ?? (options.hasNext ? NO_RETRY : own.ofClient);
    const breaker = policy.kind === "circuit-breaker" ? policy : undefined;
    this.run = run;
    this.request = request;
    this.label = label;
    this.policy = policy;
    this.requestTimeout = requestTimeout;
    this.signals = both(options.signal, signal);
    this.streamSignals = both(options.streamSignal, signal);
    this.startedAt = now;
    this.endsAt = Math.min(options.endsAt, now + deadline);
    this.#rules = breaker ?? DEFAULT_CIRCUIT_BREAKER;
    this.#patience = breaker?.patience ?? LEAST_PATIENCE;
    this.endpoint = breaker?.circuit === true ? options.circuits.endpoint(label, this.#rules) : undefined;
    if (this.endpoint !== undefined) run.asked.push(this.endpoint);
    this.#isEvidence = first?.permit !== undefined || this.endpoint?.tolerated === false;
    this.#isLater = run.isUnderWay;
    this.sideEffect = first?.sideEffect ?? run.register(label.method, own.idempotent, own.harmless, signal);
    this.sideEffect.harmless = own.harmless;
    if (first?.permit !== undefined) ({ until: this.until } = first.permit.ask);
  }

  /** Its endpoint gets one attempt only. */
  get isTolerated(): boolean {
    return this.endpoint?.tolerated === true;
  }

  get isIsolated(): boolean {
    return this.run.options.circuits.isIsolated;
  }

  /** The circuit of its endpoint is not closed. */
  get isHeldBack(): boolean {
    return this.#isEvidence && this.endpoint?.circuit !== undefined && this.endpoint.circuit.state.kind !== "closed";
  }

  /** The circuit in whose queue it waits. */
  get circuit(): Circuit | undefined {
    return this.#isEvidence ? this.endpoint?.circuit : queueOf(this.run.options.circuits, this.#rules);
  }

  /** Asks for attempt `number`: a permit, or none if nothing limits it. A promise if it has to wait. */
  admit(number: number, now: number): Permit | "refused" | undefined | Promise<Permit | "refused"> {
    if (this.isIsolated) return "refused";
    const { circuit } = this;
    const owner = circuit ?? (this.#isEvidence ? this.endpoint?.record : undefined);
    if (owner === undefined) return undefined;
    this.until ??= this.#firstUntil(circuit?.state ?? (owner as CircuitRecord), now);
    const { waitsUntil = Infinity } = this.run.options;
    // If nobody else is ready, it waits like the last candidate.
    const hasNext = this.run.hasNext && waitsUntil === Infinity;
    const ask: Ask = {
      call: this.run.options.call,
      rules: this.#rules,
      hasNext,
      isLater: this.#isLater && number === 1,
      until: Math.min(this.until, waitsUntil),
      atMost: Math.min(this.requestTimeout, this.endsAt - now),
      signals: this.signals,
      isEvidence: this.#isEvidence,
    };
    if (circuit === undefined && hasNext && this.endpoint?.record.mayBeSilent(now) === true)
      return this.#reconsider(ask);
    const admitted = owner.admit(ask, now);
    if (admitted instanceof Promise) return admitted.then((permit) => permit ?? "refused");
    return admitted ?? "refused";
  }

  /** Lets a circuit decide; the record does if it cannot be loaded. */
  async #reconsider(ask: Ask): Promise<Permit | "refused"> {
    const { circuits, context } = this.run.options;
    await circuits.circuits.load();
    const { record, circuit } = this.endpoint as Endpoint;
    return (await (circuit ?? record).admit(ask, context.clock.now())) ?? "refused";
  }

  /** Why it was not admitted. */
  refusal(): CircuitOpenError {
    const { provider } = this.run.options.origin;
    const circuit = this.isIsolated ? undefined : this.circuit;
    return circuit?.refusal(provider) ?? isolated(provider);
  }

  /** Time on the wire is not waiting. */
  spent(from: number, to: number): void {
    this.lengthen((to - from) / ALLOWANCE);
  }

  /** A server demands a wait that is so much longer than its own, in ms. */
  lengthen(by: number): void {
    if (this.until !== undefined) this.until = Math.min(this.until + ALLOWANCE * by, this.endsAt);
  }

  /** A wait that outlasts its time is made, and is followed by one attempt to get a permit. */
  willWait(to: number): void {
    if (this.until !== undefined) this.until = Math.max(this.until, Math.min(to + 1, this.endsAt));
  }

  #firstUntil({ usual = 0 }: { readonly usual: number | undefined }, now: number): number {
    return Math.max(now, Math.min(now + this.#patience, this.endsAt - RESERVE * usual));
  }
}

/** An isolated provider gets requests again once somebody says so. */
export function isolated(provider: string): CircuitOpenError {
  const details = { code: "isolated", provider, retryAfter: MAX_DELAY };
  return new CircuitOpenError(`${provider} is not called now: it is isolated until it is reset`, details);
}
