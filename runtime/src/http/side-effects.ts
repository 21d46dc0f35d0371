import { onAbortWhileHeld } from "../abort.js";

/** What a request may have done, for as long as its performance has to know. */
export interface Deed {
  readonly method: string;
  /** `false` only where it is marked so: then it must not have its effect twice. */
  readonly idempotent: boolean;
  /** Whether the server may have acted on it; so it is while an attempt is under way. */
  acted: boolean;
  /** Whether an attempt of it went over the wire. */
  isSent: boolean;
}

/** Keeps account of a deed. */
export type TakeDeed = (deed: Deed) => void;

/** On the signal itself: the client that a map has beside its `http` may be of another copy of the runtime. */
const key: unique symbol = Symbol.for("sdkwright.deeds");

/**
 * From now on, what is asked with a map's signal is a deed of that map. The signal aborts with that of the map that has made
 * the call, also once the call has ended well: its map may have left something under way.
 */
export function keepDeeds(controller: AbortController, take: TakeDeed, caller: AbortSignal | undefined): void {
  Object.defineProperty(controller.signal, key, { value: take });
  if (caller === undefined || keeperOfDeeds(caller) === undefined) return;
  const end = (reason: unknown): void => controller.abort(reason);
  // As long as somebody has the signal, and no longer: a map may make any number of calls.
  Object.defineProperty(controller.signal, Symbol("end"), { value: end });
  onAbortWhileHeld(caller, end, { callback: undefined });
}

/** Who has to know what is done with a signal: nobody but of a map's. */
export function keeperOfDeeds(signal: unknown): TakeDeed | undefined {
  return (signal as { readonly [key]?: TakeDeed } | undefined)?.[key];
}
