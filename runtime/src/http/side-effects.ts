/** A request that may have taken effect, for as long as its provider run has to know. */
export interface SideEffect {
  readonly method: string;
  /** `false` only if it is marked so: then it must not have its effect twice. */
  readonly idempotent: boolean;
  /** It has a key of its own, or says that to make it twice changes nothing; for others its method says so. */
  harmless: boolean;
  /** The server has sent it away: nothing was done. */
  wasShed: boolean;
  /** The server may have acted on it; so it is while an attempt is under way. */
  acted: boolean;
  /** An attempt of it went over the wire. */
  isSent: boolean;
}

export type RecordSideEffect = (sideEffect: SideEffect) => void;

/** On the signal itself: the client that a map has beside its `http` may be of another copy of the runtime. */
export const SIDE_EFFECTS: unique symbol = Symbol.for("sdkwright.sideEffects");

/** Records a request that is made with this signal; `undefined` for any signal but a map's. */
export function recorderOf(signal: unknown): RecordSideEffect | undefined {
  return (signal as { readonly [SIDE_EFFECTS]?: RecordSideEffect } | undefined)?.[SIDE_EFFECTS];
}
