import { withoutPrototype } from "../config/options.js";
import type { RetryPolicy } from "../config/retries.js";
import { DeadlineError } from "../errors/call-errors.js";
import { SdkError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { type RecordSideEffect, recorderOf, type SideEffect } from "../http/side-effects.js";
import type { EventOrigin } from "../telemetry/events.js";
import type { CircuitGroup, Endpoint, FailedRequest, RetryBudget } from "./circuits.js";

export interface ProviderRunOptions {
  readonly context: PolicyContext;
  readonly origin: EventOrigin;
  readonly call: number;
  /** As client.json writes it for the use-case; a request may bring its own. */
  readonly policy: RetryPolicy | undefined;
  /** Shared by all requests of the client to the provider. */
  readonly budget: RetryBudget;
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
  /** Its time is up; the attempts in flight have timers of their own that end now. */
  #hasExpired = false;
  /** Requests under way. */
  #requests = 0;
  /** Attempts in flight; few. */
  #active: readonly ActiveAttempt[] = NONE;
  readonly #sideEffects: SideEffect[] = [];

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
  expire(): void {
    this.#hasExpired = true;
    if (this.#active.length === 0) this.end(this.deadlineError());
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
    this.#active = this.#active.length === 1 ? NONE : this.#active.filter((other) => other !== attempt);
    if (this.#hasExpired) this.expire();
  }

  deadlineError(): DeadlineError {
    const { provider } = this.options.origin;
    const { lastError } = this;
    const message =
      lastError === undefined
        ? `${provider} has not answered within the deadline of the call`
        : `${provider} has not succeeded within the deadline of the call: ${lastError.message}`;
    return new DeadlineError(message, { code: "deadline", provider, lastError });
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
    this.#sideEffects.push(sideEffect);
    this.options.outer?.(sideEffect);
  }

  /** A request has been made before. */
  get isUnderWay(): boolean {
    return this.#sideEffects.length > 0;
  }

  /** A request marked `idempotent: false` may have taken effect. */
  get mustNotRepeat(): boolean {
    return this.#sideEffects.some(({ acted, idempotent }) => acted && !idempotent);
  }

  /** A POST or PATCH may have taken effect. */
  get mayRepeat(): boolean {
    return this.#sideEffects.some(({ acted, method }) => acted && hasEffectTwice(method));
  }

  /** Nothing but GET and HEAD went over the wire. */
  get hasOnlyRead(): boolean {
    return this.#sideEffects.every(({ isSent, method }) => !isSent || method === "GET" || method === "HEAD");
  }

  /** Notes at its endpoints how it ended: with a value, or with the failure that its map threw. */
  settle(failure?: SdkError): void {
    const { circuits } = this.options;
    if (failure === undefined) circuits.succeeded(this.asked, this.failed);
    const request = this.failed.find(({ error }) => error === failure);
    if (request?.endpoint !== undefined) circuits.ended(request.endpoint);
  }
}

/** Repeating the method can have a second effect (RFC 9110 §9.2.2). */
export function hasEffectTwice(method: string): boolean {
  return method === "POST" || method === "PATCH";
}

/** On the error itself, for all copies of the runtime in one process: a map may call the client of another SDK. */
const key: unique symbol = Symbol.for("sdkwright.unrepeatable");

/** Marks a failure behind which something may have taken effect; a map may pass one on from a call of its own. */
export function markUnrepeatable(failure: SdkError): void {
  Reflect.defineProperty(failure, key, { value: true });
}

/** Marks the failure of a body, too. */
export function markFailureOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (error instanceof SdkError) markUnrepeatable(error);
        throw error;
      }
    },
    // It fails with an error of the platform's, which nobody needs.
    cancel: async (reason) => reader.cancel(reason).catch(() => {}),
  };
  return new ReadableStream(withoutPrototype(source), { highWaterMark: 0 });
}

/** Any copy of the runtime has marked it. */
export function isUnrepeatable(failure: SdkError): boolean {
  return key in failure;
}
