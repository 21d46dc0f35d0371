import type { SchemaProblem } from "../errors/call-errors.js";
import type { SdkError } from "../errors/errors.js";

/** Every event of a call has its number, counted from 1 in each client. */
export interface CallEvent {
  readonly call: number;
}

/** The place of an event; `profile` and `useCase` are absent for requests outside a use-case. */
export interface EventOrigin {
  readonly provider: string;
  readonly profile?: string | undefined;
  readonly useCase?: string | undefined;
}

/** The request that an attempt or a retry belongs to: its path template, never the filled path or the query. */
export interface EventRequest {
  readonly method: string;
  readonly service: string;
  readonly path: string;
  /** The number of the page, from 1 in each iteration, if pages are turned. */
  readonly page?: number | undefined;
}

/** The request of an event, without what else a label has. */
export function requestOf({ method, service, path, page }: EventRequest): EventRequest {
  return { method, service, path, ...(page !== undefined && { page }) };
}

/** One exchange on the wire has ended, digest round trip and redirects included. */
export interface AttemptEvent extends CallEvent, EventOrigin, EventRequest {
  readonly type: "attempt";
  /** 1 for the first attempt of a request. */
  readonly attempt: number;
  /** In ms. */
  readonly duration: number;
  /** Absent when no answer came. */
  readonly status?: number | undefined;
  /** Absent when the answer was accepted; an abort is not an error of the runtime and is absent too. */
  readonly error?: SdkError | undefined;
}

/** A wait before the next attempt of the same request begins. */
export interface RetryEvent extends CallEvent, EventOrigin, EventRequest {
  readonly type: "retry";
  /** Number of the attempt that follows the wait. */
  readonly attempt: number;
  /** Length of the wait, in ms. */
  readonly delay: number;
  readonly error: SdkError;
  /** The server may act a second time on a POST or PATCH. */
  readonly mayRepeat: boolean;
  /** A header of the answer that asks for a wait and cannot be read, as it came. */
  readonly unreadWait?: string | undefined;
}

/** A step towards the token of an `oauth2` scheme, outside of attempts: many calls may wait for it. */
export interface TokenEvent {
  readonly type: "token";
  readonly provider: string;
  readonly scheme: string;
  /** The token endpoint was asked, or one of the functions of `tokens` was called. */
  readonly step: "request" | "load" | "save";
  /** In ms. */
  readonly duration: number;
  /** Status of the token endpoint's answer, if it refused. */
  readonly status?: number | undefined;
  /** Absent when it went well. After a `save` that failed the tokens are used, but not shared. */
  readonly error?: SdkError | undefined;
}

/** A circuit has changed its state. */
export interface CircuitEvent extends EventOrigin, Partial<EventRequest> {
  readonly type: "circuit";
  /** The scheme, for the circuit of its token endpoint; it has no `service` then. */
  readonly scheme?: string | undefined;
  /** The call that changed it; absent if `isolate`, `reset` or an import did, and for a token endpoint. */
  readonly call?: number | undefined;
  readonly from: CircuitName;
  readonly to: CircuitName;
  /** Why; absent when it closes. */
  readonly cause?: CircuitCause | undefined;
  /** With `to: "limited"`: attempts per second. */
  readonly rate?: number | undefined;
  /** With `to: "open"`: until the next probe, in ms. */
  readonly openFor?: number | undefined;
}

/** `isolated` is a whole provider, by `client.isolate`. */
export type CircuitName = "closed" | "limited" | "open" | "half-open" | "isolated";

/**
 * Failures in a row, refusals (429, or 503 with `Retry-After`), denials (401 after credentials, 402, 403), attempts that
 * nothing answers, or the time after a rest.
 */
export type CircuitCause = "failures" | "refusals" | "denials" | "silence" | "recovery";

/** Parts of what `createClient({ circuits })` was given could not be taken over; what could, was. */
export interface ImportEvent {
  readonly type: "import";
  /** Why, one text for each part. */
  readonly ignored: readonly string[];
}

/** A use-case call goes on with its next provider. */
export interface FailoverEvent extends CallEvent {
  readonly type: "failover";
  readonly profile: string;
  readonly useCase: string;
  readonly from: string;
  readonly to: string;
  /** Why: the failure of `from`, or a CircuitOpenError when it was skipped. */
  readonly error: SdkError;
  /** In ms, of the run of `from`. */
  readonly duration: number;
  /** A POST or PATCH that `from` may have acted on is repeated with `to`. */
  readonly mayRepeat: boolean;
  /** How often `from` has taken part in the call, this time included. */
  readonly round: number;
}

/** A call with `validate: "report"` goes on with an input or a result that is not what the profile says. */
export interface ValidationEvent extends CallEvent {
  readonly type: "validation";
  readonly provider: string;
  readonly profile: string;
  readonly useCase: string;
  readonly part: "input" | "result";
  /** At most 10. */
  readonly problems: readonly SchemaProblem[];
}

/** A call has ended with a value. */
export interface SuccessEvent extends CallEvent, EventOrigin {
  readonly type: "success";
  /** Attempts of the whole call, over all its providers. */
  readonly attempts: number;
  /** In ms, of the whole call. */
  readonly duration: number;
}

/** A call has ended with an error, or was aborted. */
export interface FailureEvent extends CallEvent {
  readonly type: "failure";
  /** The last provider that was tried; absent when none was. */
  readonly provider?: string | undefined;
  readonly profile?: string | undefined;
  readonly useCase?: string | undefined;
  readonly attempts: number;
  readonly duration: number;
  /** The call rejects with it: an error of the runtime, the map's own error, or the reason of an abort. */
  readonly error: unknown;
}

/** A hook of `around` has thrown, which does not change how its call or attempt ends. May come after its call's end. */
export interface HookEvent extends CallEvent, Partial<EventOrigin>, Partial<EventRequest> {
  readonly type: "hook";
  readonly hook: "call" | "attempt";
  /** For `around.attempt`: 1 for the first attempt of a request. */
  readonly attempt?: number | undefined;
  /** As it was thrown. */
  readonly error: unknown;
}

/** All events, for logs and metrics. No event holds a secret that the runtime knows of. */
export type ClientEvent =
  | AttemptEvent
  | RetryEvent
  | CircuitEvent
  | FailoverEvent
  | ValidationEvent
  | SuccessEvent
  | FailureEvent
  | HookEvent
  | ImportEvent
  | TokenEvent;

/** Called synchronously; an error that it throws is dropped. */
export type EventListener = (event: ClientEvent) => void;

/** Hands an event to a listener that may throw or reject. */
export function emit(listener: EventListener, event: ClientEvent): void {
  try {
    const returned: unknown = listener(event);
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // The call goes on.
  }
}
