const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a short, synchronous piece of work to its end although someone presses Ctrl+C; the signal does what it would
 * have done right after.
 */
export function uninterrupted<T>(work: () => T): T {
  for (const signal of SIGNALS) if (!process.listeners(signal).includes(raiseAgain)) process.on(signal, raiseAgain);
  try {
    return work();
  } finally {
    // A signal that came meanwhile is delivered in the next turn of the event loop, before this.
    setImmediate(() => {
      for (const signal of SIGNALS) process.off(signal, raiseAgain);
    });
  }
}

function raiseAgain(signal: NodeJS.Signals): void {
  for (const each of SIGNALS) process.off(each, raiseAgain);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
