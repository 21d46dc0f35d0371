/** What becomes of a stream's end. */
export interface StreamEnd {
  /** Called once: the body ended, failed or was cancelled. */
  readonly close: () => void;
  /** What the reader sees instead of the platform's error. */
  readonly error: (error: unknown) => unknown;
}

/** A body as it comes, with our errors, and word of its end. */
export function watchStream(body: ReadableStream<Uint8Array>, end: StreamEnd): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(end.error(error));
      }
      end.close();
    },
    async cancel() {
      end.close();
      await reader.cancel();
    },
  });
}
