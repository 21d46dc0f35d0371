import { withoutPrototype } from "../config/options.js";
import type { RetryPolicy } from "../config/retries.js";
import { DeadlineError } from "../errors/call-errors.js";
import { SdkError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { type Deed, keeperOfDeeds, type TakeDeed } from "../http/side-effects.js";
import type { EventOrigin } from "../telemetry/events.js";
import type { CircuitGroup, Endpoint, FailedRequest } from "./circuits.js";
import type { RetryBudget } from "./retry.js";

export interface ProviderRunOptions {
  readonly context: PolicyContext;
  readonly origin: EventOrigin;
  readonly call: number;
  /** What client.json writes for the use-case; a request may bring its own. */
  readonly policy: RetryPolicy | undefined;
  /** Of the client and provider. */
  readonly budget: RetryBudget;
  /** Bounds an attempt of a request that does not say it itself, in ms. */
  readonly requestTimeout: number;
  readonly circuits: CircuitGroup;
  /** Whether the call has a further candidate. */
  readonly hasNext: boolean;
  /** When its share of the deadline ends; `Infinity` without one. */
  readonly endsAt: number;
  /** Ends its requests when the performance ends; absent outside a use-case. */
  readonly signal: AbortSignal | undefined;
  /** Ends streams too, which outlive their requests and may outlive the performance; not when its map has ended. */
  readonly streamSignal: AbortSignal | undefined;
  /** Told, once, when it ends; before its map, or because its map has ended. */
  readonly ended: ((reason: unknown, hasMapEnded: boolean) => void) | undefined;
  /** Told of its deeds too: the map that has made this call. */
  readonly outer: TakeDeed | undefined;
}

/** An attempt that ends with its performance. */
export interface ActiveAttempt {
  /** It counts for nothing, but it was sent. */
  cancel(reason: unknown): void;
}

const NONE: readonly ActiveAttempt[] = [];

/** One run of one provider's map, or one request outside a use-case: what its requests share. */
export class ProviderRun {
  readonly options: ProviderRunOptions;
  /** Only events tell it. */
  readonly startedAt: number;
  /** Attempts of all its requests that went over the wire. */
  attempts = 0;
  /** The failure of its last attempt. */
  lastError: SdkError | undefined;
  /** Endpoints that it has sent requests to. */
  readonly asked: Endpoint[] = [];
  /** Its requests that have failed for good. */
  readonly failed: FailedRequest[] = [];
  /** Why, once it is over. */
  #over: (() => unknown) | undefined;
  /** Its time is up; the attempts in flight have timers of their own that end now. */
  #hasExpired = false;
  /** Requests under way. */
  #requests = 0;
  /** Attempts in flight; few. */
  #active: readonly ActiveAttempt[] = NONE;
  readonly #deeds: Deed[] = [];

  constructor(options: ProviderRunOptions) {
    this.options = options;
    this.startedAt = options.context.on === undefined ? 0 : options.context.clock.now();
  }

  /** On the client's clock. */
  now(): number {
    return this.options.context.clock.now();
  }

  /** Since it began, in ms. */
  get duration(): number {
    return this.now() - this.startedAt;
  }

  /** Whether the call may still go on to another candidate. */
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

  /** Its map has ended, and its requests end with it; where that has failed, all that has its signal. */
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

  /** Keeps account of a request: its repetition may do harm, also to another map, whose signal it has. */
  register(method: string, idempotent: boolean | undefined, signal?: AbortSignal): Deed {
    const deed = { method, idempotent: idempotent !== false, acted: false, isSent: false };
    this.take(deed);
    if (signal !== this.options.signal) keeperOfDeeds(signal)?.(deed);
    return deed;
  }

  /** The same of what was done elsewhere for it. */
  take(deed: Deed): void {
    this.#deeds.push(deed);
    this.options.outer?.(deed);
  }

  /** Whether a request has been made before. */
  get isUnderWay(): boolean {
    return this.#deeds.length > 0;
  }

  /** Whether a request marked `idempotent: false` may have taken effect. */
  get mustNotRepeat(): boolean {
    return this.#deeds.some(({ acted, idempotent }) => acted && !idempotent);
  }

  /** Whether a POST or PATCH may have taken effect. */
  get mayRepeat(): boolean {
    return this.#deeds.some(({ acted, method }) => acted && hasEffectTwice(method));
  }

  /** Whether nothing but GET and HEAD went over the wire. */
  get hasOnlyRead(): boolean {
    return this.#deeds.every(({ isSent, method }) => !isSent || method === "GET" || method === "HEAD");
  }

  /** Tells its circuits how it went: with a value, or with what its map threw. */
  settle(failure?: SdkError): void {
    const { circuits } = this.options;
    if (failure === undefined) circuits.succeeded(this.asked, this.failed);
    const request = this.failed.find(({ error }) => error === failure);
    if (request?.endpoint !== undefined) circuits.ended(request.endpoint);
  }
}

/** Whether repeating the method can have a second effect (RFC 9110 §9.2.2). */
export function hasEffectTwice(method: string): boolean {
  return method === "POST" || method === "PATCH";
}

/** On the error itself, for all copies of the runtime in one process: a map may call the client of another SDK. */
const key: unique symbol = Symbol.for("sdkwright.unrepeatable");

/** Marks a failure behind which something may have taken effect; a map may pass one on from a call of its own. */
export function markUnrepeatable(failure: SdkError): void {
  Reflect.defineProperty(failure, key, { value: true });
}

/** The same body, whose failure is marked too. */
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
    // What it fails with is the platform's, and nobody's.
    cancel: async (reason) => reader.cancel(reason).catch(() => {}),
  };
  return new ReadableStream(withoutPrototype(source), { highWaterMark: 0 });
}

/** Whether any copy of the runtime has marked it. */
export function isUnrepeatable(failure: SdkError): boolean {
  return key in failure;
}
