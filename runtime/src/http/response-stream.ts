import { onAbortWhileHeld, type Holder } from "../abort.js";
import { startTimer, type Clock } from "../clock.js";
import type { AttemptScope } from "./attempt-scope.js";
import { bytesIn } from "../wire/response-body.js";

/** What bounds a body that is handed out as it comes, besides the attempt's signal. */
export interface StreamLimits {
  readonly clock: Clock;
  /** How long a chunk may be waited for, in ms. */
  readonly idleTimeout: number | false;
  /** In bytes, after decompression. */
  readonly maxBytes: number;
}

/** What the reader sees where a body does not come to its end. */
export interface StreamErrors {
  /** In place of the platform's. */
  readonly failed: (error: unknown) => Promise<Error>;
  readonly idle: () => Error;
  readonly tooLarge: () => Error;
}

/**
 * The body of an answer as it comes, with our errors and limits; its end closes the scope. It asks for a chunk only while somebody waits
 * for one, so the time that a reader takes for itself does not count.
 */
export function limitStream(
  source: Response,
  scope: AttemptScope,
  { clock, idleTimeout, maxBytes }: StreamLimits,
  errors: StreamErrors,
): ReadableStream<Uint8Array> {
  const { signal, end, close, waiting } = scope;
  // Node frees the connection of an answer that nobody has any more, unless its body is being read: so the reader is taken
  // with the first chunk that is asked for, and the answer itself is kept until then.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const letGo = async (): Promise<void> => (reader ?? source.body)?.cancel().catch(() => {});
  // Likewise the signal, which the platform keeps as long as the connection lasts, holds the stream only while it is read.
  const held: Holder = { callback: undefined };
  let aborted: (reason: unknown) => void = () => {};
  let left = maxBytes;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Whoever reads it, and whether or not `fetch` listens.
        aborted = (reason) => {
          controller.error(reason);
          close();
          void letGo();
        };
        onAbortWhileHeld(signal, aborted, held);
      },
      async pull(controller) {
        const stopTimer = idleTimeout === false ? undefined : startTimer(clock, idleTimeout, () => end(errors.idle()));
        waiting.callback = end;
        held.callback = aborted;
        try {
          reader ??= (source.body as ReadableStream<Uint8Array>).getReader();
          const { done, value } = await reader.read();
          if (!done && (left -= bytesIn(value).byteLength) < 0) end(errors.tooLarge());
          if (signal.aborted) return;
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          // Once it has aborted, this changes nothing.
          controller.error(await errors.failed(error));
        } finally {
          waiting.callback = undefined;
          held.callback = undefined;
          stopTimer?.();
        }
        close();
      },
      async cancel() {
        close();
        // What the platform says then is not passed on.
        await letGo();
      },
    },
    { highWaterMark: 0 },
  );
}
