import type { RetryPolicy } from "../config/retries.js";
import type { SdkError } from "../errors/errors.js";
import type { LastingEnd, ReceivedAnswer } from "../http/answer.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { RequestOptions } from "../http/provider-client.js";
import type { RequestKey } from "../http/request-key.js";
import { type RecordSideEffect, recorderOf, type SideEffect } from "../http/side-effects.js";
import { late } from "../late.js";
import type { EventOrigin, EventRequest } from "../telemetry/events.js";
import type { CircuitGroup, Endpoint, FailedRequest } from "./circuits.js";
import type { FirstAttempt } from "./first-attempt.js";
import type { Permit, Report } from "./permit.js";

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
  /** All that the call may still ask, this one among them. */
  readonly candidates: readonly Asked[];
  /** Its number among the runs of this provider in this call; 1 for the first. */
  readonly round: number;
  /** All retries come before the next candidate. */
  readonly retriesFirst: boolean;
  /** Requests wait for permits until then although there is a next candidate: nobody else is ready before. */
  readonly waitsUntil: number | undefined;
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

/** The part of a request that its first attempt needs. */
export interface RequestToBegin {
  readonly label: EventRequest;
  readonly options: RequestOptions;
  readonly key?: RequestKey | undefined;
}

/** A candidate as the others see it. */
export interface Asked {
  readonly circuits: CircuitGroup;
}

/** An attempt that ends with its provider run. */
export interface ActiveAttempt {
  /** It counts for nothing, but it was sent. */
  cancel(reason: unknown): void;
}

const SUCCESS: Report = { type: "success", timedOut: false };

const NONE: readonly ActiveAttempt[] = [];

/** One run of one provider's map, or one request outside a use-case: what its requests share. */
export class ProviderRun {
  readonly options: ProviderRunOptions;
  /** Needed by events alone. */
  readonly startedAt: number;
  /** Attempts of all its requests that went over the wire. */
  attempts = 0;
  /** Retries in place because no other candidate was admitted. */
  repeats = 0;
  /** The failure of its last attempt. */
  lastError: SdkError | undefined;
  /** Endpoints that it has sent requests to. */
  readonly asked: Endpoint[] = [];
  /** The permit of its last attempt that was answered well, if its endpoint has a circuit. */
  lastPermit: Permit | undefined;
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

