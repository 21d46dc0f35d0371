import type { RetryPolicy } from "../config/retry-policy.js";
import { DeadlineError, type SdkError } from "../errors.js";
import type { EventOrigin } from "../events.js";
import type { Circuit, Permit } from "./circuit.js";
import type { CircuitRules } from "./circuit-state.js";
import type { Verdict } from "./classify.js";
import type { PolicyContext } from "../provider/bound-provider.js";

export interface PerformanceOptions {
  readonly context: PolicyContext;
  readonly origin: EventOrigin;
  /** Of the use-case; a request may bring its own. */
  readonly policy: RetryPolicy;
  /** Bounds an attempt of a request that does not say it itself, in ms. */
  readonly requestTimeout: number;
  /** Both are absent with `none`. */
  readonly circuit?: Circuit | undefined;
  readonly permit?: Permit | undefined;
  /** When its share of the deadline ends; `Infinity` without one. */
  readonly endsAt: number;
  /** Ends its requests when the call ends before the map; absent outside a use-case. */
  readonly signal?: AbortSignal | undefined;
  /** Told, once, when it ends before its map. */
  readonly ended?: ((reason: unknown) => void) | undefined;
}

/** What a request may have done, for as long as its performance has to know. */
export interface Deed {
  readonly method: string;
  /** `false` only where it is marked so: then it must not have its effect twice. */
  readonly idempotent: boolean;
  /** Whether the server may have acted on it; so it is while an attempt is under way. */
  acted: boolean;
}

/** One run of one provider's map, or one request outside a use-case: what its requests share. */
export class Performance {
  readonly context: PolicyContext;
  readonly origin: EventOrigin;
  readonly policy: RetryPolicy;
  readonly requestTimeout: number;
  readonly circuit: Circuit | undefined;
  readonly signal: AbortSignal | undefined;
  readonly rules: CircuitRules | undefined;
  readonly endsAt: number;
  /** Only events tell it. */
  readonly startedAt: number;
  permit: Permit | undefined;
  /** Attempts of all its requests. */
  attempts = 0;
  /** The failure of its last attempt. */
  lastError: SdkError | undefined;
  readonly #ended: ((reason: unknown) => void) | undefined;
  #end: { readonly reason: unknown } | undefined;
  #closed: (() => unknown) | undefined;
  #inFlight = 0;
  #expired = false;
  readonly #deeds: Deed[] = [];
  #failed = false;
  #succeeded = false;

  constructor(options: PerformanceOptions) {
    const { context, policy } = options;
    this.context = context;
    this.origin = options.origin;
    this.policy = policy;
    this.requestTimeout = options.requestTimeout;
    this.circuit = options.circuit;
    this.permit = options.permit;
    this.signal = options.signal;
    this.rules = rulesOf(policy, context.maxRetryAfter);
    this.endsAt = options.endsAt;
    this.startedAt = context.on === undefined ? 0 : context.clock.now();
    this.#ended = options.ended;
  }

  /** Since it began, in ms. */
  get duration(): number {
    return this.context.clock.now() - this.startedAt;
  }

  /** Ends before its map: requests reject with `reason` from now on, those in flight too. Only the first end counts. */
  end(reason: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { reason };
    this.#ended?.(reason);
  }

  /** Its map has ended: whatever it still begins rejects with the reason. */
  close(reason: () => unknown): void {
    this.#closed = reason;
  }

  /** Whether it ended, with `reason`, before its map. */
  endedBy(reason: unknown): boolean {
    return this.#end !== undefined && this.#end.reason === reason;
  }

  throwIfClosed(): void {
    if (this.#closed !== undefined) throw this.#closed();
  }

  /** Its share of the deadline is over. Attempts in flight have timers of their own that end now. */
  expire(): void {
    this.#expired = true;
    if (this.#inFlight === 0) this.end(this.deadlineError());
  }

  deadlineError(): DeadlineError {
    const { provider } = this.origin;
    const { lastError } = this;
    const message =
      lastError === undefined
        ? `${provider} has not answered within the deadline of the call`
        : `${provider} has not succeeded within the deadline of the call: ${lastError.message}`;
    return new DeadlineError(message, { code: "deadline", provider, lastError });
  }

  attemptBegins(): void {
    this.attempts += 1;
    this.#inFlight += 1;
  }

  attemptEnds(): void {
    this.#inFlight -= 1;
    if (this.#expired) this.expire();
  }

  /** After a wait: a new permit, or `false` when the circuit is no longer closed. */
  readmit(): boolean {
    if (this.circuit === undefined) return true;
    if (this.circuit.state.kind !== "closed") return false;
    this.permit = { generation: this.circuit.state.generation, probe: false };
    return true;
  }

  /** Keeps account of a request: its repetition may do harm. */
  register(method: string, idempotent: boolean | undefined): Deed {
    const deed = { method, idempotent: idempotent !== false, acted: false };
    this.#deeds.push(deed);
    return deed;
  }

  /** A request has ended for good. */
  concluded({ circuit }: Verdict): void {
    if (circuit === "failure") this.#failed = true;
    else if (circuit === "success") this.#succeeded = true;
  }

  /** Tells the circuit how the performance went; `mapSettled`: the map came to its own end, with a value or an error. */
  settle(mapSettled: boolean): void {
    if (this.permit === undefined) return;
    this.circuit?.settle(this.permit, mapSettled && this.#succeeded && !this.#failed);
  }

  /** Whether a request marked `idempotent: false` may have taken effect. */
  get mustNotRepeat(): boolean {
    return this.#deeds.some(({ acted, idempotent }) => acted && !idempotent);
  }

  /** Whether a POST or PATCH may have taken effect. */
  get mayRepeat(): boolean {
    return this.#deeds.some(({ acted, method }) => acted && isAct(method));
  }
}

/** Whether repeating the method can have a second effect (RFC 9110 §9.2.2). */
export function isAct(method: string): boolean {
  return method === "POST" || method === "PATCH";
}

function rulesOf(policy: RetryPolicy, maxRetryAfter: number): CircuitRules | undefined {
  if (policy.kind === "none") return undefined;
  return { threshold: policy.maxContiguousRetries + 1, openTime: policy.openTime, maxRetryAfter };
}
