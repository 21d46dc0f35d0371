import type { RetryPolicy } from "../config/retries.js";
import type { SdkError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { type RecordSideEffect, recorderOf, type SideEffect } from "../http/side-effects.js";
import type { EventOrigin, EventRequest } from "../telemetry/events.js";
import type { CircuitGroup, Endpoint, FailedRequest } from "./circuits.js";
import type { FirstAttempt } from "./first-attempt.js";

export interface ProviderRunOptions {
  readonly context: PolicyContext;
  readonly origin: EventOrigin;
  readonly call: number;
  /** As client.json writes it for the use-case; a request may bring its own. */
  readonly policy: RetryPolicy | undefined;
  /** Bounds an attempt of a request that does not say it itself, in ms. */
  readonly requestTimeout: number;
  readonly circuits: CircuitGroup;
  /** The call has a further candidate. */
  readonly hasNext: boolean;
  /** When its share of the deadline ends; `Infinity` without one. */
  readonly endsAt: number;
  /** Ends its requests when the run ends; absent outside a use-case. */
  readonly signal: AbortSignal | undefined;
  /** Ends streams too, which outlive their requests and may outlive the run; not when its map has ended. */
  readonly streamSignal: AbortSignal | undefined;
  /** Called once, when it ends; before its map, or because its map has ended. */
  readonly ended: ((reason: unknown, hasMapEnded: boolean) => void) | undefined;
  /** Records its side effects too: of the map that has made this call. */
  readonly outer: RecordSideEffect | undefined;
}

/** An attempt that ends with its provider run. */
export interface ActiveAttempt {
  /** It counts for nothing, but it was sent. */
  cancel(reason: unknown): void;
}

const NONE: readonly ActiveAttempt[] = [];

/** One run of one provider's map, or one request outside a use-case: what its requests share. */
export class ProviderRun {
  readonly options: ProviderRunOptions;
  /** Needed by events alone. */
  readonly startedAt: number;
  /** Attempts of all its requests that went over the wire. */
  attempts = 0;
  /** The failure of its last attempt. */
  lastError: SdkError | undefined;
  /** Endpoints that it has sent requests to. */
  readonly asked: Endpoint[] = [];
  /** Its requests that have failed for good. */
  readonly failed: FailedRequest[] = [];
  /** Gives the reason for its end, once it is over. */
  #over: (() => unknown) | undefined;
  /** Makes its error, once its time is up; the attempts in flight have timers of their own that end now. */
  #expired: (() => unknown) | undefined;
  /** Requests under way. */
  #requests = 0;
  /** Attempts in flight; few. */
  #active: readonly ActiveAttempt[] = NONE;
  readonly sideEffects: SideEffect[] = [];

  constructor(options: ProviderRunOptions) {
    this.options = options;
    this.startedAt = options.context.on === undefined ? 0 : this.now();
  }

  /** On the client's clock. */
  now(): number {
    return this.options.context.clock.now();
  }

  /** Since it began, in ms. */
  get duration(): number {
    return this.now() - this.startedAt;
  }

  /** The call may still go on to another candidate. */
  get hasNext(): boolean {
    return this.options.hasNext && !this.mustNotRepeat;
  }

  /** Ends before its map: what is in flight or waits is aborted, and requests reject with `reason` from now on. */
  end(reason: unknown, hasMapEnded = false): void {
    if (this.#over !== undefined) return;
    this.#over = () => reason;
    const active = this.#active;
    this.#active = NONE;
    for (const attempt of active) attempt.cancel(reason);
    this.options.ended?.(reason, hasMapEnded);
  }

  /** Its map has ended, and its requests end with it; if that has failed, all that has its signal does. */
  close(reason: () => unknown, hasFailed = false): void {
    if (hasFailed || this.#requests > 0) this.end(reason(), true);
    else this.#over ??= reason;
  }

  /** Its share of the deadline is over. */
  expire(error: () => unknown): void {
    this.#expired = error;
    if (this.#active.length === 0) this.end(error());
  }

  endedBy(reason: unknown): boolean {
    return this.#over !== undefined && this.#over() === reason;
  }

  throwIfOver(): void {
    if (this.#over !== undefined) throw this.#over();
  }

  requestBegins(): void {
    this.#requests += 1;
  }

  requestEnds(): void {
    this.#requests -= 1;
  }

  attemptBegins(attempt: ActiveAttempt): void {
    this.#active = this.#active.length === 0 ? [attempt] : [...this.#active, attempt];
  }

  attemptEnds(attempt: ActiveAttempt): void {
    // Most have one: nothing is made for it.
    const isOnly = this.#active.length === 1 && this.#active[0] === attempt;
    this.#active = isOnly ? NONE : this.#active.filter((other) => other !== attempt);
    if (this.#expired !== undefined) this.expire(this.#expired);
  }

  /** Begins the first attempt of a request; `false` if the policy has to decide about it. */
  begin(attempt: FirstAttempt, label: EventRequest): boolean {
    this.throwIfOver();
    const { call, circuits: group, endsAt, policy } = this.options;
    const { hasNext } = this;
    if (endsAt !== Infinity || group.isIsolated || group.circuits.isNeeded) return false;
    const { requestTimeout, signals, idempotent, startedAt: now } = attempt;
    if (policy?.kind === "circuit-breaker" && policy.circuit) {
      const endpoint = group.endpoint(label, policy);
      if (endpoint.tolerated || (hasNext && endpoint.record.mayBeSilent(now))) return false;
      this.asked.push(endpoint);
      attempt.endpoint = endpoint;
      const who = { call, rules: policy, hasNext, isLater: this.isUnderWay, signals, isEvidence: true };
      attempt.permit = endpoint.record.admit({ ...who, until: now + policy.patience, atMost: requestTimeout }, now);
    }
    attempt.sideEffect = this.register(label.method, idempotent, signals[1]);
    attempt.sideEffect.acted = true;
    this.requestBegins();
    this.attemptBegins(attempt);
    return true;
  }

  /** It was answered with a 2xx. */
  succeeded(attempt: FirstAttempt): void {
    const { permit, endpoint } = attempt;
    permit?.done({ type: "success", timedOut: false }, this.now());
    if (endpoint !== undefined) endpoint.tolerated = false;
    attempt.handOver();
    const { circuits, origin, policy, hasNext } = this.options;
    if (policy === undefined && !hasNext) circuits.circuits.budgets.get(origin.provider)?.giveBack(0);
  }

  /** Records a request: its repetition may do harm, also to another map, whose signal it has. */
  register(method: string, idempotent: boolean | undefined, signal?: AbortSignal): SideEffect {
    const sideEffect = { method, idempotent: idempotent !== false, acted: false, isSent: false };
    this.record(sideEffect);
    if (signal !== this.options.signal) recorderOf(signal)?.(sideEffect);
    return sideEffect;
  }

  /** Records what was done elsewhere for it, too. */
  record(sideEffect: SideEffect): void {
    this.sideEffects.push(sideEffect);
    this.options.outer?.(sideEffect);
  }

  /** A request has been made before. */
  get isUnderWay(): boolean {
    return this.sideEffects.length > 0;
  }

  /** A request marked `idempotent: false` may have taken effect. */
  get mustNotRepeat(): boolean {
    return this.sideEffects.some(({ acted, idempotent }) => acted && !idempotent);
  }

  /** Notes at its endpoints how it ended: with a value, or with the failure that its map threw. */
  settle(failure?: SdkError): void {
    const { circuits } = this.options;
    if (failure === undefined) circuits.succeeded(this.asked, this.failed);
    const request = this.failed.find(({ error }) => error === failure);
    if (request?.endpoint !== undefined) circuits.ended(request.endpoint);
  }
}
