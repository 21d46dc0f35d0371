import { type Holder, throwIfAborted } from "../abort.js";
import { onAbortWhileHeld, onceCollected } from "../abort-while-held.js";
import { startTimer } from "../clock.js";
import { describeRequest, type SdkError, TimeoutError } from "../errors/errors.js";
import { bytesIn, type LastingEnd, loadServerAnswer, type ReceivedAnswer } from "./answer.js";
import { type Attempt, tooLarge } from "./attempt.js";
import { eventParser } from "./event-parser.js";
import type { Scope } from "./scope.js";
import { connectionError } from "./transport.js";

/** In ms. */
const DEFAULT_IDLE_TIMEOUT = 30_000;

/** For a stream that outlives its attempt: takes the time limit off, and listens to these signals only, as long as somebody has `end`. */
export function outlive(scope: Scope, signals: readonly AbortSignal[]): void {
  scope.outlive(signals.map((signal) => onAbortWhileHeld(signal, scope.end, scope.waiting)));
}

/** An answer whose body is handed out as it comes. */
export async function streamed(attempt: Attempt, source: Response): Promise<ReceivedAnswer> {
  const { label, json } = attempt.prepared;
  const { status, body } = source;
  const { content = null, lasts } = body === null ? {} : await limitStream(attempt, source);
  const said = async (text: string) =>
    (await loadServerAnswer())?.readerOf(attempt)?.(source, { bytes: new TextEncoder().encode(text), complete: true });
  return { status, source, content, lasts, label, json, said };
}

interface LimitedStream {
  readonly content: ReadableStream<Uint8Array>;
  readonly lasts: Promise<LastingEnd>;
}

/** So many bytes are given out even if no item is seen in them. */
const MAX_BEFORE_ITEM = 1024 * 1024;

/**
 * The body of an answer as it comes, with our errors and limits; its end closes the scope. It asks for a chunk only while somebody waits
 * for one, so the time that a reader takes for itself does not count.
 */
async function limitStream(attempt: Attempt, source: Response): Promise<LimitedStream> {
  const { prepared, scope, sent } = attempt;
  const { label, bound } = prepared;
  const { maxResponseBytes: maxStreamBytes = Infinity, context } = bound;
  // An event stream may have nothing to say for hours.
  const isEvents = /^text\/event-stream\b/i.test(source.headers.get("content-type") ?? "");
  const { idleTimeout = !isEvents && (bound.idleTimeout ?? DEFAULT_IDLE_TIMEOUT) } = prepared;
  const idle = (): SdkError => {
    const message = `${describeRequest(label)}: the body of the answer sent nothing for ${idleTimeout} ms`;
    return new TimeoutError(message, { code: "idle-timeout", provider: label.provider });
  };
  const asked = sent.at(-1)?.body;
  const { signal, end, waiting } = scope;
  const close = (): void => attempt.close();
  let settle: (end: LastingEnd) => void = () => {};
  const lasts = new Promise<LastingEnd>((resolve) => (settle = resolve));
  /** Ends it with an error of ours. */
  const fail = (error: SdkError): void => {
    settle({ type: "failed", error });
    end(error);
  };
  // Node frees the connection of an answer that nobody has any more, unless its body is being read: so the reader is taken
  // with the first chunk that is asked for, and the answer itself is kept until then.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const letGo = async (): Promise<void> => (reader ?? source.body)?.cancel().catch(() => {});
  // Likewise the signal, which the platform keeps as long as the connection lasts, holds the stream only while it is read.
  const held: Holder = { callback: undefined };
  let errored: (reason: unknown) => void = () => {};
  // Whoever reads it, and whether or not `fetch` listens.
  const aborted = (reason: unknown): void => {
    settle(DROPPED);
    errored(reason);
    close();
    void letGo();
  };
  onAbortWhileHeld(signal, aborted, held);
  let left = maxStreamBytes;
  /** The reader has got a chunk, and waits for no other. */
  let isSatisfied = false;
  /** The next chunk, or `undefined` at the end. */
  const read = async (): Promise<Uint8Array | undefined> => {
    const stopTimer = idleTimeout === false ? undefined : startTimer(context.clock, idleTimeout, () => fail(idle()));
    waiting.callback = end;
    held.callback = aborted;
    try {
      reader ??= (source.body as ReadableStream<Uint8Array>).getReader();
      const { done, value } = await reader.read();
      if (!done && (left -= bytesIn(value).byteLength) < 0) fail(tooLarge(label, source.status, maxStreamBytes));
      throwIfAborted(signal);
      if (done) settle(ENDED);
      return done ? undefined : value;
    } catch (error) {
      throwIfAborted(signal);
      const failure = await connectionError(error, label, true, asked);
      settle({ type: "failed", error: failure });
      throw failure;
    } finally {
      waiting.callback = undefined;
      held.callback = undefined;
      stopTimer?.();
    }
  };
  const early = attempt.limits.untilItem === true ? await untilItem(read, isEvents) : [];
  const content = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        errored = (reason) => controller.error(reason);
      },
      async pull(controller) {
        isSatisfied = false;
        try {
          const chunk = early.length > 0 ? early.shift() : await read();
          if (chunk !== undefined) {
            isSatisfied = true;
            return controller.enqueue(chunk);
          }
          controller.close();
        } catch (error) {
          // Once it has aborted, this changes nothing.
          controller.error(error);
        }
        close();
      },
      async cancel() {
        // A reader that leaves between two chunks has got what it wanted: many know by the last of them that it is the last.
        settle(isSatisfied ? ENDED : DROPPED);
        close();
        // An error of the platform is not passed on then.
        await letGo();
      },
    },
    { highWaterMark: 0 },
  );
  // If its reader was taken before anybody read it, the platform frees nothing by itself.
  if (reader !== undefined) onceCollected(content, cancelling(reader));
  return { content, lasts };
}

/** Made here: where the stream is made, a function has all that the stream has, and the stream with it. */
function cancelling(reader: ReadableStreamDefaultReader<Uint8Array>): () => void {
  return () => void reader.cancel().catch(() => {});
}

const ENDED: LastingEnd = { type: "ended" };
const DROPPED: LastingEnd = { type: "dropped" };

/** The chunks up to the first item, or to the end; `undefined` at the end of it says that this was all. */
async function untilItem(
  read: () => Promise<Uint8Array | undefined>,
  isEvents: boolean,
): Promise<(Uint8Array | undefined)[]> {
  const isIn = isEvents ? eventFinder() : ({ byteLength }: Uint8Array) => byteLength > 0;
  const early: (Uint8Array | undefined)[] = [];
  let size = 0;
  for (;;) {
    const chunk = await read();
    early.push(chunk);
    if (chunk === undefined || isIn(chunk) || (size += chunk.byteLength) > MAX_BEFORE_ITEM) return early;
  }
}

/** Events by which a server says that it is still there, and nothing else. */
const PING = /^(?:ping|heartbeat|keep-?alive)$/i;

/** Finds the first event with data in the chunks of an event stream; comments and pings are none. */
export function eventFinder(): (chunk: Uint8Array) => boolean {
  const parser = eventParser(Infinity);
  return (chunk) => parser.push(chunk).some(({ event }) => !PING.test(event));
}
