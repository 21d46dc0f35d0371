/**
 * Why a signal has aborted. Older signals than the platform's (React Native's, polyfills) have no reason: they get what
 * `abort()` gives.
 */
export function reasonOf({ reason }: AbortSignal): unknown {
  return reason === undefined ? new DOMException("This operation was aborted", "AbortError") : reason;
}

/** The signal's own method, which older ones lack. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** The listeners of a signal: one listener of the platform's for any number of ours. */
interface Listeners {
  readonly all: Set<(reason: unknown) => void>;
  readonly stop: () => void;
}

const listeners = new WeakMap<AbortSignal, Listeners>();

/** Calls back, once, with the reason of a signal that aborts later; the returned function takes that back. */
export function onAbort(signal: AbortSignal, callback: (reason: unknown) => void): () => void {
  const { all, stop } = listeners.get(signal) ?? listen(signal);
  // One call may listen twice with the same function.
  const entry = (reason: unknown): void => callback(reason);
  all.add(entry);
  return () => {
    if (all.delete(entry) && all.size === 0 && listeners.get(signal)?.all === all) stop();
  };
}

function listen(signal: AbortSignal): Listeners {
  const tell = (): void => {
    stop();
    for (const callback of all) callback(reasonOf(signal));
  };
  const all: Listeners["all"] = new Set();
  const stop = (): void => {
    listeners.delete(signal);
    signal.removeEventListener("abort", tell);
  };
  const added = { all, stop };
  listeners.set(signal, added);
  // Without options: what is put on `Object.prototype` would be read as some. An abort comes once.
  signal.addEventListener("abort", tell);
  return added;
}

/** Settles like the work, unless the signal aborts before: code of the application's own, or a file that is loaded, may never come back. */
export function untilAborted<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const stop = onAbort(signal, reject);
    work().finally(stop).then(resolve, reject);
  });
}

/** Keeps a callback from being collected, as long as it stands there. */
export interface Holder {
  callback: ((reason: unknown) => void) | undefined;
}
