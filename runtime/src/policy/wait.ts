import { onAbort } from "../abort.js";
import type { Clock } from "../clock.js";
import type { Circuit } from "./circuit.js";

/**
 * Waits `delay` ms, or until the circuit trips: the circuit's state tells which. Rejects with the reason of a signal that aborts; leaves no timer and
 * no listener behind.
 */
export async function waitUnlessTripped(
  clock: Clock,
  delay: number,
  circuit: Circuit | undefined,
  signals: readonly AbortSignal[],
): Promise<void> {
  for (const signal of signals) signal.throwIfAborted();
  const controller = new AbortController();
  let tripped = false;
  const takeBack = circuit?.onTrip(() => {
    tripped = true;
    controller.abort();
  });
  const listening = signals.map((signal) => onAbort(signal, (reason) => controller.abort(reason)));
  try {
    await clock.sleep(delay, controller.signal);
  } catch (error) {
    for (const signal of signals) signal.throwIfAborted();
    if (!tripped) throw error;
  } finally {
    takeBack?.();
    for (const stop of listening) stop();
  }
}
