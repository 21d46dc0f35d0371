/** A request as it is about to go over the wire to a declared origin; an authenticator writes its credential into it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, with path and query exactly as they are sent. */
  url: string;
  readonly headers: Headers;
  /** Bytes, so that every send can replay them; a stream is one-shot. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
}

/** Sends a request once and resolves with whatever comes back, redirects and challenges included. */
export type SendOnce = (request: OutgoingRequest) => Promise<Response>;

/** Signs requests with a credential that is already resolved for this attempt. */
export interface Signer {
  readonly kind: "signer";
  readonly schemeId: string;
  sign(request: OutgoingRequest): void;
}

/**
 * Answers challenges: gets the request unsigned, may send it several times (at most 3 sends per attempt), and resolves
 * with the answer that counts. It is called once per hop, so after a same-origin redirect it sees the new URL.
 */
export interface ChallengeAnswerer {
  readonly kind: "answerer";
  readonly schemeId: string;
  exchange(request: OutgoingRequest, send: SendOnce, signal: AbortSignal): Promise<Response>;
}

/** One security scheme at work within one attempt. */
export type Authenticator = Signer | ChallengeAnswerer;
