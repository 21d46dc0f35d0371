import { onAbortWhileHeld } from "../abort.js";

/** A request that may have taken effect, for as long as its provider run has to know. */
export interface SideEffect {
  readonly method: string;
  /** `false` only if it is marked so: then it must not have its effect twice. */
  readonly idempotent: boolean;
  /** The server may have acted on it; so it is while an attempt is under way. */
  acted: boolean;
  /** An attempt of it went over the wire. */
  isSent: boolean;
}

export type RecordSideEffect = (sideEffect: SideEffect) => void;

/** On the signal itself: the client that a map has beside its `http` may be of another copy of the runtime. */
const key: unique symbol = Symbol.for("sdkwright.sideEffects");

/**
 * From now on, a request with a map's signal is recorded for that map. The signal aborts with that of the map that has made
 * the call, also once the call has ended well: its map may have left something under way.
 */
export function recordSideEffects(
  controller: AbortController,
  record: RecordSideEffect,
  caller: AbortSignal | undefined,
): void {
  Object.defineProperty(controller.signal, key, { value: record });
  if (caller === undefined || recorderOf(caller) === undefined) return;
  const end = (reason: unknown): void => controller.abort(reason);
  // As long as somebody has the signal, and no longer: a map may make any number of calls.
  Object.defineProperty(controller.signal, Symbol("end"), { value: end });
  onAbortWhileHeld(caller, end, { callback: undefined });
}

/** Records a request that is made with this signal; `undefined` for any signal but a map's. */
export function recorderOf(signal: unknown): RecordSideEffect | undefined {
  return (signal as { readonly [key]?: RecordSideEffect } | undefined)?.[key];
}
