import type { Bytes } from "../bytes.js";
import type { AuthenticationErrorKind } from "../errors.js";

/** A body that can be sent several times: bytes, or a source of streams. */
export type OutgoingBody = Bytes | BodySource;

/** Opens a stream per send. */
export interface BodySource {
  /** Throws a RequestError the second time where the caller gave a single stream. */
  open(): ReadableStream<Uint8Array>;
  /** Whether every send gets a fresh stream. */
  readonly replayable: boolean;
}

/** A request as it is about to go over the wire to a declared origin; an authenticator writes its credential into it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, with path and query exactly as they are sent. */
  url: string;
  readonly headers: Headers;
  readonly body: OutgoingBody | undefined;
}

/** Sends a request once and resolves with whatever comes back, redirects and challenges included. */
export type SendOnce = (request: OutgoingRequest) => Promise<Response>;

/** Signs requests with a credential that is already resolved for this attempt. */
export interface Signer {
  readonly kind: "signer";
  readonly schemeId: string;
  sign(request: OutgoingRequest): void;
}

/** What came of an exchange: the answer that counts, and the reason where the server did not accept the credentials. */
export interface Exchange {
  readonly response: Response;
  readonly refusal?: AuthenticationErrorKind | undefined;
}

/**
 * Answers challenges: gets the request with everything but its own credential, may send it several times (at most 3
 * sends per attempt), and resolves with the answer that counts. It is called once per hop, so after a same-origin
 * redirect it sees the new URL.
 */
export interface ChallengeAnswerer {
  readonly kind: "answerer";
  readonly schemeId: string;
  exchange(request: OutgoingRequest, send: SendOnce, signal: AbortSignal): Promise<Exchange>;
}

/** One security scheme at work within one attempt. */
export type Authenticator = Signer | ChallengeAnswerer;
