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
  /** Base URL of the service, filled in: origin and path, without `/` at its end. Credentials in it are `***`. */
  readonly baseUrl: string;
}

/** An addition to an attempt. */
export interface AttemptExtra {
  /**
   * Headers that the request does not have, for instance `traceparent`. Those of a scheme, of cookies and of framing are
   * refused. They are signed like any other, and never leave the origin of the service.
   */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined;
}

/** How a call or an attempt ended. */
interface End {
  /** A call gives a value, an attempt an answer that the caller takes. */
  readonly ok: boolean;
  /** In ms, with the time of the hook before `run`. */
  readonly duration: number;
  /** Absent when no answer came, and of a use-case call that has a value. */
  readonly status?: number | undefined;
  /** If `ok` is false: an error of the runtime, the reason of an abort, or for a call the error of its map. */
  readonly error?: unknown;
}

/** How an attempt ended: a stream with the head of its answer. */
export type AttemptEnd = End;

/** How a call ended. */
export interface CallEnd extends End {
  /** The provider that served it, or was tried last; absent if none was. */
  readonly provider?: string | undefined;
  /** On the wire, over all providers. */
  readonly attempts: number;
}
