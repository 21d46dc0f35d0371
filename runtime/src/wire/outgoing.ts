import type { SdkError } from "../sdk-error.js";

/** A body that can be sent several times: bytes, or a source of streams. */
export type OutgoingBody = Bytes | BodySource;

/** Opens a stream per send. */
export interface BodySource {
  /** Throws a RequestError the second time where the caller gave a single stream. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Whether every send gets a fresh stream. */
  readonly replayable: boolean;
  /** What the stream that was opened last has failed with: then whatever `fetch` says is not about the connection. */
  failure(): SdkError | "unknown" | undefined;
  /** Gives up what was opened last, unless it was read to its end. */
  close(): void;
}

/** A request as it is about to go over the wire to a declared origin; an authenticator writes its credential into it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, with path and query exactly as they are sent. */
  url: string;
  readonly headers: Headers;
  readonly body: OutgoingBody | undefined;
  /** Whether the server has answered a request before it, and may have acted. */
  readonly redirected: boolean;
  /** Whether it tells who asks, by a credential or by headers that code gives: no cache is to share the answer. */
  readonly personal?: boolean;
}

/** Sends a request once and resolves with whatever comes back, redirects and challenges included. */
export type SendOnce = (request: OutgoingRequest) => Promise<Response>;

/** `Uint8Array<ArrayBuffer>`, in words that TypeScript before 5.7 understands too, and without the types of browsers. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;
