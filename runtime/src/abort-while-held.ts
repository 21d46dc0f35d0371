import { type Holder, onAbort } from "./abort.js";

/** workerd has it, and WeakRef, from a compatibility date in 2025 on; without them a stream is held until it ends. */
const collected =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((stop) => stop()) : undefined;

/**
 * Calls back, once, with the reason of a signal that aborts later. The signal does not keep the callback: once nobody else
 * has it, nobody listens.
 */
export function onAbortWhileHeld(signal: AbortSignal, callback: (reason: unknown) => void, holder: Holder): () => void {
  if (collected === undefined) return onAbort(signal, callback);
  const held = new WeakRef(callback);
  const stop = onAbort(signal, (reason) => (holder.callback ?? held.deref())?.(reason));
  collected.register(callback, stop);
  return stop;
}

/** Calls `then`, which does not have it, once nobody has `value` any more; where the platform tells of that. */
export function onceCollected(value: object, then: () => void): void {
  collected?.register(value, then);
}
