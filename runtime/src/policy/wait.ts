import { onAbort, throwIfAborted } from "../abort.js";
import type { Clock } from "../clock.js";
import type { Circuit } from "./circuit.js";

/**
 * Waits `delay` ms, or until the circuit leaves `closed`; tells which: whether it was woken. Rejects with the reason of a
 * signal that aborts; leaves no timer and no listener behind.
 */
export async function waitUnlessWoken(
  clock: Clock,
  delay: number,
  circuit: Circuit | undefined,
  signals: readonly AbortSignal[],
): Promise<boolean> {
  for (const signal of signals) throwIfAborted(signal);
  const controller = new AbortController();
  let woken = false;
  const takeBack = circuit?.onLeave(() => {
    woken = true;
    controller.abort();
  });
  const ends = signals.map((signal) => onAbort(signal, (reason) => controller.abort(reason)));
  try {
    await clock.sleep(delay, controller.signal);
  } catch (error) {
    for (const signal of signals) throwIfAborted(signal);
    if (!woken) throw error;
  } finally {
    takeBack?.();
    for (const end of ends) end();
  }
  return woken;
}
