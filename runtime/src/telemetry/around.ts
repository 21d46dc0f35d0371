import type { CallEvent, EventOrigin, EventRequest } from "./events.js";

/** Code of the application around calls and attempts, for instance to trace them (rules §4.9). */
export interface Around {
  /** Around each use-case call, and each request outside of use-cases. */
  call?: ((what: AroundCall, run: () => Promise<CallEnd>) => unknown) | undefined;
  /** Around each exchange on the wire, with its credentials, digest round trip and redirects. */
  attempt?: ((what: AroundAttempt, run: RunAttempt) => unknown) | undefined;
}

/** Makes the attempt, once, and resolves with how it ended; it never rejects. A second call throws. */
export type RunAttempt = (extra?: AttemptExtra) => Promise<AttemptEnd>;

/**
 * A call that is about to begin: profile and use-case of a use-case call; provider and request of one outside of
 * use-cases. No input, no body, no credential.
 */
export interface AroundCall extends CallEvent, Partial<EventOrigin>, Partial<EventRequest> {}

/** An attempt that is about to begin: neither the filled path, nor the query, nor a credential. */
export interface AroundAttempt extends CallEvent, EventOrigin, EventRequest {
  /** 1 for the first attempt of a request. */
  readonly attempt: number;
  /** Of the service, its parameters filled in: origin and path, without `/` at its end. What looks like a credential there is `***`. */
  readonly baseUrl: string;
}

/** What an attempt sends besides what it would have sent. */
export interface AttemptExtra {
  /**
   * Headers that the request does not have, for instance `traceparent`. Refused are those of a scheme, of cookies and of
   * framing. They are signed like any other, and never leave the origin of the service.
   */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
}

/** How a call or an attempt ended. */
interface End {
  /** Whether a call gives a value, an attempt an answer that the caller takes. */
  readonly ok: boolean;
  /** In ms, with what the hook took before `run`. */
  readonly duration: number;
  /** Absent when no answer came, and of a use-case call that has a value. */
  readonly status?: number | undefined;
  /** Where `ok` is false: an error of the runtime, the reason of an abort, of a call also what its map threw. */
  readonly error?: unknown;
}

/** How an attempt ended: with the head of its answer, where it is a stream. */
export type AttemptEnd = End;

/** How a call ended. */
export interface CallEnd extends End {
  /** Who served it, or was tried last; absent when nobody was. */
  readonly provider?: string | undefined;
  /** On the wire, over all providers. */
  readonly attempts: number;
}
