import type { Bytes } from "./outgoing.js";

/** What an answer says beside its body. */
export type AnswerHead = Pick<Response, "status" | "headers" | "statusText">;

/** What was read of a body. */
export interface BodyBytes {
  readonly bytes: Bytes;
  /** Whether that is all of it. */
  readonly complete: boolean;
}

const DRAIN_MS = 1000;

/** What an error keeps of an answer: masked, in the server's own words. */
export interface ServerAnswer {
  /** The reason phrase, which HTTP/2 has no more. */
  readonly reason: string;
  /** What the vendor says in one sentence, at most 200 characters; empty where nothing is said. */
  readonly sentence: string;
  /** Without `set-cookie`. */
  readonly headers: Headers;
  readonly text: string;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** Whether the body goes on behind `text`. */
  readonly truncated: boolean;
  readonly requestId: string | undefined;
  /** In ms. */
  readonly retryAfter: number | undefined;
  /** A header that asks for a wait and cannot be read. */
  readonly unreadWait: string | undefined;
}

/** Nothing was read. */
export const UNREAD: BodyBytes = { bytes: new Uint8Array(), complete: true };

/** Nobody reads it any more. */
export function letGo(response: Response | undefined): void {
  response?.body?.cancel().catch(() => {});
}

/**
 * Reads a body up to `limit` bytes after decompression, and cancels the rest; all of it when the signal aborts, which is the
 * request's own: a `fetch` need not listen to it. Rejects as the stream does.
 */
export async function readBody(response: Response, limit: number, signal: AbortSignal): Promise<BodyBytes> {
  if (response.body === null) return UNREAD;
  const body = new BodyReader(response.body);
  signal.addEventListener("abort", () => body.cancel());
  const complete = await body.read(limit);
  return { bytes: body.bytes(limit), complete };
}

/** Reads a body that nobody asked for, so that its connection can be used again: for 1 s at most, then it is cancelled. */
export async function drainBody(response: Response, limit: number = 64 * 1024): Promise<BodyBytes> {
  if (response.body === null) return UNREAD;
  const body = new BodyReader(response.body);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    body.cancel();
  }, DRAIN_MS);
  const ended = await body.read(limit).catch(() => false);
  clearTimeout(timer);
  return { bytes: body.bytes(limit), complete: ended && !late };
}

/** An answer need not be of this realm's class, but has to have what is read of it, and a body that nobody has read. */
export function usable(response: Response): Response {
  const { headers, status, statusText, body, bodyUsed } = Object(response) as Partial<Response>;
  const hasBody = body === null || (body?.getReader && !body.locked && !bodyUsed);
  return fitting(response, headers?.get && status?.toFixed && statusText?.trim && hasBody);
}

/** A chunk of a body; of any realm, as test environments have their own. */
export function bytesIn(chunk: Uint8Array): Uint8Array {
  return fitting(chunk, ArrayBuffer.isView(chunk) && chunk[Symbol.toStringTag] === "Uint8Array");
}

/** Only a `fetch` of the caller's own gives what does not fit, a mock for one: it is told as such with what comes late. */
function fitting<T>(given: T, fits: unknown): T {
  if (fits) return given;
  throw Object.assign(new Error(), { misfit: given });
}

class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Resolves with whether the body ended within the limit. */
  async read(limit: number): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return true;
      this.#chunks.push(bytesIn(value));
      this.#size += value.byteLength;
      if (this.#size <= limit) continue;
      this.cancel();
      return false;
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }

  bytes(limit: number): Bytes {
    const joined = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return joined.subarray(0, limit);
  }
}
