import { onAbort } from "../abort.js";
import type { Scope } from "../http/scope.js";
import type { LastingEnd } from "../http/answer.js";
import { eventFinder } from "../http/response-stream.js";
import { NetworkError, type SdkError } from "../errors/errors.js";
import { Given } from "./call-function.js";

/** A stream of which the first item was asked for. */
export interface OpenedStream {
  /** Resolves once the first item is there, or the stream is over; rejects if it breaks before. */
  readonly first: Promise<void>;
  /** Ends it, without waiting for that. */
  giveUp(): void;
  /** The stream, with the items that were read; from now on it is the caller's. */
  handOut(scope: Scope, caller: AbortSignal | undefined): unknown;
  /** How it ended. */
  lasts(errorOf: (error: unknown) => unknown): Promise<LastingEnd>;
}

type Item = IteratorResult<unknown>;

/** Reads a stream until its first item. Throws a TypeError if the value is none. */
export function openStream(value: unknown, isFirst: ((item: unknown) => boolean) | undefined): OpenedStream {
  const mayEndBefore = isFirst === undefined;
  const source = sourceOf(value);
  const { iterator } = source;
  const read: Item[] = [];
  let end: (ended: { readonly type: "ended" | "dropped" } | { readonly error: unknown }) => void = () => {};
  const ended = new Promise<Parameters<typeof end>[0]>((resolve) => (end = resolve));
  const first = (async () => {
    for (;;) {
      const item = await iterator.next().catch((error: unknown) => {
        throw new Given(error);
      });
      read.push(item);
      if (item.done === true && !mayEndBefore)
        throw new NetworkError("the stream ended before its first item", { code: "network-reset", sent: "unknown" });
      if (item.done === true) return;
      const hasItem = source.isFirst?.(item.value) ?? true;
      if (hasItem && (isFirst?.(item.value) ?? true)) return;
    }
  })();
  first.catch(() => {});
  let reading = 0;
  const waiting = new Set<(reason: unknown) => void>();
  const abort = (reason: unknown): void => waiting.forEach((reject) => reject(reason));
  /** Without a race: that keeps something of each item until the end. */
  const unlessAborted = (item: Promise<Item>): Promise<Item> =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      item.finally(() => waiting.delete(reject)).then(resolve, reject);
    });
  /** The rest, watched. A reader that leaves between two items has what it wanted. */
  const rest: AsyncIterator<unknown> = {
    async next() {
      const known = read.shift();
      reading += 1;
      try {
        const item = known ?? (await unlessAborted(iterator.next()));
        if (item.done === true) end({ type: "ended" });
        return item;
      } catch (error) {
        end({ error });
        throw error;
      } finally {
        reading -= 1;
      }
    },
    async return(result) {
      end({ type: reading === 0 ? "ended" : "dropped" });
      await iterator.return?.();
      return { done: true, value: result };
    },
  };
  return {
    first,
    giveUp() {
      end({ type: "dropped" });
      void (async () => iterator.return?.())().catch(() => {});
    },
    handOut(scope, caller) {
      const stop =
        caller &&
        onAbort(caller, (reason) => {
          end({ type: "dropped" });
          scope.end(reason);
          abort(reason);
        });
      void ended.then(() => stop?.());
      if (read.at(-1)?.done === true) end({ type: "ended" });
      return source.handOut(rest);
    },
    async lasts(errorOf) {
      const how = await ended;
      return "error" in how ? { type: "failed", error: errorOf(how.error) as SdkError } : how;
    },
  };
}

interface Source {
  readonly iterator: AsyncIterator<unknown>;
  /** Tells whether a chunk has something of an item. */
  readonly isFirst: ((item: unknown) => boolean) | undefined;
  readonly handOut: (rest: AsyncIterator<unknown>) => unknown;
}

function sourceOf(value: unknown): Source {
  if (typeof Response === "function" && value instanceof Response) {
    const { body, headers, status, statusText, url } = value;
    if (body === null) return { iterator: nothing(), isFirst: undefined, handOut: () => value };
    const isEvents = headers.get("content-type")?.startsWith("text/event-stream") === true;
    const handOut = (rest: AsyncIterator<unknown>): Response =>
      Object.defineProperty(new Response(streamOf(rest), { status, statusText, headers }), "url", { value: url });
    return {
      iterator: iteratorOf(body),
      isFirst: isEvents ? (eventFinder() as (item: unknown) => boolean) : undefined,
      handOut,
    };
  }
  if (typeof ReadableStream === "function" && value instanceof ReadableStream)
    return { iterator: iteratorOf(value), isFirst: undefined, handOut: streamOf };
  const iterate = (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator];
  if (typeof iterate !== "function")
    throw new TypeError(
      "with `stream: true`, a function must return an async iterable, a ReadableStream or a Response",
    );
  const iterable = value as AsyncIterable<unknown> & { readonly iterator?: unknown };
  const own = iterable[Symbol.asyncIterator]();
  // Its own methods are replaced when it is given out.
  const iterator: AsyncIterator<unknown> = {
    next: own.next.bind(own),
    ...(own.return && { return: own.return.bind(own) }),
  };
  const handOut = (rest: AsyncIterator<unknown>): unknown => {
    const whole = { ...rest, [Symbol.asyncIterator]: () => whole } as AsyncIterableIterator<unknown>;
    const make = { value: () => whole, configurable: true, writable: true };
    // An object of an SDK may have more: `tee`, or a controller, which go by its iterator.
    Object.defineProperty(iterable, Symbol.asyncIterator, make);
    if (typeof iterable.iterator === "function") Object.defineProperty(iterable, "iterator", make);
    // A generator is its own iterator.
    if ((own as unknown) === iterable)
      for (const name of ["next", "return"] as const)
        Object.defineProperty(iterable, name, { value: rest[name], configurable: true, writable: true });
    return iterable;
  };
  return { iterator, isFirst: undefined, handOut };
}

async function* nothing(): AsyncGenerator<never> {}

function iteratorOf(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()) as Item,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function streamOf(rest: AsyncIterator<unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await rest.next();
        if (done === true) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      async cancel() {
        await rest.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
