/** Who listens to a signal: one listener of the platform's for any number of ours. */
const listeners = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

/** Calls back, once, with the reason of a signal that aborts later; the returned function takes that back. */
export function onAbort(signal: AbortSignal, callback: (reason: unknown) => void): () => void {
  const others = listeners.get(signal);
  const all = others ?? new Set();
  // One call may listen twice with the same function.
  const entry = (reason: unknown): void => callback(reason);
  all.add(entry);
  if (others === undefined) {
    listeners.set(signal, all);
    // Without options: what is put on `Object.prototype` would be read as some. An abort comes once.
    signal.addEventListener("abort", tell);
  }
  return () => {
    if (!all.delete(entry) || all.size > 0 || listeners.get(signal) !== all) return;
    listeners.delete(signal);
    signal.removeEventListener("abort", tell);
  };
}

/** What keeps a callback from being collected, as long as it stands there. */
export interface Holder {
  callback: ((reason: unknown) => void) | undefined;
}

/** workerd has it, and WeakRef, from a compatibility date in 2025 on; without them a stream is held until it ends. */
const collected =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((stop) => stop()) : undefined;

/** The same for a callback that the signal alone keeps from nothing: once nobody has it, nobody listens. */
export function onAbortWhileHeld(signal: AbortSignal, callback: (reason: unknown) => void, holder: Holder): () => void {
  if (collected === undefined) return onAbort(signal, callback);
  const held = new WeakRef(callback);
  const stop = onAbort(signal, (reason) => (holder.callback ?? held.deref())?.(reason));
  collected.register(callback, stop);
  return stop;
}

function tell({ target }: Event): void {
  const signal = target as AbortSignal;
  const all = listeners.get(signal) ?? [];
  listeners.delete(signal);
  signal.removeEventListener("abort", tell);
  for (const callback of all) callback(signal.reason);
}
