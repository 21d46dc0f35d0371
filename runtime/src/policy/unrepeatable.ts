import { withoutPrototype } from "../config/options.js";
import { SdkError } from "../errors/errors.js";

/** On the error itself, for all copies of the runtime in one process: a map may call the client of another SDK. */
const key: unique symbol = Symbol.for("sdkwright.unrepeatable");

/** Marks a failure behind which something may have taken effect; a map may pass one on from a call of its own. */
export function markUnrepeatable(failure: SdkError): void {
  Reflect.defineProperty(failure, key, { value: true });
}

/** The same body, whose failure is marked too. */
export function markFailureOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (error instanceof SdkError) markUnrepeatable(error);
        throw error;
      }
    },
    // What it fails with is the platform's, and nobody's.
    cancel: async (reason) => reader.cancel(reason).catch(() => {}),
  };
  return new ReadableStream(withoutPrototype(source), { highWaterMark: 0 });
}

/** Whether any copy of the runtime has marked it. */
export function isUnrepeatable(failure: SdkError): boolean {
  return key in failure;
}
