import type { Secrets } from "./scrub.js";

/** On the signal itself: what applications test with may be another copy of the runtime than what sends. */
const key: unique symbol = Symbol.for("sdkwright.secrets");

/** Keeps what the schemes of an attempt resolved with the signal that it gives to `fetch`: records of fakes are masked by it. */
export function keepSecrets(signal: AbortSignal, secrets: Secrets): void {
  Object.defineProperty(signal, key, { value: secrets, configurable: true });
}

export function secretsKept(signal: AbortSignal | undefined): Secrets {
  return (signal as { readonly [key]?: Secrets } | undefined)?.[key] ?? new Set();
}
