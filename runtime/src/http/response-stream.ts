import type { Holder } from "../abort.js";
import { onAbortWhileHeld } from "../abort-while-held.js";
import { startTimer } from "../clock.js";
import { describeRequest, TimeoutError } from "../errors/errors.js";
import { bytesIn, type ReceivedAnswer } from "./answer.js";
import { type Attempt, tooLarge } from "./attempt.js";
import type { Scope } from "./scope.js";
import { connectionError } from "./transport.js";

/** In ms. */
const DEFAULT_IDLE_TIMEOUT = 30_000;

/** For a stream that outlives its attempt: takes the time limit off, and listens to these signals only, as long as somebody has `end`. */
export function outlive(scope: Scope, signals: readonly AbortSignal[]): void {
  scope.outlive(signals.map((signal) => onAbortWhileHeld(signal, scope.end, scope.waiting)));
}

/** An answer whose body is handed out as it comes. */
export function streamed(attempt: Attempt, source: Response): ReceivedAnswer {
  const { label, json } = attempt.prepared;
  const { status, body } = source;
  return { status, source, content: body && limitStream(attempt, source), label, json };
}

/**
 * The body of an answer as it comes, with our errors and limits; its end closes the scope. It asks for a chunk only while somebody waits
 * for one, so the time that a reader takes for itself does not count.
 */
function limitStream(attempt: Attempt, source: Response): ReadableStream<Uint8Array> {
  const { prepared, scope, sent } = attempt;
  const { label, bound } = prepared;
  const { maxResponseBytes: maxStreamBytes = Infinity, context } = bound;
  // An event stream may have nothing to say for hours.
  const isEvents = /^text\/event-stream\b/i.test(source.headers.get("content-type") ?? "");
  const idleTimeout = !isEvents && (bound.idleTimeout ?? DEFAULT_IDLE_TIMEOUT);
  const idle = (): Error => {
    const message = `${describeRequest(label)}: the body of the answer went on with nothing for ${idleTimeout} ms`;
    return new TimeoutError(message, { code: "idle-timeout", provider: label.provider });
  };
  const asked = sent.at(-1)?.body;
  const { signal, end, waiting } = scope;
  const close = (): void => attempt.close();
  // Node frees the connection of an answer that nobody has any more, unless its body is being read: so the reader is taken
  // with the first chunk that is asked for, and the answer itself is kept until then.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const letGo = async (): Promise<void> => (reader ?? source.body)?.cancel().catch(() => {});
  // Likewise the signal, which the platform keeps as long as the connection lasts, holds the stream only while it is read.
  const held: Holder = { callback: undefined };
  let aborted: (reason: unknown) => void = () => {};
  let left = maxStreamBytes;
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
        const stopTimer = idleTimeout === false ? undefined : startTimer(context.clock, idleTimeout, () => end(idle()));
        waiting.callback = end;
        held.callback = aborted;
        try {
          reader ??= (source.body as ReadableStream<Uint8Array>).getReader();
          const { done, value } = await reader.read();
          if (!done && (left -= bytesIn(value).byteLength) < 0) end(tooLarge(label, source.status, maxStreamBytes));
          if (signal.aborted) return;
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          // Once it has aborted, this changes nothing.
          controller.error(await connectionError(error, label, true, asked));
        } finally {
          waiting.callback = undefined;
          held.callback = undefined;
          stopTimer?.();
        }
        close();
      },
      async cancel() {
        close();
        // An error of the platform is not passed on then.
        await letGo();
      },
    },
    { highWaterMark: 0 },
  );
}
