import type { Bytes } from "../wire/outgoing.js";

/** A request as it goes over the wire, but for its signature. */
export interface SignedRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, as it is sent: path and query are encoded, an API key stands in it. */
  readonly url: string;
  /** All headers but those that the platform adds (`host`, `content-length`, …), names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** A copy of the body, byte for byte; empty without one. */
  readonly body: Bytes;
  /**
   * There where the server has answered 401 and it is signed once more: `date` is the time that the answer says, to correct
   * a clock that is off. Where the same headers come back, nothing is sent.
   */
  readonly refused?: { readonly date: Date | undefined } | undefined;
}

/** Values of headers by name; `undefined` leaves one out. */
export interface SignatureHeaders {
  readonly [name: string]: string | undefined;
}
