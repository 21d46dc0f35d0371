const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * From now on a signal ends the process between two turns of the event loop, and so never within synchronous work. Taking
 * the listeners away again after the work would lose a signal that comes in that moment.
 */
export function endBetweenTurns(): void {
  for (const signal of SIGNALS) if (!process.listeners(signal).includes(raiseAgain)) process.on(signal, raiseAgain);
}

/** Does what the signal does without a listener, unless someone else listens. */
function raiseAgain(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, raiseAgain);
  process.kill(process.pid, signal);
}
