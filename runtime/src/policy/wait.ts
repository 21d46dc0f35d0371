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
  const abort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason);
  const takeBack = circuit?.onTrip(() => {
    tripped = true;
    controller.abort();
  });
  for (const signal of signals) signal.addEventListener("abort", abort);
  try {
    await clock.sleep(delay, controller.signal);
  } catch (error) {
    for (const signal of signals) signal.throwIfAborted();
    if (!tripped) throw error;
  } finally {
    takeBack?.();
    for (const signal of signals) signal.removeEventListener("abort", abort);
  }
}
