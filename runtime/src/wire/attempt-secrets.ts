import type { Secrets } from "./scrub.js";

/** What the schemes of an attempt resolved, by the signal that it gives to `fetch`: records of fakes are masked by it. */
export const secretsBySignal: WeakMap<AbortSignal, Secrets> = new WeakMap();
