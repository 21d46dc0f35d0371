import type { SdkError } from "../sdk-error.js";

/** A body that can be sent several times: bytes, or a source of streams. */
export type OutgoingBody = Bytes | BodySource;

/** Bytes and texts of up to this size are a body of ky's too; larger ones travel beside it, and Blobs are not read. */
export const KY_BODY_BYTES: number = 64 * 1024;

/** Opens a stream per send, or gives a large Blob. */
export interface BodySource {
  /** Throws a RequestError if nothing can be sent: a single stream was sent before, a file is gone. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | Blob>;
  /** All of a Blob, for what signs it; a stream has none. */
  readonly bytes?: () => Promise<Bytes>;
  /** Whether every send gets a fresh stream. */
  readonly replayable: boolean;
  /** What the body that was opened last has failed with: then `error`, which `fetch` threw, is not about the connection. */
  failure(error: unknown): SdkError | "unknown" | undefined;
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