  attemptEnds(attempt: object): void {
    // Most have one: nothing is made for it.
    const isOnly = this.#active.length === 1 && this.#active[0] === attempt;
    this.#active = isOnly ? NONE : this.#active.filter((other) => other !== attempt);
    if (this.#expired !== undefined) this.expire(this.#expired);
  }

  /** Begins the first attempt of a request; `undefined` if the policy has to decide about it. */
  begin({ label, options, key }: RequestToBegin): MapAttempt | undefined {
    this.throwIfOver();
    const { call, circuits: group, endsAt, policy } = this.options;
    const { hasNext } = this;
    if (endsAt !== Infinity || group.isIsolated || group.circuits.isNeeded) return undefined;
    const attempt = new MapAttempt(this, options);
    const { requestTimeout, signals, idempotent, startedAt: now } = attempt;
    if (policy?.kind === "circuit-breaker" && policy.circuit) {
      const endpoint = group.endpoint(label, policy);
      if (endpoint.tolerated || (hasNext && endpoint.record.mayBeSilent(now))) return undefined;
      this.asked.push(endpoint);
      attempt.endpoint = endpoint;
      const isLater = this.isUnderWay;
      const until = now + policy.patience;
      const ask = { call, rules: policy, hasNext, isLater, signals, isEvidence: true, until, atMost: requestTimeout };
      attempt.permit = endpoint.record.admit(ask, now);
    }
    const harmless = idempotent === true || key?.isTrusted === true;
    attempt.sideEffect = this.register(label.method, idempotent, harmless, options.signal);
    attempt.sideEffect.acted = true;
    this.requestBegins();
    this.attemptBegins(attempt);
    return attempt;
  }

  /** Its end is known to the caller of this. */
  handOver(attempt: FirstAttempt<unknown>): void {
    attempt.hasEnded = true;
    this.attemptEnds(attempt);
  }

  /** Its request has ended. If nobody has made anything of it, it was aborted, or the policy cannot be loaded. */
  leave(attempt: MapAttempt): void {
    if (!attempt.hasEnded) {
      const { sideEffect, wasDone, isSent } = attempt;
      if (sideEffect !== undefined) sideEffect.acted = wasDone || isSent;
      attempt.cancel();
    }
    this.attemptEnds(attempt);
    this.requestEnds();
  }

  /** It was answered with a 2xx. */
  succeeded(attempt: MapAttempt, lasts: ReceivedAnswer["lasts"]): void {
    const { permit, endpoint } = attempt;
    if (permit !== undefined && lasts !== undefined) void this.follow(permit, lasts);
    else permit?.done(SUCCESS, this.now());
    this.lastPermit = permit;
    if (endpoint !== undefined) endpoint.tolerated = false;
    this.handOver(attempt);
    const { circuits, origin, policy, hasNext } = this.options;
    if (policy === undefined && !hasNext) circuits.circuits.budgets.get(origin.provider)?.giveBack(0);
  }

  /** An answer has begun: its circuit hears of the end, too. */
  async follow(permit: Permit, lasts: Promise<LastingEnd>): Promise<void> {
    permit.begun(this.now());
    const end = await lasts;
    if (end.type !== "failed") permit.done(end.type === "ended" ? SUCCESS : undefined, this.now());
    else await (await late(() => import("./lasting.js")))?.hasFailed(this, permit, end.error);
  }

  /** Records a request: its repetition may do harm, also to another map, whose signal it has. */
  register(method: string, idempotent: boolean | undefined, harmless: boolean, signal?: AbortSignal): SideEffect {
    const sideEffect = {
      method,
      idempotent: idempotent !== false,
      harmless,
      acted: false,
      isSent: false,
      wasShed: false,
    };
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

/** The first attempt of a request of a map. */
export class MapAttempt implements FirstAttempt, ActiveAttempt {
  readonly requestTimeout: number;
  readonly signals: readonly AbortSignal[];
  readonly streamSignals: readonly AbortSignal[];
  readonly idempotent: boolean | undefined;
  readonly waiting = undefined;
  readonly around = undefined;
  readonly tokenGate = undefined;
  readonly startedAt: number;
  error: unknown = undefined;
  answer: ReceivedAnswer | undefined = undefined;
  isSent = false;
  wasDone = false;
  hasEnded = false;
  sideEffect: SideEffect | undefined = undefined;
  endpoint: Endpoint | undefined = undefined;
  permit: Permit | undefined = undefined;
  readonly #run: ProviderRun;

  constructor(run: ProviderRun, options: RequestOptions) {
    const { signal, streamSignal, requestTimeout } = run.options;
    this.#run = run;
    this.requestTimeout = options.requestTimeout ?? requestTimeout;
    this.signals = both(signal, options.signal);
    this.streamSignals = both(streamSignal, options.signal);
    this.idempotent = options.idempotent;
    this.startedAt = run.now();
  }

  get untilItem(): boolean {
    return this.#run.hasNext;
  }

  sending(): void {
    if (this.isSent || this.hasEnded) return;
    this.isSent = true;
    this.#run.attempts += 1;
    if (this.sideEffect !== undefined) this.sideEffect.isSent = true;
  }

  acted(): void {
    this.wasDone = true;
  }

  /** It says nothing about the provider. */
  cancel(): void {
    this.hasEnded = true;
    this.permit?.drop(this.#run.now());
  }
}

const NO_SIGNALS: readonly AbortSignal[] = [];

/** Those of the two that are there. */
export function both(first: AbortSignal | undefined, second: AbortSignal | undefined): readonly AbortSignal[] {
  if (first === undefined) return second === undefined ? NO_SIGNALS : [second];
  return second === undefined ? [first] : [first, second];
}
