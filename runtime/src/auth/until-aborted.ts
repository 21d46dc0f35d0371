import { throwIfAborted } from "../abort.js";
/** Settles like the work, unless the signal aborts before: code of the application's own may not listen, and never come back. */
export function untilAborted<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    work().then(resolve, reject);
  });
}
