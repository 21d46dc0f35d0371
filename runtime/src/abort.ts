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

function tell({ target }: Event): void {
  const signal = target as AbortSignal;
  const all = listeners.get(signal) ?? [];
  listeners.delete(signal);
  signal.removeEventListener("abort", tell);
  for (const callback of all) callback(signal.reason);
}
