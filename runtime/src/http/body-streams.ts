import { SdkError } from "../errors/errors.js";
import type { GivenStream } from "./body.js";
import type { InvalidRequest } from "./invalid.js";

type Stream = ReadableStream<Uint8Array>;

/**
 * Streams of the caller's as a body. `fetch` takes what they fail with for what the connection does: a database that
 * refused would make a request that was never sent. So they are read through one of ours, which knows.
 */
export class BodyStreams {
  /** The failure of the stream that was opened last. */
  failure: SdkError | "unknown" | undefined;
  readonly #give: () => Stream;
  readonly #length: number | undefined;
  readonly #invalid: InvalidRequest;
  #isSent = false;
  #close = (): void => {};

  constructor(given: GivenStream, length: number | undefined, invalid: InvalidRequest) {
    this.#invalid = invalid;
    this.#length = length;
    this.#give = typeof given === "function" ? () => this.#unread(called(given)) : () => this.#once(given);
  }

  /** A stream for one more send. That of the last one is over: what it had for an answer asks for another. */
  open(): Stream {
    if (writesStreamsAsText())
      throw this.#invalid("no-streams", "this platform cannot send streams: pass bytes or a Blob");
    this.#close();
    const stream = this.#give();
    this.#isSent = true;
    // workerd sends a `content-length` with streams of its own only, so it gets them as they are.
    const { FixedLengthStream: Fixed } = globalThis as { FixedLengthStream?: FixedLength };
    this.failure = Fixed && "unknown";
    if (Fixed === undefined) return this.#watched(stream);
    const sent = this.#length === undefined ? stream : stream.pipeThrough(new Fixed(this.#length));
    // Whoever has taken it keeps it: then this is refused.
    this.#close = () => void sent.cancel().catch(() => {});
    return sent;
  }

  /** Nobody needs it any more: platforms read on after a request has failed or was answered, Node for ever. */
  close(): void {
    this.#close();
  }

  #once(stream: unknown): Stream {
    if (!this.#isSent) return this.#unread(stream);
    throw this.#invalid("one-shot-body", "a stream can only be sent once; pass a function that returns a new one");
  }

  #unread(stream: unknown): Stream {
    if (stream instanceof ReadableStream && !stream.locked) return stream as Stream;
    const isRead = (Object(stream) as Partial<Readable>).readableDidRead;
    if (!(stream instanceof ReadableStream) && !isRead && Symbol.asyncIterator in Object(stream))
      return streamOf(stream as AsyncIterable<unknown>);
    throw this.#invalid("bad-body", "`body` returned no stream, or one that is already being read");
  }

  #watched(stream: Stream): Stream {
    const reader = stream.getReader();
    let isOver = false;
    let left = this.#length ?? Infinity;
    const giveUp = (): void => {
      isOver = true;
      // It hears nothing of why, which the platform may say with the URL, and what it fails with is nobody's.
      reader.cancel().catch(() => {});
    };
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#close = () => {
          // First: half a body must not end like a whole one.
          controller.error(new Error("the request is over"));
          giveUp();
        };
      },
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          left -= done ? 0 : bytes(value).byteLength;
          if (left < 0 || (done && left > 0 && left < Infinity))
            throw new WrongStream("it does not have the stated number of bytes");
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          const failure = this.#failed(error);
          if (!isOver) this.failure = failure;
          giveUp();
          throw failure;
        }
      },
      cancel: giveUp,
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Errors of ours hold no secret; of another one nobody knows what it quotes. */
  #failed(error: unknown): SdkError {
    const isOurs = error instanceof WrongStream || error instanceof SdkError;
    const why = isOurs ? `: ${error.message}` : ", but its error is not passed on: log it there";
    return this.#invalid("failed-body", `the stream given as \`body\` failed${why}`);
  }
}

type FixedLength = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/** The property of Node's streams that tells if they were read. */
interface Readable {
  /** True if somebody has read of it. */
  readonly readableDidRead: boolean;
  readonly destroy: () => unknown;
  readonly on: (event: "error", listener: () => void) => unknown;
}

/** Whatever `for await` reads; texts as UTF-8. What gives it up ends the iterator, which closes a file. */
function streamOf(iterable: AsyncIterable<unknown>): Stream {
  // Until the first chunk is asked for, nobody else listens to how it fails.
  (iterable as Partial<Readable>).on?.("error", () => {});
  const iterator = iterable[Symbol.asyncIterator]();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? new TextEncoder().encode(value) : (value as Uint8Array));
    },
    async cancel() {
      // Its iterator would wait for the chunk that was asked for.
      (iterable as Partial<Readable>).destroy?.();
      await iterator.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Firefox sends `[object ReadableStream]`, without a word. */
function writesStreamsAsText(): boolean {
  const init = { method: "POST", body: new ReadableStream(), duplex: "half" } as RequestInit;
  return new Request("https://sdkwright.invalid/", init).headers.has("content-type");
}

/** A mistake of the caller's is none of the network. What it throws is not passed on, as with credentials: it gives no stream. */
function called(give: () => unknown): unknown {
  try {
    return give();
  } catch {
    return undefined;
  }
}

/** A mistake of a stream, in our words. */
class WrongStream extends Error {}

function bytes(chunk: Uint8Array): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return chunk;
  throw new WrongStream("it has something other than bytes");
}
